"""Inputs: quantities that are known as data, such as a forcing, between the points of the data.

They are taken as they are, without smoothing and without noise. Between two points an input is a
smooth curve, unless it is said to be linear, or to be held: to keep the value of the earlier point
along the first coordinate.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.interpolate import PchipInterpolator

from pdedsl.errors import DataError
from pdedsl.fields.arrays import SMALLEST_RANGE, Array, read_only

SMOOTH, LINEAR, HELD = BETWEEN = ("smooth", "linear", "held")


def squeezed(values: Array) -> Array:
    """The same with length 1 along axes on which nothing changes."""
    for axis, length in enumerate(values.shape):
        first = np.take(values, [0], axis=axis)
        if length > 1 and np.array_equal(values, np.broadcast_to(first, values.shape)):
            values = first
    return values


def check_inputs(
    names: Sequence[str], samples: Sequence[Sequence[Array]], others: Mapping[str, Sequence[Array]]
) -> None:
    """Refuse an input that is one number in all samples, up to rounding, or another quantity.

    Args:
        names: Q of them.
        samples: the Q inputs of each.
        others: coordinates and fields of each, of shapes to which inputs are broadcast.

    Raises:
        DataError: naming the input.
    """
    for j, name in enumerate(names):
        for other, arrays in others.items():
            pairs = zip(samples, arrays, strict=True)
            if all(np.array_equal(np.broadcast_to(s[j], a.shape), a) for s, a in pairs):
                raise DataError(
                    f"the input is {other} itself, value for value",
                    where=name,
                    remedy=f"bind another array, or write {other} where {name} is meant",
                )
        low = min(float(np.min(inputs[j])) for inputs in samples)
        high = max(float(np.max(inputs[j])) for inputs in samples)
        largest = max(abs(low), abs(high))
        if high - low <= max(64 * np.finfo(float).eps * largest, 0.0):
            raise DataError(
                f"the input is constant, {high:g} everywhere, and cannot be told from a number",
                where=name,
                remedy=f"take it out of inputs, or declare it: constants {name} = {high:g}",
            )
        if high - low < SMALLEST_RANGE:
            raise DataError(
                f"the input varies by no more than {high - low:g}",
                where=name,
                remedy="change the unit",
            )


def is_stepped(samples: Sequence[Array]) -> bool:
    """Whether an input stays exactly the same over most steps of the first axis, but not all."""
    moves = [np.diff(values, axis=0) != 0 for values in samples if values.shape[0] > 1]
    count = sum(m.size for m in moves)
    return 0 < sum(int(m.sum()) for m in moves) < count / 2


@dataclass(frozen=True, eq=False)
class Known:
    """An input of one sample on a tensor grid.

    Attributes:
        axes: M increasing arrays (n_i,).
        values: shape (n_1, ..., n_M), length 1 along axes on which it does not change; read-only.
    """

    axes: tuple[Array, ...]
    values: Array

    def __post_init__(self) -> None:
        """Copy the arrays."""
        object.__setattr__(self, "axes", tuple(map(read_only, self.axes)))
        object.__setattr__(self, "values", read_only(self.values))

    def at(self, axes: Sequence[Array], between: str = SMOOTH) -> Array:
        """The input elsewhere; beyond its range it keeps its first and last values.

        Args:
            axes: M arrays (m_i,), where it is wanted.
            between: what it is between its points, one of `BETWEEN`.

        Returns:
            shape (m_1, ..., m_M), length 1 where it does not change.
        """
        return self._along(axes, between, _values)

    def on_nodes(self, axes: Sequence[Array], between: str = SMOOTH) -> Array:
        """The input at nodes of a quadrature, that takes values as those of a smooth function.

        Where it has corners or jumps a node has the mean around it, so that integrals against
        smooth functions are those of the corners and jumps.

        Args and returns: as those of `at`.
        """
        return self._along(axes, between, _node_values)

    def _along(
        self,
        axes: Sequence[Array],
        between: str,
        taken: Callable[[Array, Array, Array, str], Array],
    ) -> Array:
        values = self.values
        for position, (old, new) in enumerate(zip(self.axes, axes, strict=True)):
            if values.shape[position] > 1:
                how = LINEAR if between == HELD and position else between
                moved = taken(np.moveaxis(values, position, 0), old, new, how)
                values = np.moveaxis(moved, 0, position)
        return values

    def thinned(self, steps: Sequence[int]) -> Known:
        """Every so-many-th value along each axis on which it changes."""
        cut = [
            slice(None, None, k if n > 1 else 1)
            for k, n in zip(steps, self.values.shape, strict=True)
        ]
        axes = tuple(axis[c] for axis, c in zip(self.axes, cut, strict=True))
        return Known(axes, self.values[tuple(cut)])


def of_points(points: Array, values: Array, axes: Sequence[Array]) -> Known:
    """An input that is known at scattered points.

    Where it is the same at all points of equal t, and these are many, it is a function of t, on
    the t of the points; likewise for other coordinates. Else it is linear on the simplices of the
    points, and beyond them that of the nearest one.

    Args:
        points: shape (n, M).
        values: shape (n,).
        axes: M arrays (m_i,) of the grid on which it is kept in the latter case.
    """
    for position, column in enumerate(points.T):
        own, where = np.unique(column, return_inverse=True)
        if 2 * len(own) > len(column):
            continue
        of_own = np.empty(len(own))
        of_own[where] = values
        if np.array_equal(of_own[where], values):
            shape = [1] * points.shape[1]
            shape[position] = len(own)
            kept = tuple(own if i == position else axis for i, axis in enumerate(axes))
            return Known(kept, of_own.reshape(shape))
    from scipy.interpolate import LinearNDInterpolator, NearestNDInterpolator

    center, width = points.min(axis=0), np.ptp(points, axis=0)
    scaled = (points - center) / width
    places = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1)
    places = (places - center) / width
    found = LinearNDInterpolator(scaled, values)(places)
    beyond = np.isnan(found)
    if beyond.any():
        found[beyond] = NearestNDInterpolator(scaled, values)(places[beyond])
    return Known(tuple(axes), found)


def _values(values: Array, old: Array, new: Array, between: str) -> Array:
    """What values along the first axis are at other places."""
    if np.array_equal(old, new):
        return values
    if between == SMOOTH:
        return np.asarray(PchipInterpolator(old, values)(np.clip(new, old[0], old[-1])))
    before = np.clip(np.searchsorted(old, new, side="right") - 1, 0, len(old) - 1)
    if between == HELD:
        return values[before]
    before = np.minimum(before, len(old) - 2)
    part = np.clip((new - old[before]) / (old[before + 1] - old[before]), 0.0, 1.0)
    part = part.reshape(-1, *(1,) * (values.ndim - 1))
    return (1 - part) * values[before] + part * values[before + 1]


def _node_values(values: Array, old: Array, new: Array, between: str) -> Array:
    """The same at nodes of a quadrature."""
    found = _values(values, old, new, between)
    if between == SMOOTH or len(new) < 3:
        return found
    shape = (-1, *(1,) * (values.ndim - 1))
    steps = np.diff(new)
    left, right = (h.reshape(shape) for h in (steps[:-1], steps[1:]))
    inner = found[1:-1]
    if between == HELD:
        inner = (left * found[:-2] + right * inner) / (left + right)
    else:
        bend = (found[2:] - inner) / right - (inner - found[:-2]) / left
        inner = inner + left * right * bend / (6 * (left + right))
    return np.concatenate([found[:1], inner, found[-1:]])
