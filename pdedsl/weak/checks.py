"""What can be told of a problem and its grids before any field is estimated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pdedsl.errors import DataError
from pdedsl.form import ExtendedDerivative, Problem
from pdedsl.weak.functions import make_function

LEAST_POINTS = 8
"""Grid points a support should span so that the spline of the data carries its derivatives."""


@dataclass(frozen=True)
class Wish:
    """What the user asks of the test functions; None is chosen from the data.

    Attributes:
        degree: of the splines.
        count: how many on each of M axes.
        support: width on each axis as a fraction of it.
    """

    degree: int | None = None
    count: tuple[int | None, ...] | None = None
    support: tuple[float | None, ...] | None = None


def fine_axes(axes: Sequence[np.ndarray], points: int) -> tuple[np.ndarray, ...]:
    """Even axes over the same ranges, for Riemann sums."""
    return tuple(np.linspace(axis[0], axis[-1], points) for axis in axes)


def precheck(problem: Problem, grids: Sequence[Sequence[np.ndarray]], wish: Wish) -> None:
    """Refuse what no data could save: rough or short test functions, coefficients with poles.

    Args:
        problem: with its dictionary.
        grids: the M axes of every sampling grid.
        wish: test functions as far as the user fixed them.

    Raises:
        DataError: naming the coordinate or the term.
    """
    names = [c.symbol.name for c in problem.coordinates]
    widths = wish.support or (None,) * len(names)
    for i, name in enumerate(names):
        if wish.degree is not None:
            check_degree(wish.degree, max(e.alpha.orders[i] for e in problem.dictionary), name)
    for axes in grids:
        for axis, width, name in zip(axes, widths, names, strict=True):
            if width is not None:
                check_span(axis, width * float(axis[-1] - axis[0]), name)
        x = np.meshgrid(*axes, indexing="ij", sparse=True)
        for term in problem.dictionary:
            _check_coefficient(problem, term, x)


def _check_coefficient(problem: Problem, term: ExtendedDerivative, x: list[np.ndarray]) -> None:
    function = make_function(term.a, problem.coordinate_symbols)
    with np.errstate(all="ignore"):
        values = np.asarray(function(*x), dtype=float)
    if not np.all(np.isfinite(values)):
        raise not_finite(term)


def check_degree(degree: int, order: int, name: str) -> None:
    """Refuse splines too rough for the derivatives that integration by parts puts on them.

    A spline of degree k has a bounded derivative of order k - 1 that is also continuous;
    quadrature wants the highest derivative continuous.
    """
    if degree <= order:
        raise DataError(
            f"test functions of degree {degree} along {name} are too rough for"
            f" derivatives of order {order} in {name}",
            where="test",
            remedy=f"write degree = {order + 2} or more",
        )


def check_span(axis: np.ndarray, width: float, name: str) -> None:
    """Refuse supports that hardly any grid point falls into: nothing could be integrated."""
    span = width / float(np.median(np.diff(axis)))
    if span < 2:
        raise DataError(
            f"a test function's support along {name} spans {span:.1f} grid intervals"
            f" of {axis.size} points; it needs at least 2, better {LEAST_POINTS}",
            where="test",
            remedy=f"write a larger support, or measure more points along {name}",
        )


def not_finite(term: ExtendedDerivative) -> DataError:
    """The refusal of a term that is not defined on the data."""
    return DataError(
        f"a = {term.a} or h = {term.h} is not finite on these data",
        where="weak form",
        remedy="restrict the coordinates to where the term is defined, or leave it out",
    )
