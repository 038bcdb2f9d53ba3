"""From what the parser recognised to nodes: one method for each rule of the `.lark` files."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lark import Token, Transformer

from pdedsl.errors import Span
from pdedsl.language import syntax

Child = Any  # a token, a node, or None for what was left out


def span_of(child: Child) -> Span:
    """Where a token or node stands."""
    if isinstance(child, Token):
        line, column = child.line or 1, child.column or 1
        return Span(line, column, child.end_line or line, child.end_column or column + 1)
    span: Span = child.span
    return span


def across(first: Child, last: Child) -> Span:
    """From the start of one token or node to the end of another."""
    start, end = span_of(first), span_of(last)
    return Span(start.line, start.column, end.end_line, end.end_column)


class ExpressionNodes(Transformer[Token, Any]):
    """Nodes of `expression.lark`."""

    def sum(self, children: list[Child]) -> syntax.Node:
        """Summands and the operators between them."""
        return _chain(children, "+", syntax.Sum)

    def product(self, children: list[Child]) -> syntax.Node:
        """Factors and the operators between them."""
        return _chain(children, "*", syntax.Product)

    def negative(self, children: list[Child]) -> syntax.Negative:
        """Unary minus."""
        return syntax.Negative(children[1], across(children[0], children[1]))

    def power(self, children: list[Child]) -> syntax.Power:
        """Base and exponent."""
        base, _, exponent = children
        return syntax.Power(base, exponent, across(base, exponent))

    def number(self, children: list[Child]) -> syntax.Number:
        """A literal."""
        return syntax.Number(str(children[0]), span_of(children[0]))

    def negative_number(self, children: list[Child]) -> syntax.Number:
        """A literal with its sign."""
        return syntax.Number(f"-{children[1]}", across(children[0], children[1]))

    def group(self, children: list[Child]) -> syntax.Node:
        """Parentheses: the node inside, with the span outside."""
        opening, inner, closing = children
        return _with_span(inner, across(opening, closing))

    def call(self, children: list[Child]) -> syntax.Call:
        """A function of arguments."""
        name, arguments = children[0], tuple(children[2:-1:2])
        return syntax.Call(name, arguments, across(name, children[-1]))

    def bracket(self, children: list[Child]) -> syntax.Bracket:
        """A derivative with its indices in brackets."""
        name, indices = children[0], tuple(children[2:-4:2])
        return syntax.Bracket(name, indices, children[-2], across(name, children[-1]))

    def real_range(self, children: list[Child]) -> syntax.RealRange:
        """A real number between bounds."""
        name, _, interval = children
        return syntax.RealRange(name, interval, across(name, interval))

    def whole_range(self, children: list[Child]) -> syntax.WholeRange:
        """A whole number between bounds."""
        name, _, lower, _, upper = children
        return syntax.WholeRange(name, lower, upper, across(name, upper))


class PieceNodes(Transformer[Token, Any]):
    """Nodes of `pde.lark`, and of the rules that it imports by name."""

    def name(self, children: list[Child]) -> syntax.Name:
        """A name."""
        return syntax.Name(str(children[0]), span_of(children[0]))

    def interval(self, children: list[Child]) -> syntax.Interval:
        """Lower and upper bound."""
        opening, lower, _, upper, closing = children
        return syntax.Interval(lower, upper, across(opening, closing))

    def number(self, children: list[Child]) -> syntax.Number:
        """A literal."""
        return syntax.Number(str(children[0]), span_of(children[0]))

    def negative_number(self, children: list[Child]) -> syntax.Number:
        """A literal with its sign."""
        return syntax.Number(f"-{children[1]}", across(children[0], children[1]))

    def text(self, children: list[Child]) -> syntax.Text:
        """A text in quotes."""
        return _text(children[0])

    title = text
    data = text
    quoted = text

    def coordinates(self, children: list[Child]) -> tuple[Child, ...]:
        """Items without the commas between them."""
        return tuple(children[::2])

    fields = coordinates
    inputs = coordinates
    constants = coordinates

    def coordinate(self, children: list[Child]) -> syntax.Coordinate:
        """Name, range, unit."""
        name, _, interval, unit = children
        return syntax.Coordinate(name, interval, _optional_text(unit))

    def field(self, children: list[Child]) -> syntax.Field:
        """Name, definition, unit."""
        name, _, definition, unit = children
        return syntax.Field(name, definition, _optional_text(unit))

    def input(self, children: list[Child]) -> syntax.Input:
        """Name, a word, unit."""
        name, word, unit = children
        return syntax.Input(name, word, _optional_text(unit))

    def constant(self, children: list[Child]) -> syntax.Constant:
        """Name and value."""
        return syntax.Constant(children[0], children[2])

    def grammar(self, children: list[Child]) -> syntax.GrammarHead:
        """Names and arguments."""
        first, second, arguments = children
        names = tuple(name for name in (first, second) if name is not None)
        return syntax.GrammarHead(names, arguments)

    def arguments(self, children: list[Child]) -> tuple[syntax.Name, ...]:
        """Names without parentheses and commas."""
        return tuple(children[1:-1:2])

    def method(self, children: list[Child]) -> syntax.Name | None:
        """The name, if there is one."""
        name: syntax.Name | None = children[0]
        return name

    def export(self, children: list[Child]) -> syntax.Export:
        """Kind and path."""
        return syntax.Export(children[0], _text(children[1]))

    def equation(self, children: list[Child]) -> syntax.Equation:
        """Left and right side."""
        left, _, right = children
        return syntax.Equation(left, right, across(left, right))

    def nothing(self, children: list[Child]) -> None:
        """No head."""

    def term(self, children: list[Child]) -> syntax.Term:
        """An entry of a dictionary."""
        return syntax.Term(children[0], children[2])

    def rule(self, children: list[Child]) -> syntax.Rule:
        """A rule of a grammar."""
        return syntax.Rule(children[0], tuple(children[2::2]))

    def bound(self, children: list[Child]) -> syntax.DataEntry:
        """What a name of ours is in the data, perhaps with a unit of time."""
        name, _, value, _, unit, since, date = children
        return syntax.DataEntry(name, value, _time_unit(unit, since, date))

    def timed(self, children: list[Child]) -> syntax.DataEntry:
        """A coordinate with a unit of time."""
        name, _, unit, since, date = children
        return syntax.DataEntry(name, None, _time_unit(unit, since, date))

    def sliced(self, children: list[Child]) -> syntax.Slice:
        """A part of an axis, perhaps with a step."""
        name, _, interval, word, step = children
        return syntax.Slice(name, interval, word, _step(step))

    def thinned(self, children: list[Child]) -> syntax.Slice:
        """A step, of one axis or of all."""
        *name, word, step = children
        return syntax.Slice(name[0] if name else None, None, word, _step(step))

    def setting(self, children: list[Child]) -> syntax.Setting:
        """Name, perhaps a field, and value."""
        name, field, _, value = children
        return syntax.Setting(name, value, field)

    def tuple(self, children: list[Child]) -> syntax.Tuple:
        """Values in parentheses."""
        return syntax.Tuple(tuple(children[1:-1:2]), across(children[0], children[-1]))


def _chain(
    children: list[Child], first: str, make: type[syntax.Sum] | type[syntax.Product]
) -> syntax.Node:
    if len(children) == 1:
        only: syntax.Node = children[0]
        return only
    operators = [first, *(str(c) for c in children[1::2])]
    items = tuple(zip(operators, children[::2], strict=True))
    return make(items, across(children[0], children[-1]))


def _with_span(node: Any, span: Span) -> syntax.Node:
    inner: syntax.Node = replace(node, span=span)
    return inner


def _text(token: Token) -> syntax.Text:
    return syntax.Text(str(token)[1:-1].replace('""', '"'), span_of(token))


def _time_unit(unit: Child, since: Child, date: Token | None) -> syntax.TimeUnit | None:
    return None if unit is None else syntax.TimeUnit(unit, since, _optional_text(date))


def _step(token: Token | None) -> syntax.Number | None:
    return None if token is None else syntax.Number(str(token), span_of(token))


def _optional_text(token: Token | None) -> syntax.Text | None:
    return None if token is None else _text(token)
