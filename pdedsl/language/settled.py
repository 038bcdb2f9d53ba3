"""Parts of a grammar whose value is settled whatever the rules in them become."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pdedsl.language.grammar import Apply, Number, Template, Variable
from pdedsl.language.ranges import Range, bounds, never_real
from pdedsl.language.template_text import format_template


@dataclass(frozen=True)
class Judged:
    """A template and what is known of it whatever it becomes.

    Attributes:
        template: the template.
        parts: its operands, judged.
        value: the one it always has, NaN if it never has one, else None.
        range: bounds of its values.
        keys: equal for sums, and for products, that are equal up to the order of what is in
            them; None where there is something to choose.
        is_literal: whether it is written with numbers alone.
    """

    template: Template
    parts: tuple[Judged, ...]
    value: float | None
    range: Range
    keys: tuple[str, ...] | None
    is_literal: bool

    @property
    def key(self) -> str | None:
        """The same as one text."""
        if self.keys is None:
            return None
        if not isinstance(self.template, Apply):
            return self.keys[0]
        return f"{self.template.operator}({', '.join(self.keys)})"


def judged(template: Template) -> Judged:
    """What is known of a template and of all its parts, found from below in one pass."""
    if not isinstance(template, Apply):
        value = float(template.value) if isinstance(template, Number) else None
        keys = (format_template(template),) if isinstance(template, Variable | Number) else None
        return Judged(template, (), value, bounds(template), keys, isinstance(template, Number))
    parts = tuple(map(judged, template.arguments))
    return Judged(
        template=template,
        parts=parts,
        value=_value(template, parts),
        range=bounds(template, [part.range for part in parts]),
        keys=_keys(template.operator, parts),
        is_literal=all(part.is_literal for part in parts),
    )


def settled(template: Template) -> float | None:
    """The value that a template has whatever it becomes, NaN if it never has one, else None.

    >>> from pdedsl.language import Reference
    >>> settled(Apply("*", (Reference("expr"), Number(0))))
    0.0
    """
    return judged(template).value


def _value(template: Apply, parts: tuple[Judged, ...]) -> float | None:
    values = [part.value for part in parts]
    known = [v for v in values if v is not None]
    if any(math.isnan(v) for v in known) or never_real(template, parts[0].range):
        return math.nan
    if len(known) == len(values):
        return _computed(template.operator, known)
    if template.operator in ("-", "/") and parts[0].key == parts[1].key is not None:
        return 0.0 if template.operator == "-" else 1.0
    return _absorbed(template.operator, values)


def _keys(operator: str, parts: tuple[Judged, ...]) -> tuple[str, ...] | None:
    keys: list[str] = []
    commutes = operator in ("+", "*")
    for part in parts:
        if part.keys is None or part.key is None:
            return None
        same = commutes and isinstance(part.template, Apply) and part.template.operator == operator
        keys.extend(part.keys if same else (part.key,))
    return tuple(sorted(keys) if commutes else keys)


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
    math.exp, math.log, math.sqrt, math.erf,
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
