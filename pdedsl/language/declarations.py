"""Declarations: coordinates, fields, inputs and constants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import sympy

from pdedsl.errors import Mistake, Span
from pdedsl.form import Coordinate, Field, Input, Jet, make_symbol
from pdedsl.language import limits, syntax
from pdedsl.language.derivatives import derivative_text
from pdedsl.language.evaluate import evaluate, evaluate_number
from pdedsl.language.mistaken import attempt, wrong
from pdedsl.language.nearest import did_you_mean, shown
from pdedsl.language.rewriting_cost import refuse_costly
from pdedsl.language.scope import FUNCTION_NAMES, RESERVED, Scope
from pdedsl.language.source import unprintable
from pdedsl.language.templates import read_interval

BETWEEN = ("linear", "held")
"""Words for what an input is between its points, in place of a smooth curve."""


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


def taken_for_derivatives(
    others: Sequence[syntax.Name], fields: Sequence[syntax.Name], scope: Scope
) -> list[Mistake]:
    """Names that everybody would read as a derivative of a field, such as u_x."""
    mistakes = []
    for name in (*others, *fields):
        derivative = derivative_text(name.name, scope)
        if derivative is None:
            continue
        message = f"the name {shown(name.name)} is that of a derivative"
        remedy = f"it is {shown(derivative)}: choose another name"
        if name in fields:
            measured = shown(f"{name.name} = {derivative}")
            remedy = f"take it out, as it is {shown(derivative)} undeclared; if it was measured"
            remedy += f",\nwrite {measured}; if it is another quantity, choose another name"
        mistakes.append(Mistake(message, name.span, remedy))
    return mistakes


def read_coordinate(node: syntax.Coordinate, scope: Scope) -> Coordinate:
    """A coordinate; its bounds may use the constants of the scope."""
    lower, upper = (None, None) if node.interval is None else read_interval(node.interval, scope)
    unit = None if node.unit is None else read_quoted(node.unit)
    return Coordinate(make_symbol(node.name.name), lower, upper, unit)


def read_field(node: syntax.Field) -> Field:
    """A field, without what it is a derivative of."""
    unit = None if node.unit is None else read_quoted(node.unit)
    return Field(make_symbol(node.name.name), unit)


def read_input(node: syntax.Input) -> Input:
    """A quantity that is known as data."""
    if node.word is not None and node.word.name not in BETWEEN:
        message = f"{shown(node.word.name)} is no word for an input"
        remedy = did_you_mean(node.word.name, BETWEEN)
        separate = f"write a comma between inputs, as in {node.name.name}, {node.word.name}"
        words = (
            f"or {node.name.name} linear, {node.name.name} held for what it is between its points"
        )
        raise wrong(message, node.word.span, remedy or f"{separate},\n{words}")
    unit = None if node.unit is None else read_quoted(node.unit)
    symbol = make_symbol(node.name.name)
    return Input(symbol, unit) if node.word is None else Input(symbol, unit, node.word.name)


def read_definitions(
    nodes: Sequence[syntax.Field], scope: Scope, mistakes: list[Mistake]
) -> dict[sympy.Symbol, Jet]:
    """By field, of which derivative of a field without definition it is the measurement.

    Args:
        nodes: the fields as written.
        scope: coordinates, fields and constants.
        mistakes: found so far; what is found here is added.
    """
    direct: dict[sympy.Symbol, Jet] = {}
    spans: dict[sympy.Symbol, Span] = {}
    for node in nodes:
        field = make_symbol(node.name.name)
        if node.definition is None or field in direct:
            continue
        spans[field] = node.definition.span
        jet = attempt(mistakes, lambda n: _derivative(n, scope), node.definition)
        if jet is not None:
            direct[field] = jet
    found: dict[sympy.Symbol, Jet] = {}
    for field in direct:
        jet = attempt(mistakes, lambda f: _followed(f, direct, spans[f]), field)
        if jet is None:
            continue
        if jet in found.values():
            same = next(f.name for f, j in found.items() if j == jet)
            message = f"{field.name} is the same derivative as {same}"
            mistakes.append(Mistake(message, spans[field], "leave one of them out"))
        else:
            found[field] = jet
    return found


def _derivative(node: syntax.Node, scope: Scope) -> Jet:
    """The derivative of a field that an expression is."""
    refuse_costly((node,), scope)
    value = evaluate(node, scope)
    if len(value.parts) == 1 and value.free == 0 and not value.loose:
        part = value.parts[0]
        if part.scale == 1 and part.a == 1 and part.h in scope.fields:
            return Jet(part.h, part.alpha)
    remedy = "write for example fields u, v = d_t(u); what is no derivative stands alone"
    raise wrong("this is not the derivative of a field", node.span, remedy)


def _followed(field: sympy.Symbol, direct: Mapping[sympy.Symbol, Jet], span: Span) -> Jet:
    """The derivative of a field that is none itself."""
    jet, seen = direct[field], {field}
    while jet.field in direct:
        if jet.field in seen:
            remedy = "write of which other field it is the derivative"
            raise wrong(f"{field.name} is defined by way of itself", span, remedy)
        seen.add(jet.field)
        after = direct[jet.field]
        jet = Jet(after.field, jet.alpha + after.alpha)
    return jet


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
