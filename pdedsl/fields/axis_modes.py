"""The modes of a long axis: all that a smooth prior holds, without a matrix of n times n."""

from __future__ import annotations

from math import ceil

import numpy as np
from numpy.polynomial.chebyshev import chebpts1, chebvander
from scipy.linalg import qr

from pdedsl.fields.arrays import Array
from pdedsl.fields.kronecker import AxisSpectrum, axis_spectrum
from pdedsl.fields.prior import correlation

ROUNDING = 1e-15
"""Of the largest eigenvalue; what is below is made of rounding."""

PER_LENGTH, BEYOND = 4.5, 30
"""Polynomials that carry the correlation to rounding: for each length scale of the axis, and on
top of that."""

WHOLE = 2048
"""Points up to which the matrix of an axis is decomposed as it is, if need be."""

NUMBERS = 2**23
"""Of the polynomials on the points of an axis, at most."""


def axis_modes(axis: Array, length_scale: float) -> AxisSpectrum:
    """Eigenvalues (r,) above rounding and eigenvectors (n, r) of an axis' correlation matrix.

    Where polynomials of far lower degree than there are points carry the correlation to rounding,
    R(x, y) = T(x) A T(y)^T with Chebyshev polynomials T and T = Q B, the modes are Q times those
    of B A B^T: the cost is n times the square of their number. Q takes the place of T in memory,
    and nothing of that size is made beside it. Elsewhere the matrix is decomposed.

    Args:
        axis: increasing points (n,).
        length_scale: one below `shortest_length` of the axis is raised to it.
    """
    length_scale = max(length_scale, shortest_length(axis))
    degree = _degree(axis, length_scale)
    if degree > most_modes(len(axis)):
        found = axis_spectrum(axis, length_scale)
        return _above_rounding(found.values, found.vectors)
    middle, half = (axis[0] + axis[-1]) / 2, (axis[-1] - axis[0]) / 2
    nodes = chebpts1(degree)
    to_series = chebvander(nodes, degree - 1).T * (2.0 / degree)
    to_series[0] /= 2
    at_nodes = correlation(half * nodes, half * nodes, length_scale)
    polynomials = chebvander((axis - middle) / half, degree - 1)
    orthonormal, triangle = qr(polynomials, overwrite_a=True, mode="economic", check_finite=False)
    inner = triangle @ (to_series @ at_nodes @ to_series.T) @ triangle.T
    values, vectors = np.linalg.eigh((inner + inner.T) / 2)
    few = _above_rounding(values, vectors)
    return AxisSpectrum(few.values, orthonormal @ few.vectors)


def most_modes(points: int) -> int:
    """How many modes a long axis may have for what they take in memory."""
    return min(points // 2, max(4 * BEYOND, NUMBERS // points))


def shortest_length(axis: Array) -> float:
    """The shortest length scale whose modes can be had; 0 on axes that are decomposed whole."""
    if len(axis) <= WHOLE:
        return 0.0
    return PER_LENGTH * float(np.ptp(axis)) / (most_modes(len(axis)) - BEYOND - 1)


def _degree(axis: Array, length_scale: float) -> int:
    return ceil(PER_LENGTH * float(np.ptp(axis)) / length_scale) + BEYOND


def _above_rounding(values: Array, vectors: Array) -> AxisSpectrum:
    kept = values > ROUNDING * values[-1]
    return AxisSpectrum(values[kept], vectors[:, kept])
