"""Linear algebra of covariances that are Kronecker products of one small matrix per axis."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

import numpy as np

from pdedsl.fields.arrays import Array
from pdedsl.fields.prior import correlation


@dataclass(frozen=True, eq=False)
class AxisSpectrum:
    """Eigenvalues (n,), never negative, and eigenvectors (n, n) of one axis' correlation matrix."""

    values: Array
    vectors: Array


HALVED = 128
"""Points from which on the modes of a symmetric axis are had from two halves."""

ALIKE = 1e-14
"""Of an axis' width: how far its points may be from symmetric."""


def axis_spectrum(axis: Array, length_scale: float) -> AxisSpectrum:
    """Eigendecomposition of the correlation matrix of an axis (n,); rounding below 0 becomes 0."""
    if len(axis) >= HALVED and _is_symmetric(axis):
        values, vectors = _of_halves(axis, length_scale)
    else:
        values, vectors = np.linalg.eigh(correlation(axis, axis, length_scale))
    return AxisSpectrum(np.maximum(values, 0.0), vectors)


def _is_symmetric(axis: Array) -> bool:
    """Whether the axis is its own mirror image, as one of equal steps is."""
    ends = axis[0] + axis[-1]
    return bool(np.max(np.abs(axis + axis[::-1] - ends)) <= ALIKE * (axis[-1] - axis[0]))


def _of_halves(axis: Array, length_scale: float) -> tuple[Array, Array]:
    """Eigenvalues, smallest first, and eigenvectors of a symmetric axis, at a quarter of the cost.

    An eigenvector is even or odd. Even ones are those of the correlation of sums over mirrored
    points, odd ones of differences, over the square root of 2.

    Source: Cantoni and Butler, Eigenvalues and eigenvectors of symmetric centrosymmetric matrices,
    Linear Algebra and its Applications 13, 1976.
    """
    count = len(axis)
    half, most = count // 2, count - count // 2
    rows = correlation(axis[:most], axis, length_scale)
    here, there = rows[:, :most], rows[:, ::-1][:, :most]
    even = here + there
    even[half:] *= np.sqrt(0.5)  # the middle point of an odd number is its own mirror image
    even[:, half:] *= np.sqrt(0.5)
    sums, to_sums = np.linalg.eigh(even)
    differences, to_differences = np.linalg.eigh((here - there)[:half, :half])
    vectors = np.zeros((count, count))
    vectors[:half, :most] = np.sqrt(0.5) * to_sums[:half]
    vectors[half:most, :most] = to_sums[half:]
    vectors[:half, most:] = np.sqrt(0.5) * to_differences
    vectors[most:, :most] = vectors[:half, :most][::-1]
    vectors[most:, most:] = -vectors[:half, most:][::-1]
    values = np.concatenate([sums, differences])
    order = np.argsort(values, kind="stable")
    return values[order], vectors[:, order]


def apply_along(matrix: Array, values: Array, axis: int) -> Array:
    """Multiply a matrix (m, n) into one axis of an array, of length n before and m after."""
    return np.moveaxis(np.tensordot(matrix, values, axes=(1, axis)), 0, axis)


def apply_each(matrices: Sequence[Array], values: Array) -> Array:
    """Multiply one matrix into each of the last len(matrices) axes of an array."""
    first = values.ndim - len(matrices)
    for i, matrix in enumerate(matrices):
        values = apply_along(matrix, values, first + i)
    return values


def outer(vectors: Sequence[Array]) -> Array:
    """The outer product of vectors (n_i,), shape (n_1, ..., n_M)."""
    return reduce(np.multiply.outer, vectors)
