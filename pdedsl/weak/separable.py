"""Sums over tensor grids carried out axis by axis."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

LARGEST_PRODUCT = 2**23
"""Numbers of a matrix of pairs of rows, above which it is not made."""


def contract(values: np.ndarray, matrices: Sequence[np.ndarray]) -> np.ndarray:
    """Multiply each of the last M axes of an array by a matrix.

    Args:
        values: shape (D, q_1, ..., q_M); where nothing changes along an axis its length may
            be 1, and D may be 1.
        matrices: for every axis one of shape (k_i, q_i), or (D, k_i, q_i) for one a sample.

    Returns:
        Array of shape (D, k_1, ..., k_M).
    """
    result = np.asarray(values)
    for axis, matrix in enumerate(matrices, start=1):
        result = contract_axis(result, matrix, axis)
    return result


def contract_axis(values: np.ndarray, matrix: np.ndarray, axis: int) -> np.ndarray:
    """Multiply one axis of an array by a matrix, as `contract` does each; the samples are 0."""
    if values.shape[axis] == 1 and matrix.shape[-1] != 1:
        matrix = matrix.sum(axis=-1, keepdims=True)
    moved = np.moveaxis(values, axis, -1)
    rows = moved.reshape(moved.shape[0], -1, moved.shape[-1])
    done = np.matmul(rows, np.swapaxes(matrix, -1, -2))
    return np.moveaxis(done.reshape(-1, *moved.shape[1:-1], done.shape[-1]), -1, axis)


def contract_pairs(values: np.ndarray, a: np.ndarray, b: np.ndarray, axis: int) -> np.ndarray:
    """Multiply one axis by all products of a row of a and a row of b, as `contract_axis` would.

    These products are made where many lines of values share them and the axis is not long. Values
    that do not change along the axis, and few samples of one line each, as of a series, are matrix
    products without them.

    Args:
        values: shape (D, q_1, ..., q_M).
        a, b: shape (k, q) or (D, k, q), and the same with l.
        axis: of the values.

    Returns:
        The values with k l in place of q.
    """
    moved = np.moveaxis(values, axis, -1)
    lines = moved.reshape(len(moved), -1, moved.shape[-1])
    if lines.shape[2] == 1:
        summed = np.matmul(a, np.swapaxes(b, -1, -2))
        return contract_axis(values, summed.reshape(*summed.shape[:-2], -1, 1), axis)
    own = max((len(m) for m in (a, b) if m.ndim == 3), default=1)
    samples, pairs = max(len(moved), own), a.shape[-2] * b.shape[-2] * a.shape[-1]
    weighted = samples * a.shape[-2] * a.shape[-1]
    if lines.shape[1] == 1 and weighted <= min(own * pairs, LARGEST_PRODUCT):
        summed = np.matmul(a * lines, np.swapaxes(b, -1, -2))
        return np.moveaxis(summed.reshape(samples, *moved.shape[1:-1], -1), -1, axis)
    if pairs <= LARGEST_PRODUCT:
        return contract_axis(values, row_products(a, b), axis)
    found = np.empty((samples, lines.shape[1], a.shape[-2] * b.shape[-2]))
    for d in range(samples):
        left, right = (m[min(d, len(m) - 1)] if m.ndim == 3 else m for m in (a, b))
        for r, line in enumerate(lines[min(d, len(lines) - 1)]):
            found[d, r] = ((left * line) @ right.T).ravel()
    return np.moveaxis(found.reshape(samples, *moved.shape[1:-1], -1), -1, axis)


def row_products(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """All products of a row of a (..., k, q) with a row of b (..., l, q): (..., k l, q)."""
    product = a[..., :, None, :] * b[..., None, :, :]
    return product.reshape(*product.shape[:-3], -1, product.shape[-1])


def paired(values: np.ndarray, first: Sequence[int], second: Sequence[int]) -> np.ndarray:
    """Sort axes that hold pairs into (all firsts, all seconds).

    Args:
        values: shape (D, k_1 l_1, ..., k_M l_M).
        first, second: k_i and l_i.

    Returns:
        Array of shape (D, prod k_i, prod l_i).
    """
    split = values.reshape(-1, *(n for pair in zip(first, second, strict=True) for n in pair))
    count = len(first)
    order = [0, *range(1, 2 * count, 2), *range(2, 2 * count + 1, 2)]
    return split.transpose(order).reshape(split.shape[0], int(np.prod(first)), -1)
