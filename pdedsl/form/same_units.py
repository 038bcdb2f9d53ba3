"""Units that are written differently and are one unit: N and kg*m/s^2, h and hours."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

from pdedsl.form.units import Unit, read_unit
from pdedsl.time_units import SECONDS

_MADE_OF: Mapping[str, str] = MappingProxyType(
    {
        "N": "kg*m/s^2",
        "Pa": "kg/(m*s^2)",
        "J": "kg*m^2/s^2",
        "W": "kg*m^2/s^3",
        "C": "A*s",
        "V": "kg*m^2/(A*s^3)",
        "F": "A^2*s^4/(kg*m^2)",
        "Ω": "kg*m^2/(A^2*s^3)",
        "S": "A^2*s^3/(kg*m^2)",
        "Wb": "kg*m^2/(A*s^2)",
        "T": "kg/(A*s^2)",
        "H": "kg*m^2/(A^2*s^2)",
        "Hz": "1/s",
        "Bq": "1/s",
        "rad": "1",
        "°C": "K",
    }
)
"""Units of the SI with a name of their own. A derivative in °C is one in K."""

_TIMES: Mapping[str, str] = MappingProxyType(
    {name: next(n for n, s in SECONDS.items() if s == size) for name, size in SECONDS.items()}
)
"""The first name of every unit of time."""


def is_same_unit(first: Unit, second: Unit) -> bool:
    """Whether two units of derivatives are one, as far as it is known what they are made of.

    >>> is_same_unit(read_unit("N"), read_unit("kg*m/sec^2")), is_same_unit({"m": 1}, {"mm": 1})
    (True, False)
    """
    return _taken_apart(first) == _taken_apart(second)


def _taken_apart(unit: Unit) -> dict[str, Fraction]:
    total: dict[str, Fraction] = {}
    for symbol, exponent in unit.items():
        name = _TIMES.get(symbol, symbol)
        parts = read_unit(_MADE_OF[name]) if name in _MADE_OF else {name: Fraction(1)}
        for part, n in (parts or {}).items():
            total[part] = total.get(part, Fraction(0)) + n * exponent
    return {part: n for part, n in total.items() if n != 0}
