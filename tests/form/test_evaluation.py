"""Values at points, and the distance of two functions over a box."""

from __future__ import annotations

import math

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from pdedsl.form import make_symbol
from pdedsl.form.evaluation import evaluate, relative_difference

t, u = make_symbol("t"), make_symbol("u")


@given(st.floats(-3, 3), st.floats(0.1, 3))
def test_values_are_those_of_the_formula(a: float, b: float) -> None:
    f = sympy.sin(t) * sympy.exp(-t) / u + sympy.sqrt(u) - sympy.pi * t**2
    wanted = math.sin(a) * math.exp(-a) / b + math.sqrt(b) - math.pi * a**2
    assert evaluate(f, {t: a, u: b}) == pytest.approx(wanted, rel=1e-12, abs=1e-12)


@pytest.mark.parametrize(
    "f", [sympy.log(t), sympy.sqrt(t), 1 / (t + 1), sympy.exp(-1000 * t), sympy.zoo, sympy.I * t]
)
def test_what_has_no_finite_real_value_is_nan(f: sympy.Expr) -> None:
    assert math.isnan(evaluate(f, {t: -1.0}))


def test_other_functions_are_left_to_sympy() -> None:
    assert evaluate(sympy.Abs(t) + sympy.Max(t, u), {t: -2.0, u: 1.0}) == 3.0


@given(st.floats(0.5, 2.0))
def test_a_factor_is_a_relative_difference(factor: float) -> None:
    f = sympy.exp(t) * u
    assert relative_difference(factor * f, f, (t, u), {}) == pytest.approx(
        abs(factor - 1), abs=1e-12
    )


def test_the_points_fill_the_box() -> None:
    # The L2 norm of 1 - u over [0, 1] is sqrt(1/3); 64 points leave an error of log(64) / 64.
    one = sympy.Integer(1) + 0 * t
    assert relative_difference(u, one, (t, u), {u: (0, 1)}) == pytest.approx(3**-0.5, rel=0.06)
    assert relative_difference(t, one, (t, u), {t: (0, 1)}) == pytest.approx(3**-0.5, rel=0.06)


def test_points_where_only_the_expected_function_is_undefined_are_left_out() -> None:
    box = {t: (-1.0, 1.0)}
    assert relative_difference(1.1 * sympy.log(t), sympy.log(t), (t,), box) == pytest.approx(0.1)
    assert relative_difference(sympy.log(t), t, (t,), box) == math.inf
    assert relative_difference(t, sympy.log(t), (t,), {t: (-2.0, -1.0)}) == math.inf


def test_zero_is_near_zero_only() -> None:
    zero = sympy.S.Zero
    assert relative_difference(zero, zero, (t,), {}) == 0.0
    assert relative_difference(t, zero, (t,), {}) == math.inf
