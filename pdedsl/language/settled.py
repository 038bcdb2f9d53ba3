"""Parts of a grammar whose value is settled whatever the rules in them become."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping

from pdedsl.language.grammar import Apply, Number, Template, Variable
from pdedsl.language.ranges import never_real
from pdedsl.language.template_text import format_template


def settled(template: Template) -> float | None:
    """The value that a template has whatever it becomes, NaN if it never has one, else None.

    >>> from pdedsl.language import Reference
    >>> settled(Apply("*", (Reference("expr"), Number(0))))
    0.0
    """
    if isinstance(template, Number):
        return float(template.value)
    if not isinstance(template, Apply):
        return None
    values = [settled(a) for a in template.arguments]
    known = [v for v in values if v is not None]
    if any(math.isnan(v) for v in known) or never_real(template):
        return math.nan
    if len(known) == len(values):
        return _computed(template.operator, known)
    if template.operator in ("-", "/") and _is_same(*template.arguments):
        return 0.0 if template.operator == "-" else 1.0
    return _absorbed(template.operator, values)


def _absorbed(operator: str, values: list[float | None]) -> float | None:
    """The value of an operation that one operand decides alone."""
    first, second = values[0], values[-1]
    if operator == "*" and 0.0 in values:
        return 0.0
    if operator == "/":
        return math.nan if second == 0 else 0.0 if first == 0 else None
    if operator == "^":
        return 1.0 if second == 0 or first == 1 else None
    return None


def _is_same(one: Template, other: Template) -> bool:
    """Whether two templates are equal and have nothing to be chosen in them."""
    return _is_fixed(one) and _is_fixed(other) and _key(one) == _key(other)


def _is_fixed(template: Template) -> bool:
    if isinstance(template, Apply):
        return all(_is_fixed(a) for a in template.arguments)
    return isinstance(template, Variable | Number)


def _key(template: Template) -> str:
    """Equal for templates that are equal up to the order of sums and products."""
    if not isinstance(template, Apply):
        return format_template(template)
    commutes = template.operator in ("+", "*")
    parts = _operands(template, template.operator) if commutes else template.arguments
    keys = [_key(part) for part in parts]
    return f"{template.operator}({', '.join(sorted(keys) if commutes else keys)})"


def _operands(template: Template, operator: str) -> Iterator[Template]:
    if isinstance(template, Apply) and template.operator == operator:
        for argument in template.arguments:
            yield from _operands(argument, operator)
    else:
        yield template


def _computed(operator: str, values: list[float]) -> float | None:
    """The operation on numbers: NaN outside its domain, None beyond the largest float."""
    try:
        value = _OPERATIONS[operator](*values)
    except (ValueError, ZeroDivisionError):
        return math.nan
    except OverflowError:
        return None
    return value if math.isfinite(value) else None


_FUNCTIONS = (
    math.sin, math.cos, math.tan, math.asin, math.acos, math.atan, math.sinh, math.cosh, math.tanh,
    math.exp, math.log, math.sqrt,
)  # fmt: skip
_OPERATIONS: Mapping[str, Callable[..., float]] = {
    **{function.__name__: function for function in _FUNCTIONS},
    "+": lambda x, y: x + y,
    "-": lambda x, y: x - y,
    "*": lambda x, y: x * y,
    "/": lambda x, y: x / y,
    "^": math.pow,
    "neg": lambda x: -x,
    "abs": abs,
}
