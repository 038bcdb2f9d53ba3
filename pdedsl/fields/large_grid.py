"""Gaussian processes on large grids: each field projected onto the modes of its axes.

What the modes do not hold is noise, of which its energy is all that matters. Beside the field and
its estimate no array of their size is made, unless the field changes from point to point.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pdedsl.fields.amplitudes import NOISE_FLOOR, amplitudes
from pdedsl.fields.arrays import Array
from pdedsl.fields.axis_modes import axis_modes, shortest_length
from pdedsl.fields.curve import ModesCurve
from pdedsl.fields.grid import SamplingGrid
from pdedsl.fields.hyperparameters import Hyperparameters, polish
from pdedsl.fields.kronecker import AxisSpectrum, apply_each, outer
from pdedsl.fields.prior import GaussianPrior
from pdedsl.fields.thinning import Thinned, is_whole, strides, worth_polishing

Standard = tuple[float, float]
"""Mean and standard deviation of a field."""


def fit_large(
    axes: tuple[Array, ...], fields: Sequence[Array], noises: Sequence[float | None]
) -> list[tuple[ModesCurve, float]]:
    """Posterior means and noise levels of B fields on one grid, as `fit_grid`.

    Length scales are fitted on two parts of the points, and on all where that is affordable; signal
    and noise on all. No length scale is shorter than the modes of a long axis can be had for.
    """
    standards = [_standard(field) for field in fields]
    known = [
        None if s is None else max(s / scale, NOISE_FLOOR)
        for s, (_, scale) in zip(noises, standards, strict=True)
    ]
    thinned = Thinned(axes)
    candidates = thinned.candidates(
        [_Scaled(field, *standard) for field, standard in zip(fields, standards, strict=True)],
        known,
    )
    made = []
    for field, standard, each, noise in zip(fields, standards, candidates, known, strict=True):
        scaled = _Scaled(field, *standard)
        hyper = _best(axes, scaled, [_held(axes, h) for h in each], noise)
        made.append(_posterior(axes, scaled, hyper))
    return made


def of_large_grid(grid: SamplingGrid, priors: Sequence[GaussianPrior]) -> list[str]:
    """What to know of an estimate on a large grid; nothing of one on a small grid."""
    if is_whole(grid.shape):
        return []
    every = " x ".join(str(step) for step in strides(grid.shape))
    last = "" if worth_polishing(grid.shape) else "; noise on all points"
    notes = [
        f"length scales were fitted on parts of the grid, every {every}-th point and as many"
        f" neighbours{last}"
    ]
    for i, (name, axis) in enumerate(zip(grid.names, grid.axes, strict=True)):
        shortest = shortest_length(axis)
        if any(0 < prior.length_scales[i] <= shortest * (1 + 1e-9) for prior in priors):
            notes.append(
                f"a field may change faster along {name} than its estimate can: the length scale is"
                f" held at {shortest:.3g}, the shortest that {len(axis):,} points allow; take parts"
                f" of the range, by a slice of {name} in the data block"
            )
    return notes


class _Scaled:
    """A field less its mean over its standard deviation, made where it is asked for."""

    def __init__(self, field: Array, mean: float, scale: float) -> None:
        self.field, self.mean, self.scale = field, mean, scale

    def __getitem__(self, place: tuple[slice, ...]) -> Array:
        return (self.field[place] - self.mean) / self.scale

    def projected(self, spectra: Sequence[AxisSpectrum]) -> Array:
        """Its coefficients in the modes, shape (r_1, ..., r_M)."""
        onto = [s.vectors.T for s in spectra]
        constant = outer([vectors.sum(axis=1) for vectors in onto])
        return (apply_each(onto, self.field) - self.mean * constant) / self.scale


def _standard(field: Array) -> Standard:
    """Mean and standard deviation, safe for numbers whose squares underflow."""
    mean, width = float(field.mean()), float(np.ptp(field))
    layers = (((layer - mean) / width).ravel() for layer in field)
    square = sum(float(np.vdot(layer, layer)) for layer in layers)
    return mean, width * float(np.sqrt(square / field.size))


def _held(axes: tuple[Array, ...], hyper: Hyperparameters) -> Hyperparameters:
    """The same with no length scale too short for the modes of its axis."""
    pairs = zip(hyper.length_scales, axes, strict=True)
    lengths = tuple(max(length, shortest_length(axis)) for length, axis in pairs)
    return Hyperparameters(lengths, hyper.signal_sd, hyper.noise_sd)


def _best(
    axes: tuple[Array, ...],
    field: _Scaled,
    candidates: Sequence[Hyperparameters],
    noise: float | None,
) -> Hyperparameters:
    """The candidate most likely on all points, made more likely still where that is cheap."""
    fitted = [_amplified(axes, field, hyper, noise) for hyper in candidates]
    hyper = max(fitted, key=lambda pair: pair[0])[1]
    if not worth_polishing(field.field.shape):
        return hyper
    return polish(axes, field[(slice(None),)], hyper, noise)


def _amplified(
    axes: tuple[Array, ...], field: _Scaled, hyper: Hyperparameters, noise: float | None
) -> tuple[float, Hyperparameters]:
    """Log likelihood on all points, up to a constant, with signal and noise at their best."""
    spectra = _spectra(axes, hyper)
    energy = np.square(field.projected(spectra)).ravel()
    eigenvalues = outer([s.values for s in spectra]).ravel()
    points = field.field.size
    rest = max(points - float(energy.sum()), 0.0)  # the energy of a standardised field is n
    likelihood, signal, sigma = amplitudes(
        eigenvalues, energy, noise, rest=(points - energy.size, rest)
    )
    return likelihood, Hyperparameters(hyper.length_scales, signal, sigma)


def _posterior(
    axes: tuple[Array, ...], field: _Scaled, hyper: Hyperparameters
) -> tuple[ModesCurve, float]:
    spectra = _spectra(axes, hyper)
    coefficients = field.projected(spectra)
    variance = hyper.signal_sd**2 * outer([s.values for s in spectra]) + hyper.noise_sd**2
    coefficients /= variance
    coefficients /= field.scale
    prior = GaussianPrior(field.mean, hyper.length_scales, hyper.signal_sd * field.scale)
    return ModesCurve(axes, prior, tuple(spectra), coefficients), hyper.noise_sd * field.scale


def _spectra(axes: tuple[Array, ...], hyper: Hyperparameters) -> list[AxisSpectrum]:
    return [axis_modes(x, l) for x, l in zip(axes, hyper.length_scales, strict=True)]
