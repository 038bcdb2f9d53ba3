"""An equation without a specification around it, and what can be said of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import sympy

from pdedsl.errors import SpecificationError
from pdedsl.form import (
    Classification,
    Coordinate,
    Field,
    Problem,
    Rewriting,
    Undecided,
    classify,
)
from pdedsl.language import syntax
from pdedsl.language.combination import in_jets
from pdedsl.language.equation import both_sides, read_equation
from pdedsl.language.equation_text import format_equation
from pdedsl.language.evaluate import evaluate
from pdedsl.language.guessing import guess_scope, spell_out
from pdedsl.language.jets import jet_text
from pdedsl.language.mistaken import Mistaken, each
from pdedsl.language.refusal import in_words
from pdedsl.language.rewriting_cost import refuse_costly
from pdedsl.language.scope import Scope

_LONGEST = 300  # characters of an expression that are shown


@dataclass(frozen=True)
class LoneEquation:
    """An equation whose names were guessed.

    Attributes:
        scope: what the names are taken for.
        classification: of left side minus right side.
        text: the equation in extended derivatives; None if it is not Variational-Ready.
        refusal: why it is not, with the place; None if it is.
    """

    scope: Scope
    classification: Classification
    text: str | None
    refusal: str | None


def read_lone_equation(node: syntax.Equation, source: str) -> LoneEquation:
    """The equation and its kind.

    Args:
        node: the equation.
        source: the text it was read from, for the place of a refusal.

    Raises:
        Mistaken: it has no meaning, whatever its names stand for.
    """
    node = spell_out(node)
    scope = guess_scope(node)
    refuse_costly((node.left, node.right), scope)
    values = each(lambda side: evaluate(side[0], scope), both_sides(node))
    left, right = (in_jets(value, scope, node.span) for value in values)
    classification = classify(left - right, scope.space)
    try:
        pde = read_equation(node, scope, None)
    except Mistaken as error:
        if isinstance(classification.rewriting, Rewriting):
            raise
        refusal = str(SpecificationError(error.mistakes, source))
        return LoneEquation(scope, classification, None, refusal)
    coordinates = tuple(map(Coordinate, scope.coordinates))
    problem = Problem(coordinates, tuple(map(Field, scope.fields)), pde.dictionary)
    return LoneEquation(scope, classification, format_equation(pde, problem), None)


def assumptions(scope: Scope) -> str:
    """What the names are taken for, as a line of text."""
    groups = {
        "coordinates": [x.name for x in scope.coordinates],
        "fields": [u.name for u in scope.fields],
        "constants": list(scope.constants),
    }
    return "; ".join(f"{kind} {', '.join(names)}" for kind, names in groups.items() if names)


def both_parts(found: Classification, scope: Scope) -> list[str]:
    """The derivative-bound and the derivative-free part of an equation, a line each."""
    return [
        f"derivative-bound part: {in_words(found.bound, scope, _LONGEST)}",
        f"derivative-free part g: {in_words(found.free, scope, _LONGEST)}",
    ]


def describe(found: Classification, scope: Scope) -> list[str]:
    """The kind of an equation, a line each."""
    solved = ", ".join(jet_text(jet, scope) for jet in found.evolution) or "none"
    evolves = ", ".join(x.name for x in found.evolves_in)
    quasi = ", quasi-linear" if found.quasilinear and not found.linear else ""
    ready = {True: "yes", False: "no", None: "not decided"}[found.variational_ready]
    hidden = ", but h was not found" if found.rewriting is Undecided.INTEGRAL else ""
    return [
        f"order: {found.order}",
        f"linear: {_yes(found.linear)}{quasi}",
        f"linear combination of functions without constants or numbers inside: "
        f"{_yes(found.linear_combination)}",
        f"evolution forms, by the derivative on the left: {solved}",
        f"evolution assumption, one first derivative: {f'yes, in {evolves}' if evolves else 'no'}",
        f"Variational-Ready: {ready}{hidden}",
        *_exceptions(found, scope),
    ]


def _exceptions(found: Classification, scope: Scope) -> list[str]:
    """Where the equation in extended derivatives is singular and the one that was written is not.

    exp(-x*u)*u_x is -d_x(exp(-x*u)/x) and more, and u^m*u_x is d_x(u^(m + 1))/(m + 1).
    """
    if not isinstance(found.rewriting, Rewriting):
        return []
    parts = [e for term in found.rewriting.terms for e in (term.a, term.h)]
    made = _below_the_line((*parts, found.rewriting.free), scope)
    there = _below_the_line((found.bound,), scope)
    new = sorted(in_words(below, scope) for below in made - there)
    if not new:
        return []
    verb = "are" if len(new) > 1 else "is"
    return [f"in extended derivatives only where {' and '.join(new)} {verb} not zero"]


def _below_the_line(parts: Iterable[sympy.Expr], scope: Scope) -> set[sympy.Expr]:
    """Without a field, and what is zero somewhere."""
    powers = (p for part in parts for p in part.atoms(sympy.Pow))
    below = {p.base for p in powers if p.exp.could_extract_minus_sign()}
    return {b for b in below if b.free_symbols and not scope.has_field(b) and not b.is_nonzero}


def _yes(answer: bool) -> str:
    return "yes" if answer else "no"
