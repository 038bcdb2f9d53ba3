"""Where g = 0 is known, the short way to the dictionary's terms ends where the long way does."""

from dataclasses import replace

import numpy as np
import pytest

import pdedsl
from pdedsl.experiments import burgers, heat
from pdedsl.language import parse
from pdedsl.loading import load_data
from pdedsl.optimize import clear
from pdedsl.optimize.bare import bare_pilot, inflation
from pdedsl.optimize.evidence import chi2, chi2_at
from pdedsl.optimize.fitted import maximised
from pdedsl.optimize.model import assessed, inflated, make_library, stacks_of
from pdedsl.optimize.pilot import pilot
from pdedsl.parallel import ALONE
from pdedsl.pipeline import estimates_of, weak_system

TEXT = """coordinates t, x
fields u
data "rod.npz" { sample = sample }
grammar none
dictionary { %s }
"""
LINEAR = "u, d_t(u), d_x(u), d_xx(u)"
FIVE = "u, d_t(u), d_x(u), d_x(u^2), d_xx(u)"


def library_of(terms, data):
    specification = parse(TEXT % terms)
    estimates = estimates_of(specification, load_data(specification, data))
    return make_library(weak_system(specification, estimates))


def measured(problem, noise):
    return problem.simulate(0, noise=noise, samples=4, points=20).measurements()


@pytest.fixture(
    scope="module",
    params=[
        (heat, LINEAR, 0.01, (1, 3)),
        (heat, LINEAR, 0.1, (1, 3)),
        (burgers, FIVE, 0.01, (1, 3, 4)),
    ],
    ids=lambda p: f"{p[0].__name__.rpartition('.')[2]} {p[2]}",
)
def case(request):
    problem, terms, noise, law = request.param
    return library_of(terms, measured(problem, noise)), law


def test_the_law_is_found_and_the_noise_left_as_it_is(case):
    library, law = case
    raised, model = bare_pilot(library, ALONE)
    assert raised is library
    assert model.support == law


def test_its_numbers_are_those_of_the_pilot(case):
    library, _ = case
    _, model = bare_pilot(library, ALONE)
    other = pilot(library, ())
    assert model.support == other.support
    assert model.evidence == pytest.approx(other.evidence, abs=0.01)
    lead = model.psi / model.psi[0]
    assert lead == pytest.approx(other.psi / other.psi[0], rel=1e-2)


def test_it_is_the_same_where_nothing_is_clear(case, monkeypatch):
    library, law = case
    monkeypatch.setattr(clear, "FAINT", 0.0)
    _, model = bare_pilot(library, ALONE)
    assert model.support == law


def test_the_noise_is_raised_once_where_a_term_is_missing():
    """Heat with a source and no g: what is left counts once for every disjoint support."""
    library = library_of(
        "d_t(u), d_xx(u)",
        heat.simulate_with_source(0, noise=0.001, samples=4, points=20).measurements(),
    )
    raised, model = bare_pilot(library, ALONE)
    assert raised.inflation > 10.0
    again = inflation(raised, maximised(raised, model, inner=False)) / raised.inflation
    assert 0.5 < again < 2.0


def test_inflation_does_not_depend_on_the_level_it_is_taken_at(case):
    library, _ = case
    _, model = bare_pilot(library, ALONE)
    wrong = assessed(library, _with(model, 3.0 * model.psi))  # a scale changes nothing
    assert inflation(library, wrong) == pytest.approx(inflation(library, model))
    level = inflated(library, 50.0)
    assert level.inflation == 50.0
    bent = _with(model, model.psi * np.linspace(1.0, 4.0, model.psi.size))
    low, high = (inflation(lib, assessed(lib, bent)) for lib in (library, level))
    assert low == pytest.approx(high, rel=1e-6)


def test_chi2_alone_is_chi2(case):
    library, _ = case
    _, model = bare_pilot(library, ALONE)
    stacks = stacks_of(library, model.support, ())
    assert chi2_at(stacks, model.psi) == pytest.approx(chi2(stacks, model.psi).value)


def _with(model, psi):
    return replace(model, psi=psi)


@pytest.mark.parametrize("grammar", ["none", "g(t)"])
def test_more_terms_than_rows_of_the_weak_form_are_no_law(grammar):
    """A dozen points carry fewer test functions than there are terms."""
    t = np.linspace(0, 3, 12)
    text = f"""coordinates t
fields u
dictionary {{ u, d_t(u), d_tt(u), u^2, u^3, d_t(u^2), d_tt(u^2), d_t(u^3), d_ttt(u) }}
grammar {grammar} {"" if grammar == "none" else "{ g ::= const*t | const*exp(t) | g + g }"}
search {{ population = 20, generations = 1 }}
"""
    text = text if grammar != "none" else text.rpartition("search")[0]
    found = pdedsl.discover(text, {"t": t, "u": np.exp(-t) + 0.2 * np.cos(2 * t)})
    assert found.verdict == "not identified"
