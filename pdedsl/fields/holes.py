"""Where scattered points leave holes: around a body in a flow, or where values are missing."""

from __future__ import annotations

from collections.abc import Sequence
from math import gamma, pi

import numpy as np
from scipy.spatial import cKDTree

from pdedsl.fields.arrays import Array
from pdedsl.fields.grid import SamplingGrid

EXPECTED = 12.0
"""Points that a ball would hold on the average, in the middle of which there is a hole if it has
none: of points that lie by chance one ball in 160 000 is as empty."""


GAP = 4.0
"""How many times as long as the steps before and after it a step of an axis is that is a gap."""

SHARE = 0.05
"""Of the range, below which a gap is not worth a word."""


def holes(points: Array, axes: Sequence[Array]) -> Array | None:
    """Where on a grid there are no points nearby: all that is in a ball without any.

    A ball is one as large as `EXPECTED` says, or the largest around its middle.

    Distances are in steps between points: those of the grid where the points are on it, else those
    that as many points would have if they were spread evenly over their range.

    Args:
        points: shape (n, M).
        axes: of the grid, M arrays (n_i,).

    Returns:
        Shape (n_1, ..., n_M), None where there is no hole.
    """
    count = len(axes)
    on_grid = all(np.isin(x, axis).all() for x, axis in zip(points.T, axes, strict=True))
    if on_grid:
        steps = np.array([np.median(np.diff(axis)) for axis in axes])
    else:
        steps = np.ptp(points, axis=0) * len(points) ** (-1.0 / count)
    ball = pi ** (count / 2) / gamma(count / 2 + 1)
    radius = (EXPECTED / ball) ** (1.0 / count)
    places = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, count)
    places = places / steps
    distance, _ = cKDTree(points / steps).query(places)
    middles = np.flatnonzero(distance > radius)
    if not middles.size:
        return None
    empty = np.zeros(len(places), dtype=bool)
    around = cKDTree(places)
    for middle in middles:
        empty[around.query_ball_point(places[middle], 0.999 * distance[middle])] = True
    return empty.reshape([len(axis) for axis in axes])


def of_holes(empty: Array | None) -> tuple[str, ...]:
    """What to know about holes, for people to read."""
    if empty is None:
        return ()
    return (
        f"no data near {100 * float(empty.mean()):.2g} % of the range; test functions over such a"
        " hole are left out",
    )


def gaps(grid: SamplingGrid) -> tuple[str, ...]:
    """Where whole rows of a grid are missing, for people to read.

    A gap is longer than the steps on both sides of it, so that axes whose steps grow have none.
    """
    found = []
    for name, axis in zip(grid.names, grid.axes, strict=True):
        steps = np.diff(axis)
        if len(steps) < 3:
            continue
        beside = np.maximum(steps[:-2], steps[2:])
        shares = steps[1:-1] / (axis[-1] - axis[0])
        for i in np.flatnonzero((steps[1:-1] > GAP * beside) & (shares > SHARE)):
            found.append(
                f"no data for {name} from {axis[i + 1]:.6g} to {axis[i + 2]:.6g},"
                f" {100 * shares[i]:.2g} % of its range: what the field does there is a guess, and"
                " test functions reach over it; take a slice on one side, or make two samples of it"
            )
    return tuple(found)
