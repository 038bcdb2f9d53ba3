"""Sums of extended derivatives and other summands, and what may be done with them.

An expression of the language means `sum_i scale_i a_i(x) d^alpha_i[h_i(x, u)] + free(x, u)`.
Summands that are not written in that form, such as u u_x, are kept as they are, in jets; whether
they can be written in it is judged when all of them are known (see `settling`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import sympy

from pdedsl.errors import Span
from pdedsl.form import MultiIndex
from pdedsl.language import arithmetic, jets, limits
from pdedsl.language.arithmetic import decimal
from pdedsl.language.mistaken import Mistaken, wrong
from pdedsl.language.nearest import shown
from pdedsl.language.scope import Scope


@dataclass(frozen=True)
class Part:
    """scale * a(x) * d^alpha[h(x, u)].

    Attributes:
        scale: the numeric factor, without rounding.
        exact: whether it came from whole numbers only.
        a: the factor that holds coordinates, without a number of its own.
        alpha: multi-index.
        h: what is differentiated.
        span: where it was written.
    """

    scale: Fraction
    exact: bool
    a: sympy.Expr
    alpha: MultiIndex
    h: sympy.Expr
    span: Span

    @property
    def factor(self) -> sympy.Expr:
        """scale * a: a rational number times a if the scale is exact, else a float."""
        number = sympy.Rational(self.scale) if self.exact else decimal(float(self.scale))
        return self.a if self.exact and self.scale == 1 else number * self.a

    def times(self, expression: sympy.Expr) -> Part:
        """The part with one factor more."""
        first, rest = expression.as_coeff_Mul()
        second, a = (self.a * rest).as_coeff_Mul()
        scale = self.scale * fraction(first) * fraction(second)
        exact = self.exact and bool(first.is_Rational and second.is_Rational)
        return replace(self, scale=scale, exact=exact, a=a)


@dataclass(frozen=True)
class Loose:
    """A summand with derivatives that is not written as an extended derivative.

    Attributes:
        expression: in jets.
        span: where it was written.
    """

    expression: sympy.Expr
    span: Span


@dataclass(frozen=True)
class Combination:
    """A sum of parts, a derivative-free expression, and other summands with derivatives."""

    parts: tuple[Part, ...] = ()
    free: sympy.Expr = sympy.S.Zero
    loose: tuple[Loose, ...] = ()

    def negative(self) -> Combination:
        """Minus the combination."""
        parts = tuple(replace(part, scale=-part.scale) for part in self.parts)
        loose = tuple(replace(each, expression=-each.expression) for each in self.loose)
        return Combination(parts, -self.free, loose)

    @property
    def bound(self) -> tuple[Part | Loose, ...]:
        """All summands with derivatives."""
        return (*self.parts, *self.loose)


def fraction(number: sympy.Expr) -> Fraction:
    """A SymPy number as a fraction, without rounding."""
    if number.is_Rational:
        return Fraction(int(number.p), int(number.q))
    return Fraction(float(number))


def in_jets(combination: Combination, scope: Scope, span: Span) -> sympy.Expr:
    """The combination with all derivatives carried out."""
    parts = [
        part.factor * jets.derived(part.h, part.alpha, scope, span) for part in combination.parts
    ]
    loose = [each.expression for each in combination.loose]
    return jets.bounded(sympy.Add(*parts, *loose, combination.free), span)


def of_jets(expression: sympy.Expr, scope: Scope, span: Span) -> Combination:
    """The combination that an expression in jets is."""
    if scope.space.derivatives(expression):
        return Combination((), sympy.S.Zero, (Loose(jets.bounded(expression, span), span),))
    return Combination((), expression)


def add(combinations: list[Combination], span: Span) -> Combination:
    """Their sum, in the order given."""
    parts = tuple(part for c in combinations for part in c.parts)
    loose = tuple(each for c in combinations for each in c.loose)
    return Combination(parts, arithmetic.total([c.free for c in combinations], span), loose)


def multiply(factors: list[tuple[Combination, Span]], scope: Scope, span: Span) -> Combination:
    """Their product; extended derivatives stay such if the other factors hold no field."""
    bound = [(c, s) for c, s in factors if c.bound]
    others = [c.free for c, _ in factors if not c.bound]
    factor = arithmetic.product(others, span)
    if not bound:
        return Combination((), factor)
    if len(bound) > 1 or scope.has_function(factor):
        expressions = [in_jets(c, scope, s) for c, s in bound]
        return of_jets(arithmetic.product([factor, *expressions], span), scope, span)
    sole = bound[0][0]
    parts = tuple(_times_each(part, others) for part in sole.parts)
    loose = [of_jets(factor * each.expression, scope, span).loose for each in sole.loose]
    free = arithmetic.product([factor, sole.free], span)
    return Combination(parts, free, tuple(each for found in loose for each in found))


def divide_into(combination: Combination, scope: Scope, span: Span) -> Combination:
    """One over a combination."""
    if combination.bound:
        return of_jets(arithmetic.reciprocal(in_jets(combination, scope, span), span), scope, span)
    return Combination((), arithmetic.reciprocal(combination.free, span))


def derive(inner: Combination, alpha: MultiIndex, scope: Scope, span: Span) -> Combination:
    """d^alpha of a combination, by the product rule where a factor before a derivative needs it."""
    rest = sympy.Add(*(each.expression for each in inner.loose))
    before = [scope.space.order(rest), *(part.alpha.order for part in inner.parts)]
    if alpha.order + max(before) > limits.ORDER:
        raise wrong(f"a derivative of order above {limits.ORDER}", span, "lower its order")
    parts = [p for part in inner.parts for p in _derive_part(part, alpha, scope, span)]
    if inner.free != 0 or not inner.bound:
        if inner.free == 0:
            raise wrong("a derivative of zero", span, "it is zero: take it out")
        if not scope.has_field(inner.free):
            if scope.has_function(inner.free):
                raise of_inputs(inner.free, scope, span)
            raise wrong(
                "a derivative of something without a field",
                span,
                "carry it out by hand: it belongs to a factor a(x), or to g",
            )
        arithmetic.check(inner.free, span)
        parts.append(Part(Fraction(1), True, sympy.S.One, alpha, inner.free, span))
    loose = of_jets(jets.derived(rest, alpha, scope, span), scope, span).loose
    return Combination(tuple(parts), sympy.S.Zero, loose)


def of_inputs(expression: sympy.Expr, scope: Scope, span: Span) -> Mistaken:
    """The mistake of what is differentiated, or a term, and holds inputs but no field."""
    held = [q.name for q in scope.inputs if q in expression.free_symbols]
    names = " and ".join(map(shown, held))
    are, it, ones = (
        ("are inputs", "them", "fields") if len(held) > 1 else ("is an input", "it", "a field")
    )
    remedy = (
        f"{names} {are}: for {it} alone nothing is searched; g may depend on {it}.\n"
        f"To have derivatives of {it}, declare {it} as {ones}: fields {', '.join(held)}"
    )
    return wrong("a derivative or a term of inputs alone", span, remedy)


def _derive_part(part: Part, alpha: MultiIndex, scope: Scope, span: Span) -> list[Part]:
    """d^alpha[a d^beta[h]], the sum of C(alpha, gamma) d^gamma a d^(alpha - gamma + beta)[h]."""
    moving = {x for x, n in zip(scope.coordinates, alpha.orders, strict=True) if n}
    if part.a.free_symbols.isdisjoint(moving):
        return [replace(part, alpha=part.alpha + alpha, span=span)]
    found = []
    for gamma in alpha.below():
        slope = jets.derived(part.a, gamma, scope, span)
        if slope != 0:
            bare = replace(part, a=sympy.S.One, alpha=alpha - gamma + part.alpha, span=span)
            found.append(bare.times(sympy.Integer(alpha.binomial(gamma))).times(slope))
    return found


def _times_each(part: Part, factors: list[sympy.Expr]) -> Part:
    for factor in factors:
        part = part.times(factor)
    return part
