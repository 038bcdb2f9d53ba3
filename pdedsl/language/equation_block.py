"""One equation of a text: dictionary, grammar, known part, expectation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import sympy

from pdedsl.errors import Mistake, Span
from pdedsl.form import (
    Dictionary,
    ExtendedDerivative,
    MultiIndex,
    VariationalReadyPDE,
    make_symbol,
    zero_order_overlap,
)
from pdedsl.language import syntax
from pdedsl.language.equation import read_equation
from pdedsl.language.evaluate import evaluate_free
from pdedsl.language.grammar import Grammar
from pdedsl.language.grammar_choice import choose_grammar
from pdedsl.language.mistaken import attempt, wrong
from pdedsl.language.rewriting_cost import cost
from pdedsl.language.same_terms import same_terms
from pdedsl.language.scope import Scope
from pdedsl.language.specification import EquationBlock, Rewritten
from pdedsl.language.statements import Statements
from pdedsl.language.terms import Placed, read_terms

START = Span(1, 1, 1, 2)  # where something is said to be missing from the whole text


def read_block(
    statements: Statements,
    head: syntax.Name,
    scope: Scope,
    mistakes: list[Mistake],
    *,
    complete: bool,
    spent: int = 0,
) -> EquationBlock:
    """One equation.

    Args:
        statements: about it.
        head: its name; where it stands it is said that there is no dictionary.
        scope: the declared names.
        mistakes: found so far; what is found here is added.
        complete: whether nothing was found before, so that what is missing is missing.
        spent: what the dictionaries before it have cost to rewrite.
    """
    placed = _dictionary(statements, scope, mistakes, spent)
    terms = tuple(dict.fromkeys(p.term for p in placed))
    written = len(terms)
    grammar = attempt(mistakes, lambda s: choose_grammar(s, scope), statements)
    expected = _expected(statements, _with_terms(scope, placed, statements), terms, mistakes)
    compared = placed
    if not terms and expected is not None:
        terms = expected.dictionary.terms
        node = statements.head("expect", syntax.Equation)
        compared = tuple(Placed(term, node.span if node else head.span) for term in terms)
    elif not terms:
        terms = _absent(statements, head.span, scope, mistakes, complete)
    _check_overlap(compared, grammar, scope, mistakes)
    mistakes.extend(same_terms(compared, grammar, scope))
    known = attempt(mistakes, lambda s: _known(s, scope), statements)
    spans = {p.term: p.span for p in reversed(placed)}
    return EquationBlock(
        name=head.name,
        dictionary=Dictionary(terms),
        grammar=grammar,
        known=known or sympy.S.Zero,
        expected=expected,
        rewritings=_rewritings(placed),
        places=tuple(spans[term] for term in terms[:written]),
    )


def _rewritings(placed: Sequence[Placed]) -> tuple[Rewritten, ...]:
    """What was rewritten, by where it stands."""
    terms: dict[Span, list[ExtendedDerivative]] = {}
    for p in placed:
        if p.rewritten:
            terms.setdefault(p.span, []).append(p.term)
    return tuple(Rewritten(span, tuple(found)) for span, found in terms.items())


def rewriting_cost(statements: Statements, scope: Scope) -> int:
    """What the dictionary among some statements costs to rewrite."""
    entries = statements.entries("dictionary", syntax.Term) or []
    return sum(cost(entry.expression, scope) for entry in entries)


def _dictionary(
    statements: Statements, scope: Scope, mistakes: list[Mistake], spent: int
) -> tuple[Placed, ...]:
    entries = statements.entries("dictionary", syntax.Term)
    if entries is not None and not entries and not statements.is_broken("dictionary"):
        remedy = "write the terms that may occur, such as d_t(u), d_xx(u)"
        span = statements.span("dictionary")
        mistakes.append(Mistake("the dictionary has no terms", span, remedy))
    return read_terms(entries or [], scope, mistakes, spent)


def _absent(
    statements: Statements, place: Span, scope: Scope, mistakes: list[Mistake], complete: bool
) -> tuple[ExtendedDerivative, ...]:
    """Some term in place of a dictionary that is not there, so that the rest can be checked."""
    if complete and "dictionary" not in statements and "expect" not in statements:
        remedy = "add dictionary { ... } with the terms that may occur, such as d_t(u), d_xx(u)"
        message = "there is no dictionary" if place == START else "an equation without a dictionary"
        mistakes.append(Mistake(message, place, remedy))
    assert mistakes, "a dictionary without terms must have been reported"
    return (_anything(scope),)


def _anything(scope: Scope) -> ExtendedDerivative:
    first = MultiIndex((1,) + (0,) * (len(scope.coordinates) - 1))
    return ExtendedDerivative(first, sympy.S.One, scope.fields[0])


def _with_terms(scope: Scope, placed: Sequence[Placed], statements: Statements) -> Scope:
    """The scope with named terms; names of terms that were mistaken stand for some derivative."""
    entries = statements.entries("dictionary", syntax.Term) or []
    terms = {entry.name.name: _anything(scope) for entry in entries if entry.name is not None}
    terms.update({p.term.name: p.term for p in placed if p.term.name is not None})
    return replace(scope, terms=terms)


def _expected(
    statements: Statements,
    scope: Scope,
    terms: tuple[ExtendedDerivative, ...],
    mistakes: list[Mistake],
) -> VariationalReadyPDE | None:
    node = statements.head("expect", syntax.Equation)
    dictionary = Dictionary(terms) if terms else None
    if node is None:
        return None
    return attempt(mistakes, lambda n: read_equation(n, scope, dictionary), node)


def _check_overlap(
    placed: Sequence[Placed], grammar: Grammar | None, scope: Scope, mistakes: list[Mistake]
) -> None:
    """A zero-order term may stand in the dictionary only where g cannot contain it."""
    if grammar is None:
        return
    arguments = tuple(make_symbol(name) for name in grammar.arguments)
    for p in placed:
        if not zero_order_overlap(Dictionary((p.term,)), arguments):
            continue
        fewer = [a for a in arguments if a not in scope.fields]
        head = f"grammar g({', '.join(a.name for a in fewer)})" if fewer else "grammar none"
        remedy = f"take it out of the dictionary, or out of g with {head}"
        message = "a term without a derivative, which g could contain as well"
        mistakes.append(Mistake(message, p.span, remedy))


def _known(statements: Statements, scope: Scope) -> sympy.Expr:
    node = statements.expression("known")
    if node is not None:
        return evaluate_free(node, scope, "the known part of g")
    if "known" in statements and not statements.is_broken("known"):
        raise wrong("known is empty", statements.span("known"), "write known { -0.5 * u }")
    return sympy.S.Zero
