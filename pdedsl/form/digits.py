"""Values of expressions to many digits, in bounded time and with no exact number made on the way.

SymPy's own evaluation puts exact numbers in first, where it does not know a function, and then
looks for roots and signs of numbers of thousands of digits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

import mpmath
import sympy

Value = Any  # mpmath's mpf, or its mpc where the value is not real
_Known: TypeAlias = dict[sympy.Expr, Value]

PRECISIONS = (70, 110)  # digits; what both computations agree in is known
AGREED = mpmath.mpf("1e-40")  # relative
NOTHING = mpmath.mpf("1e-50")  # a value that is smaller with either precision is zero
LARGEST = mpmath.mpf("1e300")  # power of e, or angle; beyond it, digits of it take long to find


def value(expression: sympy.Expr, point: Mapping[sympy.Symbol, sympy.Rational]) -> Value | None:
    """The expression at a point, to 40 digits; None where it has no value that is known so well.

    >>> x = sympy.Symbol("x", real=True)
    >>> mpmath.nstr(value(sympy.exp(x), {x: sympy.Rational(1, 2)}), 12)
    '1.6487212707'
    """
    return next(values([expression], point))


def values(
    expressions: Iterable[sympy.Expr], point: Mapping[sympy.Symbol, sympy.Rational]
) -> Iterator[Value | None]:
    """The values of some expressions at a point, one by one; what they share is computed once."""
    known: tuple[_Known, ...] = tuple({} for _ in PRECISIONS)
    return (_agreed(expression, point, known) for expression in expressions)


def _agreed(
    expression: sympy.Expr,
    point: Mapping[sympy.Symbol, sympy.Rational],
    known: tuple[_Known, ...],
) -> Value | None:
    """The value that both precisions agree in; `known` are the values of parts in each."""
    found = []
    for digits, parts in zip(PRECISIONS, known, strict=True):
        with mpmath.workdps(digits):
            try:
                found.append(_value(expression, point, parts))
            except (ValueError, ArithmeticError, KeyError, mpmath.libmp.NoConvergence):
                return None
    low, high = found
    if not (mpmath.isfinite(low) and mpmath.isfinite(high)):
        return None
    if max(abs(low), abs(high)) < NOTHING:
        return mpmath.mpf(0)
    return high if abs(low - high) <= AGREED * abs(high) else None


def _value(
    expression: sympy.Expr,
    point: Mapping[sympy.Symbol, sympy.Rational],
    known: _Known,
) -> Value:
    """The value with the precision in force; `known` are those of the parts so far."""
    if expression.args and expression in known:
        return known[expression]
    if expression.is_Symbol:
        expression = point[expression]
    if expression.is_Rational:
        return mpmath.mpf(int(expression.p)) / int(expression.q)
    if expression.is_Float:
        return mpmath.mpf(expression._mpf_)
    if not expression.args:
        return _CONSTANTS[expression]()
    parts = [_value(part, point, known) for part in expression.args]
    known[expression] = _OPERATIONS[expression.func](*parts)
    return known[expression]


def _sum(*values: Value) -> Value:
    return sum(values[1:], values[0])


def _product(*values: Value) -> Value:
    result = values[0]
    for factor in values[1:]:
        result = result * factor
    return result


def _peak(place: Value, *_: Value) -> Value:
    """DiracDelta, which comes of derivatives of abs: zero but in one place."""
    if place == 0:
        raise ZeroDivisionError
    return mpmath.mpf(0)


def _power(base: Value, exponent: Value) -> Value:
    if base != 0 and abs(mpmath.log(abs(base)) * exponent) > LARGEST:
        raise OverflowError
    return mpmath.power(base, exponent)


def _within(function: Callable[[Value], Value]) -> Callable[[Value], Value]:
    def bounded(argument: Value) -> Value:
        if abs(argument) > LARGEST:
            raise OverflowError
        return function(argument)

    return bounded


_CONSTANTS: Mapping[sympy.Expr, Callable[[], Value]] = {
    sympy.E: lambda: +mpmath.e,
    sympy.pi: lambda: +mpmath.pi,
}
_OPERATIONS: Mapping[type[sympy.Basic], Callable[..., Value]] = {
    sympy.Add: _sum,
    sympy.Mul: _product,
    sympy.Pow: _power,
    sympy.Abs: abs,
    sympy.sign: mpmath.sign,
    sympy.DiracDelta: _peak,
    **{getattr(sympy, n): getattr(mpmath, n) for n in ("asin", "acos", "atan", "log", "erf")},
    **{
        getattr(sympy, n): _within(getattr(mpmath, n))
        for n in ("sin", "cos", "tan", "exp", "sinh", "cosh", "tanh")
    },
}
