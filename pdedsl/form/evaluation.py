"""Values of expressions at a few points: how far apart two functions are, without arrays."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import sympy

POINTS = 64
DEFAULT_RANGE = (0.2, 1.2)  # positive, so that roots and logarithms exist


def evaluate(expression: sympy.Expr, point: Mapping[sympy.Symbol, float]) -> float:
    """The expression at a point; NaN where it has no finite real value.

    >>> x = sympy.Symbol("x")
    >>> evaluate(x**2 + 1, {x: 2.0})
    5.0
    """
    try:
        value = _value(expression, point)
    except (ValueError, OverflowError, ZeroDivisionError, TypeError):
        return math.nan
    return value if isinstance(value, float) and math.isfinite(value) else math.nan


def relative_difference(
    found: sympy.Expr,
    expected: sympy.Expr,
    variables: tuple[sympy.Symbol, ...],
    box: Mapping[sympy.Symbol, tuple[float, float]],
) -> float:
    """||found - expected|| / ||expected|| in L2 over a box, by 64 evenly spread fixed points.

    Points where `expected` is undefined are left out. The difference is infinite if `found` is
    undefined at one of the others, or if there are none.

    Args:
        found: a function of the variables.
        expected: the one to measure by.
        variables: axes of the box.
        box: range of each variable, (0.2, 1.2) for those not named.
    """
    points = _spread(variables, box)
    pairs = [(evaluate(found, p), evaluate(expected, p)) for p in points]
    defined = [(f, e) for f, e in pairs if not math.isnan(e)]
    if not defined or any(math.isnan(f) for f, _ in defined):
        return math.inf
    difference = math.hypot(*(f - e for f, e in defined))
    norm = math.hypot(*(e for _, e in defined))
    if norm == 0:
        return 0.0 if difference == 0 else math.inf
    return difference / norm


def _value(expression: sympy.Expr, point: Mapping[sympy.Symbol, float]) -> float:
    if expression.is_Symbol:
        return float(point[expression])
    if not expression.free_symbols:
        return float(expression)
    values = [_value(argument, point) for argument in expression.args]
    operation = _operation(expression.func.__name__)
    if operation is not None:
        return operation(values)
    return float(expression.func(*map(sympy.Float, values)))


def _operation(name: str) -> Callable[[list[float]], float] | None:
    if name in ("exp", "log", "sin", "cos", "tan", "sinh", "cosh", "tanh", "erf"):
        return lambda values: getattr(math, name)(*values)
    operations: dict[str, Callable[[list[float]], float]] = {
        "Add": math.fsum,
        "Mul": math.prod,
        "Pow": lambda values: values[0] ** values[1],
    }
    return operations.get(name)


def _spread(
    variables: tuple[sympy.Symbol, ...], box: Mapping[sympy.Symbol, tuple[float, float]]
) -> list[dict[sympy.Symbol, float]]:
    """Points of an additive recurrence, which fill a box evenly in any dimension.

    Source: Roberts 2018, the R_d sequence: multiples of powers of 1 / phi_d, modulo 1, where
    phi_d^(d + 1) = phi_d + 1.
    """
    phi = 2.0
    for _ in range(60):
        phi = (1.0 + phi) ** (1.0 / (len(variables) + 1))
    steps = [phi ** -(axis + 1) for axis in range(len(variables))]
    ranges = [box.get(v, DEFAULT_RANGE) for v in variables]
    return [
        {
            v: low + (high - low) * ((0.5 + n * step) % 1.0)
            for v, step, (low, high) in zip(variables, steps, ranges, strict=True)
        }
        for n in range(1, POINTS + 1)
    ]
