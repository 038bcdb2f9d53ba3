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


def axis_spectrum(axis: Array, length_scale: float) -> AxisSpectrum:
    """Eigendecomposition of the correlation matrix of an axis (n,); rounding below 0 becomes 0."""
    values, vectors = np.linalg.eigh(correlation(axis, axis, length_scale))
    return AxisSpectrum(np.maximum(values, 0.0), vectors)


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
