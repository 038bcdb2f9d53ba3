"""Hares and lynxes: the equations of Lotka and Volterra, solved as an initial value problem."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator
from scipy.integrate import solve_ivp

from pdedsl.experiments.simulation import Array, Experiment, Simulation, make_axis
from pdedsl.experiments.simulation import simulate as simulate_experiment

BIRTHS = 0.6
CATCHES = 0.03
GROWTH = 0.02
DEATHS = 0.8
DURATION = 20.0
TRUTH = "d_t(hare) = 0.6*hare - 0.03*hare*lynx\nd_t(lynx) = 0.02*hare*lynx - 0.8*lynx"


def simulate(seed: int = 0, samples: int = 10, points: int = 60, noise: float = 0.01) -> Simulation:
    """Counts of both species over 20 years, from 20 to 60 hares and 5 to 25 lynxes.

    Solved to a relative error of 1e-9. `clean` has shape (samples, 2, points).

    Source: Lotka 1925; Volterra 1926.
    """
    t = make_axis(DURATION, points)

    def draw(rng: Generator) -> Array:
        return solve(float(rng.uniform(20.0, 60.0)), float(rng.uniform(5.0, 25.0)), t)

    experiment = Experiment(("t",), (t,), TRUTH, ("hare", "lynx"))
    return simulate_experiment(experiment, draw, seed, samples, noise)


def solve(hares: float, lynxes: float, t: Array) -> Array:
    """Both populations at increasing times from their numbers at the first; shape (2, n)."""
    span, start = (float(t[0]), float(t[-1])), (hares, lynxes)
    found = solve_ivp(_rates, span, start, "DOP853", t_eval=t, rtol=1e-9, atol=1e-9)
    return np.asarray(found.y)


def _rates(_: float, counts: Array) -> tuple[float, float]:
    hares, lynxes = counts
    return BIRTHS * hares - CATCHES * hares * lynxes, GROWTH * hares * lynxes - DEATHS * lynxes
