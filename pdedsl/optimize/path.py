"""The LASSO path of a small Gram matrix by least angle regression, up to a given L1 norm."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pdedsl.optimize.reduction import Array

_DEPENDENT = 1e-6  # misfit of the equations of the active terms that tells they are dependent


@dataclass(frozen=True, eq=False)
class PathEnd:
    """The last straight piece of a path.

    Attributes:
        before: beta at the knot where the piece begins, shape (P,).
        beta: beta where it ends, shape (P,).
        direction: its slope as the penalty falls, shape (P,); zero only if the path never moved.
        penalty: the penalty at its end; 0 when the path went all the way.
    """

    before: Array
    beta: Array
    direction: Array
    penalty: float


def follow_path(H: Array, c: Array, norm_limit: float = np.inf) -> PathEnd:
    """Follow argmin ||Z beta - w||^2 / 2 + penalty ||beta||_1 as the penalty falls towards 0.

    Stops at the first knot whose L1 norm reaches `norm_limit`, else at penalty zero. A term that
    is a linear combination of the active ones is left out for good.

    Args:
        H: Z^T Z, shape (P, P).
        c: Z^T w, shape (P,).
        norm_limit: where to stop.

    Source: Efron, Hastie, Johnstone, Tibshirani 2004, with the LASSO modification.
    """
    beta = np.zeros_like(c)
    before, direction = beta, np.zeros_like(c)
    correlation = c.copy()
    penalty = float(np.abs(c).max())
    if penalty == 0.0:
        return PathEnd(before, beta, direction, 0.0)
    active = np.zeros(len(c), dtype=bool)
    banned = np.diagonal(H) == 0.0
    newcomer, left = int(np.abs(c).argmax()), -1
    for _ in range(100 * len(c)):
        if newcomer >= 0:
            active[newcomer] = True
        step = _direction(H, np.where(active, np.sign(correlation), 0.0), active)
        if step is None:
            active[newcomer], banned[newcomer], newcomer = False, True, -1
            continue
        direction, slope = step
        length, newcomer, left = _next_knot(
            (beta, direction), (correlation, slope), penalty, active, active | banned, left
        )
        before, beta = beta, beta + length * direction
        correlation, penalty = correlation - length * slope, penalty - length
        if left >= 0:
            beta[left], active[left] = 0.0, False
        if (newcomer < 0 and left < 0) or np.abs(beta).sum() >= norm_limit:
            break
    return PathEnd(before, beta, direction, max(penalty, 0.0))


def _direction(H: Array, signs: Array, active: Array) -> tuple[Array, Array] | None:
    """How beta moves and how Z^T residual falls per unit of penalty; None if dependent."""
    indices = np.flatnonzero(active)
    try:
        solved = np.linalg.solve(H[np.ix_(indices, indices)], signs[indices])
    except np.linalg.LinAlgError:
        return None
    slope = H[:, indices] @ solved
    if not np.abs(slope[indices] - signs[indices]).max() < _DEPENDENT:
        return None
    direction = np.zeros(len(signs))
    direction[indices] = solved
    return direction, slope


def _next_knot(
    motion: tuple[Array, Array],
    correlations: tuple[Array, Array],
    penalty: float,
    active: Array,
    closed: Array,
    left: int,
) -> tuple[float, int, int]:
    """Length of the straight piece, the term that joins at its end and the one that leaves, or -1.

    A term that has just left may return with the opposite sign only.
    """
    (beta, direction), (correlation, slope) = motion, correlations
    with np.errstate(divide="ignore", invalid="ignore"):
        leave = np.where(active, -beta / direction, np.inf)
        joins = np.array([penalty - correlation, penalty + correlation]) / [1 - slope, 1 + slope]
    leave[~(leave > 0)] = np.inf
    joins[~np.isfinite(joins) | (np.array([slope, -slope]) > 1 - 1e-12)] = np.inf
    joins[:, closed] = np.inf
    joins = np.maximum(joins, 0.0)
    if left >= 0:
        joins[0 if correlation[left] > 0 else 1, left] = np.inf
    best_join, best_leave = float(joins.min()), float(leave.min())
    length = min(penalty, best_join, best_leave)
    if length >= penalty * (1 - 1e-14):
        return penalty, -1, -1
    if best_join <= best_leave:
        return length, int(joins.min(axis=0).argmin()), -1
    return length, -1, int(leave.argmin())
