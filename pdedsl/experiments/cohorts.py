"""Populations by age, solved cohort by cohort: those born at one time age together.

Along t - a = c the laws are ordinary differential equations; Chebyshev's points in c, an adaptive
Runge-Kutta method of order 8 in time. Newborns are numbered by the same smooth functions of c as
those who live at the start, so that nothing jumps along a = t.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.polynomial import chebyshev
from numpy.polynomial.legendre import leggauss
from numpy.random import Generator
from scipy.integrate import solve_ivp

from pdedsl.errors import PdedslError
from pdedsl.experiments.simulation import Array, Experiment, Simulation, make_axis
from pdedsl.experiments.simulation import simulate as simulate_experiment

Rates = Callable[[Array, Array, Array, Array], tuple[Array, Array]]
"""From ages (K,), fields (N, K), their integrals over all ages (N,) and other numbers (Q,), the
time derivatives of the fields along cohorts and of the numbers."""

END, OLDEST = 2.0, 2.0
COHORTS = 40

PREY = "d_t(n) + d_a(n) = -0.2*exp(1.2*a)*n - 0.6*p*n"
SUSCEPTIBLE = "d_t(s) + d_a(s) = -l*exp(-a)*s"
INFECTED = "d_t(i) + d_a(i) = l*exp(-a)*s - 1.2*i"


def simulate_prey(
    seed: int = 0, samples: int = 3, points: int = 24, noise: float = 0.01
) -> Simulation:
    """Prey n(t, a) by age and their predators p(t) on [0, 2] x [0, 2].

    Prey of age a die at the rate 0.2 exp(1.2 a) and are caught at the rate 0.6 p; predators starve
    and grow with all their catch, p' = (0.6 N - 1) p, where N is the integral of n. p is counted
    with every age class. `clean` has shape (samples, 2, points, points), as exact as `by_age`.

    Source: McKendrick's law with a predator; age in predator-prey models as in Promrak et al. 2017.
    """
    where = _experiment(PREY, ("n", "p"), points)
    return simulate_experiment(where, lambda rng: prey(rng, *where.axes), seed, samples, noise)


def simulate_susceptible(
    seed: int = 0, samples: int = 3, points: int = 24, noise: float = 0.01
) -> Simulation:
    """Susceptible people s(t, a) and the force of infection l(t), of the same epidemics.

    `clean` has shape (samples, 2, points, points), as exact as `by_age`.
    """
    where = _experiment(SUSCEPTIBLE, ("s", "l"), points)

    def draw(rng: Generator) -> Array:
        return epidemic(rng, *where.axes)[[0, 2]]

    return simulate_experiment(where, draw, seed, samples, noise)


def simulate_infected(
    seed: int = 0, samples: int = 3, points: int = 24, noise: float = 0.01
) -> Simulation:
    """Susceptible s(t, a), infected i(t, a), and the force of infection l(t) on [0, 2] x [0, 2].

    A susceptible of age a is infected at the rate l exp(-a), an infected recovers at the rate
    1.2, and l is 1.2 times the integral of i over all ages; it is measured with every age class.
    `clean` has shape (samples, 3, points, points), as exact as `by_age`.

    Source: Kermack and McKendrick's law with age; epidemics by age as in Hoppensteadt 1974.
    """
    where = _experiment(INFECTED, ("s", "i", "l"), points)
    return simulate_experiment(where, lambda rng: epidemic(rng, *where.axes), seed, samples, noise)


def _experiment(truth: str, fields: tuple[str, ...], points: int) -> Experiment:
    t, a = make_axis(END, points), make_axis(OLDEST, points)
    return Experiment(("t", "a"), (t, a), truth, fields)


def prey(rng: Generator, t: Array, a: Array, *, refine: int = 1) -> Array:
    """n and p, shape (2, t, a)."""
    start, predators = _numbers_born(rng, 1.5), rng.uniform(0.3, 2.0, 1)

    def rates(ages: Array, fields: Array, totals: Array, numbers: Array) -> tuple[Array, Array]:
        died = 0.2 * np.exp(1.2 * ages) + 0.6 * numbers[0]
        return -died * fields, (0.6 * totals[0] - 1.0) * numbers

    fields, _, numbers = by_age(rates, [start], predators, t, a, refine=refine)
    return np.stack([fields[0], _all_ages(numbers[0], a)])


def epidemic(rng: Generator, t: Array, a: Array, *, refine: int = 1) -> Array:
    """s, i and l, shape (3, t, a)."""
    start = [_numbers_born(rng, 1.5), _numbers_born(rng, rng.uniform(0.1, 0.5))]

    def rates(ages: Array, fields: Array, totals: Array, numbers: Array) -> tuple[Array, Array]:
        infections = 1.2 * totals[1] * np.exp(-ages) * fields[0]
        return np.stack([-infections, infections - 1.2 * fields[1]]), numbers

    fields, totals, _ = by_age(rates, start, np.zeros(0), t, a, refine=refine)
    return np.stack([*fields, _all_ages(1.2 * totals[1], a)])


def _all_ages(values: Array, a: Array) -> Array:
    return np.multiply.outer(values, np.ones(a.size))


def _numbers_born(rng: Generator, size: float) -> Callable[[Array], Array]:
    """A positive function of c: the exponential of three waves, about `size`."""
    amplitudes, k = rng.normal(0.0, 0.45, 3), rng.uniform(0.8, 4.0, 3)
    phases = rng.uniform(0.0, 2.0 * np.pi, 3)

    def born(c: Array) -> Array:
        return np.asarray(size * np.exp(np.cos(np.multiply.outer(c, k) + phases) @ amplitudes))

    return born


def by_age(
    rates: Rates,
    start: Sequence[Callable[[Array], Array]],
    numbers: Array,
    t: Array,
    a: Array,
    *,
    refine: int = 1,
) -> tuple[Array, Array, Array]:
    """Solve for N fields of time and age, and Q numbers of time.

    The relative error is below 1e-8, as `tests/experiments/test_whirls_and_ages.py` shows.

    Args:
        rates: the law.
        start: every field at t = 0 as a function of c = -a.
        numbers: their values at t = 0, shape (Q,).
        t: increasing instants in [0, 2].
        a: ages in [0, 2].
        refine: multiplies the cohorts; time steps are a hundred times as exact where it is not 1.

    Returns:
        Fields (N, t, a), their integrals over all ages (N, t), and numbers (Q, t).

    Raises:
        PdedslError: the solution does not reach the last instant.
    """
    cohorts, accuracy = COHORTS * refine, 1e-10 if refine == 1 else 1e-12
    places = chebyshev.chebpts1(cohorts)
    c = 0.5 * (END - OLDEST + (END + OLDEST) * places)
    to_series = np.linalg.inv(chebyshev.chebvander(places, cohorts - 1)).T
    nodes, weights = leggauss(cohorts)
    ages, weights = 0.5 * OLDEST * (nodes + 1.0), 0.5 * OLDEST * weights

    def at(time: float, fields: Array, age: Array) -> Array:
        """Values of all fields at some ages."""
        there = (2.0 * (time - age) - END + OLDEST) / (END + OLDEST)
        return np.asarray(fields @ to_series @ chebyshev.chebvander(there, cohorts - 1).T)

    def split(flat: Array) -> tuple[Array, Array]:
        count = len(start) * cohorts
        return flat[:count].reshape(-1, cohorts), flat[count:]

    def slopes(time: float, flat: Array) -> Array:
        fields, others = split(flat)
        moved = rates(time - c, fields, at(time, fields, ages) @ weights, others)
        return np.concatenate([part.ravel() for part in moved])

    first = np.concatenate([*(field(c) for field in start), numbers])
    done = solve_ivp(
        slopes,
        (0.0, float(t[-1])),
        first,
        method="DOP853",
        t_eval=t,
        rtol=accuracy,
        atol=1e-3 * accuracy,
    )
    if not done.success:
        raise PdedslError(f"no populations up to t = {t[-1]:g}: {done.message}")
    states = [split(flat) for flat in done.y.T]
    fields = np.stack(
        [at(time, state[0], a) for time, state in zip(t, states, strict=True)], axis=1
    )
    totals = [at(time, state[0], ages) @ weights for time, state in zip(t, states, strict=True)]
    return fields, np.stack(totals, axis=1), np.stack([state[1] for state in states], axis=1)
