"""A long table: which columns are coordinates, which fields, and which tells samples apart.

Names decide first. What they leave open the rows decide: a point of a sample stands in one row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from pdedsl.fields.arrays import LEAST_POINTS
from pdedsl.starter.plan import MOST_COORDINATES, Plan, chosen_fields, time_first
from pdedsl.starter.seen import Seen
from pdedsl.starter.words import COUNTER, is_aside_name

_EVEN = 1e-3  # of a step, by which the steps of a clock may differ
_SMOOTH = 0.1  # of the range; points that have nothing to do with each other lie 0.3 apart


def table_plans(seen: Sequence[Seen], aside: dict[str, str]) -> Iterator[Plan]:
    """What the columns may be, the likeliest first; nothing if none can be a field.

    Args:
        seen: columns of one length.
        aside: what cannot be used, and why.
    """
    draft = _Draft(aside=dict(aside))
    rest = draft.take_sample(_used(seen, draft.aside))
    draft.take_named(rest)
    draft.take_leading()
    draft.take_hidden()
    draft.drop_flags()
    if not draft.coordinates or not draft.fields:
        return
    best = draft.plan(chosen_fields(draft.fields, draft.aside))
    yield best
    if draft.sample is not None:
        yield replace(best, sample=None, aside=best.aside | {draft.sample.name: "not used"})
    for each in draft.fields if len(draft.fields) > 1 else ():
        others = {f.name: "could be a field as well" for f in draft.fields if f is not each}
        yield replace(best, fields=(each,), aside=best.aside | others)


@dataclass(eq=False)
class _Draft:
    """A plan in the making."""

    aside: dict[str, str]
    coordinates: list[Seen] = field(default_factory=list)
    fields: list[Seen] = field(default_factory=list)
    sample: Seen | None = None
    slices: list[tuple[str, float, float]] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    def plan(self, fields: tuple[Seen, ...]) -> Plan:
        """The plan as far as it is made."""
        return Plan(
            time_first(self.coordinates),
            fields,
            None if self.sample is None else self.sample.name,
            slices=tuple(self.slices),
            aside=self.aside,
            remarks=tuple(self.remarks),
        )

    def take_sample(self, used: Sequence[Seen]) -> list[Seen]:
        """Find the column that tells samples apart; the columns that are left."""
        labels = [c for c in used if c.kind in ("number", "text") and _is_label(c)]
        named = [c for c in labels if c.is_sample]
        texts = [c for c in labels if c.kind == "text"]
        self.sample = next(iter((*named, *texts)), None)
        rest = []
        for column in used:
            if column is self.sample:
                continue
            if column.kind == "text" or column in named:
                self.aside[column.name] = "text" if column.kind == "text" else "another label"
            else:
                rest.append(column)
        return rest

    def take_named(self, rest: Sequence[Seen]) -> None:
        """Find coordinates and fields by their names."""
        times = [c for c in rest if c.is_time and c.known.size >= LEAST_POINTS]
        times = sorted(times, key=lambda c: c.kind == "number")
        space = [c for c in rest if c.is_place]
        self.fields = [c for c in rest if c not in times and c not in space]
        if not self.fields and space:
            self.fields, space = (space, []) if times else (space[-1:], space[:-1])
        elif not self.fields and len(times) > 1:
            self.fields = [c for c in times[1:] if c.kind == "number"]
        elif times and space and self._is_track(times[0], space):
            self.fields, space = [*space, *self.fields], []
        for other in (c for c in times[1:] if c not in self.fields):
            self.aside[other.name] = "could be the time as well"
        for column in (c for c in space if c.known.size < LEAST_POINTS):
            first = float(column.known[0])
            self.slices.append((column.name, first, first))
            self.remarks.append(
                f"{column.name} has {column.known.size} values, too few for a coordinate: the"
                " first is used"
            )
        space = [c for c in space if c.known.size >= LEAST_POINTS]
        self.coordinates = [*times[:1], *space][:MOST_COORDINATES]
        self._keep([f for f in self.fields if not is_aside_name(f.name)])

    def take_leading(self) -> None:
        """Without a coordinate by name, take the first columns that tell rows apart."""
        if self.coordinates:
            return
        for count in range(1, min(MOST_COORDINATES, len(self.fields) - 1) + 1):
            first = self.fields[:count]
            if min(c.known.size for c in first) >= LEAST_POINTS and self._are_points(first):
                self.coordinates, self.fields = first, self.fields[count:]
                self.remarks.append(
                    f"no name tells the coordinates: {', '.join(c.name for c in first)} comes"
                    " first and tells the rows apart"
                )
                return

    def take_hidden(self) -> None:
        """Where rows are at one point, take another column that tells them apart."""
        if self._are_points(self.coordinates):
            return
        for column in self.fields[: len(self.fields) if len(self.fields) > 1 else 0]:
            repeats = column.known.size <= column.values.size / 2 and not column.missing
            if not repeats or not self._are_points([*self.coordinates, column]):
                continue
            if self.sample is None and _is_label(column):
                self.sample, what = column, "to tell samples apart"
            elif column.known.size >= LEAST_POINTS:
                self.coordinates, what = [*self.coordinates, column], "to be a coordinate"
            else:
                continue
            self.fields = [f for f in self.fields if f is not column]
            self.remarks.append(f"{column.name} is taken {what}: without it points are there twice")
            return

    def drop_flags(self) -> None:
        """Leave out fields of few values, unless there are no others."""
        self._keep([f for f in self.fields if f.known.size >= LEAST_POINTS and f.kind == "number"])

    def _keep(self, better: list[Seen]) -> None:
        """Keep the better fields, if there are any."""
        for other in self.fields if better else ():
            if other not in better:
                self.aside[other.name] = "an error, a flag or the like"
        self.fields = better or self.fields

    def _are_points(self, columns: Sequence[Seen]) -> bool:
        """Whether every row is at a point of its own, in its sample."""
        if not columns or self.slices:
            return bool(columns)
        used = [*columns, *([self.sample] if self.sample else [])]
        rows = np.stack([c.values for c in used], axis=1)
        rows = rows[~np.isnan(rows).any(axis=1)]
        return len(np.unique(rows, axis=0)) == len(rows)

    def _is_track(self, time: Seen, places: Sequence[Seen]) -> bool:
        """Whether places follow from the time, as those of one thing that moves.

        A sample has one row at a time then, and either a clock that ticks evenly, or places that
        change little from row to row.
        """
        rows = slice(None)
        if self.sample is not None:
            rows = self.sample.values == self.sample.values[0]
        ticks = np.diff(time.values[rows])
        if ticks.size < LEAST_POINTS or not (ticks > 0).all():
            return False
        step = float(np.median(ticks))
        return bool((np.abs(ticks - step) <= _EVEN * step).all()) or all(
            np.median(np.abs(np.diff(p.values[rows]))) < _SMOOTH * np.ptp(p.known) for p in places
        )


def _used(seen: Sequence[Seen], aside: dict[str, str]) -> list[Seen]:
    """The columns that may mean something."""
    used = []
    for column in seen:
        if column.known.size == 1:
            aside[column.name] = "the same everywhere"
        elif column.counts and column.known.size == column.values.size and _is_counter(column):
            aside[column.name] = "counts the rows"
        else:
            used.append(column)
    return used


def _is_counter(column: Seen) -> bool:
    return column.key in COUNTER or column.is_sample


def _is_label(column: Seen) -> bool:
    """Whether a column may tell samples apart: each of its values stands in several rows."""
    whole = bool((column.known == np.round(column.known)).all())
    few = column.known.size * LEAST_POINTS <= column.values.size
    return whole and few and not column.missing
