"""Burgers' equation between walls, by the Cole-Hopf transformation."""

from __future__ import annotations

import numpy as np
from numpy.polynomial import Chebyshev
from numpy.polynomial.legendre import leggauss
from numpy.random import Generator

from pdedsl.experiments.initial_condition import draw_gaussian_process
from pdedsl.experiments.simulation import Array, Experiment, Simulation, make_axis
from pdedsl.experiments.simulation import simulate as simulate_experiment

VISCOSITY = 0.2
END = 2.0
LENGTH_SCALE = 0.4
PANELS = 40
TRUTH = "d_t(u) + 0.5*d_x(u^2) - 0.2*d_xx(u) = 0"


def simulate(seed: int = 0, samples: int = 10, points: int = 20, noise: float = 0.01) -> Simulation:
    """Velocities u(t, x) on [0, 2] x [0, 2] with u = 0 at both ends.

    The initial velocity is std * GP with length scale 0.4, the process being conditioned on 0
    at the ends, and std uniform on (0.5, 4). The error relative to the largest value is below
    1e-8. `clean` has shape (samples, 1, points, points).

    Source: Kacprzyk, Qian, van der Schaar 2023, Appendix E, theta_1 = 0.2.
    """
    t = x = make_axis(END, points)

    def draw(rng: Generator) -> Array:
        std = rng.uniform(0.5, 4.0)
        initial = std * draw_gaussian_process(rng, END, LENGTH_SCALE, pinned=True)
        return solve(initial, t, x)[None]

    return simulate_experiment(Experiment(("t", "x"), (t, x), TRUTH), draw, seed, samples, noise)


def solve(initial: Chebyshev, t: Array, x: Array, *, panels: int = PANELS) -> Array:
    """Solve u_t + u u_x = 0.2 u_xx with u = 0 at both ends, shape (t, x).

    With u = -2 nu phi_x / phi, phi solves the heat equation with insulated ends. Hence u(t, x)
    is the mean of the initial velocity, continued oddly about both ends, under the weight
    exp(-(x - y)^2 / (4 nu t) - Psi(y) / (2 nu)) where Psi' = u(0, y). Both integrals are sums
    of Gauss-Legendre panels without cancellation, so u keeps its accuracy where phi is tiny.

    Args:
        initial: u(0, x), a polynomial on [0, X] that is 0 at both ends.
        t: instants from 0 on.
        x: places between the walls.
        panels: Gauss-Legendre panels on [0, X], of 16 nodes each.

    Source: Hopf 1950; Cole 1951.
    """
    end = float(initial.domain[1])
    y, log_weight = _quadrature(initial, panels)
    velocity = initial(y)
    field = np.empty((t.size, x.size))
    for i, instant in enumerate(t):
        if instant == 0:
            field[i] = initial(x)
        else:
            field[i] = _mean_velocity(instant, x, y, log_weight, velocity, end)
    return field


def _quadrature(initial: Chebyshev, panels: int) -> tuple[Array, Array]:
    """Nodes on [0, X], and the logarithm of quadrature weight times exp(-Psi / (2 nu))."""
    end = float(initial.domain[1])
    nodes, weights = leggauss(16)
    width = end / panels
    left_ends = width * np.arange(panels)
    y = (left_ends[:, None] + 0.5 * width * (nodes + 1.0)).ravel()
    potential = initial.integ(lbnd=0.0)(y)
    return y, np.tile(np.log(weights), panels) - potential / (2.0 * VISCOSITY)


def _mean_velocity(
    t: float, x: Array, y: Array, log_weight: Array, velocity: Array, end: float
) -> Array:
    """The weighted mean at one instant, over the interval and its mirror images, shape (x,)."""
    reach = np.sqrt(2.0 * t * (np.ptp(log_weight) * 2.0 * VISCOSITY + 80.0 * VISCOSITY))
    turns = np.arange(-1 - int(reach / (2.0 * end)), 2 + int(reach / (2.0 * end)))
    shifts = 2.0 * end * turns[:, None, None]
    distance = x[:, None] - y[None, :] - shifts
    mirrored = x[:, None] + y[None, :] - shifts
    spread = 4.0 * VISCOSITY * t
    exponent = np.stack([-(distance**2), -(mirrored**2)]) / spread + log_weight
    weight = np.exp(exponent - exponent.max(axis=(0, 1, 3), keepdims=True))
    direct, image = weight.sum(axis=1)
    return ((direct - image) @ velocity) / (direct + image).sum(axis=-1)
