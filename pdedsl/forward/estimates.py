"""The field estimate between its grid points: initial states and values on the edges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import BSpline, make_interp_spline

from pdedsl.forward.places import Axis, Places

Array = NDArray[np.float64]

DEGREE = 5
LEAST_FOR_PERIOD = 8  # points on an axis of which a period can be told
SEAM = 1.5  # how much rougher than elsewhere a seam may be


def degree_for(count: int) -> int:
    """Of a spline through so many points: odd, and no larger than they allow."""
    return max(k for k in (0, 1, 3, DEGREE) if k < count)


def spline(axis: Array, values: Array) -> BSpline:
    """Through values along their first dimension."""
    return make_interp_spline(axis, values, k=degree_for(len(axis)))


@dataclass(frozen=True, eq=False)
class Axes:
    """The axes in space of a sample.

    Attributes:
        measured: positions of the estimate.
        periodic: whether each is a period of the data.
        closed: whether the last point of a period is the first again.
    """

    measured: tuple[Array, ...]
    periodic: tuple[bool, ...]
    closed: tuple[bool, ...]


def on_nodes(values: Array, axes: Axes, places: Places, first: int = 1) -> Array:
    """Fields on measured axes, read off on nodes.

    Args:
        values: shape (..., n_1, ..., n_k), the axes in space from dimension `first` on.
        axes: measured.
        places: nodes on each.
        first: dimension of the first axis in space.

    Returns:
        shape (..., nodes).
    """
    for k, (x, axis) in enumerate(zip(axes.measured, places.axes, strict=True)):
        moved = np.moveaxis(values, first + k, 0)
        if axes.periodic[k]:
            moved = _periodic(x, moved, axis.nodes, axes.closed[k])
        else:
            moved = spline(x, moved)(axis.nodes)
        values = np.moveaxis(moved, 0, first + k)
    return values.reshape(*values.shape[:first], -1)


def back(values: Array, axes: Axes, places: Places) -> Array:
    """Fields on nodes, read off on measured axes: shape (times, nodes) to (times, n_1, ...)."""
    result = values.reshape(-1, *places.shape)
    for k, (x, axis) in enumerate(zip(axes.measured, places.axes, strict=True)):
        moved = np.moveaxis(result, 1 + k, 0)
        if axis.periodic:
            moved = _periodic(axis.nodes, moved, x, False)
        else:
            moved = spline(axis.nodes, moved)(x)
        result = np.moveaxis(moved, 0, 1 + k)
    return result


def _periodic(axis: Array, values: Array, wanted: Array, closed: bool) -> Array:
    if closed:
        ends = (values[:1] + values[-1:]) / 2
        x, closed_values = axis, np.concatenate([ends, values[1:-1], ends])
    else:
        x = np.append(axis, axis[-1] + axis[1] - axis[0])
        closed_values = np.concatenate([values, values[:1]])
    curve = make_interp_spline(x, closed_values, k=3, bc_type="periodic")
    period = x[-1] - x[0]
    return curve(x[0] + (wanted - x[0]) % period)


def period(axis: Array, fields: Sequence[Array], noise: Sequence[float]) -> tuple[bool, bool]:
    """Whether an axis is a period of all fields, and whether its last point is the first again.

    It is, if going on from the last point to the first is as smooth as the fields are elsewhere:
    third differences across the seam are compared with those inside.

    Args:
        axis: in space, shape (n,).
        fields: each of shape (n, ...), the axis first.
        noise: standard deviation of each; differences below a tenth of it are none.
    """
    steps = np.diff(axis)
    if len(axis) < LEAST_FOR_PERIOD or np.ptp(steps) > 1e-6 * steps.mean():
        return False, False
    for closed in (True, False):
        if all(_joins(u, sd, closed) for u, sd in zip(fields, noise, strict=True)):
            return True, closed
    return False, False


def _joins(u: Array, noise: float, closed: bool) -> bool:
    around = np.concatenate([u[:-1], u]) if closed else np.concatenate([u, u])
    here = len(u) - (1 if closed else 0)
    if closed and _rms(u[-1] - u[0]) > max(0.02 * float(np.std(u)), 0.5 * noise):
        return False
    rough = np.array([_rms(d) for d in np.diff(around, 3, axis=0)])
    seam = rough[here - 3 : here].max()
    inside = rough[: here - 3].max()
    return bool(seam <= SEAM * inside + 0.1 * noise)


def _rms(values: Array) -> float:
    return float(np.sqrt(np.mean(values**2)))


def axis_on(measured: Array, refine: int, periodic: bool, closed: bool, edge: int) -> Axis:
    """A uniform axis of nodes over a measured one, `refine` times as fine.

    Args:
        measured: increasing positions.
        refine: nodes for each interval.
        periodic, closed: as `period` tells.
        edge: how many nodes at each end have known values.
    """
    count = refine * (len(measured) - 1)
    first, last = float(measured[0]), float(measured[-1])
    if not periodic:
        return Axis(np.linspace(first, last, count + 1), False, (edge, edge))
    if not closed:
        last += float(measured[1] - measured[0])
        count += refine
    return Axis(np.linspace(first, last, count, endpoint=False), True, (0, 0))
