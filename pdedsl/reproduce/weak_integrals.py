"""What the weak form needs instead of derivatives: their integrals against test functions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pdedsl.experiments.simulation import ExactField
from pdedsl.fields import FieldEstimate
from pdedsl.fields.kronecker import apply_each
from pdedsl.form import Problem
from pdedsl.weak import TestFunctions, Wish
from pdedsl.weak.system import build
from pdedsl.weak.testfunctions import composite_gauss

Array = NDArray[np.float64]

GAUSS_POINTS = 5
"""On every interval between knots: for fields whose second derivatives jump, such as the paper's
waves, they leave a relative error below 1e-4, and rounding for smooth ones."""


@dataclass(frozen=True, eq=False)
class Integrals:
    """<d^alpha u, phi> for D samples and S test functions, each of shape (D, S).

    The test functions are B-splines as they are, not the orthonormal combinations of them that
    the weak system is made of: an integral is then an average of the derivative over a support.
    The combinations give weight to what tells overlapping averages apart; their errors are up to
    three times as large.

    Attributes:
        data: of the data, joined by splines: what is in the matrix Z of `discover`.
        estimate: of the Gaussian process' estimate, (-1)^|alpha| <u_hat, d^alpha phi>.
        true: of the true field.
        one: of the constant 1, for alpha = 0.
    """

    data: Array
    estimate: Array
    true: Array
    one: Array


def weak_integrals(
    problem: Problem, estimates: Sequence[FieldEstimate], exact: Sequence[ExactField]
) -> tuple[Integrals, ...]:
    """The integrals of every term of a dictionary of derivatives d^alpha(u).

    Test functions are those that would be chosen for that dictionary, the same for all terms.

    Args:
        problem: with one field.
        estimates: of D samples on one grid.
        exact: the D fields.
    """
    system = build(problem, estimates, Wish())
    (functions,), (columns,) = system.functions, system.columns
    terms = [term.alpha.orders for term in problem.dictionary]
    true = exact_integrals(functions, exact, terms)
    (one,) = exact_integrals(functions, [_one], [(0,) * len(problem.coordinates)])
    return tuple(
        Integrals(_of_splines(functions, c.values), _of_splines(functions, c.signal), each, one)
        for c, each in zip(columns, true, strict=True)
    )


def exact_integrals(
    functions: TestFunctions,
    exact: Sequence[ExactField],
    terms: Sequence[tuple[int, ...]],
    *,
    points: int = GAUSS_POINTS,
) -> list[Array]:
    """<d^alpha u, phi> as (-1)^|alpha| <u, d^alpha phi>, by Gauss-Legendre between the knots.

    Moved onto phi, derivatives may jump, or sit on a line alone.

    Args:
        functions: S test functions.
        exact: D fields.
        terms: the orders alpha.
        points: on every interval.

    Returns:
        For every alpha shape (D, S), against the B-splines as they are.
    """
    rules = [composite_gauss(axis.breakpoints, points) for axis in functions.axes]
    nodes = tuple(rule[0] for rule in rules)
    none = (0,) * len(nodes)
    u = np.stack([field(none, nodes) for field in exact])
    found = []
    for orders in terms:
        factors = [
            axis.evaluate(at, order) * weights
            for axis, (at, weights), order in zip(functions.axes, rules, orders, strict=True)
        ]
        moved = (-1) ** sum(orders) * apply_each(factors, u)
        found.append(_of_splines(functions, moved))
    return found


def _of_splines(functions: TestFunctions, integrals: Array) -> Array:
    """Integrals of shape (D, S) against orthonormal combinations, as those against B-splines."""
    axes = functions.axes
    separate = integrals.reshape(len(integrals), *(axis.count for axis in axes))
    return apply_each([axis.to_splines for axis in axes], separate).reshape(len(integrals), -1)


def _one(orders: tuple[int, ...], axes: tuple[Array, ...]) -> Array:
    return np.full(tuple(axis.size for axis in axes), 0.0 if any(orders) else 1.0)
