"""Units of time by their names; the language checks them and the readers count in them."""

from __future__ import annotations

_DAY = 86_400.0
_NAMES = {
    1e-9: ("ns", "nanosecond", "nanoseconds"),
    1e-6: ("us", "µs", "microsecond", "microseconds"),
    1e-3: ("ms", "millisecond", "milliseconds"),
    1.0: ("s", "sec", "second", "seconds"),
    60.0: ("min", "minute", "minutes"),
    3600.0: ("h", "hr", "hour", "hours"),
    _DAY: ("d", "day", "days"),
    7 * _DAY: ("week", "weeks"),
    365.25 * _DAY: ("yr", "year", "years"),
}
SECONDS = {name: size for size, names in _NAMES.items() for name in names}
"""Length in seconds of every unit, by each of its names. A year has 365.25 days."""

UNITS = tuple(names[-1] for names in _NAMES.values())
"""One name of each."""
