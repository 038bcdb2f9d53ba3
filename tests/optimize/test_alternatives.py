"""Equations that hold on the data beside the one found: all of them, and none that does not."""

import numpy as np
import pytest

from pdedsl import discover
from pdedsl.experiments import heat, oscillator
from pdedsl.language import parse
from pdedsl.loading import load_data
from pdedsl.optimize.alternatives import alternatives
from pdedsl.optimize.expression import Node, constant, variable
from pdedsl.optimize.fitted import maximised
from pdedsl.optimize.model import inflated, make_library
from pdedsl.optimize.pilot import best_lead
from pdedsl.optimize.relations import relations
from pdedsl.pipeline import estimates_of, weak_system

TIME = """coordinates t
fields u
data "decays.npz" { sample = sample }
dictionary { d_t(u), d_tt(u) }
"""
ROD = TIME.replace("coordinates t", "coordinates t, x").replace(
    "d_t(u), d_tt(u)", "d_t(u), d_x(u), d_tt(u), d_tx(u), d_xx(u)"
)
T, U = variable("t"), variable("u")


def times(a, b):
    return Node("*", (a, b))


SINE, SOURCE = Node("sin", (times(constant(3.0), T),)), Node("exp", (times(constant(1.8), T),))


def fitted(text, data, support, features):
    specification = parse(text)
    estimates = estimates_of(specification, load_data(specification, data))
    library = make_library(weak_system(specification, estimates))
    model = maximised(library, best_lead(library, support, features, (0,)))
    return inflated(library, max(1.0, model.chi2 / library.system.rows)), model


def decays(offset=0.0, noise=1e-3, seed=0):
    """Three that obey u' = -u, or with an offset u'' = -u' alone."""
    t = np.linspace(0.0, 3.0, 60)
    u = np.array([[1.0], [1.5], [2.0]]) * np.exp(-t) + offset * np.array([[0.0], [1.0], [-1.0]])
    noisy = u + np.random.default_rng(seed).normal(0.0, noise, u.shape)
    return {"t": t, "u": noisy, "sample": np.arange(3)}


@pytest.mark.parametrize("seed", range(3))
def test_decays_obey_three_equations(seed):
    library, model = fitted(TIME, decays(seed=seed), (0,), (U,))
    assert relations(library, model).shape == (2, 3)
    others = [r.model for r in alternatives(library, model)]
    assert {(m.support, m.features) for m in others} == {((1,), (U,)), ((0, 1), ())}
    ratios = {m.support: m.psi[-1] / m.psi[0] for m in others}
    assert ratios[(1,)] == pytest.approx(-1.0, abs=0.01)
    assert ratios[(0, 1)] == pytest.approx(1.0, abs=0.01)


def test_the_relation_between_terms_and_g_has_the_numbers_of_both():
    """Rows are d_t(u) + u and d_tt(u) - u, whichever is pivoted on."""
    found = relations(*fitted(TIME, decays(), (0,), (U,)))
    np.testing.assert_allclose(found @ np.array([1.0, -1.0, -1.0]), 0.0, atol=0.01)


def test_a_column_without_noise_is_taken_along():
    """Forced oscillations obey one equation, the force in it."""
    library, model = fitted(TIME, oscillator.simulate(0).measurements(), (0, 1), (SINE, U))
    (row,) = relations(library, model)
    np.testing.assert_allclose(row, [1.0, 0.25, -1.25, 4.0], atol=0.02)
    assert alternatives(library, model) == ()


@pytest.mark.parametrize("noise", [0.01, 0.05, 0.2])
def test_what_noise_alone_excuses_is_no_alternative(noise):
    """From 5 % on chi2 cannot exclude all equations without the source."""
    data = heat.simulate_with_source(0, noise=noise).measurements()
    assert alternatives(*fitted(ROD, data, (0, 4), (SOURCE,))) == ()


def discovered(data):
    search = "search { population = 30, generations = 2 }\n"
    return discover(TIME + "grammar polynomial g(u)\n" + search, data)


def test_the_reason_names_what_holds_as_well():
    found = discovered(decays())
    assert found.equations[0].text.startswith("d_t(u) = -")
    assert found.verdict == "identified"
    assert "terms are collinear on these data" in found.reason
    assert "d_tt(u) = 1.0" in found.reason
    assert "d_t(u) + 0.99" in found.reason


def test_where_one_equation_holds_nothing_is_added():
    assert "collinear" not in discovered(decays(offset=0.5)).reason
