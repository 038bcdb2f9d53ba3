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
LEAST_STEP = 1e-9  # of the whole time
SHORTEST_OF = 5_000  # the most steps that `longest` may ask for
MOST_SLOW = 60  # steps shorter than that in a row
FEW = 40  # unknowns
GROWTH = 1e3
"""How many times the largest value in the data a solution may become."""


@dataclass(frozen=True)
class Care:
    """Of each step: its relative error, and its length, so that none passes over an input."""

    tolerance: float
    longest: float = np.inf


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
    care: Care,
) -> Steps:
    """Solve dy/dt = f(t, y), stiff or not, by Radau's method of fifth order; few unknowns by LSODA.

    Args:
        right_side: called as f(t, y), with a method `jacobian`.
        times: increasing, the first that of the start.
        start: y there.
        scale: of each unknown, to which errors are compared where it is small.
        size: of y, relative to the data; beyond `GROWTH` it has blown up.
        care: of each step.

    Source: Hairer and Wanner 1996; Petzold 1983; as implemented in SciPy.
    """
    found = np.full((len(times), len(start)), np.nan)
    found[0] = start
    way = _Way(found, 1, float(times[0]), start)
    methods = (LSODA, Radau) if len(start) <= FEW else (Radau,)
    trouble = None
    for method in methods:  # the second one shortens its steps where a right side is not finite
        trouble = _go(method, right_side, times, way, (scale, size, care))
        if trouble in (None, _TOO_LARGE):
            break
    return Steps(found, way.t if trouble else float(times[-1]), trouble)


@dataclass
class _Way:
    """How far a solution has come: values, how many times are done, and where it is."""

    values: Array
    done: int
    t: float
    y: Array


def _go(
    method: type[OdeSolver],
    right_side: Any,
    times: Array,
    way: _Way,
    wish: tuple[Array, Callable[[Array], float], Care],
) -> str | None:
    """Go on to the last time, or to where it is no longer possible, and say why."""
    scale, size, care = wish
    most = max(200, min(MOST_STEPS, MOST_WORK // max(len(way.y), 1)))
    longest = max(care.longest, float(np.ptp(times)) / SHORTEST_OF)
    care = Care(care.tolerance, longest)
    least, slow = LEAST_STEP * float(np.ptp(times)), 0
    try:
        solver = _solver(method, right_side, way, float(times[-1]), (scale, care))
        for _ in range(most):
            if way.done == len(times):
                return None
            with np.errstate(all="ignore"), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                message = solver.step()
            if message is not None or not np.all(np.isfinite(solver.y)):
                return _stuck(right_side, solver)
            slow = slow + 1 if solver.t - way.t < least else 0
            way.t, way.y = float(solver.t), solver.y.copy()
            inner = times[way.done :][times[way.done :] <= way.t]
            if len(inner):
                now = slice(way.done, way.done + len(inner))
                way.values[now] = solver.dense_output()(inner).T
                way.done += len(inner)
            if size(way.y) > GROWTH:
                return _TOO_LARGE
            if slow > MOST_SLOW:
                return _SINGULAR
    except (ValueError, RuntimeError, ArithmeticError, np.linalg.LinAlgError):
        return _NOT_FINITE
    return None if way.done == len(times) else f"it takes more than {most:,} steps"


_TOO_LARGE = f"it grows beyond {GROWTH:,.0f} times the largest value of the data"
_SINGULAR = "no step is short enough to go on (it runs into a singularity)"
_NOT_FINITE = "its right-hand side is not a finite real number there"


def _solver(
    method: type[OdeSolver],
    right_side: Any,
    way: _Way,
    end: float,
    wish: tuple[Array, Care],
) -> OdeSolver:
    scale, care = wish

    def jacobian(t: float, y: Array) -> Any:
        found = right_side.jacobian(t, y)
        if not np.all(np.isfinite(found.data)):
            raise ArithmeticError
        return found.toarray() if len(y) <= FEW else sparse.csc_matrix(found)

    with np.errstate(all="ignore"):
        if not np.all(np.isfinite(right_side(way.t, way.y))):
            raise ArithmeticError
        return method(
            right_side,
            way.t,
            way.y,
            end,
            rtol=care.tolerance,
            atol=care.tolerance * scale,
            jac=jacobian,
            max_step=care.longest,
        )


def _stuck(right_side: Any, solver: Any) -> str:
    """Why a step could not be made."""
    with np.errstate(all="ignore"):
        rate = right_side(solver.t, solver.y)
    return _SINGULAR if np.all(np.isfinite(rate)) else _NOT_FINITE
