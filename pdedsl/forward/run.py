"""Equations solved forward from measured initial states: the method of lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sympy import Symbol

from pdedsl.errors import PdedslError
from pdedsl.form import Problem, VariationalReadyPDE
from pdedsl.form.evolution import evolution_form, time_position
from pdedsl.forward.arrange import (
    Arranged,
    arrange,
    chosen,
    coordinate_of,
    order_along,
    periods,
)
from pdedsl.forward.edges import Edges, edges_of, refuse_beyond
from pdedsl.forward.result import Simulation
from pdedsl.forward.right_side import Printed, printed
from pdedsl.forward.sample import refinement, solution_of
from pdedsl.run_fields import RunFields

EDGES = ("data", "periodic")
STARTS = {"estimate": 0.0, "early": 1 / 3, "fit": 1.0}
"""How much of the measured time each kind of start is fitted to."""


@dataclass(frozen=True)
class Wish:
    """What is asked for.

    Attributes:
        samples: their numbers, None for all that the run kept.
        until: to which time, None for the last one measured.
        edges: "data" or "periodic", None to see from the data.
        refine: nodes for each interval of the data, None for enough.
        time: name of the coordinate that is time; None for t, time or the first.
        start: "estimate"; or the initial state that fits best the first third of the data, "early",
            or all, "fit". None for "early" without space, and where a rate of change at the start
            is not measured.
    """

    samples: tuple[int, ...] | None = None
    until: float | None = None
    edges: str | None = None
    refine: int | None = None
    time: str | None = None
    start: str | None = None


def simulate(
    pdes: Sequence[VariationalReadyPDE],
    problem: Problem,
    fields: RunFields,
    wish: Wish | None = None,
) -> Simulation:
    """Solve equations forward from the state at the first time, and compare.

    Space is divided into uniform nodes, derivatives are central differences of fourth order (of
    second next to an edge), and steps in time are those of an implicit method that stiff equations
    need, with the exact Jacobian. The start is the estimate at the first time; without space, and
    for higher orders in time, whose rates of change a spline through the estimate tells badly, the
    state from which the solution is nearest to the first third of the data. On an axis that is no
    period of the data, as many nodes at each edge as half the order in space have the estimate's
    values at all times: the value for second order, value and slope for fourth. Equations of first
    order have them where the flow comes in. The solution sees nothing of the data after its start
    anywhere else.

    Args:
        pdes: one for each field that moves.
        problem: whose coordinates and fields they are in.
        fields: of the run.
        wish: what is asked for.

    Raises:
        NoEvolutionError: they cannot be stepped forward, and why.
        DataError: no such sample, or too few points.
        PdedslError: something that cannot be had, such as times beyond data that are no period.
    """
    wish = wish or Wish()
    if wish.edges not in (None, *EDGES):
        raise PdedslError(f"edges {wish.edges}: there are {' and '.join(EDGES)}")
    if wish.start not in (None, *STARTS):
        raise PdedslError(f"start {wish.start}: there are {', '.join(STARTS)}")
    if wish.refine is not None and wish.refine < 1:
        raise PdedslError(f"refine {wish.refine}: ask for 1 or more")
    time = time_position(problem, wish.time)
    form = printed(evolution_form(pdes, problem, time))
    before = [arrange(form, problem, s) for s in chosen(fields, wish.samples)]
    arranged = [replace(a, axes=periods(a, before, wish.edges)) for a in before]
    refuse_beyond(wish.until, arranged, form)
    edges = [edges_of(form, a) for a in arranged]
    refine = wish.refine or refinement(arranged[0])
    start = wish.start or _usual_start(form, arranged[0])
    solutions = tuple(
        solution_of(form, a, e, refine, wish.until, STARTS[start])
        for a, e in zip(arranged, edges, strict=True)
    )
    return Simulation(
        solutions,
        _said(form, arranged[0], edges),
        f"{_method(form, refine, problem.input_symbols)}; from {_FROM[start]}",
    )


_FROM = {
    "estimate": "the field estimate at the first time",
    "early": "the state that fits the first third of the data best",
    "fit": "the state that fits the data best",
}


def _usual_start(form: Printed, arranged: Arranged) -> str:
    """The estimate in space, unless a rate of change would have to be taken from it."""
    if not arranged.axes.measured:
        return "early"
    derived = any(arranged.source(v.field.name, v.order)[1] for v in form.levels)
    return "early" if derived else "estimate"


def _said(form: Printed, arranged: Arranged, edges: Sequence[Edges]) -> str:
    """Where the values on the edges come from."""
    told = []
    for k, periodic in enumerate(arranged.axes.periodic):
        x = form.form.space.coordinates[coordinate_of(form, k)].name
        known = [tuple(e.known[k]) for e in edges]
        if periodic:
            told.append(f"periodic in {x}")
        elif not order_along(form, k):
            told.append(f"no derivative in {x}, each value of it by itself")
        else:
            left, right = (max(side) for side in zip(*known, strict=True))
            told.append(f"in {x} {_of_estimate(left, right)}")
    return f"edges: {'; '.join(told)}" if told else ""


def _of_estimate(left: int, right: int) -> str:
    sides = {(True, True): "both edges", (True, False): "the lower edge, where the flow enters"}
    sides |= {(False, True): "the upper edge, where the flow enters"}
    if not (left or right):
        return "no values are needed, since the flow leaves everywhere"
    what = {1: "values", 2: "values and slopes"}.get(max(left, right), "values and derivatives")
    return f"{what} of the field estimate at {sides[bool(left), bool(right)]}"


def _method(form: Printed, refine: int, inputs: tuple[Symbol, ...]) -> str:
    fields = ", ".join(f"d_{_t(form)}^{r.order} of {r.field.name}" for r in form.form.rates)
    given = ", ".join(u.name for u in form.form.given if u not in inputs)
    known = ", ".join(u.name for u in form.form.given if u in inputs)
    text = f"solved for {fields.replace('^1 ', ' ')}"
    if given:
        text += f"; {given} as estimated at all times"
    if known:
        text += f"; {known} as it is in the data"
    if len(form.form.space.coordinates) > 1:
        text += f"; {refine} nodes for each interval of the data"
    return text


def _t(form: Printed) -> str:
    return str(form.form.space.coordinates[form.form.time].name)
