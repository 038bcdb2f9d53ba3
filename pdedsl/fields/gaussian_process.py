"""Exact Gaussian-process estimates on tensor grids, by one eigendecomposition per axis."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pdedsl.fields.amplitudes import NOISE_FLOOR
from pdedsl.fields.arrays import Array
from pdedsl.fields.curve import GaussianProcessCurve, ModesCurve
from pdedsl.fields.hyperparameters import Hyperparameters, fit
from pdedsl.fields.kronecker import apply_each, axis_spectrum, outer
from pdedsl.fields.large_grid import fit_large
from pdedsl.fields.pooling import pooled
from pdedsl.fields.prior import GaussianPrior
from pdedsl.fields.thinning import is_whole


@dataclass(frozen=True, eq=False)
class Fit:
    """A Gaussian process fitted to one field.

    Attributes:
        curve: its posterior mean, which carries the prior.
        noise_sd: standard deviation of the noise, in the field's unit.
    """

    curve: GaussianProcessCurve | ModesCurve
    noise_sd: float

    @property
    def prior(self) -> GaussianPrior:
        """The fitted prior."""
        return self.curve.prior


def fit_grid(
    axes: tuple[Array, ...],
    fields: Array,
    noises: tuple[float | None, ...],
    kinds: tuple[int, ...] = (),
) -> tuple[Fit, ...]:
    """Fit B fields on one grid, sharing what depends on the grid alone.

    The mean is the field's average; length scales (one per axis), signal and noise standard
    deviation maximise the marginal likelihood. The noise is at least 1e-6 of the field's standard
    deviation, so that clean data stay well-conditioned. Length scales lie between one grid spacing
    and ten widths of the domain. On grids with more than 256 points an axis or 40 000 in all they
    are fitted on part of the points (see `thinning`), and on all where that is affordable; signal
    and noise are always fitted on all. On smaller grids fields of one kind agree about their noise
    (see `pooling`).

    Args:
        axes: M arrays (n_i,).
        fields: shape (B, n_1, ..., n_M), none constant.
        noises: B known standard deviations of the noise, None where it is to be fitted.
        kinds: B numbers, equal for repetitions of one field; none if every field stands alone.

    Source: Saatci 2011, chapter 5; Rasmussen and Williams 2006, section 5.4.
    """
    if not is_whole(fields.shape[1:]):
        return tuple(Fit(curve, noise) for curve, noise in fit_large(axes, fields, noises))
    standard = [_standardise(field) for field in fields]
    values = np.stack([v for v, _, _ in standard])
    scales = [scale for _, _, scale in standard]
    known = [
        None if s is None else max(s / scale, NOISE_FLOOR)
        for s, scale in zip(noises, scales, strict=True)
    ]
    found = fit(axes, values, known)
    for kind in sorted(set(kinds)):
        own = [b for b, k in enumerate(kinds) if k == kind and known[b] is None]
        agreed = pooled(axes, values[own], np.array(scales)[own], [found[b] for b in own])
        for b, hyper in zip(own, agreed, strict=True):
            found[b] = hyper
    return tuple(
        _posterior(axes, field, hyper) for field, hyper in zip(standard, found, strict=True)
    )


def _standardise(field: Array) -> tuple[Array, float, float]:
    """(field - mean) / sd, mean and sd; safe for numbers whose squares underflow."""
    mean = float(field.mean())
    width = float(np.ptp(field))
    centred = (field - mean) / width
    spread = float(centred.std())
    return centred / spread, mean, spread * width


def _posterior(
    axes: tuple[Array, ...], field: tuple[Array, float, float], hyper: Hyperparameters
) -> Fit:
    values, mean, scale = field
    spectra = [axis_spectrum(x, l) for x, l in zip(axes, hyper.length_scales, strict=True)]
    rotated = apply_each([s.vectors.T for s in spectra], values)
    variance = hyper.signal_sd**2 * outer([s.values for s in spectra]) + hyper.noise_sd**2
    weights = apply_each([s.vectors for s in spectra], rotated / variance)
    prior = GaussianPrior(mean, hyper.length_scales, hyper.signal_sd * scale)
    return Fit(GaussianProcessCurve(axes, prior, weights / scale), hyper.noise_sd * scale)
