"""Equations made by hand, judged: right, nearly right, and wrong in one way each."""

import numpy as np
import pytest
import sympy

from pdedsl.discovery import Discovery
from pdedsl.form import make_symbol
from pdedsl.language import parse, parse_equation, parse_expression
from pdedsl.records import BoundTerm, EquationRecord
from pdedsl.reproduce import sets
from pdedsl.reproduce.case import Target, Template
from pdedsl.reproduce.found import Found, found_in
from pdedsl.reproduce.judge import judge
from pdedsl.reproduce.template import fit, true_free
from pdedsl.reproduce.text import text_of

T, U = make_symbol("t"), make_symbol("u")
BOX = {"t": (0.0, 2.0), "u": (-2.0, 2.0)}
OSCILLATOR = Target((0.8, 0.2), Template("c1*u + c2*sin(c3*t)", (-3.2, 1.0, 3.0)))
HEAT = Target((0.8, 0.0, 0.0, 0.0, -0.2), Template("c1*exp(c2*t)", (1.0, 1.8)))
BURGERS = Target((0.0, 0.5, 0.5))


def judged(target, bound, free, errors=None):
    errors = errors or (None,) * len(bound)
    g = None if free is None else parse_expression(free, (T, U))
    return judge(Found(tuple(bound), tuple(errors), g), target, (T, U), BOX)


def test_the_truth_in_any_scale_is_right_to_the_last_number():
    for scale in (1.0, -1.0, 20.0):
        bound = [scale * b for b in OSCILLATOR.bound]
        found = judged(OSCILLATOR, bound, f"{-3.2 * scale}*u + {scale}*sin(3*t)")
        assert found.success
        assert found.strict
        assert found.rmse == pytest.approx(0.0, abs=1e-15)


@pytest.mark.parametrize(
    ("free", "form", "strict"),
    [
        ("-4*u + 1.25*sin(3.003*t)", True, True),
        ("-4*u + 1.25*cos(3*t - 1.5707963)", True, True),
        ("-4*u + 1.25*sin(3*t) + 0.001", True, True),
        ("-4*u + 1.25*sin(3*t) + 0.9", True, False),
        ("-4*u + 1.25*sin(3.3*t)", True, False),
        ("-4*u + 1.5*sin(3*t)", True, False),
        ("4*u - 1.25*sin(3*t)", True, False),
        ("-4*u + 3*t - 4*t^3", False, False),
        ("-4*u", False, False),
        ("0", False, False),
    ],
)
def test_form_and_numbers_of_g_are_judged_apart(free, form, strict):
    found = judged(OSCILLATOR, (1.0, 0.25), free)
    assert (found.form, found.support, found.strict) == (form, True, strict)
    assert found.success == form


@pytest.mark.parametrize(("interval", "covered"), [((-0.26, -0.1), 1), ((-0.2, -0.1), 0)])
def test_an_interval_goes_before_a_standard_error(interval, covered):
    g = parse_expression("1.25*exp(1.8*t)", (T, U))
    ends = (None, None, None, None, interval)
    found = Found((1.0, 0, 0, 0, -0.18), (None, None, None, None, 0.01), g, ends)
    seen = judge(found, HEAT, (T, U), BOX)
    assert (seen.covered, seen.intervals) == (covered, 1)


def test_an_extra_term_is_no_success_although_g_has_the_right_form():
    found = judged(HEAT, (1.0, 0.01, 0.0, 0.0, -0.25), "1.25*exp(1.8*t)")
    assert found.form
    assert not found.support
    assert not found.success
    assert found.intervals == 0


def test_a_missing_term_is_no_success():
    assert not judged(HEAT, (1.0, 0.0, 0.0, 0.0, 0.0), "1.25*exp(1.8*t)").support


def test_a_wrong_sign_between_terms_keeps_the_structure_but_not_the_numbers():
    found = judged(HEAT, (1.0, 0.0, 0.0, 0.0, 0.25), "1.25*exp(1.8*t)")
    assert found.success
    assert not found.strict
    assert found.rmse == pytest.approx(0.4 / 5**0.5)


def test_rmse_is_over_the_whole_dictionary_at_unit_norm():
    found = judged(BURGERS, (1.0, 1.0, 2.0), "0")
    assert found.rmse == pytest.approx(((0.25**2 + 0.25**2) / 3) ** 0.5)


def test_g_must_be_absent_where_there_is_none():
    assert judged(BURGERS, (0.0, 1.0, 1.0), "0").strict
    assert not judged(BURGERS, (0.0, 1.0, 1.0), "0.1*u").form


def test_what_is_no_expression_has_no_form():
    found = judged(BURGERS, (0.0, 1.0, 1.0), None)
    assert not found.form
    assert found.support


def test_g_undefined_in_the_box_has_no_right_numbers():
    assert fit(sympy.log(U), OSCILLATOR.free, (T, U), BOX) is None


@pytest.mark.parametrize(("error", "covered"), [(0.02, 1), (0.001, 0)])
def test_intervals_are_compared_in_the_scale_of_the_equation(error, covered):
    found = judged(OSCILLATOR, (-1.0, -0.26), "4*u - 1.25*sin(3*t)", (None, error))
    assert (found.covered, found.intervals) == (covered, 1)


def test_all_intervals_count_where_g_is_told():
    found = judged(BURGERS, (0.0, 0.51, 0.5), "0", (None, 0.01, 0.01))
    assert (found.covered, found.intervals) == (2, 2)


@pytest.mark.parametrize("name", sorted(set(sets()) - {"gallery", "wide", "rates"}))
def test_every_template_is_the_truth_of_its_problem(name):
    from pdedsl.experiments import problems

    for case in sets()[name].cases:
        if case.subject is None or case.subject.target is None:
            continue
        target, problem = case.subject.target, problems()[case.problem]
        symbols = tuple(make_symbol(n) for n in (*dict(problem.coordinates), *problem.fields))
        truth = parse_expression(problem.target_free, symbols)
        difference = true_free(target.free, symbols) - truth
        assert sympy.nsimplify(sympy.expand(difference), rational=True) == 0
        assert sum(map(abs, target.bound)) == pytest.approx(1.0)
        assert len(target.bound) == len(case.subject.dictionary)


@pytest.mark.parametrize("case", sets()["gallery"].cases, ids=lambda c: c.problem)
def test_what_the_gallery_looks_for_is_what_its_data_obey(case):
    """One of the equations that the simulation names, in the scale of the target."""
    target, problem = case.subject.target, parse(text_of(case.subject)).problem
    symbols = (*problem.coordinate_symbols, *problem.field_symbols)
    laws = case.subject.simulate(0, 1, 5, 0.0).truth.splitlines()

    def agrees(law):
        pde = parse_equation(law, problem).normal_form()
        beta = dict(zip(pde.dictionary, pde.beta, strict=True))
        found = [beta.get(term, 0.0) for term in problem.dictionary]
        g = sympy.nsimplify(
            sympy.expand(pde.g - true_free(target.free, symbols)).rewrite(sympy.exp)
        )
        difference = sympy.lambdify(symbols, g)(*(0.3 + 0.1 * k for k in range(len(symbols))))
        return np.allclose(found, target.bound) and abs(difference) < 1e-9

    assert sum(agrees(law) for law in laws) == 1


def test_a_record_is_read_over_the_whole_dictionary():
    text = text_of(sets()["heat"].cases[0].subject)
    bound = (BoundTerm("d_t(u)", 1.0), BoundTerm("d_xx(u)", -0.25, 0.01))
    equation = EquationRecord("equation", "", "", bound, "1.25*exp(1.8*t)")
    record = Discovery(verdict="identified", reason="", specification=text, seed=0, seconds=1.0)
    assert found_in(record) is None
    record = Discovery(
        verdict="identified",
        reason="",
        specification=text,
        seed=0,
        seconds=1.0,
        equations=(equation,),
    )
    found, problem = found_in(record)
    assert found.bound == (1.0, 0.0, 0.0, 0.0, -0.25)
    assert found.errors == (None, None, None, None, 0.01)
    assert len(problem.dictionary) == 5
