"""Linear laws in closed form: sums of random modes, and one particular solution for a source."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from pdedsl.experiments.simulation import Array, Experiment, Simulation, make_axis
from pdedsl.experiments.simulation import simulate as simulate_experiment

MODES = 5

DAMPED_WAVE = "d_tt(u) + 0.6*d_t(u) - 1.5*d_xx(u) = 4*exp(-t)*sin(2*x)"
DRIFT = "d_t(u) + 0.8*d_x(u) - 0.5*d_y(u) - 0.1*d_xx(u) - 0.1*d_yy(u) = 0"
MAXWELL = """d_t(e) - d_x(hy) + d_y(hx) = 0
d_t(hx) + d_y(e) = 0
d_t(hy) - d_x(e) = 0"""
GAUSS = "d_x(ex) + d_y(ey) = 4*exp(-x^2 - y^2)"
GAUSS_LAYER = "d_x(ex) + d_y(ey) + d_z(ez) = 3*exp(-2*z)"


def damped_wave(
    seed: int = 0, samples: int = 6, points: int = 30, noise: float = 0.01
) -> Simulation:
    """A string with friction and a source, u(t, x) on [0, 4] x [0, 4].

    `clean` has shape (samples, 1, points, points).
    """
    t, x = make_axis(4.0, points), make_axis(4.0, points)
    experiment = Experiment(("t", "x"), (t, x), DAMPED_WAVE)
    return simulate_experiment(experiment, lambda rng: string(rng, t, x), seed, samples, noise)


def string(rng: Generator, t: Array, x: Array) -> Array:
    """exp(-0.3 t) times waves of u_tt + 0.6 u_t = 1.5 u_xx, and C exp(-t) sin(2 x); (1, t, x)."""
    field = 4.0 / (1.0 - 0.6 + 4.0 * 1.5) * np.multiply.outer(np.exp(-t), np.sin(2.0 * x))
    for _ in range(MODES):
        k = rng.uniform(0.6, 3.0)
        omega = np.sqrt(1.5 * k**2 - 0.3**2)
        amplitude, first, second = rng.normal(), *rng.uniform(0.0, 2.0 * np.pi, 2)
        motion = amplitude * np.exp(-0.3 * t) * np.cos(omega * t + first)
        field = field + np.multiply.outer(motion, np.cos(k * x + second))
    return field[None]


def drift(seed: int = 0, samples: int = 4, points: int = 16, noise: float = 0.01) -> Simulation:
    """A tracer carried by wind and spread, u(t, x, y) on [0, 2] x [0, 3] x [0, 3].

    `clean` has shape (samples, 1, points, points, points).
    """
    t, x, y = make_axis(2.0, points), make_axis(3.0, points), make_axis(3.0, points)
    experiment = Experiment(("t", "x", "y"), (t, x, y), DRIFT)
    return simulate_experiment(experiment, lambda rng: tracer(rng, t, x, y), seed, samples, noise)


def tracer(rng: Generator, t: Array, x: Array, y: Array) -> Array:
    """Waves exp(-0.1 k^2 t) cos(k . (x - w t) + phase), shape (1, t, x, y)."""
    field = np.zeros((t.size, x.size, y.size))
    t, x, y = np.meshgrid(t, x, y, indexing="ij", sparse=True)
    for _ in range(MODES):
        k, amplitude, phase = rng.uniform(-2.5, 2.5, 2), rng.normal(), rng.uniform(0, 2 * np.pi)
        angle = k[0] * (x - 0.8 * t) + k[1] * (y + 0.5 * t) + phase
        field = field + amplitude * np.exp(-0.1 * (k @ k) * t) * np.cos(angle)
    return field[None]


def maxwell(seed: int = 0, samples: int = 4, points: int = 16, noise: float = 0.01) -> Simulation:
    """Light in a plane: e along z, hx and hy in the plane, on [0, 3] x [0, 3] x [0, 3].

    `clean` has shape (samples, 3, points, points, points), in units where light has speed 1.
    """
    t = x = y = make_axis(3.0, points)
    experiment = Experiment(("t", "x", "y"), (t, x, y), MAXWELL, ("e", "hx", "hy"))
    return simulate_experiment(experiment, lambda rng: light(rng, t, x, y), seed, samples, noise)


def light(rng: Generator, t: Array, x: Array, y: Array) -> Array:
    """Plane waves in all directions, shape (3, t, x, y)."""
    fields = np.zeros((3, t.size, x.size, y.size))
    t, x, y = np.meshgrid(t, x, y, indexing="ij", sparse=True)
    for _ in range(MODES):
        k, amplitude, phase = rng.uniform(-2.5, 2.5, 2), rng.normal(), rng.uniform(0, 2 * np.pi)
        size = float(np.hypot(*k))
        wave = amplitude * np.cos(k[0] * x + k[1] * y - size * t + phase)
        fields += np.multiply.outer([1.0, k[1] / size, -k[0] / size], wave)
    return fields


def gauss(seed: int = 0, samples: int = 6, points: int = 30, noise: float = 0.01) -> Simulation:
    """The electric field of a round cloud of charge about the corner of [0, 2]^2.

    Charges elsewhere and changing magnetic fields add fields without divergence. `clean` has shape
    (samples, 2, points, points).
    """
    x = y = make_axis(2.0, points)
    experiment = Experiment(("x", "y"), (x, y), GAUSS, ("ex", "ey"))
    return simulate_experiment(experiment, lambda rng: cloud(rng, x, y), seed, samples, noise)


def cloud(rng: Generator, x: Array, y: Array) -> Array:
    """2 (1 - exp(-r^2)) / r along the radius, and the curl of waves, shape (2, x, y)."""
    x, y = np.meshgrid(x, y, indexing="ij")
    square = x**2 + y**2
    strength = 2.0 * -np.expm1(-square) / np.where(square > 0, square, 1.0)
    strength = np.where(square > 0, strength, 2.0)
    fields = np.stack([strength * x, strength * y])
    for _ in range(MODES):
        k, amplitude, phase = rng.uniform(-2.5, 2.5, 2), rng.normal(), rng.uniform(0, 2 * np.pi)
        wave = 0.5 * amplitude * np.cos(k[0] * x + k[1] * y + phase)
        fields += np.multiply.outer([k[1], -k[0]], wave)
    return fields


def gauss_layer(
    seed: int = 0, samples: int = 4, points: int = 14, noise: float = 0.01
) -> Simulation:
    """The electric field over a charged wall, whose screening charge falls with z, on [0, 2]^3.

    `clean` has shape (samples, 3, points, points, points).
    """
    x = y = z = make_axis(2.0, points)
    experiment = Experiment(("x", "y", "z"), (x, y, z), GAUSS_LAYER, ("ex", "ey", "ez"))
    return simulate_experiment(experiment, lambda rng: layer(rng, x, y, z), seed, samples, noise)


def layer(rng: Generator, x: Array, y: Array, z: Array) -> Array:
    """-1.5 exp(-2 z) along z, and waves across their direction, shape (3, x, y, z)."""
    x, y, z = np.meshgrid(x, y, z, indexing="ij", sparse=True)
    fields = np.zeros((3, x.size, y.size, z.size))
    fields[2] = -1.5 * np.exp(-2.0 * z)
    for _ in range(MODES):
        k, phase = rng.uniform(-2.5, 2.5, 3), rng.uniform(0.0, 2.0 * np.pi)
        across = np.cross(k, rng.normal(size=3))
        wave = 0.3 * np.cos(k[0] * x + k[1] * y + k[2] * z + phase)
        fields += np.multiply.outer(across, wave)
    return fields
