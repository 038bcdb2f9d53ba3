"""The inner problem alone: how far each solver's loss is above the smallest one.

Random problems are those of the paper: Z of shape (1000, P) standard normal and w = Z (l z) with
||z||_1 = 1 and l uniform on [-1, 3].

Source: Kacprzyk, Qian, van der Schaar 2023, Appendix D.3 and Figure 2.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from pdedsl.optimize.inner import prepare, solve
from pdedsl.reproduce.case import Case

Array = NDArray[np.float64]

SOLVERS = ("exact", "collie")
YARDSTICK = "cvxopt"
PROBLEMS = 20
"""Random problems of one run. The yardstick solves 2^P quadratic programs for each."""


@dataclass(frozen=True)
class InnerResult:
    """Loss over the yardstick's less 1, over the problems of a run; seconds a solve."""

    mean: float
    worst: float
    seconds: float


def measured(case: Case, solver: str, seed: int) -> Mapping[str, float]:
    """The columns of a run: what `measure` returns for the terms and points of a case."""
    found = measure(solver, case.terms, case.points, seed)
    return {"loss_error": found.mean, "worst_error": found.worst, "seconds": found.seconds}


def random_problem(rng: Generator, rows: int, terms: int) -> tuple[Array, Array]:
    """Z of shape (rows, terms) and w of shape (rows,)."""
    Z = rng.standard_normal((rows, terms))
    z = rng.uniform(-0.5, 0.5, terms)
    return Z, Z @ (rng.uniform(-1.0, 3.0) * z / np.abs(z).sum())


def measure(solver: str, terms: int, rows: int, seed: int, *, count: int = PROBLEMS) -> InnerResult:
    """Solve random problems with a solver and with the yardstick.

    Args:
        solver: "exact" or "collie".
        terms: P.
        rows: of Z.
        seed: decides the problems, which are the same for every solver.
        count: how many problems.
    """
    rng = np.random.default_rng([seed, terms])
    errors, seconds = [], 0.0
    for _ in range(count):
        Z, w = random_problem(rng, rows, terms)
        least = solve(prepare(Z, YARDSTICK), w).loss
        prepared = prepare(Z, solver)
        began = time.perf_counter()
        loss = solve(prepared, w).loss
        seconds += time.perf_counter() - began
        errors.append(loss / least - 1.0)
    return InnerResult(float(np.mean(errors)), float(np.max(errors)), seconds / count)
