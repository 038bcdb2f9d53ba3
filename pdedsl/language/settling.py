"""Summands that are not written as extended derivatives, rewritten as such or refused."""

from __future__ import annotations

from collections.abc import Sequence

import sympy

from pdedsl.errors import Span
from pdedsl.form import Kind, Obstruction, Rewriting, Undecided, rewrite
from pdedsl.language.arithmetic import decimal
from pdedsl.language.combination import Combination, Loose, Part, fraction
from pdedsl.language.mistaken import wrong
from pdedsl.language.refusal import refusal
from pdedsl.language.scope import Scope


def settle(combination: Combination, scope: Scope) -> Combination:
    """The combination without loose summands.

    They are taken together, for u u_xx + u_x^2 is 1/2 d_xx(u^2) although neither is a derivative.

    Raises:
        Mistaken: they are not Variational-Ready, or that was not decided.
    """
    together = settle_together(combination.loose, scope)
    free = sympy.Add(combination.free, together.free)
    return Combination(combination.parts + together.parts, free)


def settle_each(combination: Combination, scope: Scope) -> tuple[Combination, tuple[Loose, ...]]:
    """What can be rewritten summand by summand, in their order, and the summands that cannot.

    The sum is Variational-Ready if and only if that of the latter is.
    """
    parts, free, left = list(combination.parts), combination.free, []
    for each in combination.loose:
        found = rewrite(each.expression, scope.space)
        if isinstance(found, Rewriting):
            parts.extend(_parts(found, each.expression, each.span))
            free += _without_pi(found.free)
        else:
            left.append(each)
    return Combination(tuple(parts), free), tuple(left)


def settle_together(left: Sequence[Loose], scope: Scope) -> Combination:
    """The sum of some summands rewritten."""
    if not left:
        return Combination()
    total = sympy.Add(*(each.expression for each in left))
    found = rewrite(total, scope.space)
    if isinstance(found, Obstruction | Undecided):
        message, remedy = refusal(found, total, scope)
        raise wrong(message, _place(found, left, scope), remedy)
    return Combination(tuple(_parts(found, total, left[0].span)), _without_pi(found.free))


def _parts(found: Rewriting, written: sympy.Expr, span: Span) -> list[Part]:
    exact = not written.atoms(sympy.Float)
    parts = []
    for term in found.terms:
        number, a = _without_pi(term.a).as_coeff_Mul()
        h = _without_pi(term.h)
        a, h = (a, h) if exact else (_decimals(a), _decimals(h))
        whole = bool(number.is_Rational) if exact else bool(number.is_Integer)
        parts.append(Part(fraction(number), whole, a, term.alpha, h, span))
    return parts


def _without_pi(expression: sympy.Expr) -> sympy.Expr:
    """Numbers with pi in them, which antiderivatives bring in, as decimals."""
    if not expression.has(sympy.pi):
        return expression
    number, rest = expression.as_independent(*expression.free_symbols, as_Add=expression.is_Add)
    if number.has(sympy.pi):
        number = decimal(float(number))
    if rest == expression:
        return expression.func(*map(_without_pi, expression.args))
    return expression.func(number, _without_pi(rest)) if expression.free_symbols else number


def _decimals(expression: sympy.Expr) -> sympy.Expr:
    """Fractions as decimals, but for those in exponents."""
    if expression.is_Rational and not expression.is_Integer:
        return decimal(float(expression))
    if expression.is_Pow:
        return sympy.Pow(_decimals(expression.base), expression.exp)
    if not expression.args:
        return expression
    return expression.func(*map(_decimals, expression.args))


def _place(found: Obstruction | Undecided, left: Sequence[Loose], scope: Scope) -> Span:
    """The summand that has what is left over, or all of them."""
    if isinstance(found, Obstruction):
        whole = found.kind is Kind.CURL
        part = found.left_over if whole else sympy.Add.make_args(found.left_over)[0]
        wanted = set(scope.space.derivatives(part))
        having = [each for each in left if wanted <= each.expression.free_symbols]
        if len(having) == 1:
            return having[0].span
    spans = sorted(each.span for each in left)
    last = max(spans, key=lambda span: (span.end_line, span.end_column))
    return Span(spans[0].line, spans[0].column, last.end_line, last.end_column)
