"""What else vanishes on the data, and what the verdict makes of it."""

from dataclasses import replace

import numpy as np
import pytest
import sympy

from pdedsl import discover
from pdedsl.form import VariationalReadyPDE
from pdedsl.language import parse
from pdedsl.loading import load_data
from pdedsl.optimize.answer import Answer
from pdedsl.optimize.conclusion import Circumstances, conclude
from pdedsl.optimize.model import make_library
from pdedsl.optimize.numbers import FreeForm, FreeNumber
from pdedsl.optimize.pilot import pilot
from pdedsl.optimize.relations import noise_shares, relations
from pdedsl.pipeline import estimates_of, weak_system

TEXT = "coordinates t, x\nfields u\ngrammar none\ndictionary { %s }\n"
TIME, SPACE = np.linspace(0.0, 2.0, 30), np.linspace(0.0, 3.0, 40)


def measured(field, noise, seed=0):
    u = field(TIME[:, None], SPACE[None, :])
    noisy = u + np.random.default_rng(seed).normal(0.0, noise, u.shape)
    return {"t": TIME, "x": SPACE, "u": noisy}


def one_way(t, x):
    return np.sin(2.0 * (x - t)) * np.exp(-((x - t - 0.5) ** 2))


def two_way(t, x):
    return one_way(t, x) + np.cos(1.5 * (x + t))


def fading(t, x):
    return np.exp(-t) * np.sin(x)


def fitted(dictionary, data):
    specification = parse(TEXT % dictionary)
    estimates = estimates_of(specification, load_data(specification, data))
    library = make_library(weak_system(specification, estimates))
    return library, pilot(library, ())


WAVES = "d_t(u), d_x(u), d_tt(u), d_xx(u)"


def test_a_wave_that_travels_one_way_obeys_two_equations():
    """u(x - t) has u_t = -u_x and u_tt = u_xx, so the coefficients pair up."""
    found = relations(*fitted(WAVES, measured(one_way, 0.01)))
    assert found.shape == (2, 4)
    np.testing.assert_allclose(found[:, 0], found[:, 1], atol=0.05)
    np.testing.assert_allclose(found[:, 2], -found[:, 3], atol=0.05)
    assert np.linalg.matrix_rank(found) == 2


def test_waves_both_ways_obey_one():
    found = relations(*fitted(WAVES, measured(two_way, 0.01)))
    assert found.shape == (1, 4)
    assert found[0, :2] == pytest.approx([0.0, 0.0])
    assert found[0, 3] / found[0, 2] == pytest.approx(-1.0, rel=0.02)


@pytest.mark.parametrize("units", [(1e-9, 1.0, 1.0), (1e6, 1e-6, 1e8), (1.0, 1e6, 1e-12)])
@pytest.mark.parametrize("dictionary", [WAVES, "d_t(u), d_tt(u), d_x(u), d_xx(u), d_x(u^2)"])
def test_how_many_hold_does_not_depend_on_units(dictionary, units):
    data = measured(one_way, 0.01)
    scaled = {name: unit * data[name] for name, unit in zip(("t", "x", "u"), units, strict=True)}
    plain, other = (relations(*fitted(dictionary, d)) for d in (data, scaled))
    assert plain.shape == other.shape
    assert np.array_equal(plain != 0, other != 0)


def test_white_noise_obeys_none_and_is_all_noise():
    library, model = fitted(WAVES, measured(lambda t, x: 0 * t * x, 1.0))
    assert relations(library, model).shape == (0, 4)
    assert min(noise_shares(library, model)) > 0.5


def test_where_the_terms_are_noise_the_verdict_says_so():
    found = discover(TEXT % "d_t(u), d_x(u)", measured(lambda t, x: 0 * t * x, 1.0))
    assert found.verdict == "not identified"
    assert found.reason.startswith("nearly all of u looks like noise; take")


def test_where_some_terms_are_noise_they_are_named():
    problem = parse(TEXT % "d_t(u), d_xx(u)").problem
    pde = VariationalReadyPDE(problem.dictionary, (1.0, -0.2), sympy.S.Zero)
    best = Answer(pde, (None, 0.05), 1.0, 1.0, 0.1, 0)
    verdict, reason = conclude(best, Circumstances(problem, noise=(0.2, 0.8)))
    assert verdict == "not identified"
    assert "the noise is too high: it makes up 80% of d_xx(u)" in reason
    drowned = Circumstances(problem, drowned="nearly all is noise")
    assert conclude(replace(best, evidence=50.0), drowned) == (verdict, "nearly all is noise")


@pytest.mark.parametrize(
    ("field", "dictionary", "names"),
    [
        (one_way, WAVES, ("d_t(u)", "d_tt(u)")),
        (fading, "u, d_t(u), d_x(u), d_xx(u)", ("d_t(u)", "d_xx(u)")),
    ],
)
def test_where_several_equations_hold_none_is_claimed(field, dictionary, names):
    found = discover(TEXT % dictionary, measured(field, 0.01))
    assert found.verdict == "not identified"
    assert "two independent equations hold within the noise" in found.reason
    assert all(name in found.reason for name in names)


def test_where_one_equation_holds_it_is_claimed():
    found = discover(TEXT % WAVES, measured(two_way, 0.01))
    assert found.verdict == "identified"


def answered(g, evidence):
    problem = parse(TEXT % "d_t(u)").problem
    pde = VariationalReadyPDE(problem.dictionary, (1.0,), g)
    return problem, Answer(pde, (None,), evidence, 1.0, 0.1, 3)


@pytest.mark.parametrize(
    ("lead", "verdict", "words"),
    [
        (0.4, "not identified", "two equations explain the data equally well: d_t(u) = t, and"),
        (1.5, "not identified", "two equations explain the data equally well: d_t(u) = t, and"),
        (3.0, "identified", "an equation of another form is only 3.0 behind"),
        (5.0, "identified", "what the noise explains"),
    ],
)
def test_a_rival_that_does_as_well_forbids_a_claim(lead, verdict, words):
    t = sympy.Symbol("t", real=True)
    problem, best = answered(t, 50.0)
    second = answered(sympy.sin(t), 50.0 - lead)[1]
    said = conclude(best, Circumstances(problem, second=second))
    assert said[0] == verdict
    assert words in said[1]


@pytest.mark.parametrize(("lead", "verdict"), [(1.5, "not identified"), (3.0, "identified")])
def test_so_does_one_that_lacks_a_term_and_holds_as_well(lead, verdict):
    t = sympy.Symbol("t", real=True)
    problem, best = answered(t, 50.0)
    other = answered(sympy.sin(t), 50.0 - lead)[1]
    said = conclude(best, Circumstances(problem, others=(other,)))
    assert said[0] == verdict
    assert f"({lead} less evidence)" in said[1] or "data of more kinds of motion" in said[1]


@pytest.mark.parametrize(
    ("beta", "error", "interval", "verdict"),
    [
        (-0.2, 0.05, None, "identified"),
        (-0.2, 0.15, None, "not identified"),
        (-0.2, 0.15, (-0.9, -0.03), "identified"),
        (-0.2, 0.05, (-np.inf, np.inf), "not identified"),
    ],
)
def test_a_term_that_may_be_zero_forbids_a_claim(beta, error, interval, verdict):
    problem = parse(TEXT % "d_t(u), d_xx(u)").problem
    pde = VariationalReadyPDE(problem.dictionary, (1.0, beta), sympy.S.Zero)
    errors, intervals = (None, error), (None, interval)
    best = Answer(pde, errors, 50.0, 1.0, 0.1, 0, intervals=intervals)
    said = conclude(best, Circumstances(problem))
    assert said[0] == verdict
    assert ("do not determine d_xx(u) (-0.2 +- " in said[1]) == (verdict == "not identified")


@pytest.mark.parametrize("misfit", [1.0, 200.0])
@pytest.mark.parametrize(
    ("numbers", "verdict"),
    [
        ((FreeNumber("c1", 110.8, 3.9e4),), "not identified"),
        ((FreeNumber("c1", 2.0, 0.1), FreeNumber("c2", 0.01, 0.1)), None),
        ((FreeNumber("c1", 2.0, None), FreeNumber("c2", 0.01, 0.1)), None),
        ((FreeNumber("c1", 2.0, 1.5, (0.5, 4.0)),), None),
        ((FreeNumber("c1", 2896.0, 9e3, (2780.0, np.inf)),), "not identified"),
    ],
)
def test_g_none_of_whose_numbers_can_be_told_from_zero_is_not_claimed(numbers, verdict, misfit):
    t = sympy.Symbol("t", real=True)
    problem, best = answered(t, 50.0)
    best = replace(best, free=FreeForm("c1*t", numbers), chi2_per_dof=misfit)
    said = conclude(best, Circumstances(problem))
    assert said[0] == (verdict or ("identified" if misfit == 1.0 else "best of rivals"))
    assert ("the data do not determine g: the 95 % interval of c1" in said[1]) == bool(verdict)


@pytest.mark.parametrize(("misfit", "verdict"), [(1.0, "identified"), (50.0, "not identified")])
def test_one_term_that_does_not_vanish_is_no_equation(misfit, verdict):
    problem, best = answered(sympy.S.Zero, 50.0)
    said = conclude(replace(best, chi2_per_dof=misfit), Circumstances(problem))
    assert said[0] == verdict
    assert ("no equation holds: the best, d_t(u) = 0, leaves 50.0 times" in said[1]) == (misfit > 1)


@pytest.mark.parametrize(
    ("misfit", "around", "words"),
    [
        (0.9, {"rows": 200}, "the residual is what the noise explains ("),
        (0.1, {"rows": 200}, "far less than the noise explains, which was overestimated"),
        (0.1, {"rows": 12}, "what the noise explains, as far as 12 rows of the weak form tell"),
        (0.1, {"rows": 200, "smoothed": True}, "fitted to the smoothed field"),
    ],
)
def test_a_small_residual_is_said_to_be_what_it_is(misfit, around, words):
    problem, best = answered(sympy.Symbol("t", real=True), 50.0)
    said = conclude(replace(best, chi2_per_dof=misfit), Circumstances(problem, **around))
    assert words in said[1]


def test_without_an_equation_nothing_is_claimed():
    problem = answered(sympy.S.Zero, 0.0)[0]
    verdict, reason = conclude(None, Circumstances(problem))
    assert verdict == "not identified"
    assert "a richer grammar" in reason


def fading_twice(t, x):
    """Two modes of u_t = 0.3 u_xx."""
    return np.exp(-0.3 * t) * np.sin(x + 0.3) + 0.6 * np.exp(-1.2 * t) * np.cos(2 * x)


def test_the_derivative_of_a_law_is_no_rival_of_it():
    """u_t = 0.3 u_xx + ... has u_tx = 0.3 u_xxx, whose terms may be offered too."""
    terms = "d_t(u), d_xx(u), d_tx(u), d_xxx(u)"
    found = discover(TEXT % terms, measured(fading_twice, 0.0005))
    assert found.verdict == "identified"
    assert set(found.coefficients) == {"d_t(u)", "d_xx(u)"}
    assert "its derivative by x" in found.reason
