"""One instrument, one noise: repetitions of few points agree about their noise level.

A sample of few points can be interpolated by a smooth field, and its most likely noise is then
none at all. The noise of repetitions is alike, either in the unit of the field or relative to the
field's spread. How alike, and about what level, is what makes all of them together most likely
(empirical Bayes); a sample whose own estimate is far from what this says of it is fitted again.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np
from scipy.special import logsumexp

from pdedsl.fields.arrays import Array
from pdedsl.fields.hyperparameters import Hyperparameters, fit
from pdedsl.fields.likelihood import log_likelihood
from pdedsl.fields.scan import prepare_scan

FEWEST = 4
"""Samples below which there is no agreement to speak of."""

MOST = 200
"""Points beyond which a sample knows its own noise."""

LEVELS = np.geomspace(1e-4, 1.5, 33)
"""Noise levels that are looked at, in standard deviations of a field."""

SPREADS = (0.15, 0.3, 0.6, 1.2, 2.4)
"""How far the log noise of one sample may be from that of another."""

NEAR = 0.2
"""Within this distance of the log noise a sample's own estimate stays."""

STEPS = np.linspace(-0.4, 0.4, 5)
"""Log noise levels beside the best of `LEVELS` that a sample is fitted again with."""


def pooled(
    axes: tuple[Array, ...],
    values: Array,
    scales: Array,
    found: Sequence[Hyperparameters],
) -> list[Hyperparameters]:
    """Hyperparameters of one field in D samples, those out of line fitted again.

    Args:
        axes: M arrays (n_i,).
        values: standardised, shape (D, n_1, ..., n_M).
        scales: standard deviation of the field in every sample, shape (D,).
        found: what each sample's own likelihood prefers.

    Source: empirical Bayes, as in Gelman et al., Bayesian Data Analysis, chapter 5.
    """
    if len(found) < FEWEST or values[0].size > MOST:
        return list(found)
    likelihood = prepare_scan(axes).at_noises(values, LEVELS)
    prior = _prior(likelihood, np.log(scales))
    levels = np.log(LEVELS)[np.argmax(likelihood + prior, axis=1)]
    return [
        h if abs(np.log(h.noise_sd) - level) < NEAR else _fitted_near(axes, y, level, log_prior)
        for h, y, level, log_prior in zip(found, values, levels, prior, strict=True)
    ]


def _prior(likelihood: Array, shifts: Array) -> Array:
    """Log prior of every level for every sample, shape (D, levels), up to a constant."""
    x = np.log(LEVELS)

    def density(absolute: bool, middle: float, spread: float) -> Array:
        centres = middle - (shifts - shifts.mean()) * absolute
        return -0.5 * ((x - centres[:, None]) / spread) ** 2 - np.log(spread)

    every = (density(*choice) for choice in product((False, True), x.tolist(), SPREADS))
    return max(every, key=lambda prior: float(logsumexp(likelihood + prior, axis=1).sum()))


def _fitted_near(axes: tuple[Array, ...], y: Array, level: float, prior: Array) -> Hyperparameters:
    """The most likely fit at levels near one, the prior counted."""
    levels = np.exp(level + STEPS).tolist()

    def posterior(h: Hyperparameters) -> float:
        theta = np.log([*h.length_scales, h.signal_sd, h.noise_sd])
        return log_likelihood(theta, axes, y)[0] + float(
            np.interp(theta[-1], np.log(LEVELS), prior)
        )

    return max(fit(axes, np.stack([y] * len(levels)), levels), key=posterior)
