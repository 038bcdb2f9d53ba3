"""Which values on the edges are taken from the field estimate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pdedsl.errors import PdedslError
from pdedsl.forward.arrange import Arranged, order_along
from pdedsl.forward.differences import half_width
from pdedsl.forward.estimates import spline
from pdedsl.forward.flow import flow
from pdedsl.forward.right_side import Printed

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Edges:
    """How many nodes at each end of each axis are known, and speeds that need dampening."""

    known: tuple[tuple[int, int], ...]
    speeds: Mapping[int, float]


def edges_of(form: Printed, arranged: Arranged) -> Edges:
    """As many nodes as half the order in space; for order one, those where the flow enters."""
    known, speeds = [], {}
    for k, periodic in enumerate(arranged.axes.periodic):
        order = order_along(form, k)
        width = half_width(order)
        both = (0, 0) if periodic else (width, width)
        if order == 1:
            arguments, shape = _everywhere(form, arranged)
            found = flow(form, k, arguments, shape)
            speeds[k] = found.speed
            if not periodic:
                both = (int(found.enters[0]), int(found.enters[1]))
        known.append(both)
    return Edges(tuple(known), speeds)


def _everywhere(form: Printed, arranged: Arranged) -> tuple[list[Array], tuple[int, ...]]:
    """Arguments of the printed functions on the measured grid, derivatives in space as zero."""
    shape = (len(arranged.times), *(len(x) for x in arranged.axes.measured))
    grids = np.meshgrid(arranged.times, *arranged.axes.measured, indexing="ij")
    rates = [
        spline(arranged.times, arranged.values[v.field.name]).derivative(v.order)(arranged.times)
        if v.order
        else arranged.values[v.field.name]
        for v in form.levels
    ]
    given = [
        arranged.inputs[u.name].everywhere(arranged.times, arranged.axes.measured)
        if u.name in arranged.inputs
        else arranged.values[u.name]
        for u in form.form.given
    ]
    zeros = [np.zeros(shape) for _ in form.slopes_in_space]
    return [a.ravel() for a in (*grids, *rates, *given, *zeros)], shape


def refuse_beyond(until: float | None, arranged: Sequence[Arranged], form: Printed) -> None:
    """Refuse a time before the start, or one at which edges or given fields are not known.

    Raises:
        PdedslError: it is one of these.
    """
    if until is None:
        return
    t = form.form.space.coordinates[form.form.time].name
    first = max(float(a.times[0]) for a in arranged)
    last = min(float(a.times[-1]) for a in arranged)
    if not np.isfinite(until) or until <= first:
        raise PdedslError(f"until {t} = {until:g} is not after the start at {first:g}")
    if until <= last:
        return
    if form.form.given:
        names = ", ".join(u.name for u in form.form.given)
        raise PdedslError(
            f"beyond the data at {t} = {last:g} nothing is known of {names}, which has no equation "
            f"of its own\n  ask for no more than {last:g}"
        )
    active = [k for k in range(len(arranged[0].axes.measured)) if order_along(form, k)]
    if not all(arranged[0].axes.periodic[k] for k in active):
        raise PdedslError(
            f"beyond the data at {t} = {last:g} nothing is known of the edges\n"
            f"  ask for no more than {last:g}; only data that are periodic in space can go on"
        )
