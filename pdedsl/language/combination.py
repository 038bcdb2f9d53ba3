"""Sums of extended derivatives and a derivative-free part, and what may be done with them.

An expression of the language means `sum_i scale_i a_i(x) d^alpha_i[h_i(x, u)] + free(x, u)`.
What would leave that form is refused with the reason.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import sympy

from pdedsl.errors import Span
from pdedsl.form import MultiIndex
from pdedsl.language import arithmetic, limits
from pdedsl.language.arithmetic import decimal
from pdedsl.language.mistaken import wrong
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
class Combination:
    """A sum of parts and a derivative-free expression."""

    parts: tuple[Part, ...] = ()
    free: sympy.Expr = sympy.S.Zero

    def negative(self) -> Combination:
        """Minus the combination."""
        parts = tuple(replace(part, scale=-part.scale) for part in self.parts)
        return Combination(parts, -self.free)


def fraction(number: sympy.Expr) -> Fraction:
    """A SymPy number as a fraction, without rounding."""
    if number.is_Rational:
        return Fraction(int(number.p), int(number.q))
    return Fraction(float(number))


def add(combinations: list[Combination], span: Span) -> Combination:
    """Their sum, in the order given."""
    parts = tuple(part for c in combinations for part in c.parts)
    return Combination(parts, arithmetic.total([c.free for c in combinations], span))


def multiply(factors: list[tuple[Combination, Span]], scope: Scope, span: Span) -> Combination:
    """Their product: at most one may hold derivatives, and then the others hold no field."""
    bound = [(c, s) for c, s in factors if c.parts]
    others = [c.free for c, _ in factors if not c.parts]
    if not bound:
        return Combination((), arithmetic.product(others, span))
    if len(bound) > 1:
        raise wrong(
            "a product of derivatives",
            span,
            "a term is a(x) d^alpha[h(x, u)] with one derivative, so this has no weak form",
        )
    sole = bound[0][0]
    factor = arithmetic.product(others, span)
    if scope.has_field(factor):
        raise wrong(*_field_before(factor, sole, scope, span))
    parts = tuple(_times_each(part, others) for part in sole.parts)
    return Combination(parts, arithmetic.product([factor, sole.free], span))


def divide_into(combination: Combination, span: Span) -> Combination:
    """One over a combination, which must be free of derivatives."""
    if combination.parts:
        raise wrong("division by a derivative", span, "multiply the equation by it, if you can")
    return Combination((), arithmetic.reciprocal(combination.free, span))


def derive(inner: Combination, alpha: MultiIndex, scope: Scope, span: Span) -> Combination:
    """d^alpha of a combination."""
    moving = {x for x, n in zip(scope.coordinates, alpha.orders, strict=True) if n}
    parts = [_derive_part(part, alpha, moving, span) for part in inner.parts]
    if inner.free != 0 or not parts:
        if inner.free == 0:
            raise wrong("a derivative of zero", span, "it is zero: take it out")
        if not scope.has_field(inner.free):
            raise wrong(
                "a derivative of something without a field",
                span,
                "carry it out by hand: it belongs to a factor a(x), or to g",
            )
        arithmetic.check(inner.free, span)
        parts.append(Part(Fraction(1), True, sympy.S.One, alpha, inner.free, span))
    if any(part.alpha.order > limits.ORDER for part in parts):
        raise wrong(f"a derivative of order above {limits.ORDER}", span, "lower its order")
    return Combination(tuple(parts), sympy.S.Zero)


def _derive_part(part: Part, alpha: MultiIndex, moving: set[sympy.Symbol], span: Span) -> Part:
    if not part.a.free_symbols.isdisjoint(moving):
        raise wrong(
            "a derivative inside an extended derivative",
            span,
            "in a(x) d^alpha[h(x, u)], h may hold coordinates and fields only:\n"
            "carry the outer derivative out with the product rule",
        )
    return replace(part, alpha=part.alpha + alpha, span=span)


def _times_each(part: Part, factors: list[sympy.Expr]) -> Part:
    for factor in factors:
        part = part.times(factor)
    return part


def _field_before(
    factor: sympy.Expr, bound: Combination, scope: Scope, span: Span
) -> tuple[str, Span, str]:
    """What to say of f(u) d^alpha[h]: the total derivative to write, where there is one."""
    message = "a field in the factor before a derivative"
    plain = "the factor a in a(x) d^alpha[h(x, u)] may hold coordinates and constants only"
    if len(bound.parts) != 1 or bound.free != 0:
        return message, span, plain
    part = bound.parts[0]
    numbers, powers = factor.as_independent(part.h, as_Add=False)
    base, exponent = powers.as_base_exp()
    first_order = part.alpha.order == 1 and part.h in scope.fields and base == part.h
    if not first_order or scope.has_field(numbers) or not exponent.is_Integer or exponent < 1:
        return message, span, plain
    u, n = part.h.name, int(exponent)
    x = scope.coordinates[part.alpha.orders.index(1)].name
    d = f"d_{x}" if len(x) == 1 else f"d[{x}]"
    short = f"{u if n == 1 else f'{u}^{n}'}*{f'{u}_{x}' if len(x) == 1 else f'{d}({u})'}"
    return message, span, f"write {d}({u}^{n + 1}), with {short} = 1/{n + 1} {d}({u}^{n + 1})"
