"""Supports are looked for on few test functions, and found as on all of them."""

from dataclasses import replace

import numpy as np
import pytest

from pdedsl.experiments import textbook
from pdedsl.language import parse
from pdedsl.loading import load_data
from pdedsl.optimize.model import inflated, make_library
from pdedsl.optimize.pilot import pilot
from pdedsl.optimize.without_g import fit_without_g
from pdedsl.pipeline import MANY, _coarse, estimates_of, weak_system

TERMS = "d_t(u), d_x(u), d_tt(u), d_tx(u), d_xx(u)"


def problem(samples, extra="", name="klein_gordon"):
    text = f"""coordinates t, x
fields u
data "u.npz" {{ sample = sample }}
dictionary {{ {TERMS} }}
grammar potential(u)
{extra}
"""
    specification = parse(text)
    simulation = textbook.simulate(name, 0, samples, 24, 0.01)
    return specification, estimates_of(
        specification, load_data(specification, simulation.measurements())
    )


@pytest.fixture(scope="module")
def waves():
    """u_tt - u_xx = -2 u."""
    specification, estimates = problem(2)
    system = weak_system(specification, estimates)
    return make_library(system, _coarse(specification, estimates, system))


def test_there_are_fewer_test_functions_where_there_were_many(waves):
    (many,), (few,) = waves.system.functions, waves.coarse.system.functions
    assert many.count > MANY > few.count
    assert few.count == pytest.approx(100, rel=0.2)


def test_few_are_left_as_they_are():
    specification, estimates = problem(10)
    assert _coarse(specification, estimates, weak_system(specification, estimates)) is None


def test_a_count_that_is_written_is_meant():
    specification, estimates = problem(2, "test bsplines { count = 14 }")
    assert _coarse(specification, estimates, weak_system(specification, estimates)) is None


def test_the_pilot_finds_the_same_terms_on_few(waves):
    few, many = (pilot(lib, ("u",)) for lib in (waves, replace(waves, coarse=None)))
    assert few.support == many.support == (2, 4)
    np.testing.assert_allclose(few.psi[:2], many.psi[:2], rtol=0.05)


def test_so_does_the_fit_without_g(waves):
    base = pilot(waves, ("u",))
    few, many = (fit_without_g(lib, base)[0] for lib in (waves, replace(waves, coarse=None)))
    assert few.model.support == many.model.support
    assert few.value == pytest.approx(many.value, abs=0.5)


def test_the_noise_is_raised_on_few_too(waves):
    assert inflated(waves, 3.0).coarse.inflation == 3.0
