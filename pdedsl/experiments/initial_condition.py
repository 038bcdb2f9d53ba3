"""Random smooth initial conditions: Gaussian-process draws, as polynomials one can integrate."""

from __future__ import annotations

import numpy as np
from numpy.polynomial import Chebyshev
from numpy.polynomial.chebyshev import chebpts2
from numpy.random import Generator

from pdedsl.experiments.simulation import Array

DEGREE = 40
"""Degree of a draw: with 5 length scales on the interval its last coefficients are below 1e-7."""


def draw_gaussian_process(
    rng: Generator, end: float, length: float, *, pinned: bool = False
) -> Chebyshev:
    """A draw from a Gaussian process on [0, end] with mean 0 and variance 1.

    The kernel is exp(-(x - y)^2 / (2 length^2)). Values are drawn at Chebyshev points and
    interpolated by the polynomial of degree 40 through them, so the draw can be evaluated,
    differentiated and integrated to rounding. `end / length` up to about 6 is resolved.

    Args:
        rng: source of randomness; 41 normal numbers are taken.
        end: right end of the interval.
        length: length scale of the kernel, in the units of `end`.
        pinned: condition the process on the value 0 at both ends.
    """
    nodes = 0.5 * end * (chebpts2(DEGREE + 1) + 1.0)
    covariance = _kernel(nodes, nodes, length)
    if pinned:
        ends = nodes[[0, -1]]
        cross = _kernel(nodes, ends, length)
        covariance = covariance - cross @ np.linalg.solve(_kernel(ends, ends, length), cross.T)
    values = _square_root(covariance) @ rng.standard_normal(nodes.size)
    if pinned:
        values[[0, -1]] = 0.0
    return Chebyshev.fit(nodes, values, DEGREE, domain=[0.0, end])


def _kernel(x: Array, y: Array, length: float) -> Array:
    return np.exp(-0.5 * ((x[:, None] - y[None, :]) / length) ** 2)


def _square_root(covariance: Array) -> Array:
    """The symmetric square root: unlike a triangular or eigenvector factor it is unique."""
    values, vectors = np.linalg.eigh(covariance)
    rounding = covariance.shape[0] * np.finfo(np.float64).eps * values[-1]
    return (vectors * np.sqrt(np.where(values > rounding, values, 0.0))) @ vectors.T
