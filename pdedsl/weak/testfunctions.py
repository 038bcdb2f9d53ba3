"""Test functions: smooth, of compact support, known with all their derivatives."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.interpolate import BSpline
from scipy.linalg import solve_triangular


@dataclass(frozen=True, eq=False)
class AxisTestFunctions:
    """Orthonormal combinations of translated uniform B-splines on one axis.

    Splines that overlap are made orthonormal in L2, which changes nothing that is invariant
    under a change of basis of the test functions and keeps covariances well conditioned;
    splines that do not overlap are only scaled to unit norm.

    Attributes:
        degree: of the splines; they have degree - 1 continuous derivatives.
        width: of every support, in units of the axis.
        starts: left ends of the supports, shape (count,).
    """

    degree: int
    width: float
    starts: np.ndarray

    def __post_init__(self) -> None:
        """Keep a read-only copy of the starts."""
        starts = np.array(self.starts, dtype=float)
        starts.setflags(write=False)
        object.__setattr__(self, "starts", starts)

    @property
    def count(self) -> int:
        """How many functions there are."""
        return self.starts.size

    @property
    def breakpoints(self) -> np.ndarray:
        """All knots of all functions, sorted and each once: at most count * (degree + 2)."""
        knots = self.starts[:, None] + self.width * np.linspace(0, 1, self.degree + 2)
        return np.unique(knots)

    @property
    def reach(self) -> float:
        """From the left end of the first support to the right end of the last."""
        return float(self.starts[-1] - self.starts[0]) + self.width

    def evaluate(self, points: np.ndarray, order: int = 0) -> np.ndarray:
        """The derivative of an order of every function at points, shape (count, points)."""
        splines = self._splines(points, order)
        return solve_triangular(self._triangle, splines, trans="T", overwrite_b=True)

    @property
    def to_splines(self) -> np.ndarray:
        """The matrix that makes the plain B-splines of the functions, shape (count, count)."""
        return self._triangle.T

    @property
    def condition(self) -> float:
        """Of the splines before they are made orthonormal: 1 where none overlap."""
        return float(np.linalg.cond(self._triangle))

    @cached_property
    def _shape(self) -> BSpline:
        return BSpline.basis_element(np.linspace(0.0, 1.0, self.degree + 2), extrapolate=False)

    @cached_property
    def _triangle(self) -> np.ndarray:
        """R of the QR decomposition of the splines, so that R^-T of them is orthonormal."""
        nodes, weights = composite_gauss(self.breakpoints, self.degree + 1)
        return np.linalg.qr((self._splines(nodes, 0) * np.sqrt(weights)).T, mode="r")

    def _splines(self, points: np.ndarray, order: int) -> np.ndarray:
        local = np.subtract.outer(np.asarray(points), self.starts)
        local /= self.width
        shape = self._shape.derivative(order) if order else self._shape
        values = np.nan_to_num(shape(local), copy=False)
        values /= self.width**order
        return values.T


@dataclass(frozen=True)
class TestFunctions:
    """Tensor products of the functions of each axis: S of them in all.

    Source: Kacprzyk, Qian, van der Schaar 2023, appendix D.3.
    """

    __test__ = False
    axes: tuple[AxisTestFunctions, ...]

    @property
    def count(self) -> int:
        """S, the number of test functions."""
        return int(np.prod([axis.count for axis in self.axes]))

    @property
    def disjoint(self) -> float:
        """How many supports fit beside each other without overlap, not rounded; at least 1."""
        return float(np.prod([axis.reach / axis.width for axis in self.axes]))


def bsplines(
    lower: float, upper: float, *, degree: int, count: int, support: float
) -> AxisTestFunctions:
    """Evenly translated B-splines whose first and last supports touch the ends of the axis.

    Args:
        lower: start of the axis.
        upper: end of the axis.
        degree: of the splines, at least 1.
        count: how many.
        support: width of a support as a fraction of the axis, in (0, 1].
    """
    width = support * (upper - lower)
    middle = (lower + upper - width) / 2
    starts = np.linspace(lower, upper - width, count) if count > 1 else np.array([middle])
    return AxisTestFunctions(degree, width, starts)


def composite_gauss(breakpoints: np.ndarray, points: int) -> tuple[np.ndarray, np.ndarray]:
    """Gauss-Legendre nodes and weights on every interval between breakpoints, flattened."""
    nodes, weights = np.polynomial.legendre.leggauss(points)
    half = np.diff(breakpoints)[:, None] / 2
    middle = (breakpoints[:-1] + breakpoints[1:])[:, None] / 2
    return (middle + half * nodes).ravel(), (half * weights).ravel()
