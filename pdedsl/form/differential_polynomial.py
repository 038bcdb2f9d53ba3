"""Differential expressions as polynomials in the derivatives of the fields."""

from __future__ import annotations

from typing import TypeAlias

import sympy

from pdedsl.form.jet import JetSpace
from pdedsl.form.multi_index import MultiIndex
from pdedsl.form.separation import Gradient
from pdedsl.form.simplify import expanded_size, has_more_nodes
from pdedsl.form.slope import algebraic_slope
from pdedsl.form.vanishing import is_zero, multiplied_out

MAX_SUMMANDS = 500  # of an expression multiplied out
MAX_NODES = 3_000

Monomial: TypeAlias = tuple[sympy.Symbol, ...]  # derivatives, each as often as its power
Polynomial: TypeAlias = dict[Monomial, sympy.Expr]  # coefficients: functions of x and u, not zero


class NotPolynomial(Exception):
    """A factor that depends on a derivative in another way than by a power."""

    def __init__(self, factor: sympy.Expr) -> None:
        super().__init__(str(factor))
        self.factor = factor


class TooLarge(Exception):
    """More summands than are worked on."""


class NotDecided(Exception):
    """A coefficient of which it is not known whether it is zero."""


def polynomial(expression: sympy.Expr, space: JetSpace) -> Polynomial:
    """The coefficients of an expression in jets, by products of derivatives.

    Raises:
        NotPolynomial: it is no polynomial in the derivatives as it is written.
        TooLarge: it has too many summands.
        NotDecided: a coefficient may be zero or not.
    """
    if _is_large(expression):
        raise TooLarge
    collected: dict[Monomial, list[sympy.Expr]] = {}
    derivatives = space.derivatives(expression)
    for summand in sympy.Add.make_args(multiplied_out(expression)):
        if summand == 0:
            continue
        coefficient, product = summand.as_independent(*derivatives, as_Add=False)
        collected.setdefault(_monomial(product, derivatives), []).append(coefficient)
    return without_zeros({m: sympy.Add(*parts) for m, parts in collected.items()})


def without_zeros(coefficients: Polynomial) -> Polynomial:
    """Those that are not zero."""
    kept: Polynomial = {}
    for monomial, coefficient in coefficients.items():
        vanishes = is_zero(coefficient)
        if vanishes is None:
            raise NotDecided
        if not vanishes:
            kept[monomial] = multiplied_out(coefficient)
    return kept


def subtract(first: Polynomial, second: Polynomial) -> Polynomial:
    """Their difference."""
    result = dict(first)
    for monomial, coefficient in second.items():
        result[monomial] = result.get(monomial, sympy.S.Zero) - coefficient
    changed = {m: c for m, c in result.items() if m in second}
    return {**{m: c for m, c in result.items() if m not in second}, **without_zeros(changed)}


def expression_of(coefficients: Polynomial) -> sympy.Expr:
    """The polynomial as one expression in jets."""
    return sympy.Add(*(sympy.Mul(c, *monomial) for monomial, c in coefficients.items()))


def bound_part(gradient: Gradient, alpha: MultiIndex, space: JetSpace) -> sympy.Expr:
    """d^alpha[h] less its only summand without a derivative of a field, of the gradient of h.

    With R the wanted and c = dh/du: d_i d^alpha[h] = d_i(R + d_x^alpha h), where d_x keeps u fixed,
    so that R grows by D_i R + sum_j (d_x^alpha c_j) d_i u_j, and h itself is not needed.
    """
    result = sympy.S.Zero
    slopes = gradient
    for position, times in enumerate(alpha.orders):
        first = space.unit(position)
        for _ in range(times):
            grown = space.derivative(result, position)
            for c, u in zip(slopes, space.fields, strict=True):
                grown += c * space.symbol(u, first)
            if _is_large(grown):
                raise TooLarge
            result = sympy.expand(grown)
            slopes = tuple(algebraic_slope(c, space.coordinates[position]) for c in slopes)
    return result


def _is_large(expression: sympy.Expr) -> bool:
    return expanded_size(expression) > MAX_SUMMANDS or has_more_nodes(expression, MAX_NODES)


def _monomial(product: sympy.Expr, derivatives: tuple[sympy.Symbol, ...]) -> Monomial:
    found: list[sympy.Symbol] = []
    for factor in sympy.Mul.make_args(product):
        base, exponent = factor.as_base_exp()
        if factor == 1:
            continue
        if base not in derivatives or not exponent.is_Integer or exponent < 1:
            raise NotPolynomial(factor)
        found.extend([base] * int(exponent))
    return tuple(sorted(found, key=derivatives.index))
