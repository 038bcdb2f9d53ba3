"""Length scales, signal and noise of a field by maximum marginal likelihood."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize

from pdedsl.fields.amplitudes import NOISE_FLOOR
from pdedsl.fields.arrays import Array
from pdedsl.fields.likelihood import log_likelihood
from pdedsl.fields.scan import prepare_scan

LONGEST = 10.0  # length scale, in widths of the domain
SIGNAL_RANGE = (1e-3, 1e3)  # of the field's standard deviation
NOISE_CEILING = 2.0  # of the field's standard deviation
STARTS = 2  # peaks of the scan that are climbed
STEPS = 200  # of a climb, at most
STEPS_OF_POLISH = 12

ROUNDING = 0.02 * float(np.finfo(float).eps)
"""Of n / sigma^2: what a log likelihood is made of, and by how much it is wrong."""

PATIENCE = 4
"""A climb ends where so many likelihoods in turn are no higher than the highest so far, nor much
lower, but for rounding. Fields without noise have no other end."""


class _Lost(Exception):
    """A climb has come to where the likelihood is rounding."""


@dataclass(frozen=True)
class Hyperparameters:
    """Length scales (M,), signal and noise standard deviation of a standardised field."""

    length_scales: tuple[float, ...]
    signal_sd: float
    noise_sd: float


def fit(
    axes: tuple[Array, ...], values: Array, noises: Sequence[float | None]
) -> list[Hyperparameters]:
    """Most likely hyperparameters of B standardised fields on one grid.

    Args:
        axes: M arrays (n_i,).
        values: mean 0 and standard deviation 1 each, shape (B, n_1, ..., n_M).
        noises: the known noise standard deviation of each, or None to fit it.
    """
    starts = prepare_scan(axes).starts(values, noises, STARTS)
    return [
        _highest(axes, y, peaks, noise)
        for y, peaks, noise in zip(values, starts, noises, strict=True)
    ]


def polish(
    axes: tuple[Array, ...], y: Array, start: Hyperparameters, noise: float | None
) -> Hyperparameters:
    """Climb from known hyperparameters of one standardised field, a dozen steps at most."""
    theta = np.log([*start.length_scales, start.signal_sd, start.noise_sd])
    return _unpack(_climb(axes, y, theta, noise, STEPS_OF_POLISH)[1])


def _highest(
    axes: tuple[Array, ...], y: Array, starts: Array, noise: float | None
) -> Hyperparameters:
    climbs = [_climb(axes, y, np.log(start), noise, STEPS) for start in starts]
    return _unpack(min(climbs, key=lambda climb: climb[0])[1])


def _unpack(theta: Array) -> Hyperparameters:
    *lengths, signal, noise = np.exp(theta).tolist()
    return Hyperparameters(tuple(lengths), signal, noise)


def _climb(
    axes: tuple[Array, ...], y: Array, start: Array, noise: float | None, steps: int
) -> tuple[float, Array]:
    """Minus the log likelihood per point at a local optimum, and its theta."""

    best, still = (np.inf, start), 0

    def cost(theta: Array) -> tuple[float, Array]:
        nonlocal best, still
        value, gradient = log_likelihood(theta, axes, y)
        higher = best[0] + value
        same = ROUNDING * y.size * float(np.exp(-2 * theta[-1]))
        still = still + 1 if -10 * same < higher < same else 0
        if -value < best[0]:
            best = -value, theta.copy()
        if still >= PATIENCE:
            raise _Lost
        return -value / y.size, -gradient / y.size

    bounds = [(float(np.median(np.diff(x))), LONGEST * float(np.ptp(x))) for x in axes]
    bounds += [SIGNAL_RANGE, (NOISE_FLOOR, NOISE_CEILING) if noise is None else (noise, noise)]
    limits = np.log(bounds)
    with contextlib.suppress(_Lost):
        minimize(
            cost,
            np.clip(start, limits[:, 0], limits[:, 1]),
            jac=True,
            bounds=limits,
            method="L-BFGS-B",
            options={"ftol": 1e-13, "gtol": 1e-7, "maxiter": steps},
        )
    return best[0] / y.size, best[1]
