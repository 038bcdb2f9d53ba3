"""The Sharpe-Lotka-McKendrick model of an age-structured population, along characteristics."""

from __future__ import annotations

import numpy as np
from numpy.polynomial import Chebyshev
from numpy.polynomial.legendre import leggauss
from numpy.random import Generator

from pdedsl.experiments.initial_condition import draw_gaussian_process
from pdedsl.experiments.simulation import Array, Experiment, Simulation, make_axis
from pdedsl.experiments.simulation import simulate as simulate_experiment

MORTALITY = 2.0
AGEING = 1.5
END = 1.0
LENGTH_SCALE = 0.2
BIRTH_DEGREE = 40
TRUTH = "d_t(u) + d_a(u) = -2*exp(1.5*a)*u"


def simulate(seed: int = 0, samples: int = 10, points: int = 20, noise: float = 0.01) -> Simulation:
    """Population densities u(t, a) at time t and age a on [0, 1] x [0, 1].

    The initial population is std * GP^2 + mean with length scale 0.2, mean uniform on (1, 10)
    and std on (0.5, 4); births are the integral of sin(pi a) u(t, a) over a < 1. The first
    births differ from the initial newborns, so u jumps along a = t, where the initial
    population's side is given. Error relative to the largest value below 1e-10. `clean` has
    shape (samples, 1, points, points).

    Source: Kacprzyk, Qian, van der Schaar 2023, Appendix F.1, theta = 1.5.
    """
    t = a = make_axis(END, points)

    def draw(rng: Generator) -> Array:
        mean, std = rng.uniform(1.0, 10.0), rng.uniform(0.5, 4.0)
        process = draw_gaussian_process(rng, END, LENGTH_SCALE)
        return solve(mean + std * process**2, t, a)[None]

    return simulate_experiment(Experiment(("t", "a"), (t, a), TRUTH), draw, seed, samples, noise)


def solve(initial: Chebyshev, t: Array, a: Array) -> Array:
    """Solve u_t + u_a = -2 exp(1.5 a) u with births, shape (t, a).

    Those born before t = 0 are the survivors of the initial population, the others survivors
    of the births: u = u(0, a - t) S(a) / S(a - t) for a >= t and u = B(t - a) S(a) for a < t.

    Args:
        initial: u(0, a), a polynomial on [0, 1].
        t: instants in [0, 1].
        a: ages in [0, 1].
    """
    births = birth_rate(initial)
    cohort = a[None, :] - t[:, None]
    age_then = np.maximum(cohort, 0.0)
    before = initial(age_then) / survival(age_then)
    after = births(np.maximum(-cohort, 0.0))
    return np.where(cohort >= 0, before, after) * survival(a)


def survival(a: Array) -> Array:
    """The fraction S(a) = exp(-integral of 2 exp(1.5 a')) that lives to age a."""
    return np.exp(-MORTALITY / AGEING * np.expm1(AGEING * a))


def fertility(a: Array) -> Array:
    """Births per head and time at age a, sin(pi a), for ages in [0, 1]."""
    return np.sin(np.pi * a)


def birth_rate(initial: Chebyshev, *, degree: int = BIRTH_DEGREE) -> Chebyshev:
    """Births B(t) = u(t, 0) for t in (0, 1], from the renewal equation.

    B(t) = int_0^t b(s) S(s) B(t - s) ds + int_t^1 b(s) S(s) u(0, s - t) / S(s - t) ds is solved
    by collocation at Chebyshev points, both integrals by Gauss-Legendre quadrature.

    Args:
        initial: u(0, a), a polynomial on [0, 1].
        degree: of the polynomial B.

    Source: Sharpe and Lotka 1911; Webb 1985.
    """
    t = 0.5 * (1.0 - np.cos(np.pi * np.arange(degree + 1) / degree))[:, None]
    nodes, weights = leggauss(2 * degree)
    fraction, weights = 0.5 * (nodes + 1.0), 0.5 * weights
    young, old = t * fraction, t + (1.0 - t) * fraction
    basis = np.polynomial.chebyshev.chebvander(2.0 * (t - young) - 1.0, degree)
    kernel = np.einsum("ij,ijk->ik", t * weights * fertility(young) * survival(young), basis)
    ageing = survival(old) / survival(old - t)
    forcing = ((1.0 - t) * weights * fertility(old) * ageing * initial(old - t)).sum(axis=1)
    values = np.polynomial.chebyshev.chebvander(2.0 * t[:, 0] - 1.0, degree)
    return Chebyshev(np.linalg.solve(values - kernel, forcing), domain=[0.0, 1.0])
