"""Steps in time that always come to an end, and say which."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.integrate import LSODA, OdeSolver, Radau

Array = NDArray[np.float64]

MOST_STEPS = 20_000
MOST_WORK = 20_000_000  # steps times unknowns
FEW = 40  # unknowns
GROWTH = 1e4
"""How many times the largest value in the data a solution may become."""


@dataclass(frozen=True, eq=False)
class Steps:
    """A solution at some times.

    Attributes:
        values: shape (times, unknowns), NaN for times that were not reached.
        reached: the last time that was.
        trouble: why it ended before its time, None if it did not.
    """

    values: Array
    reached: float
    trouble: str | None


def solve(
    right_side: Any,
    times: Array,
    start: Array,
    scale: Array,
    size: Callable[[Array], float],
    tolerance: float,
) -> Steps:
    """Solve dy/dt = f(t, y), stiff or not, by Radau's method of fifth order; few unknowns by LSODA.

    Args:
        right_side: called as f(t, y), with a method `jacobian`.
        times: increasing, the first that of the start.
        start: y there.
        scale: of each unknown, to which errors are compared where it is small.
        size: of y, relative to the data; beyond `GROWTH` it has blown up.
        tolerance: relative error of a step.

    Source: Hairer and Wanner 1996; Petzold 1983; as implemented in SciPy.
    """
    found = np.full((len(times), len(start)), np.nan)
    found[0] = start
    done, t, trouble = 1, float(times[0]), None
    try:
        solver = _solver(right_side, times, start, scale, tolerance)
        most = max(200, min(MOST_STEPS, MOST_WORK // max(len(start), 1)))
        for _ in range(most):
            if solver.status != "running" or done == len(times):
                break
            with np.errstate(all="ignore"), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                message = solver.step()
            if message is not None or not np.all(np.isfinite(solver.y)):
                trouble = _stuck(right_side, solver)
                break
            t = float(solver.t)
            inner = times[done:][times[done:] <= t]
            if len(inner):
                found[done : done + len(inner)] = solver.dense_output()(inner).T
                done += len(inner)
            if size(solver.y) > GROWTH:
                trouble = f"it grows beyond {GROWTH:,.0f} times the largest value of the data"
                break
        else:
            if done < len(times):
                trouble = f"it takes more than {most:,} steps (stiff, or nearly singular)"
    except (ValueError, RuntimeError, ArithmeticError, np.linalg.LinAlgError):
        trouble = _NOT_FINITE
    return Steps(found, t if trouble else float(times[-1]), trouble)


_NOT_FINITE = "its right-hand side is not a finite real number there"


def _solver(
    right_side: Any, times: Array, start: Array, scale: Array, tolerance: float
) -> OdeSolver:
    dense = len(start) <= FEW

    def jacobian(t: float, y: Array) -> Any:
        found = right_side.jacobian(t, y)
        if not np.all(np.isfinite(found.data)):
            raise ArithmeticError
        return found.toarray() if dense else sparse.csc_matrix(found)

    with np.errstate(all="ignore"):
        if not np.all(np.isfinite(right_side(float(times[0]), start))):
            raise ArithmeticError
        method = LSODA if dense else Radau
        return method(
            right_side,
            float(times[0]),
            start,
            float(times[-1]),
            rtol=tolerance,
            atol=tolerance * scale,
            jac=jacobian,
        )


def _stuck(right_side: Any, solver: Any) -> str:
    """Why a step could not be made."""
    with np.errstate(all="ignore"):
        rate = right_side(solver.t, solver.y)
    if not np.all(np.isfinite(rate)):
        return _NOT_FINITE
    return "no step is short enough to go on (it runs into a singularity)"
