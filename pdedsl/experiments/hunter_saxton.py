"""The Hunter-Saxton equation, with the slope of the field measured too, in closed form."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from pdedsl.experiments.simulation import Array, Experiment, Simulation, make_axis
from pdedsl.experiments.simulation import simulate as simulate_experiment

END = 1.0
WIDTH = 4.0
WAVES = 3
STEEPEST = 0.8
TRUTH = "d_tx(u) + 0.5*d_xx(u^2) = 0.5*v^2"


def simulate(seed: int = 0, samples: int = 6, points: int = 30, noise: float = 0.01) -> Simulation:
    """Directors of a liquid crystal u(t, x) and their slope v = u_x on [0, 1] x [0, 4].

    (u_t + u u_x)_x = u_x^2 / 2 has u_x^2 in it, which no a d^alpha[h(u)] is; with v measured it is
    u_tx + (u^2 / 2)_xx = v^2 / 2. `clean` has shape (samples, 2, points, points), exact to 1e-12.

    Source: Hunter and Saxton 1991, who solve it along characteristics.
    """
    t, x = make_axis(END, points), make_axis(WIDTH, points)
    experiment = Experiment(("t", "x"), (t, x), TRUTH, ("u", "v"))
    return simulate_experiment(experiment, lambda rng: solve(rng, t, x), seed, samples, noise)


def solve(rng: Generator, t: Array, x: Array) -> Array:
    """u and v, shape (2, t, x).

    On the characteristic that starts at X the slope is v = v_0 / (1 + v_0 t / 2), and

        x = c t + integral of (1 + v_0 t / 2)^2,   u = c + integral of v_0 (1 + v_0 t / 2)

    from 0 to X, where v_0(X) is a sum of waves, whose integrals are known.
    """
    speed = rng.normal(0.0, 0.5)
    amplitudes = rng.normal(size=WAVES)
    wavenumbers = rng.uniform(0.4, 2.2, WAVES)
    phases = rng.uniform(0.0, 2.0 * np.pi, WAVES)
    amplitudes *= STEEPEST / np.sum(np.abs(amplitudes))
    start = _Slope(amplitudes, wavenumbers, phases)
    fields = np.empty((2, t.size, x.size))
    for i, instant in enumerate(t):
        origin = _origin(start, speed, instant, x)
        slope = start.value(origin)
        fields[0, i] = speed + start.integral(origin) + 0.5 * instant * start.square(origin)
        fields[1, i] = slope / (1.0 + 0.5 * slope * instant)
    return fields


class _Slope:
    """v_0, and the integrals of it and of its square from 0."""

    def __init__(self, amplitudes: Array, wavenumbers: Array, phases: Array) -> None:
        self.a, self.k, self.p = amplitudes, wavenumbers, phases
        self.pairs = np.multiply.outer(amplitudes, amplitudes)
        self.sums = np.add.outer(wavenumbers, wavenumbers)
        self.differences = np.subtract.outer(wavenumbers, wavenumbers)
        self.shifts = np.add.outer(phases, phases), np.subtract.outer(phases, phases)

    def value(self, x: Array) -> Array:
        return np.cos(np.multiply.outer(x, self.k) + self.p) @ self.a

    def integral(self, x: Array) -> Array:
        waves = np.sin(np.multiply.outer(x, self.k) + self.p) - np.sin(self.p)
        return waves @ (self.a / self.k)

    def square(self, x: Array) -> Array:
        """Products of cosines are cosines of sums and differences."""
        place = x[..., None, None]
        fast = (np.sin(self.sums * place + self.shifts[0]) - np.sin(self.shifts[0])) / self.sums
        half = 0.5 * self.differences * place
        slow = place * np.cos(half + self.shifts[1]) * np.sinc(half / np.pi)
        return np.sum(0.5 * self.pairs * (fast + slow), axis=(-2, -1))


def _origin(start: _Slope, speed: float, instant: float, x: Array) -> Array:
    """Where the characteristics through these places start, by Newton's method."""
    origin = x - speed * instant
    for _ in range(60):
        reached = (
            speed * instant
            + origin
            + instant * start.integral(origin)
            + 0.25 * instant**2 * start.square(origin)
        )
        step = (reached - x) / (1.0 + 0.5 * start.value(origin) * instant) ** 2
        origin = origin - step
        if np.max(np.abs(step)) < 1e-14 * (1.0 + np.max(np.abs(origin))):
            break
    return origin
