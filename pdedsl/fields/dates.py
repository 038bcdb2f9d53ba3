"""Dates and times as the data hold them: told apart, and read as seconds."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pdedsl.errors import DataError
from pdedsl.fields.arrays import Array
from pdedsl.fields.cells import MISSING, Place

_CLOCK = re.compile(r"(-?)(\d{1,6}):([0-5]\d)(?::([0-5]\d(?:\.\d{1,9})?))?")


def is_missing(value: Any) -> bool:
    """Whether an entry of an array of objects stands for nothing."""
    if isinstance(value, str):
        return value.strip().lower() in MISSING
    return value is None or str(value) in ("nan", "NaT", "<NA>")


def first_known(values: NDArray[Any]) -> Any:
    """The first entry that is not missing, None if there is none."""
    return next((v for v in values.flat if not is_missing(v)), None)


def is_date(value: Any) -> bool:
    """Whether an entry is a date, of Python or in ISO 8601."""
    if isinstance(value, str) and not _CLOCK.fullmatch(value):
        try:
            datetime.fromisoformat(value)
        except ValueError:
            return False
        return True
    return isinstance(value, date)


def is_duration(value: Any) -> bool:
    """Whether an entry is a time difference, of Python or as 1:30 or 1:30:00."""
    if isinstance(value, str):
        return _CLOCK.fullmatch(value) is not None
    return isinstance(value, timedelta)


def read_date(name: str, text: str) -> datetime:
    """A date in ISO 8601, as UTC and without a time zone.

    Raises:
        DataError: it is none.
    """
    try:
        return _utc(datetime.fromisoformat(text.strip()))
    except ValueError:
        raise DataError(
            f"{text[:40]!r} is not a date",
            where=name,
            remedy="write it in ISO 8601, such as 2020-01-31 or 2020-01-31T12:00:00",
        ) from None


def date_seconds(name: str, values: NDArray[Any], place: Place) -> tuple[Array, datetime, str]:
    """Seconds since the first date, NaN for missing ones; the first date, and its text.

    Args:
        name: of the coordinate, for messages.
        values: of type datetime64, or objects for which `is_date` holds.
        place: what messages call an entry.

    Raises:
        DataError: no dates, text that is none, or dates with and without time zones.
    """
    if values.dtype.kind != "M":
        values = _as_datetime64(name, values, place)
    elif np.datetime_data(values.dtype)[0] in "YMWD":
        values = values.astype("M8[s]")
    missing = np.isnat(values)
    if missing.all():
        raise DataError("every date is missing", where=name, remedy="check the data")
    first = values[~missing].min()
    size = np.timedelta64(1, np.datetime_data(values.dtype)[0]) / np.timedelta64(1, "s")
    count = np.datetime_data(values.dtype)[1]
    seconds = np.where(missing, np.nan, (values - first).astype(np.int64) * (size * count))
    moment: datetime = first.astype("M8[us]").astype(datetime)
    return seconds, moment, moment.isoformat()


def duration_seconds(name: str, values: NDArray[Any], place: Place) -> Array:
    """Seconds of time differences, NaN for missing ones.

    Args:
        name: of the coordinate, for messages.
        values: of type timedelta64, or objects for which `is_duration` holds.
        place: what messages call an entry.

    Raises:
        DataError: text that is no time.
    """
    if values.dtype.kind == "m":
        nothing = np.isnat(values)
        steps = np.where(nothing, np.timedelta64(0, "s"), values)
        return np.where(nothing, np.nan, steps / np.timedelta64(1, "s"))
    flat = [_duration(name, place(k), value) for k, value in enumerate(values.flat)]
    return np.array(flat).reshape(values.shape)


def _as_datetime64(name: str, values: NDArray[Any], place: Place) -> NDArray[np.datetime64]:
    found = np.empty(values.size, dtype="M8[us]")
    aware = set()
    for k, value in enumerate(values.flat):
        if is_missing(value):
            found[k] = np.datetime64("NaT")
            continue
        moment = _moment(name, place(k), value)
        aware.add(moment.tzinfo is not None)
        found[k] = np.datetime64(_utc(moment), "us")
    if len(aware) > 1:
        raise DataError(
            "some dates have a time zone and some have none",
            where=name,
            remedy="write all of them with one, such as 2020-01-01T12:00Z",
        )
    return found.reshape(values.shape)


def _moment(name: str, place: str, value: Any) -> datetime:
    if isinstance(value, datetime):
        return value
    if isinstance(value, date):
        return datetime(value.year, value.month, value.day)
    try:
        return datetime.fromisoformat(str(value))
    except ValueError:
        raise DataError(
            f"{place}: {str(value)[:40]!r} is not a date",
            where=name,
            remedy="write dates in ISO 8601, such as 2020-01-31 or 2020-01-31T12:00:00",
        ) from None


def _utc(moment: datetime) -> datetime:
    """The same moment in UTC, or as it is where no time zone is known."""
    plain = moment.astimezone(UTC) if moment.tzinfo else moment
    return plain.replace(tzinfo=None, fold=0)


def _duration(name: str, place: str, value: Any) -> float:
    if is_missing(value):
        return float("nan")
    if isinstance(value, timedelta):
        return value.total_seconds()
    parts = _CLOCK.fullmatch(str(value))
    if parts is None:
        raise DataError(
            f"{place}: {str(value)[:40]!r} is not a time",
            where=name,
            remedy="write times as hours:minutes or hours:minutes:seconds",
        )
    sign, hours, minutes, seconds = parts.groups()
    size = 3600 * int(hours) + 60 * int(minutes) + float(seconds or 0)
    return -size if sign else size
