"""Terms of a dictionary that add up to others for every field, or to what g could contain.

So do x*u_x, (x*u)_x and u; d_x(v) and d_tx(u) where v is the measured d_t(u); and d_t(u), which is
then v, where g may hold v. No data could tell their coefficients apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

import sympy

from pdedsl.errors import Mistake
from pdedsl.form import Dictionary, ExtendedDerivative, make_symbol, zero_order_overlap
from pdedsl.form.dependence import Elimination, by_products
from pdedsl.form.measured import in_measured_fields
from pdedsl.language import limits
from pdedsl.language.carried_out import carried_out, cost
from pdedsl.language.derivatives import operator_text
from pdedsl.language.equation_text import format_term
from pdedsl.language.grammar import Grammar
from pdedsl.language.nearest import shown
from pdedsl.language.printing import format_expression, format_number
from pdedsl.language.scope import Scope
from pdedsl.language.terms import Placed, normal

DENOMINATOR = 10**6
"""Of a fraction that a number is taken for, at most."""


def same_terms(
    placed: Sequence[Placed], grammar: Grammar | None, scope: Scope
) -> Iterator[Mistake]:
    """A mistake for each term without a field, or that others, or others and part of g, add up to.

    Terms whose derivatives take too long to carry out are passed over, and so are those that are
    there twice.
    """
    every = Elimination()
    beyond_g = Elimination(lambda product: _in_g(product, grammar, scope) is None)
    seen = set[object]()
    spent = 0
    for place, p in enumerate(placed):
        more, key = cost(p.term), normal(p.term, scope)[1]
        if key in seen or spent + more > limits.COMPARED:
            continue
        seen.add(key)
        spent += more
        expression = carried_out(p, scope)
        if expression is not None and not _holds_field(expression, scope):
            yield _without_field(p, expression, scope)
            continue
        row = None if expression is None else by_products(expression)
        if not row:
            continue
        rest, made = every.add(row, place)
        if not rest:
            yield _dependent(placed, place, made, scope)
        elif grammar is not None and not _is_in_g(p.term, grammar):
            rest, made = beyond_g.add(row, place)
            left = _in_g(_total(rest), grammar, scope)
            if left is not None:
                yield _part_of_g(placed, place, made, left, grammar, scope)


def _is_in_g(term: ExtendedDerivative, grammar: Grammar) -> bool:
    """Whether a term has no derivative and g could contain it, which is a mistake by itself."""
    arguments = tuple(make_symbol(name) for name in grammar.arguments)
    return bool(zero_order_overlap(Dictionary((term,)), arguments))


def _in_g(expression: sympy.Expr, grammar: Grammar | None, scope: Scope) -> sympy.Expr | None:
    """An expression in jets as a function of what g may hold; None if it is none."""
    if grammar is None:
        return None
    arguments = {make_symbol(name) for name in grammar.arguments}
    definitions = {v: jet for v, jet in scope.definitions.items() if v in arguments}
    free = in_measured_fields(expression, scope.space, definitions)
    return free if free is not None and free.free_symbols <= arguments else None


def _total(numbers: Mapping[sympy.Expr, float]) -> sympy.Expr:
    return sympy.Add(*(_exact(number) * q for q, number in numbers.items()))


def _exact(number: float) -> sympy.Rational:
    """A number as a fraction: the simple one next to it, else its decimals."""
    simple = Fraction(number).limit_denominator(DENOMINATOR)
    near = abs(float(simple) - number) <= 1e-14 * abs(number)
    found = simple if near else Fraction(repr(number))
    return sympy.Rational(found.numerator, found.denominator)


def _holds_field(expression: sympy.Expr, scope: Scope) -> bool:
    return scope.has_field(expression) or bool(scope.space.derivatives(expression))


def _without_field(placed: Placed, value: sympy.Expr, scope: Scope) -> Mistake:
    text = shown(format_term(placed.term, scope.coordinates))
    message = f"{text} is {shown(format_expression(value))} whatever the field is"
    return Mistake(message, placed.span, "take it out, or write what it should have been")


def _dependent(
    placed: Sequence[Placed], place: int, made: Mapping[int, float], scope: Scope
) -> Mistake:
    others = {q: -number for q, number in made.items() if q != place}
    term, span = _sum({place: 1.0}, placed, scope), placed[place].span
    why = _because([placed[q].term for q in made], scope)
    if len(others) == 1:
        other = _sum(dict.fromkeys(others, 1.0), placed, scope)
        message = f"{shown(term)} cannot be told apart from {shown(other)}"
        return Mistake(message, span, f"{why}keep one of them")
    message = f"{shown(term)} is {shown(_sum(others, placed, scope))}"
    remedy = f"{why}no data can tell these terms apart: take one of them out of the dictionary"
    return Mistake(message, span, remedy)


def _part_of_g(
    placed: Sequence[Placed],
    place: int,
    made: Mapping[int, float],
    function: sympy.Expr,
    grammar: Grammar,
    scope: Scope,
) -> Mistake:
    text, of_g = _sum(made, placed, scope), format_expression(function)
    message = f"{shown(text)} is {shown(of_g)}, which g could contain as well"
    why = _because([placed[q].term for q in made], scope)
    what = (
        ("the term", "") if len(made) == 1 else ("one of these terms", f"what makes {shown(of_g)} ")
    )
    head = _without(function, grammar, scope)
    remedy = f"{why}take {what[0]} out of the dictionary, or {what[1]}out of g with {head}"
    return Mistake(message, placed[place].span, remedy)


def _without(function: sympy.Expr, grammar: Grammar, scope: Scope) -> str:
    """The head of a grammar without what a function is of: measured derivatives, if it has some."""
    symbols = function.free_symbols
    held = {s.name for s in symbols if s in scope.definitions} or {s.name for s in symbols}
    others = [name for name in grammar.arguments if name not in held]
    return f"grammar g({', '.join(others)})" if others and held else "grammar none"


def _sum(numbers: Mapping[int, float], placed: Sequence[Placed], scope: Scope) -> str:
    """The sum of terms times numbers, as people write it."""
    text = ""
    for q, number in sorted(numbers.items()):
        rounded = float(f"{number:.9g}")
        size = "" if abs(rounded) == 1 else f"{format_number(abs(rounded))}*"
        sign = "-" if rounded < 0 else "+"
        term = format_term(placed[q].term, scope.coordinates)
        is_sum = placed[q].term.is_zero_order and placed[q].term.h.is_Add and placed[q].term.a == 1
        term = f"{size}({term})" if is_sum and len(numbers) > 1 else f"{size}{term}"
        text += f" {sign} {term}" if text else f"{sign.strip('+')}{term}"
    return text


def _because(terms: Sequence[ExtendedDerivative], scope: Scope) -> str:
    """Which field is which derivative, as far as that is why; "" if no definition is."""
    if not any(_is_concerned(term, scope) for term in terms):
        return ""
    each = (
        f"{v.name} is {operator_text(jet.alpha, scope.coordinates)}({jet.field.name})"
        for v, jet in scope.definitions.items()
    )
    return f"{' and '.join(each)}: "


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
