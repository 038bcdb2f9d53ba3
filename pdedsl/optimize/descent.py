"""Exact descent in the unit L1 ball from face to face, for more terms than can be tabulated."""

from __future__ import annotations

import numpy as np

from pdedsl.optimize.reduction import Array

_GAP = 1e-15  # duality gap, relative to the squares in the problem, that counts as none


def descend_in_ball(R: Array, y: Array, start: Array) -> Array:
    """Minimise ||R beta - y|| subject to ||beta||_1 <= 1: exact, and never cycles.

    Wolfe's algorithm for the point of a polytope nearest to y: free the vertex +-e_j that lowers
    the loss fastest, go to the minimum of the plane through the vertices in use, and drop those
    whose weight would turn negative on the way. A term flips its sign by gaining the opposite
    vertex and losing its own. Each round lowers the loss strictly, so no face comes twice.
    Where the least-squares solution lies outside the ball, this is the minimum on the sphere.

    Args:
        R: shape (r, P).
        y: shape (r,).
        start: shape (P,), unit L1 norm; near the answer it saves rounds.

    Source: P. Wolfe 1976, Finding the nearest point in a polytope.
    """
    P = len(start)
    vertices = np.hstack([R, -R]) - y[:, None]
    weights = np.concatenate([np.maximum(start, 0.0), np.maximum(-start, 0.0)])
    scale = float(np.einsum("ij,ij->j", vertices, vertices).max())
    residual = vertices @ weights
    for _ in range(100 * P):
        slopes = residual @ vertices
        newcomer = int(slopes.argmin())
        squared = float(residual @ residual)
        if squared - slopes[newcomer] <= _GAP * (scale * squared) ** 0.5:
            break
        trial = _plane_minimum(vertices, weights, newcomer)
        moved = vertices @ trial
        if float(moved @ moved) >= squared * (1 - 1e-15):
            break
        weights, residual = trial, moved
    return weights[:P] - weights[P:]


def _plane_minimum(vertices: Array, weights: Array, newcomer: int) -> Array:
    """Weights of the nearest point of the corral with the newcomer, vertices dropped as needed."""
    current = weights.copy()
    used = current > 0
    used[newcomer] = True
    while True:
        corral = np.flatnonzero(used)
        target = _affine_minimum(vertices[:, corral])
        here = current[corral]
        negative = target < 0
        if not negative.any():
            current[:] = 0.0
            current[corral] = target
            return current
        shares = here[negative] / (here[negative] - target[negative])
        share = float(shares.min())
        current[corral] = np.maximum(here + share * (target - here), 0.0)
        gone = corral[negative][shares <= share]
        current[gone], used[gone] = 0.0, False


def _affine_minimum(points: Array) -> Array:
    """Coefficients of sum 1 of the point nearest to the origin in the plane through the columns."""
    k = points.shape[1]
    base = points[:, :1]
    if k == 1:
        return np.ones(1)
    moved = np.linalg.lstsq(points[:, 1:] - base, -base[:, 0], rcond=None)[0]
    return np.concatenate([[1.0 - np.sum(moved)], moved])
