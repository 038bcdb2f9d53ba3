"""Entries of a dictionary: from expressions to extended derivatives, each only once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import TypeAlias

import sympy

from pdedsl.errors import Mistake, Span
from pdedsl.form import ExtendedDerivative, MultiIndex, multi_indices
from pdedsl.language import arithmetic, limits, syntax
from pdedsl.language.combination import Combination, Part, fraction, of_inputs
from pdedsl.language.derivatives import from_name
from pdedsl.language.equation_text import format_term
from pdedsl.language.evaluate import evaluate, evaluate_free
from pdedsl.language.mistaken import Mistaken, attempt, wrong
from pdedsl.language.nearest import shown
from pdedsl.language.printing import format_expression
from pdedsl.language.rewriting_cost import cost, too_costly
from pdedsl.language.scope import RESERVED, Scope
from pdedsl.language.settling import settle
from pdedsl.language.vector_calculus import gradient, holds_vector_calculus

TermKey: TypeAlias = tuple[MultiIndex, sympy.Expr, sympy.Expr]

_FEW = 4  # terms, or places, that a message names
_MANY = 12  # terms that a remedy writes in place of a set


@dataclass(frozen=True)
class Placed:
    """A term of a dictionary, where it was written, and whether it had to be rewritten."""

    term: ExtendedDerivative
    span: Span
    rewritten: bool = False


def read_terms(
    entries: Sequence[syntax.Term], scope: Scope, mistakes: list[Mistake], spent: int = 0
) -> tuple[Placed, ...]:
    """All terms of a dictionary that can be read; what is wrong with the others is added.

    `spent` is what the dictionaries before it have cost of `limits.REWRITING`.
    """
    found: list[Placed] = []
    for entry in entries[: limits.TERMS + 1]:
        more = cost(entry.expression, scope)
        if spent + more > limits.REWRITING:
            mistakes.append(too_costly(entry.expression.span, more))
            continue
        spent += more
        found.extend(attempt(mistakes, lambda e: _read_entry(e, scope), entry) or [])
    if len(found) > limits.TERMS:
        span = found[limits.TERMS].span
        message = f"a dictionary of more than {limits.TERMS} terms"
        mistakes.append(Mistake(message, span, "keep those that may occur"))
        return tuple(found[: limits.TERMS])
    mistakes.extend(_repetitions(found, scope))
    mistakes.extend(_name_clashes(entries, scope))
    return tuple(found)


def normal(term: ExtendedDerivative, scope: Scope) -> tuple[Fraction, TermKey]:
    """A number and what is left: equal keys are the same term up to the number.

    Factors of h that the derivative does not touch count as factors of a. Numbers are taken out
    before these are multiplied: SymPy multiplies out 2 (t + 1), from which none could be taken.
    """
    moving = [x for x, n in zip(scope.coordinates, term.alpha.orders, strict=True) if n]
    first, h = without_number(term.h)
    if h.is_Mul:
        still, h = h.as_independent(*scope.functions, *moving, as_Add=False)
    else:
        still = sympy.S.One
    second, a = without_number(term.a)
    third, still = without_number(still)
    fourth, a = without_number(a * still)
    return first * second * third * fourth, (term.alpha, a, h)


def zero_order(expression: sympy.Expr, scope: Scope, name: str | None = None) -> ExtendedDerivative:
    """An expression that is not differentiated, as a term: its coordinate factors become a."""
    factor, rest = sympy.S.One, expression
    if expression.is_Mul:
        factor, rest = expression.as_independent(*scope.functions, as_Add=False)
    alpha = MultiIndex((0,) * len(scope.coordinates))
    return ExtendedDerivative(alpha, factor, rest, name)


def _read_entry(entry: syntax.Term, scope: Scope) -> list[Placed]:
    node = entry.expression
    if isinstance(node, syntax.Call) and node.name.name == "derivatives":
        if entry.name is not None:
            raise _named_set(entry.name.span)
        return _derivatives(node, scope)
    if isinstance(node, syntax.Call) and node.name.name == "grad":
        if entry.name is not None:
            raise _named_set(entry.name.span)
        components = [settle(c, scope) for c in gradient(node, scope, evaluate)]
        return [Placed(_single(c, node, scope, None), node.span, True) for c in components]
    name = entry.name.name if entry.name is not None else None
    written = evaluate(node, scope)
    value = settle(written, scope)
    rewritten = bool(written.loose) or holds_vector_calculus(node)
    many = len(value.parts) > 1 and value.free == 0
    if many and holds_vector_calculus(node):
        if entry.name is not None:
            raise _named_set(entry.name.span)
        pieces = [_single(Combination((part,)), node, scope, None) for part in value.parts]
        different = {normal(piece, scope)[1]: piece for piece in pieces}
        return [Placed(piece, node.span, True) for piece in different.values()]
    return [Placed(_single(value, node, scope, name), node.span, rewritten)]


def _named_set(span: Span) -> Mistaken:
    return wrong("a name for a set of terms", span, "write its terms one by one to name them")


def _single(
    value: Combination, node: syntax.Node, scope: Scope, name: str | None
) -> ExtendedDerivative:
    span = node.span
    if len(value.parts) > 1 or (value.parts and value.free != 0):
        raise wrong(
            "more than one term in an entry of the dictionary", span, _split(value, node, scope)
        )
    if not value.parts:
        if not scope.has_field(value.free):
            if scope.has_function(value.free):
                raise of_inputs(value.free, scope, span)
            raise wrong(
                "a dictionary term without a field", span, _where_it_belongs(value.free, name)
            )
        return zero_order(arithmetic.check(value.free, span), scope, name)
    part = value.parts[0]
    if part.scale == 0:
        raise wrong("a term multiplied by zero", span, "take it out")
    if not scope.has_field(part.h):
        raise of_inputs(part.h, scope, span)
    _refuse_kink(part, scope, span)
    return ExtendedDerivative(
        part.alpha, arithmetic.check(part.factor, span), arithmetic.check(part.h, span), name
    )


def _refuse_kink(part: Part, scope: Scope, span: Span) -> None:
    """Refuse abs(x)*d_xx(u): the second derivative of abs(x), as its weak form has it, is none."""
    if has_kink(part.factor, part.alpha, scope.coordinates):
        remedy = "leave abs( ) out, or write the whole product under one derivative"
        raise wrong("abs( ) in front of a derivative of an order above 1", span, remedy)


def has_kink(factor: sympy.Expr, alpha: MultiIndex, coordinates: Sequence[sympy.Symbol]) -> bool:
    """Whether a factor has abs( ) along coordinates in which there is more than one derivative."""
    return any(
        sum(n for x, n in zip(coordinates, alpha.orders, strict=True) if x in held) > 1
        for held in (absolute.free_symbols for absolute in factor.atoms(sympy.Abs))
    )


def _split(value: Combination, node: syntax.Node, scope: Scope) -> str:
    """The remedy for an entry of several terms: those that it is, unless it shows them."""
    if isinstance(node, syntax.Sum):
        return "separate them by a comma or a new line; their coefficients will be found"
    terms = [ExtendedDerivative(p.alpha, p.factor, p.h) for p in value.parts]
    texts = [format_term(term, scope.coordinates) for term in terms]
    if value.free != 0:
        rest = shown(format_expression(value.free))
        return (
            f"it is {' + '.join(map(shown, texts))} and, without a derivative, {rest}:\n"
            "write the derivatives alone; the rest belongs to g"
        )
    return f"it is the sum of {', '.join(texts)}:\nwrite those, each gets a coefficient of its own"


def _where_it_belongs(free: sympy.Expr, name: str | None) -> str:
    """The remedy for a term that holds no field."""
    if free == 0:
        return "it is zero: take it out"
    if free.free_symbols:
        return "what holds coordinates only belongs to g"
    declared = "" if name is None else f"; a constant is declared by: constants {name} = {free}"
    return f"a number alone belongs to g{declared}"


def _derivatives(node: syntax.Call, scope: Scope) -> list[Placed]:
    if len(node.arguments) != 2:
        remedy = "write derivatives(u, 2) for all derivatives up to order 2"
        raise wrong("derivatives( ) takes an expression and an order", node.span, remedy)
    inner, order = node.arguments
    valid = isinstance(order, syntax.Number) and order.text.isdigit() and len(order.text) < 3
    n = int(order.text) if valid and isinstance(order, syntax.Number) else 0
    if not 1 <= n <= limits.ORDER:
        remedy = f"write a whole number from 1 to {limits.ORDER}"
        raise wrong("this is not an order of derivatives", order.span, remedy)
    h = evaluate_free(inner, scope, "a set of derivatives")
    if not scope.has_field(h):
        if scope.has_function(h):
            raise of_inputs(h, scope, inner.span)
        remedy = "write a field, as in derivatives(u, 2)"
        raise wrong("a dictionary term without a field", inner.span, remedy)
    dimension = len(scope.coordinates)
    if (n + 1) ** dimension > 100 * limits.TERMS:
        raise wrong(f"more than {limits.TERMS} derivatives", node.span, "lower the order")
    alphas = multi_indices(dimension, n)
    return [Placed(ExtendedDerivative(alpha, sympy.S.One, h), node.span) for alpha in alphas]


def _repetitions(found: Sequence[Placed], scope: Scope) -> list[Mistake]:
    """A mistake for each entry that holds a term again; of a set it says which."""
    first: dict[TermKey, Placed] = {}
    again: dict[Span, dict[ExtendedDerivative, Placed]] = {}
    for placed in found:
        before = first.setdefault(normal(placed.term, scope)[1], placed)
        if before is not placed:
            again.setdefault(placed.span, {})[placed.term] = before
    return [_repeated(span, before, found, scope) for span, before in again.items()]


def _repeated(
    span: Span,
    before: dict[ExtendedDerivative, Placed],
    found: Sequence[Placed],
    scope: Scope,
) -> Mistake:
    """The mistake of the entry at a place, given which of its terms stand where before."""
    places = dict.fromkeys(f"line {b.span.line}, column {b.span.column}" for b in before.values())
    where = f"in {' and in '.join(islice(places, _FEW))} already"
    members = [p.term for p in found if p.span == span]
    if len(members) == 1:
        message = "a term that is in the dictionary twice, up to a factor"
        return Mistake(message, span, f"it stands {where}: take one of them out")
    names = _listed([format_term(term, scope.coordinates) for term in before])
    is_, it_stands = ("are", "they stand") if len(before) > 1 else ("is", "it stands")
    others = [format_term(t, scope.coordinates) for t in members if t not in before]
    instead = "write the others of this set one by one" if others else "take this set out"
    if 0 < len(others) <= _MANY:
        instead = f"write {', '.join(others)} in place of this set"
    message = f"{names} of this set {is_} in the dictionary twice, up to a factor"
    return Mistake(message, span, f"{it_stands} {where}: {instead}")


def _listed(texts: Sequence[str]) -> str:
    """The first few texts, and how many more."""
    more = f" and {len(texts) - _FEW} more" if len(texts) > _FEW else ""
    return f"{', '.join(map(shown, texts[:_FEW]))}{more}"


def _name_clashes(entries: Sequence[syntax.Term], scope: Scope) -> list[Mistake]:
    taken: set[str] = {*scope.names, *RESERVED}
    problems = []
    for name in (entry.name for entry in entries if entry.name is not None):
        if name.name in taken:
            message = f"the name {shown(name.name)} is taken"
            problems.append(Mistake(message, name.span, "choose another name for the term"))
        elif from_name(name.name, scope) is not None:
            message = f"the name {shown(name.name)} is that of a derivative"
            problems.append(Mistake(message, name.span, "choose another name for the term"))
        if len(name.name) > limits.NAME_LENGTH:
            message = f"a name of more than {limits.NAME_LENGTH} characters"
            problems.append(Mistake(message, name.span, "shorten it"))
        taken.add(name.name)
    return problems


def without_number(expression: sympy.Expr) -> tuple[Fraction, sympy.Expr]:
    """A number, and what is left of an expression: equal for those that differ by a number."""
    number, rest = expression.as_coeff_Mul()
    content = sympy.S.One
    if rest.is_Add:
        content, rest = rest.primitive()
    scale = fraction(number) * fraction(content)
    if rest.is_Add and rest.could_extract_minus_sign():
        return -scale, -rest
    return scale, rest
