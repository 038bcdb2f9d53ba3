"""Grammar templates as text, with the parentheses that keep their structure."""

from __future__ import annotations

from pdedsl.language.grammar import (
    Apply,
    Constant,
    Integer,
    Number,
    Reference,
    Rule,
    Template,
    Variable,
)
from pdedsl.language.printing import ATOM, MINUS, POWER, PRODUCT, SUM, format_number

_LEVELS = {"+": (SUM, PRODUCT), "-": (SUM, PRODUCT), "*": (PRODUCT, MINUS), "/": (PRODUCT, MINUS)}


def format_rule(rule: Rule, width: int = 90) -> str:
    """A rule, on several lines where one would be longer than `width`.

    >>> format_rule(Rule("e", (Apply("*", (Constant(), Reference("e"))), Variable("t"))))
    'e ::= const*e | t'
    """
    lines = [f"{rule.name} ::="]
    for i, alternative in enumerate(rule.alternatives):
        text = format_template(alternative)
        if i and len(lines[-1]) + len(text) + 3 > width:
            lines.append(" " * (len(rule.name) + 3) + f"| {text}")
        else:
            lines[-1] += f" | {text}" if i else f" {text}"
    return "\n".join(lines)


def format_template(template: Template) -> str:
    """A template as text of the language."""
    return _text(template)[0]


def _text(template: Template) -> tuple[str, int]:
    match template:
        case Reference(name) | Variable(name):
            return name, ATOM
        case Constant(lower, upper):
            return _constant(lower, upper), ATOM
        case Integer(lower, upper):
            return f"int in {lower}..{upper}", ATOM
        case Number(value):
            return format_number(value), MINUS if value < 0 else ATOM
        case Apply(operator, arguments):
            return _apply(operator, arguments)


def _constant(lower: float | None, upper: float | None) -> str:
    if lower is None and upper is None:
        return "const"
    low = "-inf" if lower is None else format_number(lower)
    return f"const in [{low}, {'inf' if upper is None else format_number(upper)}]"


def _apply(operator: str, arguments: tuple[Template, ...]) -> tuple[str, int]:
    if operator == "neg":
        return f"-{_hold(arguments[0], POWER)}", MINUS
    if operator == "^":
        base, exponent = arguments
        return f"{_hold(base, ATOM)}^{_hold(exponent, POWER)}", POWER
    if operator in _LEVELS:
        own, right = _LEVELS[operator]
        sign = f" {operator} " if own == SUM else operator
        return f"{_hold(arguments[0], own)}{sign}{_hold(arguments[1], right)}", own
    return f"{operator}({_text(arguments[0])[0]})", ATOM


def _hold(template: Template, tightness: int) -> str:
    text, own = _text(template)
    return text if own >= tightness else f"({text})"
