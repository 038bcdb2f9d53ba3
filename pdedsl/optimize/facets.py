"""The unit L1 sphere as 2^P facets, one quadratic programme each, by CVXOPT."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np

from pdedsl.errors import ShapeError
from pdedsl.optimize.least_squares import LeastSquares, position
from pdedsl.optimize.reduction import Array, Case, ReadOnlyArrays

MOST_TERMS = 12
_OPTIONS = {
    "show_progress": False,
    "abstol": 1e-13,
    "reltol": 1e-13,
    "feastol": 1e-13,
    "maxiters": 60,
}


@dataclass(frozen=True, eq=False)
class FacetSolver(ReadOnlyArrays):
    """The paper's yardstick: every facet is a simplex, on which the problem is convex.

    Attributes:
        R: shape (r, P), P <= 12.
        solution: shape (P, r), the least-squares solution of R.

    Source: Kacprzyk, Qian, van der Schaar 2023, section 7.
    """

    R: Array
    solution: Array

    @classmethod
    def of(cls, R: Array, system: LeastSquares | None = None) -> FacetSolver:
        """From R of shape (r, P); refuses more than 12 terms, 4096 programmes a solve."""
        if R.shape[1] > MOST_TERMS:
            raise ShapeError(
                "terms (columns of Z) for the method cvxopt",
                expected=f"at most {MOST_TERMS}, as each solve takes 2^P programmes; "
                "use exact or collie",
                got=R.shape[1],
            )
        return cls(R, (system or LeastSquares.of(R)).solution)

    def solve(self, y: Array) -> tuple[Array, Case]:
        """Beta of shape (P,), unit L1 norm, the best of all facets, and the case."""
        best, smallest = np.empty(0), np.inf
        for signs in product((1.0, -1.0), repeat=self.R.shape[1]):
            beta = np.array(signs) * _on_simplex(self.R * signs, y)
            loss = float(np.sum((self.R @ beta - y) ** 2))
            if loss < smallest:
                best, smallest = beta, loss
        return best, position(self.solution @ y)

    def solve_many(self, Y: Array) -> Array:
        """Beta as columns, shape (P, k), one right-hand side after the other."""
        return np.array([self.solve(y)[0] for y in Y.T]).reshape(-1, self.R.shape[1]).T


def _on_simplex(X: Array, y: Array) -> Array:
    """Minimise ||X x - y|| over x >= 0 with sum 1."""
    from cvxopt import matrix, solvers

    P = X.shape[1]
    shifted = X - y[:, None]  # x sums to 1, so X x - y = (X - y 1^T) x
    shifted /= float(np.abs(shifted).max()) or 1.0
    answer = solvers.qp(
        matrix(shifted.T @ shifted),
        matrix(np.zeros(P)),
        matrix(-np.eye(P)),
        matrix(np.zeros(P)),
        matrix(np.ones((1, P))),
        matrix(1.0),
        options=_OPTIONS,
    )
    x = np.maximum(np.array(answer["x"]).ravel(), 0.0)
    return x / x.sum()
