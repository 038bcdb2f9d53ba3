"""Dates and times become numbers: so many of a stated unit, since a stated or the first date."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pdedsl.errors import DataError
from pdedsl.fields.arrays import Array
from pdedsl.fields.cells import Place
from pdedsl.fields.dates import (
    date_seconds,
    duration_seconds,
    first_known,
    is_date,
    is_duration,
    read_date,
)
from pdedsl.time_units import SECONDS

_SINCE = re.compile(r"\s*(\S{1,20})\s+since\s+(.{1,60}?)\s*")


@dataclass(frozen=True)
class Clock:
    """What the numbers of a coordinate that is time shall be.

    Attributes:
        unit: one of `SECONDS`.
        since: the date that is zero, in ISO 8601; None for the first date in the data.
        stated: whether the data's block asks for it, rather than the coordinate's own unit.
    """

    unit: str
    since: str | None = None
    stated: bool = True


def is_time(values: NDArray[Any], unit: str) -> bool:
    """Whether values are dates or times: by their type, their text, or the unit of the data.

    Args:
        values: of a coordinate.
        unit: as the data state it.
    """
    if values.dtype.kind in "Mm":
        return True
    if values.dtype.kind in "iuf":
        since = _SINCE.fullmatch(unit)
        return (since[1] if since else unit.strip()) in SECONDS
    known = first_known(values)
    return is_date(known) or is_duration(known)


def time_numbers(
    name: str, values: NDArray[Any], unit: str, clock: Clock | None, place: Place
) -> tuple[Array, str]:
    """Dates or times as numbers, NaN for missing ones, and a note that says what they are.

    Args:
        name: of the coordinate, for messages.
        values: for which `is_time` holds, of any shape.
        unit: as the data state it.
        clock: what is wanted. None leaves times that are numbers as they are, counts numbers
            since a date from the first, and refuses dates.
        place: what messages call an entry.

    Raises:
        DataError: no unit for dates, text that is no date, or times to be counted from a date.
    """
    if values.dtype.kind in "iuf":
        return _numbers(name, values, unit, clock)
    if clock is None:
        raise DataError(
            "these are dates or times, and no unit is stated",
            where=name,
            remedy=f"state one in the block of data, such as: {name} in days",
        )
    if values.dtype.kind == "M" or (values.dtype.kind != "m" and is_date(first_known(values))):
        seconds, first, text = date_seconds(name, values, place)
        shift = 0.0
        if clock.since is not None:
            shift, text = (first - read_date(name, clock.since)).total_seconds(), clock.since
        return (seconds + shift) / SECONDS[clock.unit], f"{name}: {clock.unit} since {text}"
    _refuse_since(name, clock)
    return duration_seconds(name, values, place) / SECONDS[clock.unit], f"{name}: {clock.unit}"


def _numbers(name: str, values: NDArray[Any], unit: str, clock: Clock | None) -> tuple[Array, str]:
    """Numbers whose unit the data state, such as "hours since 1900-01-01" or "ms"."""
    since = _SINCE.fullmatch(unit)
    theirs = since[1] if since else unit.strip()
    ours = theirs if clock is None else clock.unit
    ratio = SECONDS[theirs] / SECONDS[ours]
    if since is None:
        _refuse_since(name, clock)
        note = "" if ratio == 1 else f"{name}: {theirs} in the data, here {ours}"
        return values.astype(np.float64) * ratio, note
    known = values[np.isfinite(values)]
    first = known.min() if known.size else values.dtype.type(0)
    numbers, text = (values - first).astype(np.float64) * ratio, _beginning(float(first), unit)
    if clock is not None and clock.since is not None:
        shift = (read_date(name, since[2]) - read_date(name, clock.since)).total_seconds()
        numbers, text = numbers + (float(first) * ratio + shift / SECONDS[ours]), clock.since
    return numbers, f"{name}: {ours} since {text}"


def _beginning(first: float, unit: str) -> str:
    """The date that is so many of a unit since another one, as far as it is a date."""
    since = _SINCE.fullmatch(unit)
    if since is None or first == 0:
        return since[2] if since else unit
    try:
        moment = read_date("", since[2]) + timedelta(seconds=first * SECONDS[since[1]])
    except (DataError, OverflowError, ValueError):
        return f"the first, which is {first:.15g} {unit.strip()}"
    return moment.isoformat(timespec="auto")


def _refuse_since(name: str, clock: Clock | None) -> None:
    if clock is not None and clock.since is not None:
        raise DataError(
            "the data hold times, not dates, and cannot be counted from one",
            where=name,
            remedy="leave since out",
        )
