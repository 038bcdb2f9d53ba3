"""The smallest beta^T H beta on the unit L1 sphere for a stack of many different H at once."""

from __future__ import annotations

import numpy as np

from pdedsl.errors import ShapeError
from pdedsl.optimize.inside import ENUMERATED
from pdedsl.optimize.least_squares import sign_vectors
from pdedsl.optimize.reduction import Array, column_scale, refuse_non_finite

_CHUNK = 200_000  # numbers held at once
_FLOOR = 1e-15  # smallest eigenvalue, relative to the largest, of H scaled to unit diagonal


def smallest_on_sphere(H_stack: Array) -> tuple[Array, Array]:
    """Minimise beta^T H beta subject to ||beta||_1 = 1 for each H of a stack, exactly.

    The minimum is 1 / max_s s^T H^-1 s over sign vectors s, at beta = H^-1 s / (s^T H^-1 s): the
    case b = 0 of `pdedsl.optimize.inside`. Eigenvalues of H (scaled to unit diagonal) below 1e-15
    of the largest are raised to that, so a singular H gives its null direction and a loss of zero
    to rounding.

    Args:
        H_stack: symmetric positive semidefinite matrices, shape (k, P, P), P <= 16.

    Returns:
        beta of shape (k, P), one of the pair beta, -beta; losses of shape (k,), never negative.

    Raises:
        ShapeError: not a stack of square matrices, or more than 16 terms.
        NonFiniteError: NaN or infinity in H_stack.
    """
    H = np.asarray(H_stack, dtype=np.float64)
    if H.ndim != 3 or H.shape[1] != H.shape[2] or not 1 <= H.shape[1] <= ENUMERATED:
        raise ShapeError("H_stack", expected=f"(k, P, P), 1 <= P <= {ENUMERATED}", got=H.shape)
    refuse_non_finite("H_stack", H)
    W = _half_inverses(H)
    signs = sign_vectors(H.shape[1])
    step = max(1, _CHUNK // signs.size)
    beta = [_largest_form(W[i : i + step], signs) for i in range(0, len(W), step)]
    betas = np.concatenate([np.empty((0, H.shape[1])), *beta])
    return betas, np.maximum(np.einsum("ki,kij,kj->k", betas, H, betas), 0.0)


def _half_inverses(H: Array) -> Array:
    """W with W W^T = H^-1 for each H of the stack."""
    diagonal = np.maximum(np.diagonal(H, axis1=1, axis2=2), 0.0)
    d = column_scale(np.sqrt(diagonal))
    scaled = H / d[:, :, None] / d[:, None, :]
    eigenvalues, V = np.linalg.eigh(0.5 * (scaled + scaled.swapaxes(1, 2)))
    floor = _FLOOR * np.where(eigenvalues[:, -1:] > 0, eigenvalues[:, -1:], 1.0)
    return V / d[:, :, None] / np.sqrt(np.maximum(eigenvalues, floor))[:, None, :]


def _largest_form(W: Array, signs: Array) -> Array:
    """W W^T s scaled to unit L1 norm, shape (k, P), for the s with the largest ||W^T s||_2."""
    images = signs @ W
    best = np.einsum("ksi,ksi->ks", images, images).argmax(axis=1)
    beta = np.einsum("kij,kj->ki", W, images[np.arange(len(W)), best])
    return beta / np.abs(beta).sum(axis=1, keepdims=True)
