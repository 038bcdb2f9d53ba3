"""The least-squares solution, inverse and rank of a small matrix R, and signs on the L1 sphere."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from pdedsl.optimize.reduction import Array, Case, ReadOnlyArrays, column_scale

_FULL_RANK = 1e-7  # smallest over largest singular value of R with unit columns
_FLOOR = 1e-15


@dataclass(frozen=True, eq=False)
class LeastSquares(ReadOnlyArrays):
    """The least-squares solution and the inverse of H = R^T R.

    Attributes:
        R: shape (r, P).
        solution: shape (P, r); solution @ y minimises ||R beta - y||.
        half_inverse: W of shape (P, P) with W W^T = H^-1; singular values of R (with its columns
            scaled to one) are not let below 1e-15, so W is finite and huge where H is singular.
        weakest: direction of shape (P,), unit L1 norm, that R shrinks most (relative to columns).
        full_rank: whether R is far enough from rank deficiency for H^-1 to be trusted.
    """

    R: Array
    solution: Array
    half_inverse: Array
    weakest: Array
    full_rank: bool

    @classmethod
    def of(cls, R: Array) -> LeastSquares:
        """From R of shape (r, P)."""
        rows, P = R.shape
        d = column_scale(np.linalg.norm(R, axis=0))[:, None]
        U, s, Vt = np.linalg.svd(R / d.T)
        singular = np.zeros(P)
        singular[: len(s)] = s
        V = Vt.T / d
        largest = singular[0] or 1.0
        used = s > _FULL_RANK * largest
        solution = (V[:, : len(s)][:, used] / s[used]) @ U[:, : len(s)][:, used].T
        half_inverse = V / np.maximum(singular, _FLOOR * largest)
        weakest = V[:, -1] / np.abs(V[:, -1]).sum()
        full_rank = bool(rows >= P and singular[-1] > _FULL_RANK * largest)
        return cls(R, solution, half_inverse, weakest, full_rank)


def position(least_squares_solution: Array) -> Case:
    """Where a least-squares solution lies with respect to the unit L1 sphere."""
    norm = float(np.abs(least_squares_solution).sum())
    if norm >= 1.0:
        return "outside"
    return "inside" if norm > 1e-13 else "homogeneous"


@cache
def sign_vectors(P: int) -> Array:
    """One of every pair s, -s of the 2^P sign vectors: shape (2^(P-1), P), first entry 1.

    >>> sign_vectors(2)
    array([[ 1.,  1.],
           [ 1., -1.]])
    """
    numbers = np.arange(2 ** (P - 1))[:, None] >> np.arange(P - 1)[::-1]
    signs = np.hstack([np.ones((len(numbers), 1)), 1.0 - 2.0 * (numbers & 1)])
    signs.setflags(write=False)
    return signs


def reach_sphere(start: Array, direction: Array) -> Array:
    """The point start + t direction, t >= 0, of unit L1 norm, from a start of norm at most 1.

    The norm is convex and piecewise linear in t, so it crosses 1 once; direction is not zero.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        crossings = -start / direction
    knots = np.sort(crossings[np.isfinite(crossings) & (crossings > 0)])
    knots = np.concatenate([[0.0], knots])
    norms = np.abs(start[:, None] + direction[:, None] * knots).sum(axis=0)
    last = int(np.flatnonzero(norms <= 1.0)[-1]) if (norms <= 1.0).any() else 0
    if last + 1 < len(knots):
        slope = (norms[last + 1] - norms[last]) / (knots[last + 1] - knots[last])
    else:
        slope = np.abs(direction).sum()
    point = start + (knots[last] + (1.0 - norms[last]) / slope) * direction
    return point / np.abs(point).sum()
