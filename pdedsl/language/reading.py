"""The way in: texts and files to specifications, expressions and equations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import TypeVar

import sympy

from pdedsl.errors import Mistake, Span, SpecificationError
from pdedsl.form import Problem, VariationalReadyPDE
from pdedsl.language import limits, source
from pdedsl.language.elaborate import elaborate
from pdedsl.language.equation import read_equation
from pdedsl.language.equation_text import format_term
from pdedsl.language.evaluate import evaluate_free
from pdedsl.language.guessing import has_derivative
from pdedsl.language.lone_equation import LoneEquation, read_lone_equation
from pdedsl.language.mistaken import Mistaken
from pdedsl.language.parser import read_statements, read_text
from pdedsl.language.scope import Scope
from pdedsl.language.specification import Specification
from pdedsl.language.unparse import unparse

T = TypeVar("T")
SHORT = 2_000  # characters of a text that, but for sets of terms, is never too long written out


def parse(text: str, name: str = "<text>") -> Specification:
    """The specification that a text makes.

    Args:
        text: in the `.pde` language.
        name: what to call the text in mistakes.

    Raises:
        SpecificationError: all mistakes that the text has, in the order of its lines.

    >>> spec = parse("coordinates t\\nfields u\\ndictionary { d_t(u) }\\ngrammar none")
    >>> spec.problem.dictionary[0].h
    u
    """
    text = source.clean(text)
    source.check_size(text, name)
    statements, found = read_statements(text)
    mistakes, specification = list(found), None
    try:
        specification = elaborate(statements, mistakes)
        if not mistakes:
            mistakes.extend(_too_long_in_full(specification, text))
    except Mistaken as error:
        mistakes.extend(error.mistakes)
    if mistakes or specification is None:
        shown = limits.MISTAKES if statements else limits.MISTAKES_OF_NONE
        raise SpecificationError(_first(mistakes, shown), source.displayable(text), name)
    return replace(specification, source=text, name=name)


def _too_long_in_full(specification: Specification, text: str) -> tuple[Mistake, ...]:
    """A run keeps the text with its sets of terms written out, and that has to be read again."""
    if len(text) < SHORT and "derivatives" not in text:
        return ()
    _, found = read_statements(unparse(specification))
    if not found:
        return ()
    message = f"with its terms written out, {found[0].message.replace('this', 'a piece of it', 1)}"
    return (Mistake(message, _longest_entry(specification), "take fewer or shorter terms"),)


def _longest_entry(specification: Specification) -> Span | None:
    """The entry of a dictionary that is longest with its terms written out."""
    lengths: dict[Span, int] = {}
    for part in specification.parts:
        xs = part.problem.coordinate_symbols
        for term, place in zip(part.problem.dictionary, part.places, strict=False):
            lengths[place] = lengths.get(place, 0) + len(format_term(term, xs))
    return max(lengths, key=lengths.__getitem__, default=None)


def parse_file(path: str | PathLike[str]) -> Specification:
    """The specification in a file; its folder is kept, since other paths are relative to it.

    Raises:
        SpecificationError: as `parse`, and if the file is missing, too large or not UTF-8.
    """
    place = Path(path)
    return replace(parse(source.read(place), str(place)), folder=place.parent)


def parse_expression(text: str, symbols: Iterable[sympy.Symbol]) -> sympy.Expr:
    """An expression of the language in the given symbols, without derivatives.

    Raises:
        SpecificationError: the text is no expression, or uses other names.

    >>> from pdedsl.form import make_symbol
    >>> parse_expression("2*exp(t)^2", [make_symbol("t")])
    2*exp(2*t)
    """
    scope = Scope((), tuple(symbols))
    return _one_piece(
        text, lambda clean: evaluate_free(read_text("expression", clean), scope, "an expression")
    )


def parse_equation(text: str, problem: Problem) -> VariationalReadyPDE:
    """A whole equation: derivatives go to the left, everything else is g.

    Terms of the problem's dictionary keep their identity, and may be written by their names.
    The result has only the terms that occur, in the order in which they are written.

    Raises:
        SpecificationError: the text is no equation, uses other names, or has no weak form.
    """
    scope = Scope.of(problem)
    return _one_piece(
        text, lambda clean: read_equation(read_text("equation", clean), scope, problem.dictionary)
    )


def classify_equation(text: str) -> LoneEquation:
    """An equation without declarations, its names guessed, and what kind of equation it is.

    Letters of u_xx and d_tx( ) are coordinates, what is differentiated are fields, and all other
    names constants; `guessing.guess_scope` tells it in full.

    Raises:
        SpecificationError: the text is no equation, or has no derivative.

    >>> found = classify_equation("u_t + u*u_x = nu*u_xx")
    >>> found.text, found.classification.linear
    ('d_t(u) + 0.5*d_x(u^2) - nu*d_xx(u) = 0', False)
    """
    return _one_piece(text, lambda clean: read_lone_equation(read_text("equation", clean), clean))


def is_half_equation(text: str) -> bool:
    """Whether a text is an expression with a derivative: an equation without its other side.

    >>> is_half_equation("u_t - u_xx"), is_half_equation("heat.pde"), is_half_equation("u_t = u")
    (True, False, False)
    """
    cleaned = source.clean(text)
    try:
        return len(cleaned) <= limits.CHARACTERS and has_derivative(
            read_text("expression", cleaned)
        )
    except Mistaken:
        return False


def _one_piece(text: str, read: Callable[[str], T]) -> T:
    cleaned = source.clean(text)
    source.check_size(cleaned, "<text>")
    try:
        return read(cleaned)
    except Mistaken as error:
        raise SpecificationError(_first(error.mistakes), source.displayable(cleaned)) from None


def _first(mistakes: Sequence[Mistake], most: int = limits.MISTAKES) -> tuple[Mistake, ...]:
    """The mistakes by place, and where there are very many, how many more."""
    ordered = sorted(mistakes, key=lambda m: (m.span.line, m.span.column) if m.span else (0, 0))
    if len(ordered) <= most:
        return tuple(ordered)
    shown = ordered[:most]
    rest = len(ordered) - most
    return (*shown, Mistake(f"and {rest} more mistakes from here on", ordered[len(shown)].span))
