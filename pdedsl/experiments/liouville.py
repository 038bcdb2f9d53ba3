"""Liouville's equation in both signatures, from its general solutions."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from pdedsl.experiments.simulation import Array, Experiment, Simulation, make_axis
from pdedsl.experiments.simulation import simulate as simulate_experiment

KAPPA, RHO = 1.5, 0.8
SIZE = 2.0
OFFSET = 5.0
"""Added to F + G, which is above -4 where it is needed: u reaches from about -5 to 2."""

ELLIPTIC = "d_xx(u) + d_yy(u) = 1.5*exp(0.8*u)"
HYPERBOLIC = "d_tt(u) - d_xx(u) = 1.5*exp(0.8*u)"


def simulate(seed: int = 0, samples: int = 6, points: int = 30, noise: float = 0.01) -> Simulation:
    """u_xx + u_yy = 1.5 exp(0.8 u) on [0, 2] x [0, 2].

    With f analytic, |f| < 1 and f' without zeros, u = log(8 |f'|^2 / (1.2 (1 - |f|^2)^2)) / 0.8 has
    8 |f'|^2 / (1 - |f|^2)^2 / 0.8 as its Laplacian. `clean` has shape (samples, 1, points, points).

    Source: Liouville 1853.
    """
    x = y = make_axis(SIZE, points)
    z = x[:, None] + 1j * y[None, :]
    experiment = Experiment(("x", "y"), (x, y), ELLIPTIC)
    return simulate_experiment(experiment, lambda rng: elliptic(rng, z), seed, samples, noise)


def simulate_waves(
    seed: int = 0, samples: int = 6, points: int = 30, noise: float = 0.01
) -> Simulation:
    """u_tt - u_xx = 1.5 exp(0.8 u) on [0, 2] x [0, 2].

    With F and G increasing and F + G > 0, u = log(8 F'(t + x) G'(t - x) / (1.2 (F + G)^2)) / 0.8.
    """
    t = x = make_axis(SIZE, points)
    experiment = Experiment(("t", "x"), (t, x), HYPERBOLIC)
    ahead, back = np.add.outer(t, x), np.subtract.outer(t, x)
    return simulate_experiment(
        experiment, lambda rng: hyperbolic(rng, ahead, back), seed, samples, noise
    )


def elliptic(rng: Generator, z: np.ndarray) -> Array:
    """A solution at places x + i y of the square, shape (1, *z.shape).

    f is a Moebius map of the disc after a polynomial that takes the square into a part of it.
    """
    turn = np.exp(2j * np.pi * rng.uniform())
    centred = (z - (1 + 1j)) / np.sqrt(2.0)  # within the unit disc
    bend = 0.18 * (rng.normal() + 1j * rng.normal()) / np.sqrt(2.0)
    scale = rng.uniform(0.45, 0.65)
    inner = scale * turn * (centred + bend * centred**2)
    slope = scale * turn * (1.0 + 2.0 * bend * centred) / np.sqrt(2.0)
    point = rng.uniform(0.0, 0.4) * np.exp(2j * np.pi * rng.uniform())
    f = (inner + point) / (1.0 + np.conj(point) * inner)
    slope = slope * (1.0 - abs(point) ** 2) / (1.0 + np.conj(point) * inner) ** 2
    density = 8.0 * np.abs(slope) ** 2 / (KAPPA * RHO * (1.0 - np.abs(f) ** 2) ** 2)
    return np.log(density)[None] / RHO


def hyperbolic(rng: Generator, ahead: Array, back: Array) -> Array:
    """A solution at t + x and t - x, shape (1, *ahead.shape)."""
    f, f_slope = _increasing(rng, ahead)
    g, g_slope = _increasing(rng, back)
    density = 8.0 * f_slope * g_slope / (KAPPA * RHO * (f + g + OFFSET) ** 2)
    return np.log(density)[None] / RHO


def _increasing(rng: Generator, s: Array) -> tuple[Array, Array]:
    """s plus waves, and its slope, which is at least 0.3."""
    amplitudes, wavenumbers = rng.normal(size=2), rng.uniform(0.8, 2.5, 2)
    phases = rng.uniform(0.0, 2.0 * np.pi, 2)
    amplitudes *= 0.7 / np.sum(np.abs(amplitudes))
    angles = np.multiply.outer(s, wavenumbers) + phases
    slope = 1.0 + np.cos(angles) @ amplitudes
    return s + np.sin(angles) @ (amplitudes / wavenumbers), slope
