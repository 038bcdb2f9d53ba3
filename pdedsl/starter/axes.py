"""Arrays on axes: which array is an axis of which field, and what each axis is taken for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pdedsl.errors import DataError
from pdedsl.fields.arrays import LEAST_POINTS, listed
from pdedsl.starter.columns import table_plans
from pdedsl.starter.plan import MOST_COORDINATES, Plan, chosen_fields, time_first
from pdedsl.starter.seen import Seen
from pdedsl.starter.words import is_aside_name, is_sample_name

Dimension = Seen | str
"""The axis of a dimension, or the name of a dimension that has none, of which only labels are."""


def array_plans(seen: Sequence[Seen], aside: dict[str, str]) -> Iterator[Plan]:
    """What the arrays may be, the likeliest first.

    Args:
        seen: arrays of any shapes.
        aside: what cannot be used, and why.

    Raises:
        DataError: no plan, as a dimension of what may be a field has no axis.
    """
    folders = list(dict.fromkeys(s.folder for s in seen)) or [""]
    lost: list[DataError] = []
    found = False
    for folder in folders:
        own = [s for s in seen if s.folder in ("", folder)]
        others = {s.name: f"not in {folder or 'the root'}" for s in seen if s not in own}
        for plan in _folder_plans(own, aside | others, lost):
            found = True
            yield plan
    if not found and lost:
        raise lost[0]


def _folder_plans(
    seen: Sequence[Seen], aside: dict[str, str], lost: list[DataError]
) -> Iterator[Plan]:
    groups = _groups(seen)
    for group in groups:
        axes = _axes(group[0], seen)
        if axes is not None:
            yield from _plans_on(axes, group, aside | _unused(seen, group, axes))
        yield from _scattered(group, seen, aside)
        if axes is None:
            lost.append(_no_axis(group[0], seen))
    lines = [] if groups else [s for s in seen if s.values.ndim == 1]
    for length in sorted({len(s.values) for s in lines}, reverse=True):
        others = {s.name: "of another length" for s in lines if len(s.values) != length}
        columns = [s for s in lines if s.name not in others]
        yield from table_plans(columns, aside | others)


def _groups(seen: Sequence[Seen]) -> list[list[Seen]]:
    """Arrays of several dimensions that share them, those of most dimensions first."""
    found: dict[object, list[Seen]] = {}
    for each in seen:
        if each.values.ndim > 1 and each.kind == "number":
            found.setdefault(each.dims or each.values.shape, []).append(each)
    fields = (g for g in found.values() if not all(is_aside_name(s.label) for s in g))
    return sorted(fields, key=lambda g: (-g[0].values.ndim, -g[0].values.size))


def _axes(array: Seen, seen: Sequence[Seen]) -> list[Dimension] | None:
    """The axis of each dimension of an array, None if it is not known of all."""
    lines = [s for s in seen if s.values.ndim == 1]
    if array.dims is not None:
        own = {s.label: s for s in lines} | {s.name: s for s in lines}
        axes: list[Dimension] = [own.get(dim, dim) for dim in array.dims]
        known = all(
            isinstance(axis, str) or len(axis.values) == n
            for axis, n in zip(axes, array.values.shape, strict=True)
        )
        return axes if known and sum(isinstance(axis, str) for axis in axes) < 2 else None
    chosen: list[Seen] = []
    for length in set(array.values.shape):
        count = array.values.shape.count(length)
        fitting = [s for s in lines if len(s.values) == length]
        if len(fitting) < count:
            return None
        chosen += sorted(fitting, key=lambda s: not (s.is_sample or _is_known(s)))[:count]
    return [s for s in lines if s in chosen]


def _is_known(axis: Seen) -> bool:
    """Whether its name is that of a coordinate."""
    return axis.is_time or axis.is_place


@dataclass(eq=False)
class _Sorted:
    """Axes by what they are taken for."""

    coordinates: list[Seen]
    sample: str | None
    slices: list[tuple[str, float, float]]
    remarks: list[str]


def _plans_on(
    axes: list[Dimension], group: Sequence[Seen], aside: dict[str, str]
) -> Iterator[Plan]:
    found = _sorted(axes)
    if found is None or not found.coordinates:
        return
    fields = _fields(group, aside)
    best = Plan(
        time_first(found.coordinates),
        chosen_fields(fields, aside),
        found.sample,
        slices=tuple(found.slices),
        aside=aside,
        remarks=tuple(found.remarks),
    )
    yield best
    for each in fields if len(fields) > 1 else ():
        others = {f.name: "could be a field as well" for f in fields if f is not each}
        yield replace(best, fields=(each,), aside=aside | others)


def _sorted(axes: list[Dimension]) -> _Sorted | None:
    """What each axis is taken for, None if one of them can be nothing.

    Beside time and places that are called so, an axis of another name is no coordinate.
    """
    sample = _sample(axes)
    rest = [axis for axis in axes if axis is not sample]
    complete = _has_time_and_place(axes)
    name = sample.name if isinstance(sample, Seen) else sample
    found = _Sorted([], name, [], [])
    for axis in rest:
        if isinstance(axis, str) or axis.kind == "text":
            return None
        full = len(found.coordinates) == MOST_COORDINATES or (complete and not _is_known(axis))
        if axis.known.size >= LEAST_POINTS and not full:
            found.coordinates.append(axis)
            continue
        if axis.kind != "number":
            return None
        value = float(axis.known[0])
        found.slices.append((axis.name, value, value))
        if axis.known.size > 1:
            why = "is no coordinate by its name" if full else "has too few values for a coordinate"
            found.remarks.append(f"{axis.name} {why}: of {axis.known.size} the first is used")
    return found


def _sample(axes: list[Dimension]) -> Dimension | None:
    """The axis that tells samples apart: without numbers, by its name, short, or a mere count."""
    for axis in axes:
        if isinstance(axis, str) or axis.kind == "text":
            return axis
    known = [a for a in axes if isinstance(a, Seen)]
    named = [a for a in known if is_sample_name(a.label)]
    strange = [a for a in known if not _is_known(a)]
    short = [a for a in strange if 1 < a.known.size < LEAST_POINTS]
    counts = [a for a in strange if a.counts] if len(strange) < len(known) else []
    more = strange if _has_time_and_place(axes) else []
    return next(iter((*named, *short, *counts, *more)), None)


def _has_time_and_place(axes: list[Dimension]) -> bool:
    known = [axis for axis in axes if isinstance(axis, Seen)]
    return any(a.is_time for a in known) and any(a.is_place for a in known)


def _fields(group: Sequence[Seen], aside: dict[str, str]) -> list[Seen]:
    """The arrays that may be fields; errors and flags, and places such as lat, go aside."""
    better = [f for f in group if not is_aside_name(f.label)] or list(group)
    better = [f for f in better if len(f.key) < 2 or not _is_known(f)] or better
    for each in group:
        if each not in better:
            aside[each.name] = "an error, a flag, a place or the like"
    return better


def _unused(seen: Sequence[Seen], group: Sequence[Seen], axes: list[Dimension]) -> dict[str, str]:
    used = [*group, *axes]
    return {s.name: "on other axes" for s in seen if s not in used}


def _scattered(
    group: Sequence[Seen], seen: Sequence[Seen], aside: dict[str, str]
) -> Iterator[Plan]:
    """Coordinates of several dimensions, such as t[run, i]."""
    target, dims = group[0].values.shape, group[0].dims
    named = [s for s in seen if _is_known(s) and _fits(s, target, dims)]
    fields = [f for f in group if f not in named]
    if not any(c.values.ndim > 1 for c in named) or not fields:
        return
    labels = [s for s in seen if s.is_sample and _fits(s, target, dims) and s not in fields]
    sample = labels[0].name if labels else None
    unused = _unused(seen, [*fields, *named], list(labels[:1]))
    aside = aside | unused
    coordinates = time_first(named[:MOST_COORDINATES])
    yield Plan(coordinates, chosen_fields(fields, aside), sample, aside=aside)


def _fits(array: Seen, target: tuple[int, ...], dims: tuple[str, ...] | None) -> bool:
    """Whether an array has a value for each of the field's."""
    if array.values.shape == target:
        return True
    if array.dims is not None and dims is not None:
        return set(array.dims) <= set(dims)
    return array.values.ndim == 1 and target.count(len(array.values)) == 1


def _no_axis(array: Seen, seen: Sequence[Seen]) -> DataError:
    lengths = [len(s.values) for s in seen if s.values.ndim == 1]
    without = [n for n in array.values.shape if n not in lengths] or list(array.values.shape)
    shape = " x ".join(str(n) for n in array.values.shape)
    lines = listed([s.name for s in seen if s.values.ndim == 1]) or "none"
    return DataError(
        f"the array is {shape}, and no axis has {' or '.join(str(n) for n in without)} values",
        where=array.name,
        remedy="add an array for each dimension: the coordinate's values, or numpy.arange(D) called"
        f" sample for D samples\n  arrays of one dimension are {lines}",
    )
