"""One sample solved forward."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import BSpline

from pdedsl.errors import DataError
from pdedsl.forward.arrange import Arranged, order_along
from pdedsl.forward.differences import least_count
from pdedsl.forward.edges import Edges
from pdedsl.forward.estimates import Axes, axis_on, back, on_nodes, spline
from pdedsl.forward.motion import stepped
from pdedsl.forward.places import Places
from pdedsl.forward.posed import refuse_ill_posed, some
from pdedsl.forward.result import SampleSolution
from pdedsl.forward.right_side import Printed, RightSide
from pdedsl.forward.start import best_start
from pdedsl.forward.stepping import Steps

Array = NDArray[np.float64]

NODES = (0, 160, 80, 24)
"""Nodes on each axis that are aimed at, by the number of axes in space."""

MOST_NODES = 40_000


def refinement(arranged: Arranged) -> int:
    """Nodes for each interval of the data that make a fine grid and no huge one."""
    space = arranged.axes.measured
    if not space:
        return 1
    aim = NODES[min(len(space), len(NODES) - 1)]
    refine = max(2, -(-aim // max(len(x) for x in space)))
    while refine > 1 and np.prod([float(refine * len(x)) for x in space]) > MOST_NODES:
        refine -= 1
    return refine


def places_of(form: Printed, arranged: Arranged, edges: Edges, refine: int) -> Places:
    """The nodes of a sample; axes without derivatives are not refined.

    Raises:
        DataError: too many.
    """
    axes = []
    for k, x in enumerate(arranged.axes.measured):
        own = refine if order_along(form, k) else 1
        periodic, closed = arranged.axes.periodic[k], arranged.axes.closed[k]
        needed = least_count(order_along(form, k)) + sum(edges.known[k])
        while own * (len(x) - 1) < needed:
            own += 1
        axis = axis_on(x, own, periodic, closed, 0)
        axes.append(replace(axis, edges=edges.known[k]))
    places = Places(tuple(axes))
    if places.count > 4 * MOST_NODES:
        raise DataError(
            f"{places.count:,} nodes are more than can be solved on",
            where="refine",
            remedy=f"at most {4 * MOST_NODES:,}: refine less, or thin the data",
        )
    return places


def solution_of(
    form: Printed,
    arranged: Arranged,
    edges: Edges,
    refine: int,
    until: float | None,
    part: float = 0.0,
) -> SampleSolution:
    """Solve one sample to a time, from its estimated start or from the one that fits best.

    `part` is how much of the measured time it is to fit, from the first on; 0 for none.

    Raises:
        NoEvolutionError: its initial state does not decide what follows.
        DataError: too many nodes.
    """
    places = places_of(form, arranged, edges, refine)
    start, right_side = _start(form, arranged, places, edges)
    times = times_until(arranged.times, until)
    state = right_side.full(float(times[0]), start.ravel())
    _, inside = right_side.arguments(float(times[0]), state)
    few = some(len(places.inner))
    looked_at = [np.broadcast_to(a, (len(places.inner),))[few] for a in inside]
    refuse_ill_posed(form, places, looked_at, float(times[-1] - times[0]))
    if part:
        start = best_start(form, arranged, places, right_side, start, part)
    steps = stepped(form, arranged, right_side, times, start)
    return _result(form, arranged, places, right_side, (times, steps))


def _start(
    form: Printed, arranged: Arranged, places: Places, edges: Edges
) -> tuple[Array, RightSide]:
    """Initial levels at the inner nodes, and the right side with what is known of the edges."""
    curves = {
        name: spline(arranged.times, on_nodes(v, arranged.axes, places))
        for name, v in arranged.values.items()
    }
    first = float(arranged.times[0])
    sources = [arranged.source(v.field.name, v.order) for v in form.levels]
    start = np.stack([curves[name].derivative(k)(first) for name, k in sources])
    edge = places.edge
    rates = [_at(curves[name], edge).derivative(k) for name, k in sources if len(edge)]
    nodes = [axis.nodes for axis in places.axes]
    given = [
        arranged.inputs[u.name].at(nodes) if u.name in arranged.inputs else curves[u.name]
        for u in form.form.given
    ]

    def known(t: float) -> Array:
        return np.stack([curve(t) for curve in rates])

    def others(t: float) -> Array:
        return np.array([curve(t) for curve in given]).reshape(len(given), places.count)

    return start[:, places.inner], RightSide(form, places, known, others, edges.speeds)


def _at(curve: BSpline, places: NDArray[np.int64]) -> BSpline:
    return BSpline(curve.t, curve.c[:, places], curve.k)


def _result(
    form: Printed,
    arranged: Arranged,
    places: Places,
    right_side: RightSide,
    steps: tuple[Array, Steps],
) -> SampleSolution:
    times, done = steps
    states = np.full((len(times), len(form.levels), places.count), np.nan)
    for k, t in enumerate(times):
        if np.all(np.isfinite(done.values[k])):
            states[k] = right_side.full(float(t), done.values[k])
    found = {}
    for number, level in enumerate(form.levels):
        known = arranged.measured.get((level.field.name, level.order))
        name = known if level.order else level.field.name
        if name is not None:
            values = _read_off(states[:, number], arranged.axes, places)
            found[name] = np.moveaxis(values, 0, form.form.time)
    names = list(arranged.sample.axes)
    t = names[form.form.time]
    axes = {**arranged.sample.axes, t: times}
    ordered = {name: found[name] for name in arranged.sample.estimate if name in found}
    return SampleSolution(arranged.sample, t, axes, ordered, done.reached, done.trouble)


def _read_off(states: Array, axes: Axes, places: Places) -> Array:
    solved = np.all(np.isfinite(states), axis=1)
    shape = tuple(len(x) for x in axes.measured)
    result = np.full((len(states), *shape), np.nan)
    result[solved] = back(states[solved], axes, places)
    return result


def times_until(measured: Array, until: float | None) -> Array:
    """The times of the data up to one, and beyond them in steps of the same mean length."""
    if until is None or until == measured[-1]:
        return measured
    if until < measured[-1]:
        return np.append(measured[measured < until], until)
    step = float(np.ptp(measured)) / (len(measured) - 1)
    further = np.arange(1, int((until - measured[-1]) / step * (1 + 1e-12)) + 1) * step
    times = np.concatenate([measured, measured[-1] + further])
    return times if until - times[-1] < 1e-9 * step else np.append(times, until)
