"""Units of terms and coefficients, as symbols; where one is not certain there is none.

A unit is a product of powers of symbols such as m and s. Nothing is known of the symbols: no unit
is converted, and mm is another one than m.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

import sympy

from pdedsl.form.extended_derivative import ExtendedDerivative
from pdedsl.form.jet import Jet
from pdedsl.form.multi_index import MultiIndex
from pdedsl.form.pde import VariationalReadyPDE
from pdedsl.form.problem import Coordinate, Field, Problem

Unit: TypeAlias = Mapping[str, Fraction]
"""Exponents by symbol, none of them zero; empty for what has no dimension."""

_LONGEST = 100  # characters of a unit that is read
_SYMBOL = r"[^\W\d_]+|°[^\W\d_]*|%|1"
_FACTOR = rf"({_SYMBOL})(?:\^(-?\d{{1,2}}))?"
_SUPERSCRIPTS = str.maketrans({"²": "^2", "³": "^3", "·": "*"})


def read_unit(text: str | None) -> Unit | None:
    """The unit that a text such as "m", "kg*m^2" or "mol/L" is; None if it is not that simple.

    >>> read_unit("m^2/s") == {"m": 2, "s": -1}, read_unit("cells per mm")
    (True, None)
    """
    plain = (text or "").translate(_SUPERSCRIPTS).strip()
    if len(plain) > _LONGEST:
        return None
    below = re.fullmatch(r"([^()]+)/\s*\(([^()/]+)\)", plain)
    if below is not None:
        units = read_unit(below[1]), read_unit(below[2])
        known = None not in units
        return _product(units[0] or {}, _raised(units[1] or {}, Fraction(-1))) if known else None
    pieces = re.split(r"\s*([*/])\s*", plain)
    found: Unit = {}
    for operator, factor in zip(["*", *pieces[1::2]], pieces[::2], strict=True):
        match = re.fullmatch(_FACTOR, factor)
        if match is None:
            return None
        exponent = Fraction(match[2] or 1) * (1 if operator == "*" else -1)
        found = _product(found, {} if match[1] == "1" else {match[1]: exponent})
    return found


def unit_text(unit: Unit) -> str:
    """A unit as text that reads back: "m^2/s", "1/(m*s)", "1" for no dimension.

    >>> unit_text({"s": Fraction(-1), "m": Fraction(2)})
    'm^2/s'
    """
    above = [_power(s, n) for s, n in sorted(unit.items()) if n > 0]
    below = [_power(s, -n) for s, n in sorted(unit.items()) if n < 0]
    text = "*".join(above) or "1"
    if not below:
        return text
    return f"{text}/{below[0]}" if len(below) == 1 else f"{text}/({'*'.join(below)})"


def term_unit(term: ExtendedDerivative, problem: Problem, *, pure: bool = True) -> Unit | None:
    """The unit of a term, None if it is not certain.

    Args:
        term: in the coordinates, fields and inputs of the problem.
        problem: with the units of its coordinates, fields and inputs.
        pure: whether exact numbers are numbers; they may be values of constants with a unit.
    """
    units = {x.symbol: read_unit(x.unit) for x in problem.coordinates}
    units |= {u.symbol: read_unit(u.unit) for u in problem.fields}
    units |= {q.symbol: read_unit(q.unit) for q in problem.inputs}
    return _per_step(_unit(term.a * term.h, units, pure=pure), term.alpha, problem.coordinates)


def _per_step(
    found: Unit | None, alpha: MultiIndex, coordinates: Sequence[Coordinate]
) -> Unit | None:
    """A unit divided by those of the coordinates in which there is a derivative."""
    for x, n in zip(coordinates, alpha.orders, strict=True):
        step = read_unit(x.unit) if n else {}
        if found is None or step is None:
            return None
        found = _product(found, _raised(step, Fraction(-n)))
    return found


def derivative_unit(
    jet: Jet, coordinates: Sequence[Coordinate], fields: Sequence[Field]
) -> Unit | None:
    """The unit of a derivative of a field, None if it is not certain."""
    found = next((read_unit(u.unit) for u in fields if u.symbol == jet.field), None)
    return _per_step(found, jet.alpha, coordinates)


def coefficient_units(
    pde: VariationalReadyPDE, problem: Problem, *, pure: bool = True
) -> tuple[str | None, ...]:
    """The unit of each coefficient where the first one present is 1, None where not certain.

    Args: as those of `term_unit`.
    """
    first = pde.support[0]
    reference = term_unit(pde.dictionary[first], problem, pure=pure)
    if pde.beta[first] != 1 or reference is None:
        return (None,) * len(pde.beta)
    found: list[str | None] = []
    for position, term in enumerate(pde.dictionary):
        unit = term_unit(term, problem, pure=pure)
        ratio = None if unit is None else _product(reference, _raised(unit, Fraction(-1)))
        found.append(None if ratio is None else "1" if position == first else unit_text(ratio))
    return tuple(found)


def _unit(
    expression: sympy.Expr, units: Mapping[sympy.Symbol, Unit | None], *, pure: bool
) -> Unit | None:
    if expression.is_Symbol:
        return units.get(expression)
    if expression.is_number:
        certain = expression in (1, -1) or (pure and expression.is_Rational)
        return {} if certain else None
    parts = [_unit(part, units, pure=pure) for part in expression.args]
    if expression.is_Pow:
        exponent = expression.exp
        if exponent.is_Rational and parts[0] is not None:
            return _raised(parts[0], Fraction(int(exponent.p), int(exponent.q)))
        return {} if parts == [{}, {}] or (exponent.is_number and parts[0] == {}) else None
    if expression.is_Mul:
        found: Unit | None = {}
        for part in parts:
            found = None if found is None or part is None else _product(found, part)
        return found
    return parts[0] if _is_certain(expression, parts) else None


def _is_certain(expression: sympy.Expr, parts: Sequence[Unit | None]) -> bool:
    """Whether the unit of a sum or a function is that of its first part."""
    if expression.is_Add or isinstance(expression, sympy.Abs):
        return all(part == parts[0] for part in parts)
    return parts == [{}]


def _product(first: Unit, second: Unit) -> Unit:
    total = {s: first.get(s, Fraction(0)) + second.get(s, Fraction(0)) for s in {*first, *second}}
    return {s: n for s, n in total.items() if n != 0}


def _raised(unit: Unit, exponent: Fraction) -> Unit:
    return {s: n * exponent for s, n in unit.items() if n * exponent != 0}


def _power(symbol: str, exponent: Fraction) -> str:
    if exponent == 1:
        return symbol
    return f"{symbol}^{exponent}" if exponent.denominator == 1 else f"{symbol}^({exponent})"
