"""The minimum on the unit L1 sphere when the least-squares solution lies inside it: a sign vector.

Let b be the least-squares solution, ||b||_1 < 1, H = R^T R regular and A = H^-1. On the plane
s.beta = 1 of a facet the loss rises above that of b by at least

    f(s) = (1 - s.b)^2 / (s^T A s),  reached at  beta(s) = b + (1 - s.b) / (s^T A s) A s.

Every beta of the sphere lies on such a plane, so no loss is below the smallest f; and where f is
smallest, beta(s) lies on its facet. For if s_i beta(s)_i < 0, flip s_i. With m = 1 - s.b,
K = s^T A s and a = s_i (A s)_i this means s_i b_i < -m a / K, and as 1 - s.b > 0 for every s,

    (m + 2 s_i b_i)^2 < (m - 2 m a / K)^2 <= m^2 / K (K - 4 a + 4 A_ii),

the last step being Cauchy-Schwarz, a^2 <= A_ii K. The bracket is s^T A s after the flip, so f has
fallen. Hence the exact answer is the best of 2^P sign vectors, with no signs left to check, and a
sign vector that no single flip improves gives a point of its own facet.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pdedsl.optimize.least_squares import sign_vectors
from pdedsl.optimize.reduction import Array, ReadOnlyArrays

ENUMERATED = 16  # terms up to which all sign vectors are tabulated
_CHUNK = 200_000  # numbers held at once


@dataclass(frozen=True, eq=False)
class SignTable(ReadOnlyArrays):
    """One sign vector s of each pair s, -s with its s^T H^-1 s.

    Attributes:
        signs: shape (2^(P-1), P).
        steps: H^-1 s / (s^T H^-1 s), shape (2^(P-1), P).
        weights: (s^T H^-1 s)^(-1/2), shape (2^(P-1),).
    """

    signs: Array
    steps: Array
    weights: Array

    @classmethod
    def of(cls, half_inverse: Array) -> SignTable:
        """From W of shape (P, P), P <= 16."""
        signs = sign_vectors(len(half_inverse))
        images = signs @ half_inverse
        weights = 1.0 / np.linalg.norm(images, axis=1)
        return cls(signs, (images * weights[:, None] ** 2) @ half_inverse.T, weights)

    def solve(self, b: Array) -> Array:
        """The minimum, shape (P,), for the least-squares solution b inside the sphere."""
        aligned = self.signs @ b
        best = ((1.0 - np.abs(aligned)) * self.weights).argmin()
        beta = b + _missing(aligned[best]) * self.steps[best]
        return beta / np.abs(beta).sum()

    def solve_many(self, B: Array) -> Array:
        """The minima as columns for columns of B, shape (P, k)."""
        step = max(1, _CHUNK // len(self.signs))
        best = np.concatenate([self._best(B[:, i : i + step]) for i in range(0, B.shape[1], step)])
        aligned = np.einsum("ji,ij->j", self.signs[best], B)
        beta = B + _missing(aligned) * self.steps[best].T
        return beta / np.abs(beta).sum(axis=0)

    def _best(self, B: Array) -> Array:
        gaps = self.signs @ B
        np.abs(gaps, out=gaps)
        np.subtract(1.0, gaps, out=gaps)
        gaps *= self.weights[:, None]
        return gaps.argmin(axis=0)


def _missing(aligned: Array) -> Array:
    """How far, signed, to go along the step of s: to the nearer of s.beta = 1 and s.beta = -1."""
    return np.copysign(1.0, aligned) - aligned


def facet_minimum(half_inverse: Array, b: Array, signs: Array) -> Array:
    """beta(s), shape (P,), scaled to unit L1 norm."""
    image = half_inverse.T @ signs
    beta = b + (1.0 - signs @ b) / (image @ image) * (half_inverse @ image)
    return beta / np.abs(beta).sum()


def descend_by_signs(half_inverse: Array, b: Array, start: Array) -> tuple[Array, float]:
    """Flip one sign or two of `start`, shape (P,), while f falls: beta and the f it ends at.

    Exact among these neighbours, for more terms than can be enumerated.
    """
    P = len(b)
    single = 1.0 - 2.0 * np.eye(P)
    first, second = np.triu_indices(P, 1)
    flips = np.vstack([np.ones((1, P)), single, single[first] * single[second]])
    signs, rise = np.where(start >= 0, 1.0, -1.0), np.inf
    while True:
        neighbours = flips * signs
        rises = (1.0 - neighbours @ b) ** 2 / np.sum((neighbours @ half_inverse) ** 2, axis=1)
        best = int(rises.argmin())
        if not rises[best] < rise * (1 - 1e-12):
            return facet_minimum(half_inverse, b, signs), rise
        rise, signs = float(rises[best]), neighbours[best]


def solve_homogeneous(half_inverse: Array) -> Array:
    """Beta of shape (P,), unit L1 norm, with the smallest beta^T H beta: the case b = 0.

    Exact up to 16 terms, else the best descent from the signs of each column of W.
    """
    zero = np.zeros(len(half_inverse))
    if len(zero) <= ENUMERATED:
        return SignTable.of(half_inverse).solve(zero)
    ends = [descend_by_signs(half_inverse, zero, start) for start in half_inverse.T]
    return min(ends, key=lambda end: end[1])[0]
