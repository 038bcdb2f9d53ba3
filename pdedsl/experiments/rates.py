"""Fields measured together with their rates of change, each with noise of its own."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.random import Generator
from scipy.integrate import solve_ivp

from pdedsl.experiments import oscillator, wave, wave_derivatives
from pdedsl.experiments.simulation import (
    Array,
    ExactField,
    Experiment,
    Simulation,
    make_axis,
    simulate,
)

RATE = "v"
"""Name of d_t(u) as a field."""

STIFFNESS, DRAG = 9.0, 0.5
DURATION = 4.0
LARGEST = 0.9
DRAGGED = "d_tt(u) = -9*u - 0.5*d_t(u)^2"

Exact = Callable[[int, int], tuple[ExactField, ...]]


def oscillator_with_rate(seed: int, samples: int, points: int, noise: float) -> Simulation:
    """The motions of `oscillator.simulate` with their velocities v, shape (samples, 2, points)."""
    t = make_axis(oscillator.DURATION, points)
    experiment = Experiment(("t",), (t,), oscillator.TRUTH, ("u", RATE))
    return _with_rate(experiment, oscillator.exact_fields, seed, samples, noise)


def wave_with_rate(seed: int, samples: int, points: int, noise: float) -> Simulation:
    """The waves of `wave.simulate` with their velocities v, shape (samples, 2, points, points)."""
    t = x = make_axis(wave.END, points)
    experiment = Experiment(("t", "x"), (t, x), wave.TRUTH, ("u", RATE))
    return _with_rate(experiment, wave_derivatives.exact_fields, seed, samples, noise)


def dragged(
    seed: int, samples: int, points: int, noise: float, *, with_rate: bool = True
) -> Simulation:
    """u'' = -9 u - 0.5 u'^2 on [0, 4] from u(0) and u'(0), both uniform on (-0.9, 0.9).

    No Variational-Ready equation in u alone: the square of a derivative is no derivative of
    anything in u. With v = u' measured it is v' = g(u, v). (v^2 + 18 (u - 1)) exp(u) stays the
    same and is below 0 for all these starts; from above 0 a motion would never come back. Solved by
    an eighth-order Runge-Kutta method to a relative error of 1e-10.

    Args:
        seed: decides starts and noise; with and without the rate u is the same, noise and all.
        samples: number of motions.
        points: of the grid.
        noise: standard deviation over that of the sample's field.
        with_rate: whether v is measured as well.
    """
    t = make_axis(DURATION, points)
    experiment = Experiment(("t",), (t,), DRAGGED, ("u", RATE))

    def draw(rng: Generator) -> Array:
        start = rng.uniform(-LARGEST, LARGEST, 2)
        return solve_ivp(_dragged, (0.0, DURATION), start, "DOP853", t, rtol=1e-10, atol=1e-12).y

    both = simulate(experiment, draw, seed, samples, noise)
    return both if with_rate else _without_rate(both)


dragged_alone = partial(dragged, with_rate=False)
"""The same where v is not measured."""


def _dragged(t: float, state: Array) -> list[float]:
    u, v = state
    return [v, -STIFFNESS * u - DRAG * v**2]


def _with_rate(
    experiment: Experiment, exact: Exact, seed: int, samples: int, noise: float
) -> Simulation:
    """Exact fields and their derivatives by the first coordinate, measured."""
    axes = experiment.axes
    fields = iter(exact(seed, samples))
    rest = (0,) * (len(axes) - 1)

    def draw(_: Generator) -> Array:
        field = next(fields)
        return np.stack([field((order, *rest), axes) for order in (0, 1)])

    return simulate(experiment, draw, seed, samples, noise)


def _without_rate(both: Simulation) -> Simulation:
    u = slice(0, 1)
    arrays = (both.clean[:, u], both.noisy[:, u], both.noise_sd[:, u])
    return Simulation(both.names, both.axes, *arrays, both.truth, ("u",))
