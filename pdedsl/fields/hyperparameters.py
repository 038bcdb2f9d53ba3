"""Length scales, signal and noise of a field by maximum marginal likelihood, from many starts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy.ndimage import maximum_filter
from scipy.optimize import minimize, minimize_scalar

from pdedsl.fields.kronecker import AxisSpectrum, apply_along, axis_spectrum, outer
from pdedsl.fields.likelihood import log_likelihood
from pdedsl.fields.prior import Array

NOISE_FLOOR = 1e-6  # of the field's standard deviation; keeps clean data well-conditioned
LONGEST = 10.0  # length scale, in widths of the domain
SIGNAL_RANGE = (1e-3, 1e3)  # of the field's standard deviation
NOISE_CEILING = 2.0
STARTS = 2
RATIOS = np.logspace(-14, 2, 17)  # noise over signal variance, looked at in the scan
POINTS_PER_AXIS = {1: 16, 2: 8, 3: 5}


@dataclass(frozen=True)
class Hyperparameters:
    """Length scales (M,), signal and noise standard deviation of a standardised field."""

    length_scales: tuple[float, ...]
    signal_sd: float
    noise_sd: float


@dataclass(frozen=True, eq=False)
class Scan:
    """Spectra of every axis at a ladder of length scales, shared by all fields on one grid.

    The marginal likelihood has an optimum where all is noise and another where the noise is
    interpolated. Both are local: looking at every combination of length scales, from two grid
    spacings up to three widths of the domain, finds the basin of the best one.
    """

    axes: tuple[Array, ...]
    lengths: tuple[Array, ...]
    spectra: tuple[tuple[AxisSpectrum, ...], ...]

    def rotations(self, values: Array) -> Iterator[tuple[tuple[int, ...], Array, Array]]:
        """For each combination: its position, kron eigenvalues (n,), and y^2 rotated (B, n)."""
        yield from self._descend(values, (), ())

    def _descend(
        self, values: Array, place: tuple[int, ...], eigenvalues: tuple[Array, ...]
    ) -> Iterator[tuple[tuple[int, ...], Array, Array]]:
        i = len(place)
        if i == len(self.axes):
            yield place, outer(eigenvalues).ravel(), values.reshape(len(values), -1) ** 2
            return
        for k, spectrum in enumerate(self.spectra[i]):
            turned = apply_along(spectrum.vectors.T, values, i + 1)
            yield from self._descend(turned, (*place, k), (*eigenvalues, spectrum.values))


def prepare_scan(axes: tuple[Array, ...]) -> Scan:
    """Decompose every axis at its ladder of length scales."""
    count = POINTS_PER_AXIS.get(len(axes), 4)
    lengths = tuple(
        np.geomspace(2 * float(np.median(np.diff(x))), 3 * float(np.ptp(x)), count) for x in axes
    )
    spectra = tuple(
        tuple(axis_spectrum(x, float(l)) for l in ladder)
        for x, ladder in zip(axes, lengths, strict=True)
    )
    return Scan(axes, lengths, spectra)


def fit(scan: Scan, values: Array, noises: list[float | None]) -> list[Hyperparameters]:
    """Most likely hyperparameters of B standardised fields on one grid, values (B, n_1, ..., n_M).

    Args:
        scan: from `prepare_scan` on the grid's axes.
        values: mean 0 and standard deviation 1 each.
        noises: the known noise standard deviation of each, or None to fit it.
    """
    tables = _likelihood_tables(scan, values, noises)
    return [
        _best(scan, y, noise, *table)
        for y, noise, *table in zip(values, noises, *tables, strict=True)
    ]


def polish(
    axes: tuple[Array, ...], y: Array, start: Hyperparameters, noise: float | None
) -> Hyperparameters:
    """Climb from known hyperparameters of one standardised field, a dozen steps at most."""
    theta = np.log([*start.length_scales, start.signal_sd, start.noise_sd])
    return _unpack(_climb(axes, y, theta, noise, steps=12)[1])


def amplitudes(
    eigenvalues: Array, energy: Array, noise: float | None
) -> tuple[float, float, float]:
    """Signal and noise standard deviation when the length scales are given, most likely first.

    Args:
        eigenvalues: of the correlation matrix, shape (n,).
        energy: squares of the field in its eigenbasis, shape (n,).
        noise: known noise standard deviation, or None.

    Returns:
        the log likelihood up to a constant, signal and noise standard deviation.
    """

    def profile(log_ratio: Array) -> tuple[Array, Array]:
        likelihood, signal = _profile(eigenvalues, energy[None], np.exp(log_ratio), [noise])
        return likelihood[0], signal[0]

    ladder = np.linspace(*np.log(RATIOS[[0, -1]]), 23)
    peak = int(np.argmax(profile(ladder)[0]))
    bracket = (ladder[max(peak - 1, 0)], ladder[min(peak + 1, len(ladder) - 1)])
    best = minimize_scalar(
        lambda r: -float(profile(np.array([r]))[0][0]),
        bounds=bracket,
        method="bounded",
        options={"xatol": 1e-6},
    ).x
    likelihood, signal = profile(np.array([best]))
    deviation = float(np.sqrt(signal[0]))
    return float(likelihood[0]), deviation, deviation * float(np.exp(best / 2))


def _profile(
    eigenvalues: Array, energy: Array, ratios: Array, noises: list[float | None]
) -> tuple[Array, Array]:
    """Log likelihood and signal variance for B fields (rows) and each noise ratio (columns)."""
    total = np.add.outer(eigenvalues, ratios)
    misfit = energy @ (1.0 / total)
    n = len(eigenvalues)
    known = np.array([np.nan if s is None else s for s in noises])[:, None]
    free = np.maximum(misfit / n, NOISE_FLOOR**2 / ratios)
    signal = np.where(np.isnan(known), free, known**2 / ratios)
    likelihood = -0.5 * (n * np.log(signal) + np.log(total).sum(axis=0) + misfit / signal)
    return likelihood, signal


def _likelihood_tables(
    scan: Scan, values: Array, noises: list[float | None]
) -> tuple[Array, Array, Array]:
    """Over the scan, per field: best log likelihood, its signal variance, its noise ratio."""
    shape = (len(values), *(len(ladder) for ladder in scan.lengths))
    likelihoods, signals, ratios = np.empty(shape), np.empty(shape), np.empty(shape)
    rows = np.arange(len(values))
    for place, eigenvalues, energy in scan.rotations(values):
        likelihood, signal = _profile(eigenvalues, energy, RATIOS, noises)
        best = np.argmax(likelihood, axis=1)
        cell = (slice(None), *place)
        likelihoods[cell], signals[cell] = likelihood[rows, best], signal[rows, best]
        ratios[cell] = RATIOS[best]
    return likelihoods, signals, ratios


def _best(
    scan: Scan, y: Array, noise: float | None, likelihoods: Array, signals: Array, ratios: Array
) -> Hyperparameters:
    """Climb from the highest peaks of the scan and keep the best."""
    peaks = np.argwhere(likelihoods == maximum_filter(likelihoods, size=3, mode="nearest"))
    order = np.argsort([-likelihoods[tuple(p)] for p in peaks], kind="stable")
    climbs = []
    for peak in peaks[order[:STARTS]]:
        cell = tuple(peak)
        lengths = [ladder[k] for ladder, k in zip(scan.lengths, cell, strict=True)]
        start = [*lengths, np.sqrt(signals[cell]), np.sqrt(signals[cell] * ratios[cell])]
        climbs.append(_climb(scan.axes, y, np.log(start), noise))
    _, theta = min(climbs, key=lambda climb: climb[0])
    return _unpack(theta)


def _unpack(theta: Array) -> Hyperparameters:
    *lengths, signal, sigma = np.exp(theta).tolist()
    return Hyperparameters(tuple(lengths), signal, sigma)


def _climb(
    axes: tuple[Array, ...], y: Array, start: Array, noise: float | None, steps: int = 200
) -> tuple[float, Array]:
    """Minus the log likelihood per point at a local optimum, and its theta."""

    def cost(theta: Array) -> tuple[float, Array]:
        value, gradient = log_likelihood(theta, axes, y)
        return -value / y.size, -gradient / y.size

    bounds = [(float(np.median(np.diff(x))), LONGEST * float(np.ptp(x))) for x in axes]
    bounds += [SIGNAL_RANGE, (NOISE_FLOOR, NOISE_CEILING) if noise is None else (noise, noise)]
    limits = np.log(bounds)
    found = minimize(
        cost,
        np.clip(start, limits[:, 0], limits[:, 1]),
        jac=True,
        bounds=limits,
        method="L-BFGS-B",
        options={"ftol": 1e-13, "gtol": 1e-7, "maxiter": steps},
    )
    return float(found.fun), found.x
