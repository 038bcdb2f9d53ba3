"""The three inner solvers side by side on the paper's random problems.

Run as `python benchmarks/inner_problem.py [--problems 1000] [--seed 0]`. Problems are those of
appendix D.3 of the paper: Z of shape (1000, P) standard normal, w = Z (l z) with ||z||_1 = 1 and l
uniform on [-1, 3]. Each method prepares each Z afresh for the errors; times are for solves alone,
on one Z with the right-hand sides of all problems. "collie (sklearn)" is the same CoLLie with the
path of scikit-learn's `lars_path_gram`.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

import cvxopt
import numpy as np
import scipy
import sklearn
from numpy.typing import NDArray
from sklearn.linear_model import lars_path_gram

from pdedsl.optimize.inner import Prepared, prepare, solve, solve_many
from pdedsl.optimize.least_squares import reach_sphere

Array = NDArray[np.float64]
ROWS = 1000
REPEATS = 3


@dataclass(frozen=True)
class Row:
    """One line of the table; times in microseconds, errors relative to cvxopt."""

    P: int
    method: str
    errors: Array
    single: float
    block: float | None

    def __str__(self) -> str:
        mean, tail, worst = self.errors.mean(), np.quantile(self.errors, 0.99), self.errors.max()
        block = f"{self.block:11.1f}" if self.block is not None else f"{'-':>11}"
        return (
            f"{self.P:2d}  {self.method:17s} {mean:9.1e} {tail:9.1e} {worst:9.1e}"
            f" {self.single:11.1f} {block}"
        )


def random_problem(rng: np.random.Generator, P: int) -> tuple[Array, Array]:
    """Z of shape (1000, P) and the coefficients l z of shape (P,)."""
    Z = rng.standard_normal((ROWS, P))
    z = rng.uniform(-0.5, 0.5, P)
    return Z, rng.uniform(-1, 3) * z / np.abs(z).sum()


def collie_on_scikit_learn(Z: Array) -> Callable[[Array], Array]:
    """CoLLie without its third case, on scikit-learn's path: a function from w to beta."""
    H = Z.T @ Z

    def answer(w: Array) -> Array:
        _, _, knots = lars_path_gram(Z.T @ w, H, n_samples=1, method="lasso", alpha_min=0.0)
        norms = np.abs(knots).sum(axis=0)
        if norms[-1] < 1:
            return reach_sphere(knots[:, -1], knots[:, -1] - knots[:, -2])
        j = int(np.argmax(norms >= 1))
        share = (1 - norms[j - 1]) / (norms[j] - norms[j - 1])
        return knots[:, j - 1] + share * (knots[:, j] - knots[:, j - 1])

    return answer


def loss_of(Z: Array, w: Array, beta: Array) -> float:
    """||Z beta - w||_2^2."""
    return float(np.sum((Z @ beta - w) ** 2))


def losses_of_all(rng: np.random.Generator, P: int, problems: int) -> dict[str, Array]:
    """The losses of every method on the same problems."""
    losses: dict[str, list[float]] = {}
    for _ in range(problems):
        Z, coefficients = random_problem(rng, P)
        w = Z @ coefficients
        for method in ("exact", "collie", "cvxopt"):
            losses.setdefault(method, []).append(solve(prepare(Z, method), w).loss)
        beta = collie_on_scikit_learn(Z)(w)
        losses.setdefault("collie (sklearn)", []).append(loss_of(Z, w, beta))
    return {method: np.array(values) for method, values in losses.items()}


def microseconds(run: Callable[[], object], solves: int) -> float:
    """The best of a few runs, per solve."""
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return 1e6 * min(times) / solves


def times_of(prepared: Prepared, W: Array) -> tuple[float, float]:
    """Microseconds per solve, one by one and as a block; W holds right-hand sides as columns."""
    vectors = list(np.ascontiguousarray(W.T))
    single = microseconds(lambda: [solve(prepared, w) for w in vectors], len(vectors))
    return single, microseconds(lambda: solve_many(prepared, W), len(vectors))


def rows_of(P: int, problems: int, seed: int) -> list[Row]:
    """The table's lines for P terms."""
    rng = np.random.default_rng([seed, P])
    losses = losses_of_all(rng, P, problems)
    Z, _ = random_problem(rng, P)
    W = Z @ np.array([random_problem(rng, P)[1] for _ in range(min(problems, 1000))]).T
    rows = []
    for method in ("exact", "collie", "collie (sklearn)", "cvxopt"):
        errors = losses[method] / losses["cvxopt"] - 1
        if method == "collie (sklearn)":
            answer, vectors = collie_on_scikit_learn(Z), list(np.ascontiguousarray(W.T)[:200])
            one = microseconds(lambda a=answer, v=vectors: [a(w) for w in v], len(vectors))
            rows.append(Row(P, method, errors, one, None))
            continue
        few = W[:, :5] if method == "cvxopt" else W
        rows.append(Row(P, method, errors, *times_of(prepare(Z, method), few)))
    return rows


def processor() -> str:
    """The name of the processor, where the system tells it."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            names = [line.split(":")[1].strip() for line in lines if line.startswith("model name")]
    except OSError:
        names = []
    return names[0] if names else platform.processor() or platform.machine()


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--problems", type=int, default=1000, help="problems for each P")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--terms", type=int, nargs="+", default=[2, 3, 4, 5, 6, 7])
    options = parser.parse_args()
    print(
        f"{processor()}, {os.cpu_count()} cores, OMP_NUM_THREADS="
        f"{os.environ.get('OMP_NUM_THREADS', 'unset')}; Python {platform.python_version()}, "
        f"numpy {np.__version__}, scipy {scipy.__version__}, scikit-learn {sklearn.__version__}, "
        f"cvxopt {cvxopt.__version__}"
    )
    print(f"{options.problems} problems of {ROWS} rows for each P, seed {options.seed}")
    print("relative error of the loss against cvxopt; microseconds per solve")
    print(
        f"{'P':>2s}  {'method':17s} {'mean':>9s} {'99 %':>9s} {'largest':>9s} "
        f"{'one by one':>11s} {'in a block':>11s}"
    )
    for P in options.terms:
        for row in rows_of(P, options.problems, options.seed):
            print(row)
        sys.stdout.flush()


if __name__ == "__main__":
    main()
