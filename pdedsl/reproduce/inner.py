"""The inner problem alone: how far each solver's loss is above the smallest one.

Random problems are those of the paper: Z of shape (1000, P) standard normal and w = Z (l z) with
||z||_1 = 1 and l uniform on [-1, 3].

Source: Kacprzyk, Qian, van der Schaar 2023, Appendix D.3 and Figure 2.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from pdedsl.optimize.inner import prepare, solve
from pdedsl.reproduce.case import Case

Array = NDArray[np.float64]

YARDSTICK = "cvxopt"
SOLVERS = ("exact", "collie", YARDSTICK)
PROBLEMS = 20
"""Random problems of one run. The yardstick solves 2^P quadratic programs for each."""


@dataclass(frozen=True)
class InnerResult:
    """Each problem's loss over the yardstick's less 1, 0 for itself, and seconds of its solve."""

    errors: tuple[float, ...]
    times: tuple[float, ...]

    @property
    def mean(self) -> float:
        """The mean error."""
        return float(np.mean(self.errors))

    @property
    def worst(self) -> float:
        """The largest error."""
        return max(self.errors)

    @property
    def seconds(self) -> float:
        """The mean of the times."""
        return float(np.mean(self.times))


def measured(case: Case, solver: str, seed: int) -> Mapping[str, Any]:
    """The columns of a run: what `measure` returns for the terms and points of a case."""
    found = measure(solver, case.terms, case.points, seed)
    return {
        "loss_error": found.mean,
        "worst_error": found.worst,
        "seconds": found.seconds,
        "loss_errors": found.errors,
        "solve_seconds": found.times,
    }


def random_problem(rng: Generator, rows: int, terms: int) -> tuple[Array, Array]:
    """Z of shape (rows, terms) and w of shape (rows,)."""
    Z = rng.standard_normal((rows, terms))
    z = rng.uniform(-0.5, 0.5, terms)
    return Z, Z @ (rng.uniform(-1.0, 3.0) * z / np.abs(z).sum())


def measure(solver: str, terms: int, rows: int, seed: int, *, count: int = PROBLEMS) -> InnerResult:
    """Solve random problems with a solver and with the yardstick.

    Args:
        solver: "exact", "collie" or "cvxopt".
        terms: P.
        rows: of Z.
        seed: decides the problems, which are the same for every solver.
        count: how many problems.
    """
    yardstick = _solved(YARDSTICK, terms, rows, seed, count)
    own = yardstick if solver == YARDSTICK else _solved(solver, terms, rows, seed, count)
    errors = tuple(loss / least - 1.0 for (loss, _), (least, _) in zip(own, yardstick, strict=True))
    return InnerResult(errors, tuple(seconds for _, seconds in own))


@lru_cache(maxsize=16)
def _solved(
    solver: str, terms: int, rows: int, seed: int, count: int
) -> tuple[tuple[float, float], ...]:
    """Loss and seconds of every problem; kept, as every solver needs the slow yardstick's."""
    rng = np.random.default_rng([seed, terms])
    return tuple(_timed(solver, *random_problem(rng, rows, terms)) for _ in range(count))


def _timed(solver: str, Z: Array, w: Array) -> tuple[float, float]:
    """The loss, and the seconds of the solve alone, Z having been prepared."""
    prepared = prepare(Z, solver)
    began = time.perf_counter()
    loss = solve(prepared, w).loss
    return loss, time.perf_counter() - began
