"""Flows of a plane liquid and populations by age solve the equations they say they do."""

import numpy as np
import pytest
from chebyshev import misfit
from decided import decides_everything

from pdedsl.errors import PdedslError
from pdedsl.experiments import cohorts, navier_stokes

FLOW = [(0, navier_stokes.END), (0, navier_stokes.WIDTH), (0, navier_stokes.WIDTH)]
AGES = [(0, cohorts.END), (0, cohorts.OLDEST)]
WHIRLS = ("w", "u", "v", "p")

LAWS = {
    "vorticity": (navier_stokes.VORTICITY, WHIRLS, "txy"),
    "momentum": (navier_stokes.MOMENTUM, WHIRLS, "txy"),
    "no divergence": ("d_x(u) + d_y(v) = 0", WHIRLS, "txy"),
    "meaning of vorticity": ("d_x(v) - d_y(u) - w = 0", WHIRLS, "txy"),
    "prey": (cohorts.PREY, ("n", "p"), "ta"),
    "susceptible": (cohorts.SUSCEPTIBLE, ("s", "i", "l"), "ta"),
    "infected": (cohorts.INFECTED, ("s", "i", "l"), "ta"),
}


@pytest.mark.parametrize("name", LAWS)
@pytest.mark.parametrize("seed", range(2))
def test_the_equation_holds(name, seed):
    law, fields, coordinates = LAWS[name]
    solve = {WHIRLS: navier_stokes.flow, ("n", "p"): cohorts.prey}.get(fields, cohorts.epidemic)
    ranges, counts = (FLOW, (20, 24, 24)) if coordinates == "txy" else (AGES, (34, 34))

    def draw(axes):
        return solve(np.random.default_rng(seed), *axes)

    assert misfit(law, tuple(coordinates), fields, ranges, counts, draw) < 1e-5


def test_a_wrong_equation_is_noticed():
    law = cohorts.PREY.replace("0.6", "0.602")
    draw = lambda axes: cohorts.prey(np.random.default_rng(0), *axes)  # noqa: E731
    assert misfit(law, ("t", "a"), ("n", "p"), AGES, (34, 34), draw) > 1e-4


@pytest.mark.parametrize("solve", [navier_stokes.flow, cohorts.prey, cohorts.epidemic])
def test_more_nodes_and_shorter_steps_change_next_to_nothing(solve):
    ranges = FLOW if solve is navier_stokes.flow else AGES
    axes = [np.linspace(low, high, 6) for low, high in ranges]
    coarse = solve(np.random.default_rng(2), *axes)
    fine = solve(np.random.default_rng(2), *axes, refine=2)
    assert np.max(np.abs(coarse - fine)) < 1e-8 * np.max(np.abs(fine))


@pytest.mark.parametrize("seed", range(2))
def test_predators_grow_by_all_they_catch(seed):
    t, a = np.linspace(0, 2, 81), 1 + np.polynomial.legendre.leggauss(30)[0]
    n, p = cohorts.prey(np.random.default_rng(seed), t, a)
    caught = 0.6 * n @ np.polynomial.legendre.leggauss(30)[1]
    stencil = {1: 4 / 5, 2: -1 / 5, 3: 4 / 105, 4: -1 / 280}  # central, eighth order
    speed = sum(c * (p[4 + k : 77 + k, 0] - p[4 - k : 77 - k, 0]) for k, c in stencil.items())
    assert speed / (t[1] - t[0]) == pytest.approx(((caught - 1) * p[:, 0])[4:77], rel=1e-6)


@pytest.mark.parametrize("seed", range(2))
def test_the_force_of_infection_is_that_of_all_infected(seed):
    nodes, weights = np.polynomial.legendre.leggauss(30)
    _, i, force = cohorts.epidemic(np.random.default_rng(seed), np.linspace(0, 2, 7), 1 + nodes)
    assert force[:, 0] == pytest.approx(1.2 * i @ weights, rel=1e-8)


@pytest.mark.parametrize(
    "simulate",
    [
        navier_stokes.simulate_vorticity,
        navier_stokes.simulate_momentum,
        cohorts.simulate_prey,
        cohorts.simulate_susceptible,
        cohorts.simulate_infected,
    ],
)
def test_one_seed_decides_everything(simulate):
    decides_everything(simulate, points=5)


def test_both_simulations_of_a_liquid_measure_the_same_flow():
    vorticity = navier_stokes.simulate_vorticity(3, samples=1, points=4)
    momentum = navier_stokes.simulate_momentum(3, samples=1, points=4)
    assert np.array_equal(vorticity.clean[:, 1:], momentum.clean[:, :2])


def test_populations_that_grow_without_bound_are_told():
    def rates(ages, fields, totals, numbers):
        return fields * totals[0] ** 2, numbers

    axis = np.linspace(0, 2, 3)
    with pytest.raises(PdedslError, match="no populations up to t = 2"):
        cohorts.by_age(rates, [np.ones_like], np.zeros(0), axis, axis)
