"""The wave equation found, solved forward beside the true one (the paper's Figure 5).

For every noise ratio and seed the equation is discovered from noisy fields; then both it and the
truth are solved from the same initial shapes. Printed is the root mean square of the difference
over that of the motion, and the same for the noisy data themselves.

    python benchmarks/wave_forward.py [--seeds 5] [--noise 0.001,0.01,0.015]
"""

from __future__ import annotations

import argparse
import statistics

import numpy as np
import sympy
from numpy.polynomial import Chebyshev

import pdedsl
from pdedsl.experiments import problems
from pdedsl.experiments.wave import END, response_to, solve
from pdedsl.language import parse, parse_equation
from pdedsl.reproduce.subjects import of_problem
from pdedsl.reproduce.text import text_of

SHAPE = 18
"""Degree of the polynomial through an initial shape, of length scale 0.4 on 30 points."""


def found_motion(found: pdedsl.Discovery):
    """Speed and response of the equation found; None unless it is a driven wave."""
    problem = parse(found.specification).problem
    pde = parse_equation(found.equations[0].text, problem)
    orders = {e.alpha.orders: b for e, b in zip(pde.dictionary, pde.beta, strict=True) if b}
    t = problem.coordinate_symbols[0]
    if set(orders) != {(2, 0), (0, 2)} or not pde.g.free_symbols <= {t}:
        return None
    stiffness = -orders[0, 2] / orders[2, 0]
    if stiffness <= 0:
        return None
    g = sympy.lambdify(t, pde.g / orders[2, 0], "numpy")
    return np.sqrt(stiffness), response_to(lambda s: g(s) + 0.0 * s, END)


def errors(noise: float, seed: int) -> tuple[float, float] | None:
    """Relative error of the forward solution and of the data; None without a wave to solve."""
    problem = problems()["wave_source"]
    data = problem.run(seed, noise=noise)
    text = text_of(of_problem(problem))
    found = pdedsl.discover(text, data.measurements(), overrides={"search.seed": str(seed)})
    motion = found_motion(found) if found.equations else None
    if motion is None:
        return None
    t, x = data.axes
    shapes = [Chebyshev.fit(x, u[0, 0], SHAPE, domain=[0.0, END]) for u in data.clean]
    truth = np.array([solve(s, t, x) for s in shapes])
    ours = np.array([solve(s, t, x, speed=motion[0], response=motion[1]) for s in shapes])
    size = np.sqrt(np.mean((truth - truth[:, :1]) ** 2))
    gap = np.sqrt(np.mean((data.noisy - data.clean) ** 2))
    return float(np.sqrt(np.mean((ours - truth) ** 2)) / size), float(gap / size)


def main() -> None:
    """Print a line for every noise ratio."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--noise", default="0.001,0.01,0.015")
    wanted = parser.parse_args()
    print(f"{'noise':>6} {'solved':>7} {'median error':>13} {'largest':>9} {'data':>9}")
    for noise in map(float, wanted.noise.split(",")):
        rows = [e for seed in range(wanted.seeds) if (e := errors(noise, seed)) is not None]
        ours, data = zip(*rows, strict=True) if rows else ((float("nan"),), (float("nan"),))
        print(
            f"{noise:6g} {len(rows):3d}/{wanted.seeds:<3d} {statistics.median(ours):13.1e}"
            f" {max(ours):9.1e} {statistics.median(data):9.1e}",
            flush=True,
        )


if __name__ == "__main__":
    main()
