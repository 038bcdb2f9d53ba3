"""Whether the points lie close enough to show how a field moves between them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pdedsl.fields.field_estimate import FieldEstimate

STEPS = 1.05
"""Length scale, in steps of the axis, up to which a field turns from point to point. The fit
allows none below 1; fields that are sampled well have 1.5 and more."""

SHARE = 0.5
"""Share of the samples in which a field has to do so."""


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
