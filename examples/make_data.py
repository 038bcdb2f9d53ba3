"""Make the data of the examples: `python examples/make_data.py [--seed N] [--out DIR]`.

Each file holds an array for every coordinate, named like it; `sample`, the number of the
repetition; one for every field, `u` or what it is called, with 1 % noise; and what its dimensions
are, such as `u_dims`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from pdedsl.experiments import (
    burgers,
    cauchy_riemann,
    heat,
    lotka_volterra,
    oscillator,
    sharpe_lotka_mckendrick,
    wave,
)
from pdedsl.experiments.simulation import Simulation

NOISE = 0.01


def main() -> None:
    """Read the command line and write every file."""
    parser = argparse.ArgumentParser(description="Make the data of the examples.")
    parser.add_argument("--seed", type=int, default=0, help="decides everything random")
    parser.add_argument("--out", type=Path, default=Path(__file__).parent, help="folder")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    for name, simulation in simulations(arguments.seed).items():
        path = arguments.out / f"{name}.npz"
        np.savez_compressed(path, **simulation.measurements())
        print(f"{path}: {simulation.truth}")


def simulations(seed: int) -> dict[str, Simulation]:
    """The measurements of each example, those of the paper on its grids, with 10 samples."""
    return {
        "heat_source": heat.simulate_with_source(seed, noise=NOISE),
        "oscillator": oscillator.simulate(seed, noise=NOISE),
        "burgers": burgers.simulate(seed, noise=NOISE),
        "slm": sharpe_lotka_mckendrick.simulate(seed, noise=NOISE),
        "hares_and_lynxes": lotka_volterra.simulate(seed, noise=NOISE),
        "wave_source": wave.simulate(seed, noise=NOISE),
        "plane_flow": cauchy_riemann.simulate(seed, samples=3, points=24, noise=NOISE),
    }


if __name__ == "__main__":
    main()
