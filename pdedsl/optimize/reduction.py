"""What stays of a least-squares problem when its rows are folded away: a small matrix R."""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import isfinite
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from pdedsl.errors import NonFiniteError, ShapeError

Array = NDArray[np.float64]

Case = Literal["outside", "inside", "homogeneous"]
"""Where the least-squares solution lies: outside (or on) the unit L1 sphere, inside, or at zero."""

_CANCELLED = 1e-6  # below this share of ||w||^2, ||w||^2 - ||y||^2 has lost too many digits
_CHUNK = 30_000  # numbers held at once: small enough for the cache
_EPSILON = float(np.finfo(np.float64).eps)


class SphereSolver(Protocol):
    """Minimises ||R beta - y||_2 on the unit L1 sphere; R was given when it was made."""

    def solve(self, y: Array) -> tuple[Array, Case]:
        """One right-hand side y of shape (r,): beta of shape (P,) and the case."""
        ...

    def solve_many(self, Y: Array) -> Array:
        """Right-hand sides as columns, shape (r, k): beta as columns, shape (P, k)."""
        ...


class ReadOnlyArrays:
    """A dataclass of this kind keeps C-ordered, write-protected copies of its arrays."""

    def __post_init__(self) -> None:
        """Copy and protect."""
        for field in fields(self):  # type: ignore[arg-type]
            value = getattr(self, field.name)
            if isinstance(value, np.ndarray):
                copy = np.array(value, order="C")
                copy.setflags(write=False)
                object.__setattr__(self, field.name, copy)


@dataclass(frozen=True, eq=False)
class Reduction(ReadOnlyArrays):
    """||Z beta - w||^2 = ||R beta - y||^2 + remainder with y = fold @ w, r <= P rows in R.

    Attributes:
        R: shape (r, P).
        fold: shape (r, rows), orthonormal rows; from a Gram matrix (r, P), and y = fold @ (Z^T w).
    """

    R: Array
    fold: Array

    def fold_vector(self, w: Array) -> tuple[Array, float]:
        """Y of shape (r,) and the remainder, accurate also where w lies almost in Z's range."""
        if w.shape != (self.fold.shape[1],):
            raise ShapeError("w", expected=(self.fold.shape[1],), got=w.shape)
        total = float(np.vdot(w, w))
        if not isfinite(total):
            refuse_non_finite("w", np.asarray(total))
        y = self.fold @ w
        remainder = total - float(y @ y)
        if remainder < _CANCELLED * total:
            rest = w - y @ self.fold
            remainder = float(rest @ rest)
        return y, remainder

    def fold_block(self, W: Array) -> tuple[Array, Array]:
        """Y of shape (r, k) and the k remainders."""
        if W.ndim != 2 or W.shape[0] != self.fold.shape[1]:
            raise ShapeError("W", expected=(self.fold.shape[1], "k"), got=W.shape)
        total = np.einsum("ij,ij->j", W, W)
        refuse_non_finite("W", total)
        Y = self.fold @ W
        remainder = total - np.einsum("ij,ij->j", Y, Y)
        lost = np.flatnonzero(remainder < _CANCELLED * total)
        step = max(1, _CHUNK // len(W))
        for columns in (lost[i : i + step] for i in range(0, len(lost), step)):
            rest = W[:, columns].T - Y[:, columns].T @ self.fold
            remainder[columns] = np.einsum("ij,ij->i", rest, rest)
        return Y, remainder


def reduce_matrix(Z: Array) -> Reduction:
    """The QR factors of Z, shape (rows, P)."""
    Q, R = np.linalg.qr(Z)
    return Reduction(R, Q.T)


def reduce_gram(H: Array) -> Reduction:
    """A factor of H = Z^T Z, shape (P, P), from the eigenvalues of H scaled to unit diagonal.

    What H holds below rounding is left out. Squaring loses half the digits: a loss found from H is
    accurate to about 1e-16 of ||Z||^2, one found from Z to about 1e-16 of itself.
    """
    d = column_scale(np.sqrt(np.maximum(np.diagonal(H), 0.0)))
    eigenvalues, V = np.linalg.eigh(H / d / d[:, None])
    kept = eigenvalues > 4 * len(d) * _EPSILON * max(eigenvalues[-1], 0.0)
    if not kept.any():
        return Reduction(np.zeros((1, len(d))), np.zeros((1, len(d))))
    root = np.sqrt(eigenvalues[kept])[:, None]
    return Reduction(root * V[:, kept].T * d, V[:, kept].T / d / root)


def column_scale(norms: Array) -> Array:
    """Positive numbers to divide columns by: their norms, or a tiny number for a zero column."""
    largest = norms.max(axis=-1, keepdims=True)
    return np.where(largest > 0, np.maximum(norms, _EPSILON**2 * largest), 1.0)


def checked_matrix(name: str, matrix: Array) -> Array:
    """A finite, non-empty matrix of floats, or an error."""
    array = np.asarray(matrix, dtype=np.float64)
    if array.ndim != 2 or 0 in array.shape:
        raise ShapeError(name, expected="a matrix with rows and columns", got=array.shape)
    refuse_non_finite(name, array)
    return array


def refuse_non_finite(name: str, values: Array) -> None:
    """Raise NonFiniteError when a value, or a column's sum of squares, is NaN or infinite."""
    if not np.isfinite(values).all():
        raise NonFiniteError(
            f"{name} has NaN or infinity, or numbers too large to square; "
            "leave such right-hand sides and terms out before solving"
        )
