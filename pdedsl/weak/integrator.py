"""Integrators: extended derivatives printed to NumPy once, then integrated against test functions.

For E = (alpha, a, h) the integral of h (-1)^|alpha| d^alpha(a phi) is expanded by Leibniz into
a sum over gamma <= alpha of c_gamma(x) h d^gamma(phi); every summand is a separable product.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import sympy

from pdedsl.errors import FormError
from pdedsl.form import ExtendedDerivative, MultiIndex
from pdedsl.form.simplify import has_more_nodes
from pdedsl.form.slope import in_factors, slope
from pdedsl.weak.functions import Function, make_function
from pdedsl.weak.quadrature import AxisQuadrature

_Printed: TypeAlias = tuple[Function, tuple[Function | None, ...]]
LONGEST = 2_000  # nodes of a derivative of a


@dataclass(frozen=True, eq=False)
class LeibnizPart:
    """One summand c(x) h(x, u) d^gamma(phi) of a term moved onto the test function."""

    gamma: MultiIndex
    coefficient: Function


@dataclass(frozen=True, eq=False)
class TermIntegrator:
    """An extended derivative as NumPy functions.

    Attributes:
        parts: the Leibniz summands; their coefficients take the M coordinates.
        h: takes the M coordinates, N fields and Q inputs; so do its derivatives.
        h_u: derivatives of h by each field, or None where they vanish.
    """

    parts: tuple[LeibnizPart, ...]
    h: Function
    h_u: tuple[Function | None, ...]


def make_term_integrator(
    term: ExtendedDerivative,
    coordinates: Sequence[sympy.Symbol],
    fields: Sequence[sympy.Symbol],
    inputs: Sequence[sympy.Symbol] = (),
) -> TermIntegrator:
    """One term by itself, as `make_term_integrators`."""
    return make_term_integrators((term,), coordinates, fields, inputs)[0]


def make_term_integrators(
    terms: Iterable[ExtendedDerivative],
    coordinates: Sequence[sympy.Symbol],
    fields: Sequence[sympy.Symbol],
    inputs: Sequence[sympy.Symbol] = (),
) -> tuple[TermIntegrator, ...]:
    """Differentiate a and h by SymPy and print them, once for a run and for all terms of one h.

    Raises:
        FormError: the derivatives of an a are too long.
    """
    printed: dict[sympy.Expr, _Printed] = {}
    made = []
    for term in terms:
        parts = _leibniz_parts(term, coordinates)
        if term.h not in printed:
            printed[term.h] = _with_slopes(term.h, (*coordinates, *fields, *inputs), fields)
        made.append(TermIntegrator(parts, *printed[term.h]))
    return tuple(made)


def _with_slopes(
    h: sympy.Expr, symbols: Sequence[sympy.Symbol], fields: Sequence[sympy.Symbol]
) -> _Printed:
    slopes = [slope(h, u) for u in fields]
    h_u = tuple(None if s == 0 else make_function(s, symbols) for s in slopes)
    return make_function(h, symbols), h_u


def _leibniz_parts(
    term: ExtendedDerivative, coordinates: Sequence[sympy.Symbol]
) -> tuple[LeibnizPart, ...]:
    parts = []
    known: dict[tuple[int, ...], sympy.Expr] = {}
    for gamma in term.alpha.below():
        orders = (term.alpha - gamma).orders
        derivative = _derivative(term.a, orders, coordinates, known)
        derivative = in_factors(derivative) if sum(orders) > 1 else derivative
        if derivative != 0:
            scaled = term.alpha.sign * term.alpha.binomial(gamma) * derivative
            parts.append(LeibnizPart(gamma, make_function(scaled, coordinates)))
    return tuple(parts)


def _derivative(
    a: sympy.Expr,
    orders: tuple[int, ...],
    coordinates: Sequence[sympy.Symbol],
    known: dict[tuple[int, ...], sympy.Expr],
) -> sympy.Expr:
    """A derivative of a, from that of one order less; those on the way are kept in `known`."""
    axis = next((i for i, n in enumerate(orders) if n), None)
    if axis is None:
        return a
    if orders not in known:
        lower = tuple(n - (i == axis) for i, n in enumerate(orders))
        found = slope(_derivative(a, lower, coordinates, known), coordinates[axis])
        if found.has(sympy.DiracDelta):
            raise FormError(f"{a} has no derivatives of the order of its term: leave abs( ) out")
        if has_more_nodes(found, LONGEST):
            raise FormError(
                f"derivatives of {a} have more than {LONGEST:,} parts: "
                "write a term of lower order, or a simpler factor in front of its derivative"
            )
        known[orders] = found
    return known[orders]


def integrate(
    quadrature: Sequence[AxisQuadrature], gamma: MultiIndex, values: np.ndarray
) -> np.ndarray:
    """Integrate values at the nodes against d^gamma of all test functions.

    Args:
        quadrature: one for each of the M axes.
        gamma: derivative on the test functions.
        values: shape (..., q_1, ..., q_M); an axis along which the values do not change may
            have length 1.

    Returns:
        Array of shape (..., S).
    """
    dimension = len(quadrature)
    result = np.asarray(values)
    for axis, (rule, order) in enumerate(zip(quadrature, gamma.orders, strict=True)):
        weights = rule.weights[order]
        place = result.ndim - dimension + axis
        if result.shape[place] == 1 and weights.shape[1] != 1:
            weights = weights.sum(axis=1, keepdims=True)
        result = np.moveaxis(np.matmul(np.moveaxis(result, place, -1), weights.T), -1, place)
    return result.reshape(*result.shape[: result.ndim - dimension], -1)
