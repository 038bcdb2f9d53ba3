"""Make the data of the dcode examples: `python examples/make_dcode_data.py [--seed N] [--out DIR]`.

Ten pairs of populations that obey Lotka and Volterra, x' = x - 1.2 x y and y' = x y - 0.8 y, start
from different numbers and are counted 40 times in 8 units of time. The noise is 5 % of the spread
of each series.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from scipy.integrate import solve_ivp

from pdedsl.experiments.simulation import Experiment, Simulation, make_axis, simulate

SAMPLES, POINTS, DURATION, NOISE = 10, 40, 8.0, 0.05
TRUTH = "d_t(x) = x - 1.2*x*y\nd_t(y) = x*y - 0.8*y"


def lotka_volterra(seed: int) -> Simulation:
    """Both populations of every pair."""
    t = make_axis(DURATION, POINTS)

    def draw(rng: np.random.Generator) -> np.ndarray:
        start = rng.uniform(0.3, 1.8, 2)
        solved = solve_ivp(_rates, (0.0, DURATION), start, t_eval=t, rtol=1e-8, atol=1e-10)
        return solved.y

    experiment = Experiment(("t",), (t,), TRUTH, ("x", "y"))
    return simulate(experiment, draw, seed, SAMPLES, NOISE)


def _rates(_: float, numbers: np.ndarray) -> list[float]:
    x, y = numbers
    return [x - 1.2 * x * y, x * y - 0.8 * y]


def main() -> None:
    """Read the command line and write the file."""
    parser = argparse.ArgumentParser(description="Make the data of the dcode examples.")
    parser.add_argument("--seed", type=int, default=0, help="decides everything random")
    parser.add_argument("--out", type=Path, default=Path(__file__).parent, help="folder")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    path = arguments.out / "lotka_volterra.npz"
    np.savez_compressed(path, **lotka_volterra(arguments.seed).measurements())
    print(path)


if __name__ == "__main__":
    main()
