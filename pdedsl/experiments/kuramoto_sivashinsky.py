"""The Kuramoto-Sivashinsky equation on a ring, by Fourier series and exponential Runge-Kutta."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from pdedsl.experiments.simulation import Array, Experiment, Simulation, make_axis
from pdedsl.experiments.simulation import simulate as simulate_experiment

END = 100.0
PERIOD = 32.0 * np.pi
NODES = 320
MAX_STEP = 0.008
FINE_STEP = 0.002
TRUTH = "d_t(u) + 0.5*d_x(u^2) + d_xx(u) + d_xxxx(u) = 0"

Complex = NDArray[np.complex128]


def simulate(seed: int = 0, samples: int = 1, points: int = 60, noise: float = 0.01) -> Simulation:
    """Flame fronts u(t, x) on [0, 100] x [0, 100], part of a ring of length 32 pi.

    The first sample starts from cos(x/16) (1 + sin(x/16)) whatever the seed, which is the field
    of the paper; the others start from four random waves and take about 7 s each. The motion
    is chaotic: the error relative to the largest value is what rounding and the time step
    (0.008 for the paper's field, 0.002 for the others, which are more sensitive) have grown to
    at t = 100, below 1e-6. `clean` has shape (samples, 1, points, points).

    Source: Rudy, Brunton, Proctor, Kutz 2017; Kassam and Trefethen 2005.
    """
    t = x = make_axis(END, points)
    first = iter([(reference_start, MAX_STEP)])

    def draw(rng: Generator) -> Array:
        start, max_step = next(first, None) or (random_start(rng), FINE_STEP)
        return solve(start, t, x, max_step=max_step)[None]

    return simulate_experiment(Experiment(("t", "x"), (t, x), TRUTH), draw, seed, samples, noise)


def reference_start(x: Array) -> Array:
    """The usual initial condition of this equation, cos(x/16) (1 + sin(x/16))."""
    return np.cos(x / 16.0) * (1.0 + np.sin(x / 16.0))


def random_start(rng: Generator) -> Callable[[Array], Array]:
    """A sum of the ring's four longest waves with random amplitudes and phases."""
    amplitudes, phases = rng.normal(0.0, 0.5, 4), rng.uniform(0.0, 2.0 * np.pi, 4)
    wavenumbers = 2.0 * np.pi / PERIOD * np.arange(1, 5)

    def start(x: Array) -> Array:
        return np.cos(np.multiply.outer(x, wavenumbers) + phases) @ amplitudes

    return start


def solve(
    start: Callable[[Array], Array],
    t: Array,
    x: Array,
    *,
    nodes: int = NODES,
    max_step: float = MAX_STEP,
) -> Array:
    """Solve u_t + u u_x + u_xx + u_xxxx = 0 on the ring, shape (t, x).

    Args:
        start: u(0, x) as a function of x with period 32 pi.
        t: uniform instants from 0 on.
        x: places on the ring.
        nodes: number of Fourier nodes, even.
        max_step: largest time step; the step divides the spacing of t.
    """
    wavenumbers = 2.0 * np.pi / PERIOD * np.arange(nodes // 2 + 1)
    steps = int(np.ceil((t[1] - t[0]) / max_step))
    scheme = _make_scheme(wavenumbers, (t[1] - t[0]) / steps)
    spectrum = np.fft.rfft(start(PERIOD / nodes * np.arange(nodes)))
    spectra = [spectrum]
    for _ in t[1:]:
        for _ in range(steps):
            spectrum = scheme.step(spectrum)
        spectra.append(spectrum)
    waves = np.exp(1j * np.outer(wavenumbers, x)) / nodes
    waves[1:-1] *= 2.0
    return (np.stack(spectra) @ waves).real


@dataclass(frozen=True, eq=False)
class _Scheme:
    """One step of fourth order (ETDRK4) for v' = L v + N(v), with coefficients per wave."""

    gradient: Complex
    full: Array
    half: Array
    quarter: Array
    first: Array
    middle: Array
    last: Array

    def step(self, v: Complex) -> Complex:
        """The spectrum one step later."""
        n = self._advection(v)
        a = self.half * v + self.quarter * n
        n_a = self._advection(a)
        n_b = self._advection(self.half * v + self.quarter * n_a)
        n_c = self._advection(self.half * a + self.quarter * (2.0 * n_b - n))
        return self.full * v + self.first * n + self.middle * (n_a + n_b) + self.last * n_c

    def _advection(self, v: Complex) -> Complex:
        """The spectrum of -(u^2 / 2)_x."""
        return self.gradient * np.fft.rfft(np.fft.irfft(v) ** 2)


def _make_scheme(wavenumbers: Array, step: float) -> _Scheme:
    """Coefficients of the scheme, each a mean over a circle about h L where it is smooth."""
    growth = step * (wavenumbers**2 - wavenumbers**4)
    circle = np.exp(1j * np.pi * (np.arange(32) + 0.5) / 32)
    z = growth[:, None] + circle
    e = np.exp(z)
    gradient = -0.5j * wavenumbers
    gradient[-1] = 0.0  # the highest wave has no derivative on the nodes
    return _Scheme(
        gradient=gradient,
        full=np.exp(growth),
        half=np.exp(0.5 * growth),
        quarter=step * (np.expm1(0.5 * z) / z).real.mean(axis=1),
        first=step * ((-4.0 - z + e * (4.0 - 3.0 * z + z**2)) / z**3).real.mean(axis=1),
        middle=step * 2.0 * ((2.0 + z + e * (z - 2.0)) / z**3).real.mean(axis=1),
        last=step * ((-4.0 - 3.0 * z - z**2 + e * (4.0 - z)) / z**3).real.mean(axis=1),
    )
