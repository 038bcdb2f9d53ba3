"""Solutions of the Cauchy-Riemann equations: both parts of a random entire function."""

from __future__ import annotations

import numpy as np
from numpy.polynomial.polynomial import polyval
from numpy.random import Generator
from numpy.typing import NDArray
from scipy.special import gammaln

from pdedsl.experiments.simulation import Array, Experiment, Simulation, make_axis
from pdedsl.experiments.simulation import simulate as simulate_experiment

END = 2.0
TERMS = 24
TRUTH = """d_x(u1) - d_y(u2) = 0
d_x(u2) + d_y(u1) = 0
d_xx(u1) + d_yy(u1) = 0
d_xx(u2) + d_yy(u2) = 0"""


def simulate(seed: int = 0, samples: int = 10, points: int = 30, noise: float = 0.01) -> Simulation:
    """Pairs of fields u1(x, y), u2(x, y) on [0, 2] x [0, 2]; each of them is harmonic as well.

    u1 + i u2 is a Gaussian entire function of x + i y about the middle of the square, with
    length scale 1. Exact to rounding. `clean` has shape (samples, 2, points, points).

    Source: Kacprzyk, Qian, van der Schaar 2023, Appendix F.2, which gives no further settings.
    """
    x = y = make_axis(END, points)
    experiment = Experiment(("x", "y"), (x, y), TRUTH, ("u1", "u2"))

    def draw(rng: Generator) -> Array:
        return solve(random_coefficients(rng), x, y)

    return simulate_experiment(experiment, draw, seed, samples, noise)


def random_coefficients(rng: Generator) -> NDArray[np.complex128]:
    """Taylor coefficients c_k / sqrt(k!), c_k complex normal, shape (24,)."""
    normal = rng.standard_normal((TERMS, 2))
    return (normal[:, 0] + 1j * normal[:, 1]) * np.exp(-0.5 * gammaln(1.0 + np.arange(TERMS)))


def solve(coefficients: NDArray[np.complex128], x: Array, y: Array) -> Array:
    """Real and imaginary part of sum c_k (z - 1 - i)^k at z = x + i y, shape (2, x, y)."""
    z = (x[:, None] - 0.5 * END) + 1j * (y[None, :] - 0.5 * END)
    values = polyval(z, coefficients)
    return np.stack([values.real, values.imag])
