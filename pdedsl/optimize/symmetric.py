"""Covariances of many samples, kept as lower triangles: half the numbers to store and to move.

A stack of D symmetric matrices of size S has shape (D, T) with T = S (S + 1) / 2, row after row
of the lower triangles.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from scipy.linalg.lapack import dpotrf, dpotri, dpotrs, dtrtrs

LARGE = 64
"""From this size on matrices are taken one by one: LAPACK's symmetric routines do half the work."""

_JITTER = (1e-13, 1e-10, 1e-7, 1e-4)


def packed(matrices: np.ndarray) -> np.ndarray:
    """Lower triangles of symmetric matrices: shape (..., S, S) to (..., T)."""
    size = matrices.shape[-1]
    flat = matrices.reshape(*matrices.shape[:-2], size * size)
    return np.take(flat, _places(size).below, axis=-1)


def unpacked(triangles: np.ndarray) -> np.ndarray:
    """The symmetric matrices again: shape (..., T) to (..., S, S)."""
    size = _size(triangles.shape[-1])
    full = np.take(triangles, _places(size).all, axis=-1)
    return full.reshape(*triangles.shape[:-1], size, size)


def products(blocks: np.ndarray, other: np.ndarray) -> np.ndarray:
    """<B, A> = sum of B * A over all entries and samples, for each of many B.

    Args:
        blocks: shape (pairs, D, T).
        other: A, shape (D, T).

    Returns:
        Shape (pairs,).
    """
    twice = other * _places(_size(other.shape[-1])).weight
    return np.asarray(blocks.reshape(len(blocks), -1) @ twice.ravel())


def outer(vectors: np.ndarray, *, summed: bool) -> np.ndarray:
    """q q^T of every sample, shape (D, T), or their sum, shape (1, T)."""
    if summed:
        return packed((vectors.T @ vectors)[None])
    places = _places(vectors.shape[1])
    return np.take(vectors, places.row, axis=1) * np.take(vectors, places.column, axis=1)


@dataclass(frozen=True, eq=False)
class Factors:
    """Covariances factored: C = s L L^T s with L of the correlations, s the deviations.

    Attributes:
        unit: the correlations with what jitter they needed, shape (D, S, S).
        lower: L, shape (D, S, S), to be read below the diagonal only.
        scale: s, shape (D, S).
    """

    unit: np.ndarray
    lower: np.ndarray
    scale: np.ndarray

    @cached_property
    def log_determinants(self) -> np.ndarray:
        """Of every C, shape (D,)."""
        logs = np.log(np.einsum("dss->ds", self.lower)) + np.log(self.scale)
        return 2 * np.sum(logs, axis=1)

    @cached_property
    def inverse(self) -> np.ndarray:
        """C^-1, shape (D, T)."""
        if not self._one_by_one:
            return packed(self._inverse)
        found = np.array([dpotri(factor.T, lower=0)[0].T for factor in self.lower])
        return packed(found) / outer(self.scale, summed=False)

    def solve(self, r: np.ndarray) -> np.ndarray:
        """C^-1 r, shape as r: (..., S), or (..., D, S) with one C for each of the D."""
        if not self._one_by_one:
            return np.asarray(np.matmul(self._inverse, r[..., None])[..., 0])
        return self._each(r, lambda factor, b: dpotrs(factor.T, b, lower=0)[0]) / self.scale

    def white(self, r: np.ndarray) -> np.ndarray:
        """L^-1 s^-1 r, of covariance 1 if r has C; shapes as in `solve`."""
        return self._each(r, lambda factor, b: dtrtrs(factor.T, b, lower=0, trans=1)[0])

    @property
    def whitener(self) -> np.ndarray:
        """A with A C A^T = 1, shape (D, S, S)."""
        return np.linalg.inv(np.tril(self.lower)) / self.scale[:, None, :]

    @property
    def _one_by_one(self) -> bool:
        return self.lower.shape[-1] >= LARGE

    @cached_property
    def _inverse(self) -> np.ndarray:
        return np.linalg.inv(self.unit) / (self.scale[:, :, None] * self.scale[:, None, :])

    def _each(
        self, r: np.ndarray, done: Callable[[np.ndarray, np.ndarray], np.ndarray]
    ) -> np.ndarray:
        """Something done with every factor and the columns that belong to it, over s."""
        scaled = r / self.scale
        if len(self.lower) == 1:
            columns = scaled.reshape(-1, scaled.shape[-1]).T
            return done(self.lower[0], columns).T.reshape(scaled.shape)
        found = np.empty_like(scaled)
        for d, factor in enumerate(self.lower):
            part = scaled[..., d, :]
            columns = part.reshape(-1, part.shape[-1]).T
            found[..., d, :] = done(factor, columns).T.reshape(part.shape)
        return found


def factored(triangles: np.ndarray) -> Factors:
    """Cholesky factors of covariances, shape (D, T).

    A jitter far below one part of the variance is added only as far as rounding asks for it.
    Where an entry has overflowed, or so much has cancelled that rounding is all that is left,
    everything is NaN, and so are all numbers made of it.
    """
    c = unpacked(triangles)
    if np.all(np.isfinite(triangles)):
        diagonal = np.einsum("dss->ds", c)
        scale = np.sqrt(np.maximum(diagonal, np.finfo(float).tiny))
        with np.errstate(over="ignore"):
            c /= scale[:, :, None]
            c /= scale[:, None, :]
        place = np.arange(c.shape[1])
        for jitter in _JITTER:
            c[:, place, place] = 1.0 + jitter
            lower = _lower(c)
            if lower is not None:
                return Factors(c, lower, scale)
    c[:] = np.nan
    return Factors(c, c, c[:, 0])


def _lower(unit: np.ndarray) -> np.ndarray | None:
    """Cholesky factors, read below the diagonal; None where there is none."""
    if unit.shape[-1] < LARGE:
        try:
            return np.linalg.cholesky(unit)
        except np.linalg.LinAlgError:
            return None
    lower = unit.copy()
    for factor in lower:
        _, failed = dpotrf(factor.T, lower=0, clean=0, overwrite_a=1)
        if failed:
            return None
    return lower


@dataclass(frozen=True, eq=False)
class _Places:
    """Where entries of a matrix of one size are.

    Attributes:
        row, column: of every entry of the triangle, shape (T,).
        below: their places in the flat matrix, shape (T,).
        all: for every entry of the flat matrix its place in the triangle, shape (S * S,).
        weight: how often each entry of the triangle is in the matrix, shape (T,).
    """

    row: np.ndarray
    column: np.ndarray
    below: np.ndarray
    all: np.ndarray
    weight: np.ndarray


@lru_cache(maxsize=32)
def _places(size: int) -> _Places:
    row, column = np.tril_indices(size)
    place = np.empty((size, size), dtype=np.intp)
    place[row, column] = place[column, row] = np.arange(row.size)
    weight = np.where(row == column, 1.0, 2.0)
    return _Places(row, column, row * size + column, place.ravel(), weight)


def _size(entries: int) -> int:
    return int((np.sqrt(8 * entries + 1) - 1) / 2 + 0.5)
