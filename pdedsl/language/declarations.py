"""Declarations: coordinates, fields and constants."""

from __future__ import annotations

from collections.abc import Sequence

import sympy

from pdedsl.errors import Mistake, Span
from pdedsl.form import Coordinate, Field, make_symbol
from pdedsl.language import limits, syntax
from pdedsl.language.evaluate import evaluate_number
from pdedsl.language.mistaken import attempt, wrong
from pdedsl.language.scope import FUNCTION_NAMES, RESERVED, Scope
from pdedsl.language.source import unprintable
from pdedsl.language.templates import read_interval


def name_mistakes(names: Sequence[syntax.Name]) -> list[Mistake]:
    """What is wrong with declared names: reserved, too long, or declared before."""
    seen: dict[str, Span] = {}
    mistakes = []
    for name in names:
        problem = _name_problem(name.name, seen)
        if problem is not None:
            mistakes.append(Mistake(problem[0], name.span, problem[1]))
        seen.setdefault(name.name, name.span)
    return mistakes


def read_coordinate(node: syntax.Coordinate, scope: Scope) -> Coordinate:
    """A coordinate; its bounds may use the constants of the scope."""
    lower, upper = (None, None) if node.interval is None else read_interval(node.interval, scope)
    unit = None if node.unit is None else read_quoted(node.unit)
    return Coordinate(make_symbol(node.name.name), lower, upper, unit)


def read_field(node: syntax.Field) -> Field:
    """A field."""
    if node.definition is not None:
        raise wrong(
            "a measured derivative as a field is not read yet",
            node.definition.span,
            f"write fields ..., {node.name.name} without a definition, and use it like any field",
        )
    unit = None if node.unit is None else read_quoted(node.unit)
    return Field(make_symbol(node.name.name), unit)


def read_constants(
    nodes: Sequence[syntax.Constant], mistakes: list[Mistake]
) -> dict[str, sympy.Expr]:
    """The values of constants; each may use those before it."""
    values: dict[str, sympy.Expr] = {}
    for node in nodes:
        value = attempt(mistakes, lambda n: evaluate_number(n, Scope(constants=values)), node.value)
        values[node.name.name] = sympy.S.One if value is None else value
    return values


def read_quoted(text: syntax.Text) -> str:
    """The value of a text in quotes; Mistaken if it holds control characters."""
    if unprintable(text.value):
        raise wrong("a control character in a text", text.span, "take it out")
    return text.value


def _name_problem(name: str, seen: dict[str, Span]) -> tuple[str, str] | None:
    if len(name) > limits.NAME_LENGTH:
        return f"a name of more than {limits.NAME_LENGTH} characters", "shorten it"
    if name in FUNCTION_NAMES:
        return f"{name} is a function", "choose another name"
    if name in RESERVED:
        return f"{name} is a word of the language", "choose another name"
    if name in seen:
        return f"{name} is declared twice", f"it is declared in line {seen[name].line} already"
    return None
