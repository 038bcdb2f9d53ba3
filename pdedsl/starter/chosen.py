"""A plan with names: what the text declares, and how the data are bound to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pdedsl.fields import Binding, Clock
from pdedsl.starter.names import legal_names
from pdedsl.starter.plan import Plan
from pdedsl.starter.seen import Seen
from pdedsl.starter.words import usable_unit
from pdedsl.time_units import SECONDS

COLUMNS = "columns"
_UNITS = ("yr", "d", "h", "min", "s")
_LEAST_UNITS = 4  # that dates extend over
_TIMES = ("t", "tau", "time")
_PLACES = ("x", "y", "z", "r")
_FIELDS = ("u", "v", "w")
_NAMELESS = ("column_0", "column_00")


@dataclass(frozen=True, eq=False)
class Part:
    """A coordinate or field as the text declares it.

    Attributes:
        ours: its name in the text.
        theirs: its name in the data, None for the names of columns or the cells of a wide table.
        unit: as it stands in the text, empty for none.
        seen: what the data hold.
        is_time: whether it is the time.
    """

    ours: str
    theirs: str | None
    unit: str
    seen: Seen
    is_time: bool = False

    @property
    def is_dates(self) -> bool:
        """Whether dates or times have to be made into numbers."""
        return self.seen.kind in ("date", "duration")


@dataclass(frozen=True, eq=False)
class Chosen:
    """A plan whose parts have names of the language.

    Attributes:
        plan: what the parts of the data are taken for.
        coordinates: M of them, the time first.
        fields: N of them.
    """

    plan: Plan
    coordinates: tuple[Part, ...]
    fields: tuple[Part, ...]

    @property
    def parts(self) -> tuple[Part, ...]:
        """Coordinates and fields."""
        return (*self.coordinates, *self.fields)

    @property
    def columns(self) -> str | None:
        """What the columns of a wide table are named by, None for other data."""
        if self.plan.cells is None:
            return None
        return next((c.ours for c in self.coordinates if c.theirs is None), "sample")

    @cached_property
    def gap(self) -> float | None:
        """The number that seems to stand for missing values of the fields."""
        return next((f.seen.gap for f in self.fields if f.seen.gap is not None), None)

    @cached_property
    def missing(self) -> dict[str, int]:
        """How many values are missing, by our names; the gap counts for fields."""
        counts = {p.ours: p.seen.missing for p in self.parts}
        for each in self.fields if self.gap is not None else ():
            counts[each.ours] += int(np.sum(each.seen.values == self.gap))
        return {name: count for name, count in counts.items() if count}

    @property
    def binding(self) -> Binding:
        """How the data are read; what the written text says has to be the same."""
        names = {p.ours: p.theirs for p in self.parts if p.theirs not in (None, p.ours)}
        return Binding(
            tuple(c.ours for c in self.coordinates),
            tuple(f.ours for f in self.fields),
            names={ours: theirs for ours, theirs in names.items() if theirs is not None},
            sample=self.plan.sample,
            missing="drop" if self.missing else "error",
            only={name: (low, high) for name, low, high in self.plan.slices},
            clocks={c.ours: Clock(c.unit, stated=False) for c in self.coordinates if _ticks(c)},
            columns=self.columns,
            gap=self.gap,
        )


def choose(plan: Plan) -> Chosen:
    """Give the parts of a plan their names and units."""
    cells = plan.cells
    header = () if cells is None or cells.header is None else (cells.header,)
    places = (*plan.coordinates, *header)
    times = _times(places)
    fields = plan.fields if cells is None else (cells.content,)
    # what a wide table has no name for is named like a column that has a position only
    labels = [*(c.label for c in plan.coordinates), *_NAMELESS[: len(header)]]
    labels += [f.label for f in plan.fields] if cells is None else [_NAMELESS[1]]
    usual = [
        *((*_TIMES, *_PLACES) if time else _PLACES for time in times),
        *[_FIELDS] * len(fields),
    ]
    ours = legal_names(labels, usual, (name for name, *_ in plan.slices))
    bound = [part.name for part in (*plan.coordinates, *(plan.fields if cells is None else ()))]
    rows = list(zip(ours, [*bound, *[None] * (len(ours) - len(bound))], strict=True))
    coordinates = [
        Part(*row, _unit(seen), seen, is_time)
        for row, seen, is_time in zip(rows, places, times, strict=False)
    ]
    measured = (
        Part(*row, usable_unit(f.unit), f)
        for row, f in zip(rows[len(places) :], fields, strict=True)
    )
    coordinates.sort(key=lambda part: not part.is_time)
    return Chosen(plan, tuple(coordinates), tuple(measured))


def _times(places: Sequence[Seen]) -> list[bool]:
    """Which coordinate is the time: one at most; it may be the header of a wide table."""
    first = next((k for k, place in enumerate(places) if place.is_time), None)
    if first is None and places[-1].name == COLUMNS and places[0].is_place:
        first = len(places) - 1
    if first is None and len(places) > 1 and not any(p.is_place for p in places):
        first = 0 if places[0].name.startswith("column_") or places[-1].name == COLUMNS else None
    return [k == first for k in range(len(places))]


def _unit(seen: Seen) -> str:
    """The unit of a coordinate: for dates the longest that they extend over a few times."""
    if seen.kind == "number":
        return usable_unit(seen.unit)
    extent = float(np.ptp(seen.known))
    return next((u for u in _UNITS if extent >= _LEAST_UNITS * SECONDS[u]), "s")


def _ticks(coordinate: Part) -> bool:
    return coordinate.unit in SECONDS
