"""Sums over tensor grids carried out axis by axis."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


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
