"""Supports are looked for on few test functions, and found as on all of them."""

from dataclasses import replace

import numpy as np
import pytest

from pdedsl.experiments import textbook
from pdedsl.language import parse
from pdedsl.loading import load_data
from pdedsl.optimize.bare import bare_pilot, is_clear
from pdedsl.optimize.model import inflated
from pdedsl.optimize.pilot import pilot
from pdedsl.optimize.without_g import fit_without_g
from pdedsl.parallel import ALONE
from pdedsl.pipeline import MANY, estimates_of, library_of, weak_system

TERMS = "d_t(u), d_x(u), d_tt(u), d_tx(u), d_xx(u)"


def made(samples, extra="", terms=TERMS, grammar="potential(u)", name="klein_gordon"):
    """The library of waves u_tt - u_xx = -2 u."""
    text = f"""coordinates t, x
fields u
data "u.npz" {{ sample = sample }}
dictionary {{ {terms} }}
grammar {grammar}
{extra}
"""
    specification = parse(text)
    simulation = textbook.simulate(name, 0, samples, 24, 0.01)
    estimates = estimates_of(specification, load_data(specification, simulation.measurements()))
    return library_of(specification, estimates, weak_system(specification, estimates))


@pytest.fixture(scope="module")
def waves():
    return made(2)


def test_there_are_fewer_test_functions_where_there_were_many(waves):
    (many,), (few,) = waves.system.functions, waves.coarse.system.functions
    assert many.count > MANY > few.count
    assert few.count == pytest.approx(100, rel=0.2)


def test_few_are_left_as_they_are():
    assert made(10).coarse is None


def test_a_count_that_is_written_is_meant():
    assert made(2, "test bsplines { count = 14 }").coarse is None


LAW = "u, d_tt(u), d_xx(u), d_x(u)"


def test_terms_that_noise_tells_apart_are_looked_for_with_all():
    clear = made(2, terms=LAW, grammar="none")
    assert is_clear(clear)
    assert clear.coarse is None


def test_beside_a_derivative_of_the_law_it_is_found_with_few_as_with_all():
    both = made(2, terms=f"{LAW}, d_xtt(u), d_xxx(u)", grammar="none")
    assert not is_clear(both)
    few, many = (bare_pilot(lib, ALONE)[1] for lib in (both, replace(both, coarse=None)))
    assert few.support == many.support == (0, 1, 2)
    np.testing.assert_allclose(few.psi, many.psi, rtol=0.02)


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
