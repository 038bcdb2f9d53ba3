"""The forced, damped harmonic oscillator, in closed form."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from pdedsl.experiments.simulation import (
    Array,
    ExactField,
    Experiment,
    Simulation,
    make_axis,
    streams,
)
from pdedsl.experiments.simulation import simulate as simulate_experiment

DAMPING = 4.0
STIFFNESS = 16.0
FORCE = 5.0
FREQUENCY = 3.0
DURATION = 2.0
TRUTH = "d_tt(u) + 4*d_t(u) = -16*u + 5*sin(3*t)"


def simulate(seed: int = 0, samples: int = 10, points: int = 20, noise: float = 0.01) -> Simulation:
    """Oscillations u(t) on [0, 2] from u(0) and u'(0), both uniform on (-2, 2).

    Exact to rounding. `clean` has shape (samples, 1, points).

    Source: Kacprzyk, Qian, van der Schaar 2023, Appendix E, theta = (0.5, 4, 5, 3).
    """
    t = make_axis(DURATION, points)

    def draw(rng: Generator) -> Array:
        return solve(*_draw_start(rng), t)[None]

    return simulate_experiment(Experiment(("t",), (t,), TRUTH), draw, seed, samples, noise)


def exact_fields(seed: int, samples: int) -> tuple[ExactField, ...]:
    """The fields that `simulate` samples, with derivatives of any order, exact to rounding."""
    rng, _ = streams(seed)
    return tuple(_exact_field(*_draw_start(rng)) for _ in range(samples))


def solve(position: float, velocity: float, t: Array) -> Array:
    """Solve u'' + 4 u' + 16 u = 5 sin(3 t) with u(0) and u'(0) given; the shape is that of t.

    The steady oscillation is the imaginary part of A exp(3 i t); what is missing from it at
    t = 0 dies out as exp(-2 t) times a sine and a cosine of sqrt(12) t.
    """
    amplitude = FORCE / (STIFFNESS - FREQUENCY**2 + 1j * DAMPING * FREQUENCY)
    steady = (amplitude * np.exp(1j * FREQUENCY * t)).imag
    decay = 0.5 * DAMPING
    omega = np.sqrt(STIFFNESS - decay**2)
    cosine = position - amplitude.imag
    sine = (velocity - FREQUENCY * amplitude.real + decay * cosine) / omega
    return steady + np.exp(-decay * t) * (cosine * np.cos(omega * t) + sine * np.sin(omega * t))


def differentiate(position: float, velocity: float, t: Array, order: int) -> Array:
    """The derivative of an order of what `solve` returns; the shape is that of t.

    Either part is an exponential of a complex rate, which every derivative multiplies by it.
    """
    forced = 1j * FREQUENCY
    amplitude = FORCE / (STIFFNESS + DAMPING * forced + forced**2)
    free = -0.5 * DAMPING + 1j * np.sqrt(STIFFNESS - 0.25 * DAMPING**2)
    cosine = position - amplitude.imag
    sine = (velocity - (amplitude * forced).imag - free.real * cosine) / free.imag
    steady = (forced**order * amplitude * np.exp(forced * t)).imag
    return steady + (free**order * (cosine - 1j * sine) * np.exp(free * t)).real


def _draw_start(rng: Generator) -> tuple[float, float]:
    """u(0) and u'(0)."""
    position, velocity = rng.uniform(-2.0, 2.0, 2)
    return float(position), float(velocity)


def _exact_field(position: float, velocity: float) -> ExactField:
    return lambda orders, axes: differentiate(position, velocity, axes[0], orders[0])
