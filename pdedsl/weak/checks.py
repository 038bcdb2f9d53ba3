"""What can be told of a problem and its grids before any field is estimated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

import numpy as np

from pdedsl.errors import DataError
from pdedsl.form import ExtendedDerivative, Problem
from pdedsl.weak.functions import make_function

STEEPEST = 1e12
"""The largest value of a(x) over its median, beyond which nothing can be integrated."""

LEAST_POINTS = 4
"""Grid points a support should span so that the spline of the data carries its derivatives."""

SPARE = 4
"""By how many the points of an axis have to outnumber its test functions."""

MEMORY = 2**30
"""Bytes that one kind of array may take."""

COPIES = 4
"""How many arrays there are on the fine grid of Riemann sums, at the least."""

FUNCTIONS = 2000
"""Most test functions of a sample; the time goes with their third power."""


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
    counts = wish.count or (None,) * len(names)
    for i, name in enumerate(names):
        if wish.degree is not None:
            check_degree(wish.degree, max(e.alpha.orders[i] for e in problem.dictionary), name)
    for axes in grids:
        for axis, width, count, name in zip(axes, widths, counts, names, strict=True):
            if width is not None:
                check_span(axis, width * float(axis[-1] - axis[0]), name)
            if count is not None:
                check_count(axis, count, name)
        x = np.meshgrid(*axes, indexing="ij", sparse=True)
        for term in problem.dictionary:
            _check_coefficient(problem, term, x)


def _check_coefficient(problem: Problem, term: ExtendedDerivative, x: list[np.ndarray]) -> None:
    function = make_function(term.a, problem.coordinate_symbols)
    with np.errstate(all="ignore"):
        values = np.asarray(function(*x), dtype=float)
    if not np.all(np.isfinite(values)):
        raise not_finite(term)
    sizes = np.abs(values[values != 0])
    if sizes.size and np.max(sizes) > STEEPEST * np.median(sizes):
        raise DataError(
            f"a = {term.a} is {np.max(sizes):.2g} at one of the points, and {np.median(sizes):.2g}"
            " at most of them, as next to a pole",
            where="weak form",
            remedy="restrict the coordinates to where the term is defined, or leave it out",
        )


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


def check_count(axis: np.ndarray, count: int, name: str) -> None:
    """Refuse more test functions than a grid tells apart: the rest would be made of rounding."""
    most = max(1, axis.size - SPARE)
    if count > most:
        raise DataError(
            f"{count} test functions along {name}, on {axis.size} points",
            where="test",
            remedy=f"write count = {most} or less, or measure more points along {name}",
        )


def check_memory(problem: Problem, wish: Wish, samples: int) -> None:
    """Refuse more test functions than memory holds, or than can be dealt with in an hour.

    The products of every two terms' noise are kept for each of D samples: three matrices with a
    row and a column for each test function.
    """
    axes, terms = len(problem.coordinates), len(problem.dictionary)
    functions = _functions(wish)
    each = 3 * 8 * samples * terms * (terms + 1) // 2
    if each * functions**2 > MEMORY or functions > FUNCTIONS:
        fitting = min(FUNCTIONS, (MEMORY / each) ** 0.5)
        raise DataError(
            f"{functions:,} test functions, {terms} terms and {samples} samples would take"
            f" {_gigabytes(each * functions**2)} of memory, and hours",
            where="test",
            remedy=f"write count = {max(1, int(fitting ** (1 / axes)))} or less, or use fewer"
            " terms or samples",
        )


def check_fine_grid(problem: Problem, wish: Wish, samples: int, nodes: int) -> None:
    """Refuse a grid for Riemann sums that could not be held in memory.

    Args:
        problem: with its coordinates.
        wish: test functions that have a value of their own at every node.
        samples: D.
        nodes: along each axis.
    """
    axes = len(problem.coordinates)
    each = 8 * samples * _functions(wish)
    if each * nodes**axes > MEMORY:
        most = max(4, int((MEMORY / each) ** (1 / axes)))
        raise DataError(
            f"a fine grid of {nodes:,} points along every axis would take"
            f" {_gigabytes(COPIES * each * nodes**axes)} of memory",
            where="test",
            remedy=f"write points = {most} or less, or leave quadrature = riemann out",
        )


def _functions(wish: Wish) -> int:
    """The fewest test functions on all axes together."""
    return prod(c for c in wish.count or () if c is not None)


def _gigabytes(size: int) -> str:
    return f"{max(size / 2**30, 0.1):,.3g} GiB"


def check_points(axes: Sequence[np.ndarray], points: int, names: Sequence[str]) -> None:
    """Refuse Riemann sums over fewer points than were measured."""
    for axis, name in zip(axes, names, strict=True):
        if points < axis.size:
            raise DataError(
                f"Riemann sums over {points} points along {name}, which has {axis.size} of its own",
                where="test",
                remedy=f"write points = {axis.size} or more",
            )


def not_finite(term: ExtendedDerivative) -> DataError:
    """The refusal of a term that is not defined on the data."""
    return DataError(
        f"a = {term.a} or h = {term.h} is not finite on these data",
        where="weak form",
        remedy="restrict the coordinates to where the term is defined, or leave it out",
    )
