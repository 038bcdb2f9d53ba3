"""The heat equation in a rod with insulated ends, with and without a source, by cosine series."""

from __future__ import annotations

import numpy as np
from numpy.polynomial import Chebyshev
from numpy.polynomial.legendre import leggauss
from numpy.random import Generator

from pdedsl.experiments.initial_condition import DEGREE, draw_gaussian_process
from pdedsl.experiments.simulation import Array, Experiment, Simulation, make_axis
from pdedsl.experiments.simulation import simulate as simulate_experiment

DIFFUSIVITY = 0.25
SOURCE = 1.25
RATE = 1.8
END = 2.0
LENGTH_SCALE = 0.4
TRUTH = "d_t(u) - 0.25*d_xx(u) = 0"
TRUTH_WITH_SOURCE = "d_t(u) - 0.25*d_xx(u) = 1.25*exp(1.8*t)"


def simulate(seed: int = 0, samples: int = 10, points: int = 30, noise: float = 0.01) -> Simulation:
    """Temperatures u(t, x) on [0, 2] x [0, 2], no source, no heat through the ends.

    The initial temperature is std * GP + mean with length scale 0.4, mean uniform on (-10, 10)
    and std on (0.5, 4). Its slope at the ends is not zero; it is evaluated itself at t = 0,
    and the cosine series from the next instant on, where the heat has smoothed it: the error
    relative to the largest value is below 1e-10. `clean` has shape (samples, 1, points, points).

    Source: Kacprzyk, Qian, van der Schaar 2023, Appendix E, theta_1 = 0.25.
    """
    return _simulate(seed, samples, points, noise, source=False)


def simulate_with_source(
    seed: int = 0, samples: int = 10, points: int = 30, noise: float = 0.05
) -> Simulation:
    """As `simulate`, from the same initial temperatures, with the source 1.25 exp(1.8 t).

    Source: Kacprzyk, Qian, van der Schaar 2023, Appendix E, theta = (0.25, 1.25, 1.8).
    """
    return _simulate(seed, samples, points, noise, source=True)


def solve(initial: Chebyshev, t: Array, x: Array, *, source: bool) -> Array:
    """Solve u_t - 0.25 u_xx = 0 or 1.25 exp(1.8 t) with u_x = 0 at both ends, shape (t, x).

    Args:
        initial: u(0, x), a polynomial on [0, X]; its domain is the rod.
        t: increasing instants from 0 on.
        x: places on the rod.
        source: whether the source is on.
    """
    field = np.empty((t.size, x.size))
    field[t == 0] = initial(x)
    field[t > 0] = _cosine_series(initial, t[t > 0], x)
    if source:
        field += (SOURCE / RATE * np.expm1(RATE * t))[:, None]
    return field


def _simulate(seed: int, samples: int, points: int, noise: float, *, source: bool) -> Simulation:
    t = x = make_axis(END, points)

    def draw(rng: Generator) -> Array:
        mean, std = rng.uniform(-10.0, 10.0), rng.uniform(0.5, 4.0)
        initial = mean + std * draw_gaussian_process(rng, END, LENGTH_SCALE)
        return solve(initial, t, x, source=source)[None]

    truth = TRUTH_WITH_SOURCE if source else TRUTH
    return simulate_experiment(Experiment(("t", "x"), (t, x), truth), draw, seed, samples, noise)


def _cosine_series(initial: Chebyshev, t: Array, x: Array) -> Array:
    """Sum c_k exp(-0.25 (k pi / X)^2 t) cos(k pi x / X) until exp(-40) at the first t > 0."""
    end = float(initial.domain[1])
    count = 2 + int(end / np.pi * np.sqrt(40.0 / (DIFFUSIVITY * t.min())))
    wavenumbers = np.pi / end * np.arange(count)
    nodes, weights = leggauss(DEGREE + 2 * count)
    y = 0.5 * end * (nodes + 1.0)
    coefficients = np.cos(np.outer(wavenumbers, y)) @ (weights * initial(y))
    coefficients[0] *= 0.5
    decay = np.exp(-DIFFUSIVITY * np.outer(t, wavenumbers**2))
    return (decay * coefficients) @ np.cos(np.outer(wavenumbers, x))
