"""Correlations of an equation's numbers: those of draws from the errors that the fit gives them."""

import numpy as np
import pytest
import sympy
from growth_data import growth

from pdedsl.discovery import Discovery
from pdedsl.language import parse
from pdedsl.loading import load_data
from pdedsl.optimize.answer import answer
from pdedsl.optimize.correlations import correlations
from pdedsl.optimize.expression import Node, variable
from pdedsl.optimize.model import Model, assessed, make_library, start
from pdedsl.optimize.numbers import NOTHING, free_form
from pdedsl.optimize.rival import Rival
from pdedsl.pipeline import estimates_of, weak_system
from pdedsl.recording import record

TEXT = """coordinates t
fields u
data "cultures.npz" { sample = run }
dictionary { d_t(u), d_tt(u) }
grammar g(u) { rate ::= const*u | const*u^2 | rate + rate }
"""
T, U = variable("t"), variable("u")


def written(p):
    """Psi's linear coefficient p[0] and theta p[1], which are two numbers: one is made of both."""
    t = sympy.Symbol("t", real=True)
    return sympy.Float(-p[0] * p[1]) * sympy.exp(sympy.Float(p[1]) * t)


@pytest.mark.parametrize("seed", range(3))
def test_they_are_those_of_draws_from_the_errors(seed):
    rng = np.random.default_rng(seed)
    factor = 1e-3 * rng.normal(size=(3, 3))
    covariance = factor @ factor.T
    feature = Node("exp", (Node("*", (Node("const", value=1.8), T)),))
    model = Model((0, 1), (feature,), np.array([1.0, -0.25, 1.25]), 0)
    places = np.array([1, 2])
    free = free_form(written, np.array([1.25, 1.8]), covariance[1:, 1:], frozenset())
    found = correlations(model, covariance, free, places)
    draws = rng.multivariate_normal([-0.25, 1.25, 1.8], covariance, 20000)
    numbers = np.array([draws[:, 0], -draws[:, 1] * draws[:, 2], draws[:, 2]])
    assert found.shape == (4, 4)
    assert np.all(np.isnan(found[0])), "the term that is held has none"
    np.testing.assert_allclose(found[1:, 1:], np.corrcoef(numbers), atol=0.03)


def test_where_nothing_is_known_there_are_none():
    model = Model((0, 1), (), np.array([1.0, 2.0]), 0)
    found = correlations(model, np.array([[np.inf]]), NOTHING, np.array([], dtype=int))
    assert np.all(np.isnan(found))


def found_for(data):
    """The record of logistic growth, its form given."""
    specification = parse(TEXT)
    estimates = estimates_of(specification, load_data(specification, data))
    library = make_library(weak_system(specification, estimates))
    model = assessed(library, start(library, (0,), (U, Node("*", (U, U))), 0))
    best = answer(library, Rival(model, 5, 100.0))
    return record(specification, best, (), 0.0, ("identified", ""))


def of_cultures(cultures, points):
    """The first readings of some of the six cultures."""
    data = growth()
    t, u = data["t"][:points], data["u"][cultures, :points]
    return {"run": np.arange(len(cultures)), "t": t, "u": u}


def test_rate_and_crowding_are_known_together_where_the_population_is_full():
    """Near the capacity only their ratio is known, and small populations know of the rate alone."""
    together, apart = found_for(of_cultures([3, 4], 25)), found_for(of_cultures([0, 5], 12))
    assert together.equations[0].free_form == "u*(c1 + c2*u)"
    assert -1 <= together.correlations["c1", "c2"] < -0.95 < apart.correlations["c1", "c2"] < 0
    assert "  c1 and c2 are known together only: correlation -" in str(together)
    assert "known together" not in str(apart)


def test_the_record_keeps_them():
    found = found_for(growth())
    assert Discovery.from_json(found.to_json()).correlations == found.correlations
