"""A law and a multiple of its derivative are told from the law alone, and give way to it."""

import numpy as np
import pytest

from pdedsl.experiments import textbook
from pdedsl.language import parse
from pdedsl.loading import load_data
from pdedsl.optimize.expression import Node, variable
from pdedsl.optimize.fitted import maximised
from pdedsl.optimize.mixtures import law_of
from pdedsl.optimize.model import Model, assessed, make_library
from pdedsl.pipeline import estimates_of, weak_system

TERMS = ("d_t(u)", "d_x(u)", "d_xx(u)", "d_txx(u)", "d_xxxx(u)", "d_xx(u^2)")
U = variable("u")
LOGISTIC = (U, Node("*", (U, U)))


@pytest.fixture(scope="module")
def growth():
    """Fisher's equation d_t(u) - 0.1 d_xx(u) = 2 u - 2 u^2."""
    text = f"""coordinates t, x
fields u
data "u.npz" {{ sample = sample }}
dictionary {{ {", ".join(TERMS)} }}
grammar polynomial(u)
"""
    specification = parse(text)
    simulation = textbook.simulate("fisher", 0, 4, 20, 0.01)
    estimates = estimates_of(specification, load_data(specification, simulation.measurements()))
    return make_library(weak_system(specification, estimates))


def equation(library, bound, free=(-2.0, 2.0)):
    support = tuple(TERMS.index(name) for name in bound)
    psi = np.array([*bound.values(), *free])
    return maximised(library, assessed(library, Model(support, LOGISTIC, psi, 0)), inner=False)


def names(model):
    return [TERMS[p] for p in model.support]


@pytest.mark.parametrize("share", [0.01, -0.05])
def test_a_law_and_its_derivative_are_the_law(growth, share):
    mixed = {
        "d_t(u)": 1.0,
        "d_xx(u)": -0.1 - 2 * share,
        "d_txx(u)": share,
        "d_xxxx(u)": -0.1 * share,
        "d_xx(u^2)": 2 * share,
    }
    law = law_of(growth, equation(growth, mixed))
    assert names(law) == ["d_t(u)", "d_xx(u)"]
    np.testing.assert_allclose(law.psi, [1, -0.1, -2, 2], rtol=0.05)


def test_a_term_that_the_derivative_takes_away_comes_back(growth):
    """With 0.05 of its second derivative taken off, the law has no d_xx(u) any more."""
    mixed = {"d_t(u)": 1.0, "d_txx(u)": -0.05, "d_xxxx(u)": 0.005, "d_xx(u^2)": -0.1}
    law = law_of(growth, equation(growth, mixed))
    assert names(law) == ["d_t(u)", "d_xx(u)"]


def test_the_law_is_no_mixture(growth):
    assert law_of(growth, equation(growth, {"d_t(u)": 1.0, "d_xx(u)": -0.1})) is None


def test_an_equation_that_another_one_does_not_explain_is_kept():
    """The Benjamin-Bona-Mahony equation has d_t(u) and d_txx(u), and is no mixture of less."""
    terms = ("d_t(u)", "d_x(u)", "d_tx(u)", "d_txx(u)", "d_xxx(u)", "d_x(u^2)", "d_xxx(u^2)")
    text = f"""coordinates t, x
fields u
data "u.npz" {{ sample = sample }}
dictionary {{ {", ".join(terms)} }}
grammar none
"""
    specification = parse(text)
    simulation = textbook.simulate("bbm", 0, 3, 32, 0.01)
    estimates = estimates_of(specification, load_data(specification, simulation.measurements()))
    library = make_library(weak_system(specification, estimates))
    waves = Model((0, 1, 3, 5), (), np.array([1.0, 1.0, -1.0, 0.5]), 0)
    assert law_of(library, maximised(library, assessed(library, waves))) is None


@pytest.mark.parametrize("seed", range(8))
def test_a_decay_is_no_mixture_of_nothing_and_its_derivative(seed):
    """u_t + 0.8 u = 0 has the terms of u = 0 and of what follows from it, which does not hold."""
    text = """coordinates t
fields u
data "u.npz" { sample = run }
dictionary { d_t(u), u }
grammar none
estimate gaussian_process { noise u = 0.01 }
"""
    rng = np.random.default_rng(seed)
    t, run = np.linspace(0, 3, 60), np.arange(3)
    u = np.array([1.0, 1.5, 0.7])[:, None] * np.exp(-0.8 * t)
    data = {"t": t, "run": run, "u": u + 0.01 * rng.normal(size=u.shape)}
    specification = parse(text)
    estimates = estimates_of(specification, load_data(specification, data))
    library = make_library(weak_system(specification, estimates))
    model = maximised(library, Model((0, 1), (), np.array([1.0, 0.8]), 0), inner=False)
    assert law_of(library, model) is None
