"""Every face of the unit L1 sphere at once: the minimiser on each is affine in y."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from pdedsl.optimize.least_squares import sign_vectors
from pdedsl.optimize.reduction import Array, ReadOnlyArrays

_SINGULAR = 1e-14  # singular value of a face's matrix, over the size of its columns
_ROUNDING = 1e-8  # how far below zero a coordinate of a minimiser may lie and be taken for zero
_CHUNK = 60_000  # numbers held at once: small enough for the cache


@dataclass(frozen=True, eq=False)
class FaceTable(ReadOnlyArrays):
    """The minimisers of ||R beta - y|| on the planes of all pairs of faces s, -s.

    On the face with support T and signs s write beta_T = s * x, x >= 0, sum x = 1, that is
    x = 1/k + N v with N an orthonormal basis of the directions of sum zero. Then
    x = offset + gain @ y, and x = offset - gain @ y on the opposite face.
    This is the closed form beta_T = H_T^-1 c_T + (1 - s.H_T^-1 c_T) / (s.H_T^-1 s) H_T^-1 s, but
    needs only R_T diag(s) N to have full rank: H_T may be singular, as on the face where R beta
    can be made zero. Where R_T diag(s) N has not, the loss does not change along some direction of
    the face, so its minimum is attained on the face's boundary too, and the face is left out.

    Attributes:
        R: shape (r, P).
        signs: shape (P, 2 F), zero outside the support; the last F are the opposite faces.
        gain: shape (P F, r).
        offset: shape (P, F).
    """

    R: Array
    signs: Array
    gain: Array
    offset: Array

    @classmethod
    def of(cls, R: Array) -> FaceTable:
        """All faces of R's sphere, 3^P - 1 less the singular ones."""
        r, P = R.shape
        parts = [_faces_of_size(R, k) for k in range(1, min(P, r + 1) + 1)]
        signs, gain, offset = (np.concatenate(a, axis=1) for a in zip(*parts, strict=True))
        return cls(R, np.concatenate([signs, -signs], axis=1), gain.reshape(-1, r), offset)

    def solve(self, y: Array) -> Array:
        """The best point of the whole sphere, shape (P,)."""
        shift = (self.gain @ y).reshape(self.offset.shape)
        x = np.concatenate([self.offset + shift, self.offset - shift], axis=1)
        valid = (x.min(axis=0) >= -_ROUNDING).nonzero()[0]
        beta = x.take(valid, axis=1) * self.signs.take(valid, axis=1)
        residual = self.R @ beta - y[:, None]
        best = (residual * residual).sum(axis=0).argmin()
        return on_sphere(beta[:, best])

    def solve_many(self, Y: Array) -> Array:
        """The same for columns of Y, shape (P, k)."""
        step = _CHUNK // self.signs.size
        if step < 2:
            return np.array([self.solve(y) for y in Y.T]).T
        blocks = [self._solve_block(Y[:, i : i + step]) for i in range(0, Y.shape[1], step)]
        return on_sphere(np.concatenate(blocks, axis=1))

    def _solve_block(self, Y: Array) -> Array:
        P, faces = self.signs.shape
        k = Y.shape[1]
        shift = (self.gain @ Y).reshape(P, faces // 2, k)
        x = np.empty((P, faces, k))
        np.add(self.offset[:, :, None], shift, out=x[:, : faces // 2])
        np.subtract(self.offset[:, :, None], shift, out=x[:, faces // 2 :])
        valid = np.flatnonzero(x.min(axis=0) >= -_ROUNDING)
        face, column = np.divmod(valid, k)
        beta = x.reshape(P, -1).take(valid, axis=1) * self.signs.take(face, axis=1)
        residual = self.R @ beta - Y.take(column, axis=1)
        losses = np.full(faces * k, np.inf)
        losses[valid] = (residual * residual).sum(axis=0)
        best = losses.reshape(faces, k).argmin(axis=0) * k + np.arange(k)
        return beta[:, np.searchsorted(valid, best)]


def on_sphere(beta: Array) -> Array:
    """Scaled to unit L1 norm, which rounding may have changed a little; columns are vectors."""
    return beta / np.abs(beta).sum(axis=0)


def _faces_of_size(R: Array, k: int) -> tuple[Array, Array, Array]:
    """Signs (P, F), gain (P, F, r) and offset (P, F) of the faces with k terms."""
    r, P = R.shape
    patterns = sign_vectors(k)
    supports = np.array(list(combinations(range(P), k)))
    support = np.repeat(supports, len(patterns), axis=0)
    pattern = np.tile(patterns, (len(supports), 1))
    X = R.T[support].swapaxes(1, 2) * pattern[:, None, :]
    regular, gain = _gains(X)
    support, pattern, X = support[regular], pattern[regular], X[regular]
    centre = np.full(k, 1.0 / k)
    F = len(support)
    row = np.arange(F)[:, None]
    signs, gains, offset = np.zeros((P, F)), np.zeros((P, F, r)), np.zeros((P, F))
    signs[support, row] = pattern
    gains[support, row] = gain
    offset[support, row] = centre - np.einsum("fkr,fr->fk", gain, X @ centre)
    return signs, gains, offset


def _gains(X: Array) -> tuple[Array, Array]:
    """Which of the faces' matrices X, shape (F, r, k), are regular, and N (X N)^+ of those."""
    F, r, k = X.shape
    if k == 1:
        return np.ones(F, dtype=bool), np.zeros((F, 1, r))
    N = np.linalg.qr(np.hstack([np.ones((k, 1)), np.eye(k)[:, 1:]]))[0][:, 1:]
    U, s, Vt = np.linalg.svd(X @ N, full_matrices=False)
    size = np.linalg.norm(X, axis=(1, 2))
    regular = s[:, -1] > _SINGULAR * size
    inverse = (Vt[regular].swapaxes(1, 2) / s[regular][:, None, :]) @ U[regular].swapaxes(1, 2)
    return regular, N @ inverse
