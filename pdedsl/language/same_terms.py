"""Terms that measured derivatives make the same: d_x(v) and d_tx(u) where v is d_t(u)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import sympy

from pdedsl.errors import Mistake
from pdedsl.form import ExtendedDerivative, make_symbol
from pdedsl.form.measured import in_measured_fields
from pdedsl.language import limits
from pdedsl.language.carried_out import carried_out, cost
from pdedsl.language.derivatives import operator_text
from pdedsl.language.equation_text import format_term
from pdedsl.language.grammar import Grammar
from pdedsl.language.nearest import shown
from pdedsl.language.printing import format_expression
from pdedsl.language.scope import Scope
from pdedsl.language.terms import Placed, without_number


def same_terms(
    placed: Sequence[Placed], grammar: Grammar | None, scope: Scope
) -> Iterator[Mistake]:
    """Terms of a dictionary that are another one, or that g could contain, by a definition.

    Terms whose derivatives take too long to carry out are passed over.
    """
    if not scope.definitions:
        return
    seen: dict[sympy.Expr, Placed] = {}
    spent = 0
    for p in (p for p in placed if _is_concerned(p.term, scope)):
        more = cost(p.term)
        if spent + more > limits.COMPARED:
            continue
        spent += more
        expression = carried_out(p, scope)
        if expression is None:
            continue
        before = seen.setdefault(without_number(expression)[1], p)
        if before is not p:
            yield _twice(before, p, scope)
        elif not p.term.is_zero_order and grammar is not None:
            yield from _in_g(p, expression, grammar, scope)


def _is_concerned(term: ExtendedDerivative, scope: Scope) -> bool:
    """Whether a term has a measured derivative in it, or makes one when it is carried out."""
    return any(
        term.h.has(v)
        or (
            term.h.has(jet.field)
            and all(n >= m for n, m in zip(term.alpha.orders, jet.alpha.orders, strict=True))
        )
        for v, jet in scope.definitions.items()
    )


def _twice(before: Placed, placed: Placed, scope: Scope) -> Mistake:
    first, second = (format_term(p.term, scope.coordinates) for p in (before, placed))
    message = f"{shown(second)} cannot be told apart from {shown(first)}"
    return Mistake(message, placed.span, f"{_because(scope)}: keep one of them")


def _in_g(
    placed: Placed, expression: sympy.Expr, grammar: Grammar, scope: Scope
) -> Iterator[Mistake]:
    """The mistake of a derivative that is a function of what g may hold."""
    arguments = {make_symbol(name) for name in grammar.arguments}
    definitions = {v: jet for v, jet in scope.definitions.items() if v in arguments}
    free = in_measured_fields(expression, scope.space, definitions)
    if free is None or not free.free_symbols <= arguments:
        return
    term, function = format_term(placed.term, scope.coordinates), format_expression(free)
    message = f"{shown(term)} is {shown(function)}, which g could contain as well"
    held = {v for v in definitions if free.has(v)}
    others = [name for name in grammar.arguments if make_symbol(name) not in held]
    head = f"grammar g({', '.join(others)})" if others else "grammar none"
    remedy = f"{_because(scope)}: take the term out of the dictionary, or out of g with {head}"
    yield Mistake(message, placed.span, remedy)


def _because(scope: Scope) -> str:
    """Which field is which derivative."""
    return " and ".join(
        f"{v.name} is {operator_text(jet.alpha, scope.coordinates)}({jet.field.name})"
        for v, jet in scope.definitions.items()
    )
