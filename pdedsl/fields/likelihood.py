"""The marginal likelihood of a Gaussian process on a tensor grid, with its gradient."""

from __future__ import annotations

import numpy as np

from pdedsl.fields.arrays import Array
from pdedsl.fields.kronecker import AxisSpectrum, apply_along, apply_each, axis_spectrum, outer
from pdedsl.fields.prior import correlation


def log_likelihood(theta: Array, axes: tuple[Array, ...], values: Array) -> tuple[float, Array]:
    """log N(y; 0, s^2 kron(R_i) + sigma^2 I) and its gradient in theta.

    Each R_i is decomposed once, so the cost is the sum of n_i^3 and not the cube of their product.

    Args:
        theta: (log l_1, ..., log l_M, log s, log sigma), shape (M + 2,).
        axes: M increasing arrays (n_i,).
        values: y, shape (n_1, ..., n_M), mean taken off.

    Returns:
        the log likelihood in nats, and its gradient of shape (M + 2,).

    Source: Rasmussen and Williams 2006, equations 2.30 and 5.9; Saatci 2011, chapter 5.
    """
    lengths, signal, noise = np.exp(theta[:-2]), np.exp(2 * theta[-2]), np.exp(2 * theta[-1])
    spectra = [axis_spectrum(x, l) for x, l in zip(axes, lengths, strict=True)]
    rotated = apply_each([s.vectors.T for s in spectra], values)
    prior_variance = signal * outer([s.values for s in spectra])
    precision = 1.0 / (prior_variance + noise)
    weights = rotated * precision
    value = 0.5 * (np.log(precision).sum() - np.vdot(rotated, weights))
    value -= 0.5 * values.size * np.log(2 * np.pi)
    gradient = [
        0.5 * signal * _slope(i, axes[i], float(lengths[i]), spectra, (weights, precision))
        for i in range(len(axes))
    ]
    surplus = weights**2 - precision
    gradient += [np.vdot(surplus, prior_variance), noise * surplus.sum()]
    return float(value), np.array(gradient)


def _slope(
    i: int, x: Array, length: float, spectra: list[AxisSpectrum], terms: tuple[Array, Array]
) -> float:
    """w^T dR w - tr(C^-1 dR) in the eigenbasis, dR the derivative of kron(R) in log l_i."""
    weights, precision = terms
    squared = (np.subtract.outer(x, x) / length) ** 2
    vectors = spectra[i].vectors
    inner = vectors.T @ (squared * correlation(x, x, length)) @ vectors
    ones = np.ones(len(x))
    others = outer([ones if j == i else s.values for j, s in enumerate(spectra)])
    moved = apply_along(inner, weights, i)
    diagonal = np.diag(inner).reshape([-1 if j == i else 1 for j in range(len(spectra))])
    return float(np.sum(others * (weights * moved - precision * diagonal)))
