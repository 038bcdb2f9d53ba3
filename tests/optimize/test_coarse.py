"""Supports are looked for on few test functions, and found as on all of them."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from pdedsl.experiments import textbook
from pdedsl.language import parse
from pdedsl.loading import load_data
from pdedsl.optimize.bare import as_it_is, bare_pilot
from pdedsl.optimize.model import inflated
from pdedsl.optimize.pilot import pilot
from pdedsl.optimize.without_g import fit_without_g
from pdedsl.parallel import ALONE
from pdedsl.pipeline import MANY, estimates_of, library_of, weak_system, with_coarse

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
    found = library_of(specification, estimates, weak_system(specification, estimates))
    return (found, partial(with_coarse, specification, estimates)) if grammar == "none" else found


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


def never(library):
    raise AssertionError("fewer test functions were asked for")


def test_terms_that_noise_tells_apart_are_looked_for_with_all():
    clear, _ = made(2, terms=LAW, grammar="none")
    assert clear.coarse is None
    assert bare_pilot(clear, ALONE, never)[1].support == (0, 1, 2)


@pytest.mark.parametrize(
    "extra", ["d_xtt(u), d_xxx(u)", "d_xtt(u), d_xxx(u), d_ttt(u), d_txx(u), d_t(u)"]
)
def test_so_is_a_law_beside_its_derivatives(extra):
    both, _ = made(2, terms=f"{LAW}, {extra}", grammar="none")
    ahead = bare_pilot(both, ALONE, never)[1]
    assert ahead.support == (0, 1, 2)


def test_where_terms_drown_in_noise_it_is_found_with_few_as_with_all():
    both, rough = made(2, terms=f"{LAW}, d_xtt(u), d_xxx(u), d_xxxx(u)", grammar="none")
    asked = []

    def rougher(library):
        asked.append(library)
        return rough(library)

    few, many = (bare_pilot(both, ALONE, way)[1] for way in (rougher, as_it_is))
    assert asked
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
