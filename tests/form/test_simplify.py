"""tidy keeps the function, never lengthens it, and takes out what says nothing."""

from __future__ import annotations

import math

import pytest
import sympy
from hanging import soon
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sympy import Float, cos, exp, log, sin

from pdedsl.form import make_symbol
from pdedsl.form.evaluation import evaluate
from pdedsl.form.simplify import tidy

t, u = make_symbol("t"), make_symbol("u")


@pytest.mark.parametrize(
    ("untidy", "text"),
    [
        (Float(1.0) * u + Float(0.0), "u"),
        (Float(-1.0) * u, "-u"),
        (u ** Float(2.0), "u**2"),
        (u ** Float(0.5), "sqrt(u)"),
        (Float(2.5) * u * 3, "7.5*u"),
        (sympy.Add(u, -u, evaluate=False), "0"),
        (Float(2.0) * u * exp(t) + 3 * exp(t) * t - exp(t), "(3*t + 2.0*u - 1)*exp(t)"),
        (exp(t) * exp(2 * t), "exp(3*t)"),
        (sin(2 * sympy.pi * t), "sin(2*pi*t)"),
        (Float(2.0) * sympy.pi * t, "6.28318530717959*t"),
        (sympy.Integer(0), "0"),
        (2.0**t, "2.0**t"),
        (u / (2 + 3 * u), "u/(3*u + 2)"),
        (10.01 * u - 9.99 * u**2, "u*(10.01 - 9.99*u)"),
        (2 * sin(u + Float(0.25 + 2 * math.pi)), "2*sin(u + 0.25)"),
        (2 * cos(u + Float(0.25 - 4 * math.pi)), "2*cos(u + 0.25)"),
        (sin(u + Float(1.5)), "sin(u + 1.5)"),
    ],
)
def test_constants_are_merged_and_nothing_is_written_twice(untidy: sympy.Expr, text: str) -> None:
    assert str(tidy(untidy)) == text


def test_a_number_in_an_exponent_becomes_a_coefficient() -> None:
    coefficient, rest = tidy(exp(Float(0.5) + 2 * t)).as_coeff_Mul()
    assert rest == exp(2 * t)
    assert float(coefficient) == pytest.approx(math.exp(0.5), rel=1e-14)
    assert tidy(exp(1000 + t)) == exp(1000 + t)


numbers = st.sampled_from([Float(0.5), Float(1.7), Float(-2.3), Float(1.0), Float(0.0), 2, -1])


def _grow(inner: st.SearchStrategy[sympy.Expr]) -> st.SearchStrategy[sympy.Expr]:
    pairs = st.tuples(inner, inner)
    return st.one_of(
        pairs.map(lambda p: p[0] + p[1]),
        pairs.map(lambda p: p[0] * p[1]),
        st.tuples(numbers, inner).map(lambda p: p[0] + p[1]),
        st.tuples(numbers, inner).map(lambda p: p[0] * p[1]),
        st.tuples(st.sampled_from([sin, cos, exp]), inner).map(lambda p: p[0](p[1])),
        inner.map(lambda e: log(2 + e**2)),
        inner.map(lambda e: e**3),
        inner.map(lambda e: 1 / (2 + e**2)),
    )


@settings(max_examples=120, deadline=None)
@given(st.recursive(st.sampled_from([t, u]), _grow, max_leaves=6))
def test_the_function_stays_the_same_and_gets_no_longer(f: sympy.Expr) -> None:
    point = {t: 0.6, u: 1.3}
    wanted, tidied = evaluate(f, point), tidy(f)
    assert sympy.count_ops(tidied) <= sympy.count_ops(f)
    assert tidied.free_symbols <= f.free_symbols
    assume(abs(wanted) < 1e6)
    assert evaluate(tidied, point) == pytest.approx(wanted, rel=1e-6, abs=1e-9)


@pytest.mark.parametrize("f", [(u + t + sin(t) + exp(u) + 1.5) ** 40, (t + u) ** 10**9 * 2.0])
def test_large_powers_are_left_as_they_are(f: sympy.Expr) -> None:
    with soon():
        assert tidy(f) == f


@given(st.floats(1.01, 1.2), st.floats(0.7, 0.9))
def test_digits_do_not_decide_the_form(a: float, b: float) -> None:
    """A small change of a number must leave the form as it is, or it could have no error bar."""
    x, y = sympy.symbols("x y")
    factor, shift = sympy.Float(a), sympy.Float(b)
    assert tidy(factor * (y * (x - shift))) == factor * y * (x - shift)
