"""Test functions chosen from the sampling grid, the field's length scale, and the derivatives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np

from pdedsl.errors import DataError
from pdedsl.weak.checks import LEAST_POINTS, Wish, check_count, check_degree, check_span
from pdedsl.weak.quadrature import spline_quadrature
from pdedsl.weak.testfunctions import AxisTestFunctions, TestFunctions, bsplines

LENGTHS = 9.0
"""Widest support in length scales of the field, which a wider one would average away."""

DEPENDENT = 1e8
"""Condition of splines that overlap so much that they cannot be made orthonormal."""

UNRESOLVED = 100.0
"""Condition of the integrals, on the points of an axis, that is too large; 1 is best."""

KNOTS = 1.7
"""Grid intervals from knot to knot of a test function, at least, along which a field turns from
point to point: such a field and narrower functions together move faster than the points show."""

FRACTION = 0.25
"""Width of a support as a fraction of the axis, if there are enough of them to cover it and the
field does not ask for less: test functions vanish near the ends, and a wider one sees less of
what happens there."""

SHIFTS = (0.2, 0.26)
"""From one support to the next, in widths: where there may be as many as wanted, and where few
have to cover the axis."""

MANY = 1400
"""Supports side by side that a rough field on a large grid may have at most."""

COST = 1000
"""Test functions times samples, about; a fit takes their number cubed for every sample."""

SHARE = 0.6
"""Most test functions on an axis for each of its points."""

AT_ONCE = 2**19
"""Values of a field that are looked at together."""

ABOVE = 2
"""By how much the degree is above the highest derivative, which is left continuous by it."""


@dataclass(frozen=True, eq=False)
class Along:
    """What test functions along one coordinate are chosen by.

    Attributes:
        name: of the coordinate.
        axis: its sampling points, increasing, shape (n,).
        length_scale: over which the field changes, see `turning_lengths`.
        order: highest derivative.
        resolved: whether the points show how the field moves; if not, it turns from one to the
            next.
    """

    name: str
    axis: np.ndarray
    length_scale: float
    order: int
    resolved: bool = True


def choose(coordinates: Sequence[Along], wish: Wish, *, samples: int) -> TestFunctions:
    """Test functions for one sampling grid.

    The noise of all test functions together is known, so that narrow ones lose nothing to it,
    and they see what wide ones average away or leave out near the ends. A support is therefore
    `LENGTHS` lengths of the field or `FRACTION` of the axis, whichever is less, but no
    less than `LEAST_POINTS` grid intervals, or `KNOTS` from knot to knot along which the field is
    not resolved; and wider where neighbours could not overlap by three quarters, there being at
    most `SHARE` test functions a point, beyond which they see the same noise, and no more in all
    than `COST` allows.

    Args:
        coordinates: M of them.
        wish: what the user fixed.
        samples: D, which bounds how many functions are worth their cost.
    """
    highest = max(along.order for along in coordinates)
    degree = highest + ABOVE if wish.degree is None else wish.degree
    given = wish.support or (None,) * len(coordinates)
    bound = min(400, max(49, COST // samples))
    most = [max(1, int(SHARE * along.axis.size)) for along in coordinates]
    each = round(bound ** (1 / len(coordinates)))
    narrowest = MANY ** (-1 / len(coordinates))
    fractions = [
        f if f is not None else _fraction(along, degree, min(count, each), narrowest)
        for f, along, count in zip(given, coordinates, most, strict=True)
    ]
    wanted = wish.count or (None,) * len(coordinates)
    for along, count in zip(coordinates, wanted, strict=True):
        if count is not None:
            check_count(along.axis, count, along.name)
    counts = _counts(fractions, wanted, most, bound)
    functions = tuple(
        bsplines(along.axis[0], along.axis[-1], degree=degree, count=count, support=fraction)
        for along, fraction, count in zip(coordinates, fractions, counts, strict=True)
    )
    for along, function in zip(coordinates, functions, strict=True):
        check_degree(function.degree, along.order, along.name)
        check_span(along.axis, function.width, along.name)
        if wish != Wish() and not is_resolved(along.axis, function):
            raise DataError(
                f"{function.count} test functions along {along.name}, of degree {function.degree}"
                f" and width {function.width:.3g}, cannot be told apart on its"
                f" {along.axis.size} points",
                where="test",
                remedy="write a smaller count, degree or support, or leave them to be chosen",
            )
    return TestFunctions(functions)


def is_resolved(axis: np.ndarray, functions: AxisTestFunctions) -> bool:
    """Whether integrals against the test functions are independent on the points of an axis.

    Where they are not, the noise covariance is one of rounding errors, and so is all that is
    told by it.
    """
    if functions.condition > DEPENDENT:
        return False
    rule = spline_quadrature(axis, functions, 0, refine=refinement(axis, functions))
    seen = rule.weights[0] if rule.from_data is None else rule.weights[0] @ rule.from_data
    norms = np.linalg.norm(seen, axis=1, keepdims=True)
    return bool(np.all(norms > 0) and np.linalg.cond(seen / norms) < UNRESOLVED)


def turning_lengths(u: np.ndarray, axes: Sequence[np.ndarray]) -> list[float]:
    """The inverse root mean square frequency of a field estimate along every axis.

    For a field drawn from a Gaussian process it is the length scale. The length scale fitted to
    an oscillation is several times longer, since its values are alike over many periods, and a
    support of that width would average the oscillation away.

    Args:
        u: shape (n_1, ..., n_M).
        axes: the M sampling axes.

    Returns:
        One length for each axis, infinite where nothing changes.
    """
    found = []
    for i, axis in enumerate(axes):
        slopes, swings = np.sum([_energies(part, axis, i) for part in _parts(u, i)], axis=0)
        found.append(float(np.sqrt(swings / slopes)) if slopes > 0 else np.inf)
    return found


def _energies(u: np.ndarray, axis: np.ndarray, i: int) -> tuple[float, float]:
    """Squares of the slope along an axis, and of the distance from the mean along it, summed."""
    slope = np.gradient(u, axis, axis=i)
    swing = u - np.mean(u, axis=i, keepdims=True)
    return float(np.sum(slope**2)), float(np.sum(swing**2))


def _parts(u: np.ndarray, i: int) -> list[np.ndarray]:
    """Parts of a large array that have all of axis i."""
    across = max((k for k in range(u.ndim) if k != i), key=lambda k: u.shape[k], default=i)
    count = 1 if across == i else min(u.shape[across], -(-u.size // AT_ONCE))
    return np.array_split(u, count, axis=across)


def refinement(axis: np.ndarray, functions: AxisTestFunctions) -> int:
    """Into how many parts to split a grid interval so that a support spans enough nodes."""
    return max(1, ceil((functions.degree + 4) / _span(axis, functions.width)))


def _fraction(along: Along, degree: int, most: int, narrowest: float) -> float:
    """Width of a support over that of the axis, if there are at most so many of them."""
    width = np.ptp(along.axis)
    intervals = LEAST_POINTS if along.resolved else KNOTS * (degree + 1)
    least = intervals * float(np.median(np.diff(along.axis)) / width)
    covering = 1 / (1 + SHIFTS[1] * (most - 1))
    wanted = min(LENGTHS * along.length_scale / width, max(FRACTION, covering))
    return float(min(0.9, max(least, narrowest, wanted)))


def _counts(
    fractions: Sequence[float], given: Sequence[int | None], most: Sequence[int], bound: int
) -> tuple[int, ...]:
    shift = SHIFTS[0]
    while True:
        counts = tuple(
            c if c is not None else min(m, 1 + max(1, round((1 - f) / (f * shift))))
            for c, f, m in zip(given, fractions, most, strict=True)
        )
        if int(np.prod(counts)) <= bound or shift > 1:
            return counts
        shift *= 1.05


def _span(axis: np.ndarray, width: float) -> float:
    return width / float(np.median(np.diff(axis)))
