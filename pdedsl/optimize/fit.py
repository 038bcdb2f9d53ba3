"""Maximise the evidence or minimise chi2 over the coefficients of given columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize

from pdedsl.optimize.bank import Stack
from pdedsl.optimize.evidence import Value, chi2, information, log_evidence

LEAST = 0.01
"""Smallest share of signal in a column's energy that is told from none."""

Criterion = Callable[[Sequence[Stack], np.ndarray], Value]


@dataclass(frozen=True, eq=False)
class LinearFit:
    """Coefficients psi, the one held at 1, and the criterion they reach."""

    psi: np.ndarray
    lead: int
    value: float


def maximise_evidence(stacks: Sequence[Stack], psi: np.ndarray, lead: int) -> LinearFit:
    """Climb log B from psi, the coefficient `lead` staying as it is."""
    return _descend(lambda p: _negative(log_evidence(stacks, p)), stacks, psi, lead, sign=-1.0)


def minimise_chi2(stacks: Sequence[Stack], psi: np.ndarray, lead: int) -> LinearFit:
    """Descend chi2 from psi, the coefficient `lead` staying as it is."""
    return _descend(lambda p: chi2(stacks, p), stacks, psi, lead, sign=1.0)


def least_squares_start(
    stacks: Sequence[Stack], size: int, lead: int, *, rounds: int = 3
) -> np.ndarray:
    """Coefficients by least squares with one held at 1, the weights following them."""
    psi = np.zeros(size)
    psi[lead] = 1.0
    free = np.delete(np.arange(size), lead)
    for _ in range(rounds if free.size else 0):
        h = information(stacks, psi)
        scale = inverse_root(np.diagonal(h))
        unit = scale[:, None] * h * scale
        if not np.all(np.isfinite(unit)) or scale[lead] == 0:
            break
        target = -unit[free, lead] / scale[lead]
        psi = np.zeros(size)
        psi[lead] = 1.0
        psi[free] = scale[free] * np.linalg.lstsq(unit[np.ix_(free, free)], target, rcond=1e-11)[0]
    return psi


def fitted_beside(stacks: Sequence[Stack], psi: np.ndarray, kept: int) -> np.ndarray:
    """Least squares for the coefficients after the first `kept`, which stay as they are.

    The weights are those of psi, whose later entries have no other effect.
    """
    h = information(stacks, psi)
    scale = inverse_root(np.diagonal(h))
    unit = scale[:, None] * h * scale
    if not np.all(np.isfinite(unit)):
        return np.zeros(psi.size - kept)
    target = -scale[kept:] * (h[kept:, :kept] @ psi[:kept])
    return scale[kept:] * np.linalg.lstsq(unit[kept:, kept:], target, rcond=1e-11)[0]


def preconditioner(h: np.ndarray) -> np.ndarray:
    """T with T^T h T = 1, directions that h does not see being left at a finite size.

    A number that h does not see at all stays where it is: its row of T is 0.
    """
    scale = inverse_root(np.diagonal(h))
    values, vectors = np.linalg.eigh(scale[:, None] * h * scale)
    return scale[:, None] * vectors / np.sqrt(np.maximum(values, 1e-10 * values[-1]))


def inverse_root(diagonal: np.ndarray) -> np.ndarray:
    """1 / sqrt of what is positive, 0 of what is not."""
    positive = diagonal > 0
    return np.where(positive, 1 / np.sqrt(np.where(positive, diagonal, 1.0)), 0.0)


def sandwich(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """A^-1 B A^-1 for curvature A and gradient covariance B.

    Where A is not clearly positive, having been estimated as B less what noise makes of it,
    `LEAST` of B stands in for it.
    """
    if not a.size:
        return np.zeros((0, 0))
    root = preconditioner(b)
    values, vectors = np.linalg.eigh(root.T @ a @ root)
    halves = root @ vectors / np.maximum(values, LEAST)
    return halves @ halves.T


def cautious(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """A covariance with the larger of two variances for every number.

    Its correlations are those of the one that has more of the larger variances.
    """
    first, second = np.diagonal(one), np.diagonal(other)
    if np.sum(second > first) > np.sum(first > second):
        one, first, second = other, second, first
    ratio = np.divide(second, first, out=np.ones_like(first), where=first > 0)
    scale = np.sqrt(np.maximum(1.0, ratio))
    return one * np.outer(scale, scale)


def _negative(v: Value) -> Value:
    return Value(-v.value, -v.gradient)


def _descend(
    function: Callable[[np.ndarray], Value],
    stacks: Sequence[Stack],
    psi: np.ndarray,
    lead: int,
    *,
    sign: float,
) -> LinearFit:
    free = np.delete(np.arange(psi.size), lead)
    if not free.size:
        return LinearFit(psi.copy(), lead, sign * function(psi).value)
    t = preconditioner(information(stacks, psi)[np.ix_(free, free)])

    def objective(y: np.ndarray) -> tuple[float, np.ndarray]:
        moved = psi.copy()
        moved[free] += t @ y
        v = function(moved)
        return v.value, t.T @ v.gradient[free]

    found = minimize(
        objective,
        np.zeros(free.size),
        jac=True,
        method="BFGS",
        options={"gtol": 1e-2, "maxiter": 100},
    )
    best = psi.copy()
    best[free] += t @ found.x
    return LinearFit(best, lead, sign * float(found.fun))
