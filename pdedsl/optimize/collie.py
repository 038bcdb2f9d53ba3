"""CoLLie: the paper's approximate solver on the unit L1 sphere, by the LASSO path and beyond it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pdedsl.optimize.inside import solve_homogeneous
from pdedsl.optimize.least_squares import LeastSquares, reach_sphere
from pdedsl.optimize.path import follow_path
from pdedsl.optimize.reduction import Array, Case, ReadOnlyArrays

_ZERO = 1e-13  # L1 norm of a least-squares solution that is taken for zero


@dataclass(frozen=True, eq=False)
class CollieSolver(ReadOnlyArrays):
    """Constrained L1 norm least squares.

    1. "outside": the least-squares solution has L1 norm >= 1, and the point of norm 1 on the LASSO
       path is the exact answer.
    2. "inside": the norm is below 1, and the last piece of the path is continued past zero penalty
       with its slope until the norm is 1. Approximate.
    3. "homogeneous": the norm is 0, and the answer is a precomputed minimum of ||R beta||.

    The norm is linear along a piece of the path and convex piecewise linear beyond it, so its
    crossing with 1 is computed directly where the paper calls Brent's method, with equal result.

    Source: Kacprzyk, Qian, van der Schaar 2023, section 7 and appendix D.
    """

    R: Array
    H: Array
    homogeneous: Array

    @classmethod
    def of(cls, R: Array, system: LeastSquares | None = None) -> CollieSolver:
        """From R of shape (r, P)."""
        return cls(R, R.T @ R, solve_homogeneous((system or LeastSquares.of(R)).half_inverse))

    def solve(self, y: Array) -> tuple[Array, Case]:
        """Beta of shape (P,), unit L1 norm, and which of the three cases it was."""
        end = follow_path(self.H, self.R.T @ y, norm_limit=1.0)
        norm = float(np.abs(end.beta).sum())
        if norm >= 1.0:
            start = float(np.abs(end.before).sum())
            beta = end.before + (1.0 - start) / (norm - start) * (end.beta - end.before)
            return beta / np.abs(beta).sum(), "outside"
        if norm <= _ZERO:
            return self.homogeneous.copy(), "homogeneous"
        return reach_sphere(end.beta, end.direction), "inside"

    def solve_many(self, Y: Array) -> Array:
        """Beta as columns, shape (P, k), one path for each column of Y."""
        return np.array([self.solve(y)[0] for y in Y.T]).reshape(-1, self.H.shape[0]).T
