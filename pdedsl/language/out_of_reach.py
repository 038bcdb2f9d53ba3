"""Whether an expected equation can come out at all of a dictionary, a grammar and a known part."""

from __future__ import annotations

from collections.abc import Iterator

import sympy

from pdedsl.errors import FormError, Mistake, Span, SpecificationError
from pdedsl.form import VariationalReadyPDE
from pdedsl.form.vanishing import is_zero
from pdedsl.form.verdict import terms_out_of_reach
from pdedsl.language import syntax
from pdedsl.language.equation_text import format_term
from pdedsl.language.grammar import Grammar, variables
from pdedsl.language.nearest import shown
from pdedsl.language.notes import own_statements
from pdedsl.language.source import displayable
from pdedsl.language.specification import Specification

_SO = "so that this equation cannot come out"


def refuse_out_of_reach(specification: Specification) -> None:
    """Refuse expected equations that cannot be found, where that is certain without the data.

    Raises:
        SpecificationError: a mistake for every term, and every g, that cannot be.
    """
    mistakes = [
        mistake
        for part in specification.parts
        if part.expected is not None
        for mistake in _reasons(part, part.expected, _place(part))
    ]
    if mistakes:
        source = displayable(specification.source)
        raise SpecificationError(tuple(mistakes), source, specification.name)


def _place(part: Specification) -> Span | None:
    """Where the expectation of an equation stands."""
    for statement in own_statements(part):
        if statement.keyword.name == "expect" and isinstance(statement.head, syntax.Equation):
            return statement.head.span
    return None


def _reasons(
    part: Specification, expected: VariationalReadyPDE, span: Span | None
) -> Iterator[Mistake]:
    """Why the expected equation cannot be found; nothing where it is too long to tell."""
    try:
        missing = terms_out_of_reach(expected, part.problem.dictionary)
    except FormError:
        return
    for term in missing:
        text = shown(format_term(term, part.problem.coordinate_symbols))
        remedy = f"add {text} to the dictionary, or correct the equation"
        yield Mistake(f"{text} is not in the dictionary, {_SO}", span, remedy)
    if not missing:
        yield from _free_part(part, expected, span)


def _free_part(
    part: Specification, expected: VariationalReadyPDE, span: Span | None
) -> Iterator[Mistake]:
    """The mistake of an expected g that is not zero though g is, or has what g cannot have."""
    given = _given(part)
    if part.grammar is None and not given and expected.g != 0:
        remedy = "take grammar none out, or what is without a derivative out of the equation"
        yield Mistake(f"grammar none makes g zero, {_SO}", span, remedy)
        return
    possible = {s.name for s in given.free_symbols} | _possible(part.grammar)
    extra = sorted(s.name for s in expected.g.free_symbols if s.name not in possible)
    having = [name for name in extra if _depends(expected.g, name)]
    if having:
        names = " and ".join(map(shown, having))
        remedy = f"add {names} to the arguments of g and to its rules, or correct the equation"
        yield Mistake(f"g cannot depend on {names}, {_SO}", span, remedy)


def _possible(grammar: Grammar | None) -> frozenset[str]:
    return frozenset() if grammar is None else variables(grammar)


def _given(part: Specification) -> sympy.Tuple:
    """What is in the free part whatever is found for g: known, and terms without a derivative."""
    parts = (term.a * term.h for term in part.problem.dictionary if term.is_zero_order)
    return sympy.Tuple(*(p for p in (part.problem.known, *parts) if p != 0))


def _depends(g: sympy.Expr, name: str) -> bool:
    """Whether an expression is proved to depend on a symbol."""
    symbol = next(s for s in g.free_symbols if s.name == name)
    return is_zero(sympy.diff(g, symbol)) is False
