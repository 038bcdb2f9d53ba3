"""Antiderivatives of polynomials times exponentials, waves and Gaussians.

With P a polynomial of u, all primes derivatives in u:

- P exp(l), l of first degree: (Q exp(l))' = P exp(l) where Q' + c Q = P with c = l', so Q is the
  sum of (-1)^k P^(k) / c^(k + 1), which ends. For P exp(l) cos(w) and sin(w), w of first degree,
  c = l' + i w', and they are the real and the imaginary part.
- P exp(q), q = -r^2 u^2 + b u + c: the leading power of P is taken down by
  (u^(n - 1) exp(q))' = ((n - 1) u^(n - 2) + u^(n - 1) q') exp(q), until a number is left, and
  exp(q) is the derivative of sqrt(pi)/(2 r) exp(c + b^2/(4 r^2)) erf(r u - b/(2 r)).
"""

from __future__ import annotations

from collections.abc import Sequence

import sympy
from sympy.simplify.fu import TR8

from pdedsl.form.roots import real_root
from pdedsl.form.vanishing import exponentials_merged

MAX_DEGREE = 8  # of P
MAX_DEGREE_OF_SYMBOLS = 3  # the same, where what stands before u in exponents is no number
MAX_WAVES = 6  # of the power of sines and cosines that are made a sum


def of_exponentials(f: sympy.Expr, u: sympy.Symbol) -> sympy.Expr | None:
    """An antiderivative in u of a product of such factors; None if it is none.

    >>> u = sympy.Symbol("u", real=True)
    >>> of_exponentials(sympy.exp(-u**2), u)
    sqrt(pi)*erf(u)/2
    >>> of_exponentials(sympy.exp(u) * sympy.sin(u), u)
    exp(u)*sin(u)/2 - exp(u)*cos(u)/2
    """
    total = sympy.S.Zero
    for summand in _without_products(f):
        part = _of_product(summand, u)
        if part is None:
            return None
        total += part
    return total


def _without_products(f: sympy.Expr) -> Sequence[sympy.Expr]:
    """Summands in which there is one sine or cosine, and hyperbolic functions are exponentials."""
    whole = {g: g.rewrite(sympy.exp) for g in f.atoms(sympy.sinh, sympy.cosh)}
    if whole and f.is_polynomial(*whole):
        f = sympy.expand(f.xreplace(whole), power_exp=False)
    waves = f.atoms(sympy.sin, sympy.cos)
    if waves and f.is_polynomial(*waves) and 1 < sympy.Poly(f, *waves).total_degree() <= MAX_WAVES:
        f = sympy.expand(TR8(f), power_exp=False, trig=False)
    return sympy.Add.make_args(f)


def _of_product(f: sympy.Expr, u: sympy.Symbol) -> sympy.Expr | None:
    factor, dependent = f.as_independent(u, as_Add=False)
    others, exponents, waves = list[sympy.Expr](), list[sympy.Expr](), list[sympy.Expr]()
    for part in sympy.Mul.make_args(dependent):
        if isinstance(part, sympy.exp):
            exponents.append(part.args[0])
        else:
            (waves if isinstance(part, sympy.sin | sympy.cos) else others).append(part)
    polynomial, exponent = sympy.Mul(*others), sympy.Add(*exponents)
    others_inside = sympy.Tuple(exponent, *waves).free_symbols - {u}
    highest = MAX_DEGREE_OF_SYMBOLS if others_inside else MAX_DEGREE
    if not polynomial.is_polynomial(u) or sympy.degree(polynomial, u) > highest:
        return None
    rates = _coefficients(exponent, u)
    if rates is None or len(waves) > 1:
        return None
    if rates[2] == 0:
        found = _wave(polynomial, exponent, waves[0] if waves else None, u)
    else:
        found = None if waves else _gaussian(polynomial, rates, u)
    if found is None:
        return None
    return exponentials_merged(sympy.expand(factor * found, power_exp=False, trig=False))


def _wave(
    polynomial: sympy.Expr, exponent: sympy.Expr, wave: sympy.Expr | None, u: sympy.Symbol
) -> sympy.Expr | None:
    """Of P exp(l), times a sine or cosine if there is one."""
    rate = sympy.diff(exponent, u)
    turns = _coefficients(sympy.S.Zero if wave is None else wave.args[0], u)
    if turns is None or turns[2] != 0:
        return None
    if rate == turns[1] == 0:
        return sympy.Poly(polynomial, u).integrate(u).as_expr()
    real, imaginary = _divided(polynomial, rate, turns[1], u)
    if wave is None:
        return sympy.exp(exponent) * real
    if isinstance(wave, sympy.sin):
        other = imaginary * sympy.cos(wave.args[0])
    else:
        other = -imaginary * sympy.sin(wave.args[0])
    return sympy.exp(exponent) * (real * wave + other)


def _coefficients(w: sympy.Expr, u: sympy.Symbol) -> tuple[sympy.Expr, ...] | None:
    """What stands before 1, u and u^2; None if there is more."""
    if not w.is_polynomial(u) or sympy.degree(w, u) > 2:
        return None
    held = sympy.Poly(w, u)
    return tuple(held.coeff_monomial(u**n) for n in range(3))


def _divided(
    polynomial: sympy.Expr, rate: sympy.Expr, turn: sympy.Expr, u: sympy.Symbol
) -> tuple[sympy.Expr, sympy.Expr]:
    """Real and imaginary part of the Q with Q' + (rate + i turn) Q = P."""
    size = rate**2 + turn**2
    step = rate / size, -turn / size  # 1/c
    power, total, left = step, [sympy.S.Zero, sympy.S.Zero], polynomial
    while left != 0:
        total = [total[0] + left * power[0], total[1] + left * power[1]]
        left = -sympy.diff(left, u)
        power = (
            power[0] * step[0] - power[1] * step[1],
            power[0] * step[1] + power[1] * step[0],
        )
    return total[0], total[1]


def _gaussian(
    polynomial: sympy.Expr, rates: Sequence[sympy.Expr], u: sympy.Symbol
) -> sympy.Expr | None:
    """Of P exp(q); the number that is left over needs q to fall, and a root that is known."""
    constant, b, square = rates
    q = constant + b * u + square * u**2
    left, found = sympy.Poly(polynomial, u), sympy.S.Zero
    slope = sympy.Poly(sympy.diff(q, u), u)
    while left.degree() > 0:
        taken = sympy.Poly(left.LC() / (2 * square) * u ** (left.degree() - 1), u)
        found += taken.as_expr()
        left = left - taken * slope - taken.diff(u)
        left = sympy.Poly.from_list([sympy.cancel(c) for c in left.all_coeffs()], u)
    remains = left.as_expr()
    r = real_root(-square)
    if remains == 0:
        return found * sympy.exp(q)
    if r is None:
        return None
    scale = sympy.sqrt(sympy.pi) / (2 * r) * sympy.exp(sympy.expand(constant + b**2 / (4 * r**2)))
    return found * sympy.exp(q) + remains * scale * sympy.erf(sympy.expand(r * u - b / (2 * r)))
