"""Terms of a dictionary that depend on each other for every field: x*u_x, (x*u)_x and u."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import sympy

from pdedsl.errors import Mistake
from pdedsl.form import make_symbol
from pdedsl.form.dependence import Elimination, by_products
from pdedsl.language import limits
from pdedsl.language.carried_out import carried_out, cost
from pdedsl.language.equation_text import format_term
from pdedsl.language.grammar import Grammar
from pdedsl.language.nearest import shown
from pdedsl.language.printing import format_expression, format_number
from pdedsl.language.scope import Scope
from pdedsl.language.terms import Placed, normal


def dependent_terms(
    placed: Sequence[Placed], grammar: Grammar | None, scope: Scope
) -> Iterator[Mistake]:
    """Terms that others add up to, or that differ from others by what g could contain.

    Nobody could tell their coefficients apart. Terms whose derivatives take too long to carry
    out are passed over, and so are those that are there twice.
    """
    seen = set[object]()
    every = Elimination()
    derivatives = Elimination(lambda product: bool(scope.space.derivatives(product)))
    names = {i: format_term(p.term, scope.coordinates) for i, p in enumerate(placed)}
    spent = 0
    for i, p in enumerate(placed):
        spent += cost(p.term)
        if spent > limits.DEPENDENT:
            return
        key = normal(p.term, scope)[1]
        if key in seen:
            continue
        seen.add(key)
        expression = carried_out(p, scope)
        row = None if expression is None else by_products(expression)
        if not row:
            continue
        rest, made = every.add(row, i)
        if not rest:
            yield _dependent(p, i, made, names)
            continue
        if p.term.is_zero_order or grammar is None:
            continue
        rest, made = derivatives.add(row, i)
        if len(made) > 1 and not any(map(scope.space.derivatives, rest)):
            yield from _in_g(p, rest, made, grammar, names)


def _dependent(
    p: Placed, place: int, made: Mapping[int, float], names: Mapping[int, str]
) -> Mistake:
    others = {q: -number for q, number in made.items() if q != place}
    message = f"{shown(names[place])} is {shown(_sum(others, names))}"
    several = "these terms" if len(others) > 1 else "this term"
    remedy = f"the dictionary has {several} as well, and no data can tell: take one of them out"
    return Mistake(message, p.span, remedy)


def _in_g(
    p: Placed,
    rest: Mapping[sympy.Expr, float],
    made: Mapping[int, float],
    grammar: Grammar,
    names: Mapping[int, str],
) -> Iterator[Mistake]:
    """The mistake of terms that differ by a function of what g may hold."""
    function = sympy.Add(*(sympy.nsimplify(n, rational=True) * q for q, n in rest.items()))
    if not function.free_symbols <= {make_symbol(name) for name in grammar.arguments}:
        return
    message = f"{shown(_sum(made, names))} is {shown(format_expression(function))}"
    remedy = "g could contain that as well: take one of these terms out of the dictionary"
    yield Mistake(message, p.span, remedy)


def _sum(numbers: Mapping[int, float], names: Mapping[int, str]) -> str:
    """The sum of terms times numbers, as people write it."""
    text = ""
    for q, number in sorted(numbers.items()):
        rounded = float(f"{number:.9g}")
        size = "" if abs(rounded) == 1 else f"{format_number(abs(rounded))}*"
        sign = "-" if rounded < 0 else "+"
        text += f" {sign} {size}{names[q]}" if text else f"{sign.strip('+')}{size}{names[q]}"
    return text
