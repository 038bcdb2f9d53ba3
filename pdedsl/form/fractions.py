"""Antiderivatives of rational functions, and of what becomes one by another variable or by parts.

- A fraction is its rational part, found by Hermite's and Horowitz's reduction, and fractions over
  linear and quadratic denominators, whose antiderivatives are logarithms and arctangents.
- R(u, w^(1/q)) with w of first degree is rational in y = w^(1/q), and R(exp(c u)) in exp(c u).
- P(u)/sqrt(q) with q quadratic is the derivative of Q(u) sqrt(q) but for a number over sqrt(q).
- R(u) F(w), with F a logarithm, an arc function or erf, goes by parts where R is the derivative
  of a rational S: it is S F less what S F' is the derivative of, which has a lower power of F.

All of it is a few divisions of polynomials, so that it ends soon, whatever is asked.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeAlias

import sympy
from sympy.integrals.rationaltools import ratint_ratpart

from pdedsl.form.roots import real_root

MAX_DEGREE = 8
"""Of numerators and denominators, after everything has been put over one."""

MAX_ROOT = 4
"""Highest root of what is of first degree in u."""

MAX_POWER = 3
"""Highest power of a logarithm or arc function that goes by parts."""

Rule: TypeAlias = Callable[[sympy.Expr, sympy.Symbol], sympy.Expr | None]

_BY_PARTS = (sympy.log, sympy.atan, sympy.asin, sympy.acos, sympy.erf)


def of_fraction(f: sympy.Expr, u: sympy.Symbol) -> sympy.Expr | None:
    """Of a rational function of u; None if its denominator has a factor above the second degree.

    >>> u = sympy.Symbol("u", real=True)
    >>> of_fraction(1 / (1 + u**2), u)
    atan(u)
    """
    parts = _over_one(f, u)
    if parts is None:
        return None
    whole, rest = sympy.div(*parts)
    found = whole.integrate(u).as_expr()
    if rest.is_zero:
        return found
    rational, left = _rational_part(rest, parts[1], u)
    found += rational
    for part in sympy.Add.make_args(sympy.apart(sympy.cancel(left), u)):
        simple = _over_simple(part, u)
        if simple is None:
            return None
        found += simple
    return found


def of_root(f: sympy.Expr, u: sympy.Symbol) -> sympy.Expr | None:
    """Of what is rational in u and a root of something of first degree in u."""
    roots = {p for p in f.atoms(sympy.Pow) if u in p.base.free_symbols and not p.exp.is_Integer}
    bases = {p.base for p in roots}
    if len(bases) != 1 or not all(p.exp.is_Rational for p in roots):
        return None
    (w,) = bases
    rate = sympy.diff(w, u)
    order = math.lcm(*(int(p.exp.q) for p in roots))
    if not w.is_polynomial(u) or sympy.degree(w, u) != 1 or order > MAX_ROOT:
        return None
    y = sympy.Dummy("y", positive=True)
    inside = f.xreplace({p: y ** (p.exp * order) for p in roots})
    inside = inside.xreplace({u: (y**order - w.subs(u, 0)) / rate})
    found = of_fraction(inside * order * y ** (order - 1) / rate, y)
    return None if found is None else found.xreplace({y: w ** sympy.Rational(1, order)})


def of_quadratic_root(f: sympy.Expr, u: sympy.Symbol) -> sympy.Expr | None:
    """Of a polynomial times or over the square root of something quadratic in u."""
    roots = [p for p in f.atoms(sympy.Pow) if u in p.free_symbols and not p.exp.is_Integer]
    if len(roots) != 1 or abs(roots[0].exp) != sympy.S.Half:
        return None
    q = roots[0].base
    numerator = sympy.cancel(f / roots[0]) * (q if roots[0].exp > 0 else 1)
    if not (q.is_polynomial(u) and numerator.is_polynomial(u)) or sympy.degree(q, u) != 2:
        return None
    left, q_of_u = sympy.Poly(numerator, u), sympy.Poly(q, u)
    if left.degree() > MAX_DEGREE:
        return None
    found = sympy.Poly(0, u)
    while left.degree() > 0:  # (Q sqrt(q))' = (Q' q + Q q'/2) / sqrt(q)
        n = left.degree() - 1
        taken = sympy.Poly(left.LC() / (q_of_u.LC() * (n + 1)) * u**n, u)
        found += taken
        left = left - taken.diff(u) * q_of_u - taken * q_of_u.diff(u) / 2
    last = _over_root(q_of_u, u)
    if last is None and not left.is_zero:
        return None
    rest = sympy.S.Zero if left.is_zero else left.as_expr() * last
    return found.as_expr() * sympy.sqrt(q) + rest


def of_exponential(f: sympy.Expr, u: sympy.Symbol) -> sympy.Expr | None:
    """Of what is rational in exp(c u), which hyperbolic functions of c u are, too."""
    hyperbolic = f.atoms(sympy.sinh, sympy.cosh, sympy.tanh)
    f = f.xreplace({g: g.rewrite(sympy.exp) for g in hyperbolic})
    powers = {e.args[0] for e in f.atoms(sympy.exp) if u in e.free_symbols}
    rates = {sympy.diff(p, u) for p in powers}
    if not powers or not all(r.is_Rational and r != 0 for r in rates):
        return None
    one = sympy.gcd(list(rates))
    y = sympy.Dummy("y", positive=True)
    whole = {sympy.exp(p): sympy.exp(p.subs(u, 0)) * y ** (sympy.diff(p, u) / one) for p in powers}
    inside = f.xreplace(whole)
    if u in inside.free_symbols:
        return None
    found = of_fraction(inside / (one * y), y)
    return None if found is None else found.xreplace({y: sympy.exp(one * u)})


def by_parts(f: sympy.Expr, u: sympy.Symbol, rest: Rule) -> sympy.Expr | None:
    """Of a rational function times a power of a logarithm, an arc function or erf.

    Args:
        f: the function.
        u: its variable.
        rest: finds antiderivatives of what is left.
    """
    held = [g for g in f.atoms(*_BY_PARTS) if u in g.free_symbols]
    if len(held) != 1 or not f.is_polynomial(held[0]) or sympy.degree(f, held[0]) > MAX_POWER:
        return None
    (g,), power = held, sympy.degree(f, held[0])
    factor = sympy.Poly(f, g).LC()
    if sympy.cancel(f - factor * g**power) != 0 or g.args[0].has(sympy.Function):
        return None
    rational = _rational_integral(factor, u)
    if rational is None:
        return None
    slope = sympy.log(_bare(g.args[0])).diff(u) if isinstance(g, sympy.log) else g.diff(u)
    left = sympy.factor_terms(sympy.cancel(rational * power * slope) * g ** (power - 1))
    found = sympy.S.Zero if left == 0 else rest(left, u)
    return None if found is None else rational * g**power - found


def of_tangents(f: sympy.Expr, u: sympy.Symbol) -> sympy.Expr | None:
    """Of a power of tan(w) or tanh(w), w of first degree in u."""
    base, power = f.as_base_exp()
    if not isinstance(base, sympy.tan | sympy.tanh) or not 1 < power <= MAX_DEGREE:
        return None
    if not power.is_Integer:
        return None
    w, sign = base.args[0], 1 if isinstance(base, sympy.tan) else -1
    rate = sympy.diff(w, u)
    if rate == 0 or u in rate.free_symbols:
        return None
    last = -sympy.log(sympy.Abs(sympy.cos(w))) if sign > 0 else sympy.log(sympy.cosh(w))
    found = w if power % 2 == 0 else last
    for n in range(2 if power % 2 == 0 else 3, int(power) + 1, 2):
        found = sign * (base ** (n - 1) / (n - 1) - found)
    return found / rate


def _over_one(f: sympy.Expr, u: sympy.Symbol) -> tuple[sympy.Poly, sympy.Poly] | None:
    """Numerator and denominator of a rational function whose coefficients are fractions."""
    exact = f.xreplace({number: sympy.Rational(number) for number in f.atoms(sympy.Float)})
    if not exact.is_rational_function(u):
        return None
    top, bottom = sympy.fraction(sympy.cancel(sympy.together(exact)))
    if not (top.is_polynomial(u) and bottom.is_polynomial(u)):
        return None
    parts = sympy.Poly(top, u), sympy.Poly(bottom, u)
    return parts if max(p.degree() for p in parts) <= MAX_DEGREE else None


def _rational_part(
    top: sympy.Poly, bottom: sympy.Poly, u: sympy.Symbol
) -> tuple[sympy.Expr, sympy.Expr]:
    """The rational part of the antiderivative of a fraction, and the fraction that is left."""
    if bottom.is_sqf:
        return sympy.S.Zero, top.as_expr() / bottom.as_expr()
    rational, left = ratint_ratpart(top.as_expr(), bottom.as_expr(), u)
    return rational, left


def _rational_integral(f: sympy.Expr, u: sympy.Symbol) -> sympy.Expr | None:
    """The antiderivative of a rational function that is rational too, None where there is none."""
    parts = _over_one(f, u)
    if parts is None:
        return None
    whole, rest = sympy.div(*parts)
    if rest.is_zero:
        return whole.integrate(u).as_expr()
    rational, left = _rational_part(rest, parts[1], u)
    return whole.integrate(u).as_expr() + rational if left == 0 else None


def _over_simple(part: sympy.Expr, u: sympy.Symbol) -> sympy.Expr | None:
    """Of a number or a line over a line or a quadratic polynomial."""
    if part == 0:
        return part
    top, bottom = (sympy.Poly(p, u) for p in sympy.fraction(sympy.together(part)))
    if bottom.degree() == 0:
        return sympy.Poly(top.as_expr() / bottom.LC(), u).integrate(u).as_expr()
    if bottom.degree() == 1 and top.degree() <= 0:
        inside = bottom.primitive()[1].as_expr()
        return top.as_expr() / bottom.LC() * sympy.log(sympy.Abs(inside))
    if bottom.degree() != 2 or top.degree() > 1:
        return None
    top, bottom = sympy.Poly(top.as_expr() / bottom.LC(), u), bottom.monic()
    _, b, c = bottom.all_coeffs()
    slope, height = top.coeff_monomial(u), top.coeff_monomial(1)
    square = sympy.factor(4 * c - b**2)  # 4 q is (2 u + b)^2 + square
    above = bottom.as_expr() if square.is_positive else sympy.Abs(bottom.as_expr())
    logarithm = slope / 2 * sympy.log(above)
    return _plus_arctangent(logarithm, height - slope * b / 2, (b, c), u)


def _plus_arctangent(
    logarithm: sympy.Expr,
    height: sympy.Expr,
    quadratic: tuple[sympy.Expr, sympy.Expr],
    u: sympy.Symbol,
) -> sympy.Expr | None:
    """A logarithm, and the antiderivative of a number over u^2 + b u + c."""
    b, c = quadratic
    if height == 0:
        return logarithm
    square = sympy.factor(4 * c - b**2)
    root = sympy.sqrt(square) if square.is_positive else real_root(square)
    if root is not None:
        return logarithm + 2 * height / root * sympy.atan((2 * u + b) / root)
    if not square.is_negative:
        return None
    root = sympy.sqrt(-square)
    ratio = sympy.Abs((2 * u + b - root) / (2 * u + b + root))
    return logarithm + height / root * sympy.log(ratio)


def _over_root(q: sympy.Poly, u: sympy.Symbol) -> sympy.Expr | None:
    """Of 1/sqrt(q), q quadratic with numbers whose signs are known."""
    a, b, c = q.all_coeffs()
    if a.is_positive:
        root = sympy.sqrt(a)
        inside = sympy.expand((2 * a * u + b) / (2 * root)) + sympy.sqrt(q.as_expr())
        return sympy.log(inside if (4 * a * c - b**2).is_positive else sympy.Abs(inside)) / root
    square = sympy.factor(b**2 - 4 * a * c)
    if a.is_negative and square.is_positive:
        return -sympy.asin((2 * a * u + b) / sympy.sqrt(square)) / sympy.sqrt(-a)
    return None


def _bare(inside: sympy.Expr) -> sympy.Expr:
    return inside.args[0] if isinstance(inside, sympy.Abs) else inside
