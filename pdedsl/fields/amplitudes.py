"""Signal and noise of a Gaussian process whose length scales are given."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.optimize import minimize_scalar

from pdedsl.fields.arrays import Array

NOISE_FLOOR = 1e-6  # of the field's standard deviation; keeps clean data well-conditioned
RATIOS = np.logspace(-14, 2, 17)  # noise over signal variance, from clean to hopeless
AT_ONCE = 2**20  # numbers; sums over more eigenvalues are made in pieces

Rest = tuple[int, float]
"""How many eigenvalues of 0 there are beside those given, and the energy in them."""


def profile(
    eigenvalues: Array,
    energy: Array,
    ratios: Array,
    noises: Sequence[float | None],
    rest: Rest = (0, 0.0),
) -> tuple[Array, Array]:
    """The likelihood of R noise ratios, the signal variance being the most likely one.

    Args:
        eigenvalues: of the correlation matrix, shape (n,).
        energy: squares of B standardised fields in its eigenbasis, shape (B, n).
        ratios: noise over signal variance, shape (R,).
        noises: B known noise standard deviations, None where it is not known.
        rest: what else there is of every field.

    Returns:
        log likelihood up to a constant, and signal variance, both of shape (B, R).
    """
    zeros, beyond = rest
    step = max(1, AT_ONCE // len(ratios))
    misfit, logs = beyond / ratios, zeros * np.log(ratios)
    for start in range(0, len(eigenvalues), step):
        total = np.add.outer(eigenvalues[start : start + step], ratios)
        misfit = misfit + energy[:, start : start + step] @ (1.0 / total)
        logs = logs + np.log(total).sum(axis=0)
    n = len(eigenvalues) + zeros
    known = np.array([np.nan if s is None else s for s in noises])[:, None]
    free = np.maximum(misfit / n, NOISE_FLOOR**2 / ratios)
    signal = np.where(np.isnan(known), free, known**2 / ratios)
    likelihood = -0.5 * (n * np.log(signal) + logs + misfit / signal)
    return likelihood, signal


def amplitudes(
    eigenvalues: Array, energy: Array, noise: float | None, rest: Rest = (0, 0.0)
) -> tuple[float, float, float]:
    """The most likely signal and noise standard deviation of one standardised field.

    Args:
        eigenvalues: of the correlation matrix, shape (n,).
        energy: squares of the field in its eigenbasis, shape (n,).
        noise: known noise standard deviation, or None.
        rest: what else there is of it.

    Returns:
        the log likelihood up to a constant, signal and noise standard deviation.
    """

    def at(log_ratios: Array) -> tuple[Array, Array]:
        likelihood, signal = profile(eigenvalues, energy[None], np.exp(log_ratios), [noise], rest)
        return likelihood[0], signal[0]

    ladder = np.log(RATIOS)
    peak = int(np.argmax(at(ladder)[0]))
    best = minimize_scalar(
        lambda log_ratio: -float(at(np.array([log_ratio]))[0][0]),
        bounds=(ladder[max(peak - 1, 0)], ladder[min(peak + 1, len(ladder) - 1)]),
        method="bounded",
        options={"xatol": 1e-6},
    ).x
    likelihood, variance = at(np.array([best]))
    signal = float(np.sqrt(variance[0]))
    return float(likelihood[0]), signal, signal * float(np.exp(best / 2))
