"""The sampling grid: where a sample was measured, one increasing axis per coordinate."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

import numpy as np

from pdedsl.errors import DataError
from pdedsl.fields.arrays import Array, as_float, check_axis, read_only


@dataclass(frozen=True, eq=False)
class SamplingGrid:
    """A tensor grid; point (i, j, ...) lies at (axes[0][i], axes[1][j], ...).

    Attributes:
        names: of M coordinates, in the order of the problem.
        axes: M arrays, each finite and strictly increasing, in the coordinate's unit; read-only.

    Raises:
        DataError: names the axis and the index of its first bad value.

    >>> SamplingGrid(("t", "x"), (np.linspace(0, 1, 5), np.linspace(0, 2, 9))).shape
    (5, 9)
    """

    names: tuple[str, ...]
    axes: tuple[Array, ...]

    def __post_init__(self) -> None:
        """Copy the axes and check them."""
        if not self.names or len(self.names) != len(self.axes):
            raise DataError(
                f"{len(self.axes)} axes for the coordinates {', '.join(self.names) or '(none)'}",
                where="sampling grid",
                remedy="give one axis for each coordinate",
            )
        axes = tuple(as_float(n, a) for n, a in zip(self.names, self.axes, strict=True))
        for name, axis in zip(self.names, axes, strict=True):
            check_axis(name, axis)
        object.__setattr__(self, "axes", tuple(read_only(axis) for axis in axes))

    @property
    def shape(self) -> tuple[int, ...]:
        """Number of points on each axis."""
        return tuple(len(axis) for axis in self.axes)

    @property
    def size(self) -> int:
        """n, the number of grid points."""
        return prod(self.shape)

    @property
    def spacing(self) -> tuple[float, ...]:
        """Mean distance of neighbours on each axis (0 for a single point)."""
        return tuple(float(np.ptp(axis)) / max(len(axis) - 1, 1) for axis in self.axes)

    @property
    def ranges(self) -> tuple[tuple[float, float], ...]:
        """First and last value of each axis."""
        return tuple((float(axis[0]), float(axis[-1])) for axis in self.axes)

    def same_as(self, other: SamplingGrid) -> bool:
        """Whether names and all axis values are identical."""
        return self.names == other.names and all(
            np.array_equal(a, b) for a, b in zip(self.axes, other.axes, strict=True)
        )
