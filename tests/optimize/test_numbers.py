"""Numbers inside g: their names, and errors carried over from the fit."""

import numpy as np
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from pdedsl import discover
from pdedsl.experiments import oscillator
from pdedsl.optimize.numbers import FreeForm, free_form

T, U = sympy.symbols("t u", real=True)
NOTHING = frozenset()


def wave(p):
    return sympy.Float(p[0]) * sympy.sin(sympy.Float(p[1]) * T) + sympy.Float(p[2]) * U


def test_every_number_has_a_name_in_reading_order():
    found = free_form(wave, np.array([1.25, 3.0, -4.0]), np.diag([0.04, 0.01, 0.09]), NOTHING)
    assert found.text == "c1*sin(c2*t) + c3*u"
    assert [n.name for n in found.numbers] == ["c1", "c2", "c3"]
    assert [n.value for n in found.numbers] == [1.25, 3.0, -4.0]
    assert [n.standard_error for n in found.numbers] == pytest.approx([0.2, 0.1, 0.3])


def test_names_of_the_problem_are_left_alone():
    found = free_form(wave, np.array([1.0, 2.0, 3.0]), np.eye(3), frozenset({"c1", "t", "u"}))
    assert found.text == "c2*sin(c3*t) + c4*u"


@given(st.floats(0.5, 3.0), st.floats(-3.0, 3.0), st.floats(-0.9, 0.9))
def test_a_number_made_of_two_has_the_error_of_both(a, b, rho):
    """exp(b + t) is written exp(b) exp(t), so that one number has the variance of a exp(b)."""
    covariance = np.array([[0.01, 0.02 * rho], [0.02 * rho, 0.04]]) * 1e-4
    found = free_form(
        lambda p: sympy.Float(p[0] * np.exp(p[1])) * sympy.exp(T),
        np.array([a, b]),
        covariance,
        NOTHING,
    )
    slope = np.exp(b) * np.array([1.0, a])
    assert found.text == "c1*exp(t)"
    expected = np.sqrt(slope @ covariance @ slope)
    assert found.numbers[0].standard_error == pytest.approx(expected, rel=1e-3)


def test_the_digits_of_a_number_do_not_decide_whether_it_has_an_error():
    """SymPy sorts terms by their digits, so that a small step may change which comes first."""

    def written(p):
        sine = sympy.sin(sympy.Float(p[3]) + sympy.Float(p[4]) * T)
        return sympy.Float(p[0]) + sympy.Float(p[1]) * U + sympy.Float(p[2]) * sine

    for beside_u in np.linspace(-0.4984, -0.49836, 20):
        values = np.array([0.9954555, beside_u, -3.0036968, -2.7389166, 2.0998686])
        found = free_form(written, values, 25e-6 * np.eye(5), NOTHING)
        errors = [n.standard_error for n in found.numbers]
        assert errors == pytest.approx([5e-3] * 5, rel=1e-3)


def test_without_numbers_there_is_nothing_to_name():
    assert free_form(lambda _: U**2, np.zeros(0), np.zeros((0, 0)), NOTHING) == FreeForm("u^2")


@pytest.mark.parametrize("variance", [np.inf, np.nan, 0.0])
def test_without_a_variance_there_is_no_error(variance):
    found = free_form(lambda p: sympy.Float(p[0]) * U, np.ones(1), np.eye(1) * variance, NOTHING)
    assert found.numbers[0].standard_error is None


def test_where_a_step_changes_the_form_there_is_no_error():
    def written(p):
        return sympy.Float(p[0]) * (U if p[0] <= 1.0 else T)

    assert free_form(written, np.ones(1), np.eye(1), NOTHING).numbers[0].standard_error is None


def test_a_record_has_errors_for_the_numbers_of_g():
    text = """coordinates t
fields u
data "simulated.npz" { sample = sample }
dictionary { d_t(u), d_tt(u) }
grammar g(t, u) { force ::= const * u | const * sin(const * t) | force + force }
search genetic { population = 30, generations = 5 }
"""
    found = discover(text, oscillator.simulate(0).measurements()).equations[0]
    assert found.free_form == "c1*sin(c2*t) + c3*u"
    for number, truth in zip(found.free_numbers, (1.25, 3.0, -4.0), strict=True):
        assert 0 < number.standard_error < 0.05
        assert abs(number.value - truth) < 4 * number.standard_error
