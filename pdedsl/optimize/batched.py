"""Stacks of small linear systems, of which some may be singular."""

from __future__ import annotations

import numpy as np


def solve_each(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Solve every system of a stack; NaN for one that is singular, the others as if alone.

    Args:
        a: shape (..., n, n).
        b: shape (..., n, k).
    """
    try:
        return np.linalg.solve(a, b)
    except np.linalg.LinAlgError:
        return np.array([_solved(*pair) for pair in _pairs(a, b)]).reshape(b.shape)


def _pairs(a: np.ndarray, b: np.ndarray) -> zip[tuple[np.ndarray, np.ndarray]]:
    return zip(a.reshape(-1, *a.shape[-2:]), b.reshape(-1, *b.shape[-2:]), strict=True)


def _solved(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    try:
        return np.linalg.solve(a, b)
    except np.linalg.LinAlgError:
        return np.full(b.shape, np.nan)
