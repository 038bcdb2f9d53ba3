"""Test functions that lie over a hole of the data are left out.

Test functions are made orthonormal on each axis and reach over all of it; the splines that they are
made of are local. What is kept is an orthonormal basis of the splines that hardly touch a hole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

import numpy as np

from pdedsl.errors import DataError
from pdedsl.weak.jacobian import Jacobian, Response
from pdedsl.weak.prior_modes import PriorModes
from pdedsl.weak.testfunctions import TestFunctions

TOUCHED = 0.01
"""Share of a spline's integral over a hole from which on it is left out."""

LEAST = 6
"""Splines that have to remain."""


@dataclass(frozen=True, eq=False)
class Kept:
    """Which splines are kept, and a basis of what they span.

    Attributes:
        splines: flat indices of the splines, shape (K,).
        rows: orthonormal combinations of the S test functions, shape (K, S).
        made: the matrix that makes the kept splines of these combinations, shape (K, K).
    """

    splines: np.ndarray
    rows: np.ndarray
    made: np.ndarray


def kept_beside(
    holes: np.ndarray, axes: Sequence[np.ndarray], functions: TestFunctions
) -> Kept | None:
    """What is left of the test functions beside holes, None where that is all of them.

    Args:
        holes: where on the grid there are no data, shape (n_1, ..., n_M).
        axes: of the grid.
        functions: the test functions.

    Raises:
        DataError: next to none is left.
    """
    splines = [
        f.to_splines @ f.evaluate(x) * np.gradient(x)
        for f, x in zip(functions.axes, axes, strict=True)
    ]
    over = holes.astype(float)
    for each in splines:  # the first axis goes, and comes back last
        over = np.moveaxis(np.tensordot(each, over, axes=(1, 0)), 0, -1)
    whole = reduce(np.multiply.outer, [each.sum(axis=1) for each in splines])
    chosen = np.flatnonzero((over <= TOUCHED * whole).ravel())
    if chosen.size == whole.size:
        return None
    if chosen.size < LEAST:
        raise DataError(
            f"of {whole.size} test functions {whole.size - chosen.size} lie over holes of the data",
            where="test",
            remedy="write a smaller support in the test statement, or use a part without holes",
        )
    made = reduce(np.kron, [f.to_splines for f in functions.axes])[chosen]
    basis, triangle = np.linalg.qr(made.T)
    return Kept(chosen, basis.T, triangle.T)


@dataclass(frozen=True, eq=False)
class Masked:
    """The response of the kept combinations of test functions.

    Attributes:
        whole: that of all test functions.
        rows: the combinations, shape (K, S).
    """

    whole: Response
    rows: np.ndarray

    def at(self, axis: int, cut: slice) -> Jacobian:
        """Not made in pieces: fields with holes are on small grids."""
        return self.whole.at(axis, cut)

    def noise_gram(self, other: Response) -> np.ndarray:
        """B_1 B_2^T, shape (D or 1, K, K)."""
        found = self.whole.noise_gram(other.whole if isinstance(other, Masked) else other)
        return np.asarray(self.rows @ found @ self.rows.T)

    def through(self, prior: PriorModes) -> np.ndarray:
        """B F, the response to the modes of the field's prior, shape (D, K, rank)."""
        return np.asarray(self.rows @ self.whole.through(prior))
