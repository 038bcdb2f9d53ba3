"""Between which bounds a part of a grammar stays whatever the rules in it become."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import product

from pdedsl.language.grammar import Apply, Constant, Integer, Number, Template

Range = tuple[float, float]

_ANYTHING: Range = (-math.inf, math.inf)
_OF_FUNCTIONS: Mapping[str, Range] = {
    "exp": (0.0, math.inf),
    "abs": (0.0, math.inf),
    "sqrt": (0.0, math.inf),
    "cosh": (1.0, math.inf),
    "sin": (-1.0, 1.0),
    "cos": (-1.0, 1.0),
    "tanh": (-1.0, 1.0),
    "erf": (-1.0, 1.0),
    "acos": (0.0, math.pi),
}


def never_real(template: Apply, first: Range) -> bool:
    """Whether an operation has no real value with the first operand in this range.

    >>> from pdedsl.language import Reference
    >>> never_real(Apply("log", (Reference("e"),)), (-math.inf, 0.0))
    True
    """
    low, high = first
    match template.operator:
        case "log":
            return high <= 0
        case "sqrt":
            return high < 0
        case "asin" | "acos":
            return low > 1 or high < -1
        case "^":
            exponent = template.arguments[1]
            return high < 0 and isinstance(exponent, Number) and exponent.value % 1 != 0
    return False


def bounds(template: Template, parts: Sequence[Range] = ()) -> Range:
    """A lower and an upper bound of the values, which need not be the closest.

    `parts` are those of the operands.
    """
    match template:
        case Number(value):
            return float(value), float(value)
        case Constant(lower, upper):
            return (
                -math.inf if lower is None else float(lower),
                math.inf if upper is None else float(upper),
            )
        case Integer(lower, upper):
            return float(lower), float(upper)
        case Apply(operator, arguments):
            return _of_operation(operator, arguments, parts)
    return _ANYTHING


def _of_operation(operator: str, arguments: tuple[Template, ...], parts: Sequence[Range]) -> Range:
    if operator in _OF_FUNCTIONS:
        return _OF_FUNCTIONS[operator]
    if operator == "^":
        return _of_power(parts[0][0], arguments[1])
    if operator in _OF_OPERATORS:
        return _OF_OPERATORS[operator](*parts)
    return _ANYTHING


def _of_power(low: float, exponent: Template) -> Range:
    even = isinstance(exponent, Number) and exponent.value % 2 == 0
    return (0.0, math.inf) if even or low >= 0 else _ANYTHING


def _of_product(one: Range, other: Range) -> Range:
    values = [0.0 if 0.0 in pair else pair[0] * pair[1] for pair in product(one, other)]
    return min(values), max(values)


def _of_quotient(one: Range, other: Range) -> Range:
    low, high = other
    if low < 0 < high:
        return _ANYTHING
    if low >= 0:
        reciprocal = 1 / high if high else math.inf, 1 / low if low else math.inf
    else:
        reciprocal = 1 / high if high else -math.inf, 1 / low
    return _of_product(one, reciprocal)


_OF_OPERATORS: Mapping[str, Callable[..., Range]] = {
    "neg": lambda one: (-one[1], -one[0]),
    "+": lambda one, other: (one[0] + other[0], one[1] + other[1]),
    "-": lambda one, other: (one[0] - other[1], one[1] - other[0]),
    "*": _of_product,
    "/": _of_quotient,
}
