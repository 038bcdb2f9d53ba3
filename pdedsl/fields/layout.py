"""The layout: which dimension of a field's array belongs to which coordinate.

The rule, in this order:

1. Dimensions named by the data win: an array of strings `u_dims`, such as ["run", "t", "x"], beside
   the field `u`, or a `dims` attribute of the array itself.
2. Otherwise a dimension belongs to the axis that has its length.
3. Axes of equal length take their dimensions in the order in which the axes stand in the data,
   the sample axis first. A note says when this happened.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations

from pdedsl.errors import DataError


@dataclass(frozen=True)
class Slot:
    """An axis that wants a dimension: our name, the data's name, and its length."""

    ours: str
    theirs: str
    length: int


@dataclass(frozen=True)
class Layout:
    """Names of an array's dimensions in order, and how they were found, for people to read."""

    dimensions: tuple[str, ...]
    note: str

    def order(self, wanted: tuple[str, ...]) -> tuple[int, ...]:
        """The transposition that brings the dimensions into the wanted order."""
        return tuple(self.dimensions.index(name) for name in wanted)


def find_layout(
    name: str, shape: tuple[int, ...], slots: tuple[Slot, ...], declared: tuple[str, ...] | None
) -> Layout:
    """Match the dimensions of an array to axes.

    Args:
        name: of the array, for messages.
        shape: of the array.
        slots: the axes, in the order in which equal lengths are served.
        declared: names of the dimensions as the data give them, or None.

    Raises:
        DataError: dimensions and axes do not match one to one.
    """
    if len(shape) != len(slots):
        raise DataError(
            f"the array has {_count(shape)}, but {_listing(slots)} make {len(slots)}",
            where=name,
            remedy=_dimension_remedy(len(shape) - len(slots), slots),
        )
    if declared is not None:
        dimensions = _by_name(name, shape, slots, declared)
        return Layout(dimensions, f"{name}[{', '.join(dimensions)}], as its dimensions are named")
    dimensions, tied = _by_length(name, shape, slots)
    how = "by length"
    if tied:
        how = (
            f"{' and '.join(tied)} being equally long, in the order of the data; "
            f"an array {name}_dims of names would settle it"
        )
    return Layout(dimensions, f"{name}[{', '.join(dimensions)}], {how}")


def find_part(
    name: str, shape: tuple[int, ...], slots: tuple[Slot, ...], declared: tuple[str, ...] | None
) -> Layout:
    """Match the dimensions of an array to some of the axes, those that it depends on.

    Of several choices the coordinates come before the sample axis, and those that stand first in
    the data before others.

    Args:
        name, shape, slots, declared: as those of `find_layout`.

    Raises:
        DataError: no choice of axes has these lengths.
    """
    if len(shape) >= len(slots):
        return find_layout(name, shape, slots, declared)
    if declared is not None and (own := [s for s in slots if {s.ours, s.theirs} & set(declared)]):
        return find_layout(name, shape, tuple(own), declared)
    apart = tuple(s for s in slots if s.ours != "sample")
    choices = [*combinations(apart, len(shape)), *combinations(slots, len(shape))]
    wanted = sorted(shape)
    fitting = [c for c in dict.fromkeys(choices) if sorted(s.length for s in c) == wanted]
    if not fitting:
        raise DataError(
            f"the array has shape {shape}, which fits none of {_listing(slots)}",
            where=name,
            remedy="give it the dimensions of the fields, or of those axes that it depends on",
        )
    found = find_layout(name, shape, fitting[0], None)
    if len(fitting) == 1:
        return found
    others = " or ".join(", ".join(s.ours for s in c) for c in fitting[1:])
    note = f"{found.note}; it fits {others} as well: an array {name}_dims of names would settle it"
    return Layout(found.dimensions, note)


def _by_name(
    name: str, shape: tuple[int, ...], slots: tuple[Slot, ...], declared: tuple[str, ...]
) -> tuple[str, ...]:
    left = list(slots)
    found = []
    for label, length in zip(declared, shape, strict=False):
        match = next((s for s in left if label in (s.theirs, s.ours)), None)
        if match is None or len(declared) != len(shape):
            raise DataError(
                f"its dimensions are named {', '.join(declared)}",
                where=name,
                remedy=f"name {_count(shape)}, one each of " + ", ".join(s.theirs for s in slots),
            )
        if match.length != length:
            raise DataError(
                f"dimension {label} has length {length}, the axis {label} has {match.length}",
                where=name,
                remedy="make both equally long, or correct the names of the dimensions",
            )
        left.remove(match)
        found.append(match.ours)
    return tuple(found)


def _by_length(
    name: str, shape: tuple[int, ...], slots: tuple[Slot, ...]
) -> tuple[tuple[str, ...], list[str]]:
    """Names of the dimensions, and those axes for which the length alone did not decide."""
    waiting: dict[int, list[str]] = defaultdict(list)
    for slot in slots:
        waiting[slot.length].append(slot.ours)
    tied = [ours for names in waiting.values() if len(names) > 1 for ours in names]
    if sorted(shape) != sorted(slot.length for slot in slots):
        lost = [s for s in slots if s.length not in shape] or list(slots)
        raise DataError(
            f"the array has shape {shape}, which does not fit {_listing(tuple(slots))}",
            where=name,
            remedy="no dimension is left for " + _listing(tuple(lost)) + "; check that axis",
        )
    return tuple(waiting[length].pop(0) for length in shape), tied


def _count(shape: tuple[int, ...]) -> str:
    return f"{len(shape)} dimension{'s' * (len(shape) != 1)} {shape}"


def _listing(slots: tuple[Slot, ...]) -> str:
    return ", ".join(f"{slot.ours} ({slot.length} points)" for slot in slots)


def _dimension_remedy(surplus: int, slots: tuple[Slot, ...]) -> str:
    if surplus < 0:
        return "leave out a coordinate, or bind an array that depends on all of them"
    if surplus == 1 and not any(slot.ours == "sample" for slot in slots):
        return (
            "name the axis that tells samples apart: sample = NAME\n"
            "  where the data have no such axis, add one: sample = numpy.arange(D) for D samples"
        )
    return (
        "only one axis can tell samples apart: choose one value of each other one by a slice in the"
        "\n  block of data, such as depth in [0.4, 0.6]"
    )
