"""Whether the points lie close enough to show how a field moves between them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pdedsl.fields.axis_modes import shortest_length
from pdedsl.fields.field_estimate import FieldEstimate
from pdedsl.fields.grid import SamplingGrid

STEPS = 1.05
"""Length scale, in steps of the axis, up to which a field turns from point to point. The fit
allows none below 1; fields that are sampled well have 1.5 and more."""

SHARE = 0.5
"""Share of the samples in which a field has to do so."""

DROWNED = 0.9
"""Noise, in standard deviations of the data, from which on nearly all of a field looks like it."""


def unresolved(estimates: Sequence[FieldEstimate]) -> tuple[str, ...]:
    """The coordinates along which some field turns from point to point.

    What such a field does between its points is lost, by more than the noise level knows of.
    Fields that are mostly noise do not count, nor scattered samples, whose grid follows the
    length scale.

    Args:
        estimates: of all samples.
    """
    steep = np.array([_steep(each) for each in estimates])
    along = (steep.mean(axis=0) >= SHARE).any(axis=0)
    return tuple(name for name, is_so in zip(estimates[0].grid.names, along, strict=True) if is_so)


def drowned(estimates: Sequence[FieldEstimate], names: Sequence[str]) -> str:
    """Why nothing can be claimed of fields that the estimate takes for noise; "" where it does not.

    Of a long axis this need not be true: its estimate follows nothing faster than so many modes.

    Args:
        estimates: of all samples.
        names: of the fields.
    """
    shares = [each.noise_sd / _spread(each) for each in estimates if not each.scattered]
    if not shares:
        return ""
    lost = np.mean(np.array(shares) >= DROWNED, axis=0) >= SHARE
    if not np.any(lost):
        return ""
    fields = " and ".join(name for name, is_so in zip(names, lost, strict=True) if is_so)
    return f"nearly all of {fields} looks like noise; {too_fast(estimates[0].grid) or FEWER}"


FEWER = "take more samples, less noise, or points that are closer together"


def too_fast(grid: SamplingGrid) -> str:
    """What to do where a field may change faster than its estimate on a long axis; else ""."""
    texts = [
        f"it may change faster along {name} than an estimate on {len(axis):,} points can, whose"
        f" length scale is {shortest_length(axis):.3g} at least: take parts of the range, by a"
        f" slice of {name} in the data block"
        for name, axis in zip(grid.names, grid.axes, strict=True)
        if shortest_length(axis) > 0
    ]
    return "; ".join(texts)


def _spread(estimate: FieldEstimate) -> np.ndarray:
    """Standard deviation of the data of every field, shape (N,)."""
    observed = estimate.observed.reshape(len(estimate.observed), -1)
    return np.maximum(observed.std(axis=1), np.finfo(float).tiny)


def of_steps(estimate: FieldEstimate) -> tuple[str, ...]:
    """The same of one sample, for people to read."""
    return tuple(
        f"a field turns from point to point along {name}: what it does between points is lost; take"
        f" points along {name} that are closer together"
        for name in unresolved([estimate])
    )


def _steep(estimate: FieldEstimate) -> np.ndarray:
    """For each field and axis, whether it turns from point to point, shape (N, M)."""
    steps = np.array([np.median(np.diff(axis)) for axis in estimate.grid.axes])
    lengths = np.array([prior.length_scales for prior in estimate.prior])
    signal = np.array([prior.signal_sd for prior in estimate.prior])
    clear = (signal > estimate.noise_sd) & (not estimate.scattered)
    return (lengths > 0) & (lengths <= STEPS * steps) & clear[:, None]
