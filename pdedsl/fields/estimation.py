"""Estimating fields: every sample of a data set becomes a `FieldEstimate`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from pdedsl.errors import Mistake, SpecificationError
from pdedsl.fields.amplitudes import NOISE_FLOOR
from pdedsl.fields.arrays import Array, nearest, settled, together
from pdedsl.fields.curve import Curve, GaussianProcessCurve, SplineCurve
from pdedsl.fields.dataset import Dataset, Sample, ScatteredSample
from pdedsl.fields.field_estimate import FieldEstimate
from pdedsl.fields.gaussian_process import Fit, fit_grid
from pdedsl.fields.grid import SamplingGrid
from pdedsl.fields.holes import gaps, holes, of_holes
from pdedsl.fields.inputs import Known, of_points
from pdedsl.fields.large_grid import of_large_grid
from pdedsl.fields.resolution import DROWNED, of_steps, too_fast
from pdedsl.fields.smoothing import interpolating_curve, smoothing_curve

METHODS = ("gaussian_process", "spline", "cubic", "linear", "nearest")
BETWEEN = 7
"""Degree of the splines that join a Gaussian process' mean between the points of a grid."""

Level = float | None
Levels = tuple[Level, ...]
Noise = Level | tuple[Level | Levels, ...]


def estimate(
    dataset: Dataset,
    method: str = "gaussian_process",
    noise: Noise = None,
    *,
    seed: int = 0,
    pool: bool = True,
    joined: bool = True,
) -> tuple[FieldEstimate, ...]:
    """Estimate the fields of every sample, in the order of the samples.

    Args:
        dataset: D samples.
        method: "gaussian_process" (posterior mean), "spline" (smoothing, by cross-validation), or
            the data as they are, joined by "cubic", "linear" or "nearest" interpolation. Noise
            and prior come from the Gaussian process in every case, and a scattered sample is
            always estimated by it.
        noise: known standard deviation of the noise in the unit of the fields, one for all or one
            for each, which may be a tuple of D, one for each sample; None to fit it.
        seed: of the draw of points from large scattered samples.
        pool: whether repetitions of few points agree about their noise (see `pooling`); False to
            fit every sample as if it were the only one.
        joined: whether splines join what a Gaussian process says at the points of a grid.
            Its own mean has one length scale everywhere: near a front it sways between points
            by more than the noise of clean data, where splines are ten times as close.

    Raises:
        SpecificationError: no such method, a noise that is not a number from 0 up, or not as many
            as there are fields or samples.
    """
    _check_method(method)
    noises = _levels(dataset, noise)
    found: dict[int, FieldEstimate] = {}
    for group in dataset.groups:
        first = dataset.samples[group[0]]
        if isinstance(first, ScatteredSample):
            found[group[0]] = _scattered(dataset.coordinates, first, noises[group[0]], seed)
            continue
        values = together([dataset.samples[k].values for k in group])
        known = tuple(noises[k] for k in group)
        made = _gridded(first.grid, values, method, known, pool=pool)
        found |= zip(group, map(_joined, made) if joined else made, strict=True)
    return tuple(_with_inputs(found[k], sample) for k, sample in enumerate(dataset.samples))


def _with_inputs(found: FieldEstimate, sample: Sample | ScatteredSample) -> FieldEstimate:
    """An estimate with the inputs of its sample, as they are."""
    if not len(sample.inputs):
        return found
    axes = found.grid.axes
    if isinstance(sample, Sample):
        return replace(found, inputs=tuple(Known(axes, q) for q in sample.inputs))
    return replace(found, inputs=tuple(of_points(sample.points, q, axes) for q in sample.inputs))


def _check_method(method: str) -> None:
    if method not in METHODS:
        guess = nearest(method, list(METHODS))
        remedy = f"did you mean {guess}?" if guess else "choose one of " + ", ".join(METHODS)
        raise _refusal(f"no estimator named {method}", remedy)


def _levels(dataset: Dataset, noise: Noise) -> list[Levels]:
    """The noise of each field in each sample, after refusing what cannot be meant."""
    fields, samples = dataset.fields, len(dataset.samples)
    each = noise if isinstance(noise, tuple) else (noise,) * len(fields)
    if len(each) != len(fields):
        remedy = "give one for all, or one each for " + ", ".join(fields)
        raise _refusal(f"{len(each)} noise levels for {len(fields)} fields", remedy)
    columns = [s if isinstance(s, tuple) else (s,) * samples for s in each]
    for name, column in zip(fields, columns, strict=True):
        if len(column) != samples:
            remedy = "give one for all samples, or one for each, in the order of the data"
            count = f"{samples} sample{'s' if samples > 1 else ''}"
            raise _refusal(f"{len(column)} noise levels of {name} for {count}", remedy)
        wrong = [s for s in column if s is not None and not (np.isfinite(s) and s >= 0)]
        if wrong:
            remedy = "give a number from 0 up in the field's unit, or write: noise = fit"
            raise _refusal(f"noise = {wrong[0]} is not a standard deviation", remedy)
    return list(zip(*columns, strict=True))


def _refusal(message: str, remedy: str) -> SpecificationError:
    return SpecificationError((Mistake(message, remedy=remedy),), "", "estimate")


def _gridded(
    grid: SamplingGrid, values: Array, method: str, noises: Sequence[Levels], *, pool: bool
) -> list[FieldEstimate]:
    """Estimates of samples on one grid, values (D, N, n_1, ..., n_M), D times N noises."""
    count, fields = values.shape[:2]
    flat = values.reshape(count * fields, *grid.shape)
    kinds = tuple(range(fields)) * count if pool else ()
    known = tuple(level for levels in noises for level in levels)
    fits = fit_grid(grid.axes, flat, known, kinds)
    curves = [_curve(grid, v, fit, method) for v, fit in zip(flat, fits, strict=True)]
    estimates = []
    means = np.empty(values.shape)
    for mean, curve in zip(means.reshape(flat.shape), curves, strict=True):
        mean[...] = curve.on(grid.axes)
    means = settled(means)
    for k, (observed, mean) in enumerate(zip(values, means, strict=True)):
        own = slice(k * fields, (k + 1) * fields)
        noise_sd = np.array([fit.noise_sd for fit in fits[own]])
        priors = tuple(fit.prior for fit in fits[own])
        judged = (_judgement(v, s, grid) for v, s in zip(observed, noise_sd, strict=True))
        notes = tuple(
            dict.fromkeys(
                [*gaps(grid), *of_large_grid(grid, priors), *(n for each in judged for n in each)]
            )
        )
        made = FieldEstimate(grid, observed, mean, noise_sd, priors, tuple(curves[own]), notes)
        estimates.append(replace(made, notes=(*notes, *of_steps(made))))
    return estimates


def _joined(made: FieldEstimate) -> FieldEstimate:
    """The estimate with splines between the points, where a Gaussian process made it."""
    if not all(isinstance(curve, GaussianProcessCurve) for curve in made.curves):
        return made
    splines = tuple(SplineCurve(made.grid.axes, mean, BETWEEN) for mean in made.mean)
    return replace(made, between=splines)


def _curve(grid: SamplingGrid, values: Array, fit: Fit, method: str) -> Curve:
    if method == "gaussian_process":
        return fit.curve
    if method == "spline":
        return smoothing_curve(grid.axes, values)
    return interpolating_curve(grid.axes, values, method)


def _judgement(values: Array, noise_sd: float, grid: SamplingGrid) -> list[str]:
    """What a noise level at either end of its range means."""
    ratio = float(noise_sd) / float(values.std())
    if ratio <= 1.01 * NOISE_FLOOR:
        return ["no noise was found; it is taken as 1e-6 of the field's standard deviation"]
    if ratio >= DROWNED:
        told = f"nearly all of a field looks like noise ({ratio:.2f} of its standard deviation)"
        remedy = too_fast(grid)
        return [f"{told}; {remedy}" if remedy else told]
    return []


def _scattered(
    names: tuple[str, ...], sample: ScatteredSample, noises: Levels, seed: int
) -> FieldEstimate:
    """The estimate of a scattered sample, on a grid made for it."""
    from pdedsl.fields.scattered import automatic_axes, chosen_points, fit_points

    used = chosen_points(len(sample.points), seed)
    points = sample.points[used]
    fits = [
        fit_points(points, field[used], noise, seed)
        for field, noise in zip(sample.values, noises, strict=True)
    ]
    shortest = np.min([fit.curve.prior.length_scales for fit in fits], axis=0)
    grid = SamplingGrid(names, automatic_axes(points, shortest))
    mean = np.stack([fit.curve.on(grid.axes) for fit in fits])
    per_volume = np.sqrt(grid.size / len(points))
    empty = holes(points, grid.axes)
    note = (
        f"scattered points, {len(points)} of {len(sample.points)} used, read off on a grid of "
        + (" x ".join(str(n) for n in grid.shape))
    )
    return FieldEstimate(
        grid,
        mean,
        mean,
        per_volume * np.array([fit.noise_sd for fit in fits]),
        tuple(fit.curve.prior for fit in fits),
        tuple(fit.curve for fit in fits),
        (note, *of_holes(empty)),
        holes=empty,
        scattered=True,
    )
