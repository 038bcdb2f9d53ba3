"""Whether coordinates are spread widely and densely enough to tell derivatives by."""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np

from pdedsl.errors import DataError
from pdedsl.fields.arrays import LARGEST_NUMBER, LEAST_POINTS, SMALLEST_RANGE, Array

ROUNDINGS = 1000  # of float64 that neighbours on an axis have to lie apart
FLATNESS = 1e-3  # of the worst quadratic polynomial to the best


def check_axis_steps(name: str, axis: Array) -> None:
    """Refuse an axis whose points differ by hardly more than rounding, or in a hopeless unit.

    Args:
        name: of the axis, for messages.
        axis: shape (n,), finite and strictly increasing.

    Raises:
        DataError: with the place of the first such step.
    """
    _check_range(name, axis)
    steps = np.diff(axis)
    size = np.maximum(np.abs(axis[:-1]), np.abs(axis[1:]))
    eps = np.finfo(float).eps
    bad = (steps < ROUNDINGS * eps * size) | (steps < eps * np.ptp(axis))
    if not bad.any():
        return
    k = int(np.argmax(bad))
    raise DataError(
        f"{name}[{k}] and {name}[{k + 1}] differ by {steps[k]:.3g} only, at {axis[k]:.6g}:"
        " most of that is rounding",
        where=name,
        remedy="subtract an offset, such as the first value, before it is stored as float64",
    )


def check_points(name: str, column: Array) -> None:
    """The same for one coordinate of scattered points, which may lie as close as they like."""
    _check_range(name, column)
    extent, size = float(np.ptp(column)), float(np.abs(column).max())
    if extent < LEAST_POINTS**2 * ROUNDINGS * np.finfo(float).eps * size:
        raise DataError(
            f"all values lie within {extent:.3g} of {size:.6g}: most of that is rounding",
            where=name,
            remedy="subtract an offset, such as the first value, before it is stored as float64",
        )


def check_spread(points: Array, coordinates: tuple[str, ...], where: str) -> None:
    """Refuse scattered points that are too few, or lie on a line or another such curve.

    Derivatives along different coordinates can be told apart only where a quadratic polynomial
    is determined by its values. Points on one line leave `d_t(u)` and `d_x(u)` the same.

    Args:
        points: shape (n, M), finite.
        coordinates: M names.
        where: of the sample, for messages.

    Raises:
        DataError: with what to measure.
    """
    names = ", ".join(coordinates)
    wanted = (len(coordinates) + 1) * (len(coordinates) + 2)  # twice the monomials up to order 2
    if len(points) < wanted:
        raise DataError(
            f"only {len(points)} scattered points in {names}, at least {wanted} are needed",
            where=where,
            remedy="measure more points, or on a grid",
        )
    if _flatness(points) < FLATNESS:
        raise DataError(
            f"the points lie on a line, or nearly so, or on another curve in {names}:"
            f" derivatives along {' and '.join(coordinates)} cannot be told apart",
            where=where,
            remedy="measure at places that fill an area, or keep one coordinate only",
        )


def _check_range(name: str, values: Array) -> None:
    extent = float(np.ptp(values))
    if not SMALLEST_RANGE <= extent <= LARGEST_NUMBER:
        raise DataError(
            f"the values span {extent:.3g}, and should span {SMALLEST_RANGE:g} to"
            f" {LARGEST_NUMBER:g}",
            where=name,
            remedy="change the unit",
        )


def _flatness(points: Array) -> float:
    """Smallest over largest singular value of all monomials up to order 2, on [-1, 1]."""
    low, high = points.min(axis=0), points.max(axis=0)
    unit = (2 * (points - low) / (high - low) - 1).T
    pairs = combinations_with_replacement(range(len(unit)), 2)
    squares = (1.5 * unit[i] ** 2 - 0.5 if i == j else unit[i] * unit[j] for i, j in pairs)
    columns = np.stack([np.ones(unit.shape[1]), *unit, *squares])
    values = np.linalg.svd(columns, compute_uv=False)
    return float(values[-1] / values[0])
