"""The scan: a coarse look at the marginal likelihood over all length scales, to start from.

The marginal likelihood has an optimum where all is noise and another where the noise is
interpolated, and a climb ends in whichever it starts near. The scan looks at every combination of
length scales, from two grid spacings up to three widths of the domain, and at noise from none to
all, and finds the basins worth a climb.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.ndimage import maximum_filter

from pdedsl.fields.amplitudes import RATIOS, profile
from pdedsl.fields.arrays import Array
from pdedsl.fields.kronecker import AxisSpectrum, apply_along, axis_spectrum, outer

COUNTS = {1: 16, 2: 8, 3: 5}  # length scales looked at on each axis, by number of axes
FEWEST = 4


@dataclass(frozen=True, eq=False)
class Scan:
    """Spectra of every axis at a ladder of length scales, shared by all fields on one grid."""

    axes: tuple[Array, ...]
    lengths: tuple[Array, ...]
    spectra: tuple[tuple[AxisSpectrum, ...], ...]

    def starts(self, values: Array, noises: Sequence[float | None], count: int) -> list[Array]:
        """The highest peaks for each of B standardised fields, values (B, n_1, ..., n_M).

        Returns:
            for each field (l_1, ..., l_M, s, sigma), shape (up to count, M + 2), highest first.
        """
        shape = (len(values), *(len(ladder) for ladder in self.lengths))
        heights, signals, ratios = np.empty(shape), np.empty(shape), np.empty(shape)
        rows = np.arange(len(values))
        for place, eigenvalues, energy in self._combinations(values, (), ()):
            likelihood, signal = profile(eigenvalues, energy, RATIOS, noises)
            best = np.argmax(likelihood, axis=1)
            cell: tuple[slice | int, ...] = (slice(None), *place)
            heights[cell], signals[cell] = likelihood[rows, best], signal[rows, best]
            ratios[cell] = RATIOS[best]
        deviations = np.sqrt(np.stack([signals, signals * ratios], axis=-1))
        return [
            np.array([self._start(peak, deviation) for peak in _peaks(height, count)])
            for height, deviation in zip(heights, deviations, strict=True)
        ]

    def at_noises(self, values: Array, levels: Array) -> Array:
        """The highest likelihood of the ladder at given noise levels.

        Args:
            values: B standardised fields, shape (B, n_1, ..., n_M).
            levels: noise standard deviations, shape (K,).

        Returns:
            log likelihood up to a constant, shape (B, K).
        """
        size = len(values)
        best = np.full((size, len(levels)), -np.inf)
        noises = np.repeat(levels, size).tolist()
        for _, eigenvalues, energy in self._combinations(values, (), ()):
            every = np.tile(energy, (len(levels), 1))
            likelihood, _ = profile(eigenvalues, every, RATIOS, noises)
            best = np.maximum(best, likelihood.max(axis=1).reshape(len(levels), size).T)
        return best

    def _start(self, peak: tuple[int, ...], deviations: Array) -> list[float]:
        lengths = [float(ladder[k]) for ladder, k in zip(self.lengths, peak, strict=True)]
        return [*lengths, *deviations[peak].tolist()]

    def _combinations(
        self, values: Array, place: tuple[int, ...], eigenvalues: tuple[Array, ...]
    ) -> Iterator[tuple[tuple[int, ...], Array, Array]]:
        """Each combination's position, its eigenvalues (n,) and squares (B, n) in that basis."""
        i = len(place)
        if i == len(self.axes):
            yield place, outer(eigenvalues).ravel(), values.reshape(len(values), -1) ** 2
            return
        for k, spectrum in enumerate(self.spectra[i]):
            turned = apply_along(spectrum.vectors.T, values, i + 1)
            yield from self._combinations(turned, (*place, k), (*eigenvalues, spectrum.values))


def prepare_scan(axes: tuple[Array, ...]) -> Scan:
    """Decompose every axis at its ladder of length scales."""
    count = COUNTS.get(len(axes), FEWEST)
    lengths = tuple(
        np.geomspace(2 * float(np.median(np.diff(x))), 3 * float(np.ptp(x)), count) for x in axes
    )
    spectra = tuple(
        tuple(axis_spectrum(x, float(l)) for l in ladder)
        for x, ladder in zip(axes, lengths, strict=True)
    )
    return Scan(axes, lengths, spectra)


def _peaks(heights: Array, count: int) -> list[tuple[int, ...]]:
    """Cells not below any of their neighbours, highest first."""
    peaks = np.argwhere(heights == maximum_filter(heights, size=3, mode="nearest"))
    order = np.argsort([-heights[tuple(p)] for p in peaks], kind="stable")
    return [tuple(int(k) for k in peaks[o]) for o in order[:count]]
