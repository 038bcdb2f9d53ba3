"""A plan: which parts of the data are taken for coordinates, fields and samples, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pdedsl.starter.seen import Seen

MOST_FIELDS = 3  # that are taken without being asked; each has an equation of its own
MOST_COORDINATES = 4


@dataclass(frozen=True, eq=False)
class Plan:
    """What the parts of the data are taken for.

    Attributes:
        coordinates: the time first, without the one that columns of a wide table are named by.
        fields: of a wide table none, since its cells are the field.
        sample: what tells repetitions apart: the data's name of it, or None.
        cells: of a wide table, its names of columns and its cells.
        slices: axes or columns that are no coordinates, each with the range that is used.
        aside: what is not used, and why, by name.
        remarks: what was guessed, a sentence each.
    """

    coordinates: tuple[Seen, ...]
    fields: tuple[Seen, ...]
    sample: str | None = None
    cells: Cells | None = None
    slices: tuple[tuple[str, float, float], ...] = ()
    aside: dict[str, str] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Cells:
    """The part of a wide table that holds the field.

    Attributes:
        header: values of the coordinate that names of columns are, None if they are samples.
        content: all cells.
    """

    header: Seen | None
    content: Seen


def time_first(coordinates: Sequence[Seen]) -> tuple[Seen, ...]:
    """Coordinates with the first one that is time in front."""
    time = [c for c in coordinates if c.is_time][:1]
    return (*time, *(c for c in coordinates if c not in time))


def chosen_fields(found: Sequence[Seen], aside: dict[str, str]) -> tuple[Seen, ...]:
    """The fields that are taken; the others go aside."""
    for each in found[MOST_FIELDS:]:
        aside[each.name] = "could be a field as well"
    return tuple(found[:MOST_FIELDS])
