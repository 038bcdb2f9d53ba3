"""The inner problem, min ||Z beta - w||_2^2 subject to ||beta||_1 = 1: prepare once, solve many."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from pdedsl.errors import NonFiniteError, PdedslError, ShapeError
from pdedsl.optimize.collie import CollieSolver
from pdedsl.optimize.exact import ExactSolver
from pdedsl.optimize.facets import FacetSolver
from pdedsl.optimize.homogeneous import smallest_on_sphere
from pdedsl.optimize.reduction import (
    Array,
    Case,
    Reduction,
    SphereSolver,
    checked_matrix,
    reduce_gram,
    reduce_matrix,
)

__all__ = [
    "Method",
    "Prepared",
    "PreparedGram",
    "UnitL1Solution",
    "prepare",
    "prepare_gram",
    "smallest_on_sphere",
    "solve",
    "solve_gram",
    "solve_gram_many",
    "solve_many",
]

Method = Literal["exact", "collie", "cvxopt"]


@dataclass(frozen=True, eq=False)
class UnitL1Solution:
    """A point of the unit L1 sphere.

    Attributes:
        beta: shape (P,), read-only, ||beta||_1 = 1. Its sign belongs to w and is not normalised.
        loss: ||Z beta - w||_2^2.
        case: where the least-squares solution lies: "outside" the sphere (or on it), "inside", or
            "homogeneous", at zero. CoLLie is exact in the first and the last. Where Z is
            rank-deficient there are many least-squares solutions, and the methods may take
            different ones.
    """

    beta: Array
    loss: float
    case: Case


@dataclass(frozen=True, eq=False)
class Prepared:
    """All that depends on Z alone, from `prepare`. `solve` and `solve_many` use it.

    Attributes:
        method: "exact", "collie" or "cvxopt".
        reduction: Z's rows folded away.
        solver: the method on what remains.
    """

    method: Method
    reduction: Reduction
    solver: SphereSolver


@dataclass(frozen=True, eq=False)
class PreparedGram(Prepared):
    """All that depends on H = Z^T Z alone, from `prepare_gram`, for `solve_gram`."""


def prepare(Z: Array, method: Method = "exact") -> Prepared:
    """Prepare min ||Z beta - w||_2^2 subject to ||beta||_1 = 1 for many w.

    Args:
        Z: shape (rows, P); any rank, any number of rows.
        method: "exact": all faces in closed form up to P = 8; proven up to P = 16, beyond that
            proven unless the least-squares solution lies inside the sphere. "collie": the paper's
            approximation. "cvxopt": 2^P quadratic programmes a solve, P <= 12.

    Raises:
        ShapeError: Z is not a matrix, is empty, or has more than 12 columns for "cvxopt".
        NonFiniteError: Z has NaN or infinity.
        PdedslError: the method is not one of these.

    >>> prepared = prepare(np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]]))
    >>> solve(prepared, np.array([3.0, 1.0, 2.0])).beta
    array([1., 0.])
    """
    reduction = reduce_matrix(checked_matrix("Z", Z))
    return Prepared(method, reduction, _make_solver(reduction.R, method))


def solve(prepared: Prepared, w: Array) -> UnitL1Solution:
    """Minimise ||Z beta - w||_2^2 subject to ||beta||_1 = 1.

    Args:
        prepared: from `prepare`.
        w: shape (rows,).

    Returns:
        beta of shape (P,), the loss, and the case. Equal input gives equal output.

    Raises:
        ShapeError: w has not one entry per row of Z.
        NonFiniteError: w has NaN or infinity, so g is undefined somewhere on the field.

    Source: Kacprzyk, Qian, van der Schaar 2023, section 7 and appendix D.
    """
    y, remainder = prepared.reduction.fold_vector(np.asarray(w, dtype=np.float64))
    return _solution(prepared, y, remainder)


def solve_many(prepared: Prepared, W: Array) -> tuple[Array, Array]:
    """Solve for every column of W, shape (rows, k): beta of shape (P, k), losses of shape (k,).

    Raises:
        ShapeError: W has not one row per row of Z.
        NonFiniteError: a column has NaN or infinity.
    """
    Y, remainder = prepared.reduction.fold_block(np.asarray(W, dtype=np.float64))
    return _solutions(prepared, Y, remainder)


def prepare_gram(H: Array, method: Method = "exact") -> PreparedGram:
    """As `prepare`, for callers who hold H = Z^T Z, shape (P, P), instead of Z.

    Losses below about 1e-15 ||w||^2 are lost in rounding, as H and c hold squares.

    Raises:
        ShapeError: H is not a square matrix.
        NonFiniteError: H has NaN or infinity.
        PdedslError: H is not symmetric, or the method is not known.
    """
    H = checked_matrix("H", H)
    if H.shape[0] != H.shape[1]:
        raise ShapeError("H", expected="a square matrix", got=H.shape)
    if np.abs(H - H.T).max() > 1e-10 * np.abs(H).max():
        raise PdedslError("H is not symmetric; pass Z^T Z")
    reduction = reduce_gram(H)
    return PreparedGram(method, reduction, _make_solver(reduction.R, method))


def solve_gram(prepared: PreparedGram, c: Array, w_norm_squared: float) -> UnitL1Solution:
    """As `solve`, from c = Z^T w, shape (P,), and ||w||_2^2.

    Raises:
        ShapeError: c has not one entry per term.
        NonFiniteError: c or w_norm_squared is NaN or infinite.
    """
    C = np.asarray(c, dtype=np.float64)
    Y, remainder = _fold_gram(prepared, C[:, None] if C.ndim == 1 else C, w_norm_squared)
    return _solution(prepared, Y[:, 0], float(remainder[0]))


def solve_gram_many(
    prepared: PreparedGram, C: Array, w_norms_squared: Array
) -> tuple[Array, Array]:
    """As `solve_many`, from columns c = Z^T w, shape (P, k), and ||w||_2^2 of each, shape (k,)."""
    Y, remainder = _fold_gram(prepared, np.asarray(C, dtype=np.float64), w_norms_squared)
    return _solutions(prepared, Y, remainder)


def _make_solver(R: Array, method: Method) -> SphereSolver:
    if method == "exact":
        return ExactSolver.of(R)
    if method == "collie":
        return CollieSolver.of(R)
    if method == "cvxopt":
        return FacetSolver.of(R)
    raise PdedslError(f"no inner solver {method!r}; there are {', '.join(get_args(Method))}")


def _solution(prepared: Prepared, y: Array, remainder: float) -> UnitL1Solution:
    beta, case = prepared.solver.solve(y)
    residual = prepared.reduction.R @ beta - y
    beta.setflags(write=False)
    return UnitL1Solution(beta, remainder + float(residual @ residual), case)


def _solutions(prepared: Prepared, Y: Array, remainder: Array) -> tuple[Array, Array]:
    if not Y.shape[1]:
        return np.empty((prepared.reduction.R.shape[1], 0)), np.empty(0)
    beta = prepared.solver.solve_many(Y)
    residual = prepared.reduction.R @ beta - Y
    return beta, remainder + np.einsum("ij,ij->j", residual, residual)


def _fold_gram(
    prepared: PreparedGram, C: Array, w_norms_squared: Array | float
) -> tuple[Array, Array]:
    """Y of shape (r, k) and the k remainders, which rounding is not let make negative."""
    fold = prepared.reduction.fold
    if C.ndim != 2 or C.shape[0] != fold.shape[1]:
        raise ShapeError("c = Z^T w", expected=f"{fold.shape[1]} entries", got=C.shape)
    if not (np.isfinite(C).all() and np.isfinite(w_norms_squared).all()):
        raise NonFiniteError("c or ||w||^2 has NaN or infinity; leave such right-hand sides out")
    Y = fold @ C
    return Y, np.maximum(w_norms_squared - np.einsum("ij,ij->j", Y, Y), 0.0)
