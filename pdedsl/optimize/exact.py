"""The exact minimum of ||R beta - y|| on the unit L1 sphere, from closed forms on its faces."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pdedsl.optimize.collie import CollieSolver
from pdedsl.optimize.descent import descend_in_ball
from pdedsl.optimize.faces import FaceTable, on_sphere
from pdedsl.optimize.inside import ENUMERATED, SignTable, descend_by_signs
from pdedsl.optimize.least_squares import LeastSquares, position, reach_sphere
from pdedsl.optimize.reduction import Array, Case, ReadOnlyArrays

ALL_FACES = 8  # terms up to which all 3^P - 1 faces are tabulated


@dataclass(frozen=True, eq=False)
class ExactSolver(ReadOnlyArrays):
    """Least-squares solution inside the sphere: best sign vector. Otherwise: best face.

    Up to 8 terms all faces are tabulated. Beyond, CoLLie's answer is improved by an exact descent:
    outside, the problem is convex and the descent ends at the minimum; inside, all sign vectors
    are looked at up to 16 terms (exact), and neighbours one or two flips away beyond (not proven).
    A rank-deficient R with its least-squares solution inside is exact at any size: from the minimum
    of the unit ball the sphere is reached along a direction that does not change the loss.

    Attributes:
        system: R with its inverse, rank and weakest direction.
        collie: where descents start.
        signs: all sign vectors, or None above 16 terms or when R is rank-deficient.
        faces: all faces, or None above 8 terms.
    """

    system: LeastSquares
    collie: CollieSolver
    signs: SignTable | None
    faces: FaceTable | None

    @classmethod
    def of(cls, R: Array) -> ExactSolver:
        """From R of shape (r, P)."""
        system = LeastSquares.of(R)
        P = R.shape[1]
        tabulated = system.full_rank and P <= ENUMERATED
        return cls(
            system,
            CollieSolver.of(R, system),
            SignTable.of(system.half_inverse) if tabulated else None,
            FaceTable.of(R) if P <= ALL_FACES else None,
        )

    def solve(self, y: Array) -> tuple[Array, Case]:
        """Beta of shape (P,), unit L1 norm, and where the least-squares solution lies."""
        b = self.system.solution @ y
        case = position(b)
        if self.signs is not None and case != "outside":
            return self.signs.solve(b), case
        if self.faces is not None:
            return self.faces.solve(y), case
        return self._descend(b, y, case)

    def solve_many(self, Y: Array) -> Array:
        """Beta as columns, shape (P, k), for columns of Y, shape (r, k)."""
        B = self.system.solution @ Y
        beta = np.empty_like(B)
        rest = np.ones(Y.shape[1], dtype=bool)
        if self.signs is not None:
            inside = np.abs(B).sum(axis=0) < 1.0
            if inside.any():
                beta[:, inside] = self.signs.solve_many(B[:, inside])
            rest = ~inside
        if self.faces is not None and rest.any():
            beta[:, rest] = self.faces.solve_many(Y[:, rest])
        elif self.faces is None:
            for j in np.flatnonzero(rest):
                beta[:, j] = self.solve(Y[:, j])[0]
        return beta

    def _descend(self, b: Array, y: Array, case: Case) -> tuple[Array, Case]:
        """More terms than the tables hold, or a rank-deficient R of more than 8 terms."""
        start = self.collie.solve(y)[0]
        if self.system.full_rank and case != "outside":
            return descend_by_signs(self.system.half_inverse, b, start)[0], case
        beta = descend_in_ball(self.system.R, y, start)
        if self.system.full_rank or np.abs(beta).sum() >= 1.0:
            return on_sphere(beta), case
        return reach_sphere(beta, self.system.weakest), case
