"""Values on a grid, thinned for drawing, cut into slices, or looked up at points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pdedsl.run_fields import RunSample

Array = NDArray[np.float64]

MOST_PIXELS = 400
"""Points along an axis of an image; more are not seen."""

MOST_POINTS = 1500
"""Points of a curve, or of a cloud, for the same reason."""


def places(count: int, wanted: int = 3) -> list[int]:
    """Positions evenly spread along an axis, its ends left out."""
    inner = np.linspace(0, count - 1, wanted + 2)[1:-1]
    return sorted({round(p) for p in inner})


def thinned(count: int, most: int) -> slice:
    """Every k-th of some values, so that no more than `most` are left."""
    return slice(None, None, max(1, -(-count // most)))


def plane(values: Array, at: Sequence[int | None]) -> Array:
    """The part of an array that two axes are left of; None in `at` leaves an axis."""
    return values[tuple(slice(None) if k is None else k for k in at)]


def standardized(sample: RunSample, field: str) -> Array:
    """Data less estimate over the noise at one point; where it is not known, NaN.

    At scattered points the estimate is interpolated linearly, and what lies outside of its grid
    has none.
    """
    noise, data = sample.noise_sd[field], sample.data[field]
    if not (np.isfinite(noise) and noise > 0):
        return np.full(data.shape, np.nan)
    return np.asarray((data - estimate_at_data(sample, field)) / noise)


def estimate_at_data(sample: RunSample, field: str) -> Array:
    """The estimate at the points of the data."""
    if sample.points is None:
        return sample.estimate[field]
    from scipy.interpolate import interpn

    grid = tuple(sample.axes.values())
    found: Any = interpn(
        grid, sample.estimate[field], sample.points, bounds_error=False, fill_value=np.nan
    )
    return np.asarray(found)
