"""Antiderivatives: their slopes are what was integrated, and nothing is claimed of what jumps."""

from __future__ import annotations

import mpmath
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from pdedsl.form import JetSpace, MultiIndex, Obstruction, Rewriting, Undecided, rewrite
from pdedsl.form.antiderivative import antiderivative, potential
from pdedsl.form.exponentials import of_exponentials
from pdedsl.form.slope import algebraic_slope, jumps
from pdedsl.form.vanishing import is_zero

x, u, v, k, m = sympy.symbols("x u v k m", real=True)
SPACE = JetSpace((x,), (u, v))
U_X, U_XX, V_X = (SPACE.symbol(field, MultiIndex((n,))) for field, n in ((u, 1), (u, 2), (v, 1)))
ROOT_PI = sympy.sqrt(sympy.pi)
ROOT_3 = sympy.sqrt(3)


@pytest.mark.parametrize(
    ("f", "h"),
    [
        (sympy.exp(-(u**2)), ROOT_PI / 2 * sympy.erf(u)),
        (sympy.exp(-(u**2) / 2), ROOT_PI * sympy.sqrt(2) / 2 * sympy.erf(u / sympy.sqrt(2))),
        (sympy.exp(-((u - x) ** 2)), ROOT_PI / 2 * sympy.erf(u - x)),
        (sympy.exp(-((u / x) ** 2)), ROOT_PI / 2 * x * sympy.erf(u / x)),
        (u**2 * sympy.exp(-(u**2)), ROOT_PI / 4 * sympy.erf(u) - u * sympy.exp(-(u**2)) / 2),
        (sympy.erf(u), u * sympy.erf(u) + sympy.exp(-(u**2)) / ROOT_PI),
        (sympy.Abs(u), u * sympy.Abs(u) / 2),
        (sympy.Abs(u) / u, sympy.Abs(u)),
        (u / sympy.Abs(u), sympy.Abs(u)),
        (u**2 * sympy.Abs(u) ** 3, u**5 * sympy.Abs(u) / 6),
        (sympy.sqrt(sympy.Abs(u)), 2 * u * sympy.sqrt(sympy.Abs(u)) / 3),
        (sympy.Abs(u - x), (u - x) * sympy.Abs(u - x) / 2),
        (sympy.Abs(u * v), u * sympy.Abs(u * v) / 2),
        (sympy.Abs(sympy.sin(u)) * sympy.cos(u), sympy.sin(u) * sympy.Abs(sympy.sin(u)) / 2),
        (sympy.log(sympy.Abs(u)), u * sympy.log(sympy.Abs(u)) - u),
        (sympy.tanh(u) ** 2, u - sympy.tanh(u)),
        (sympy.cosh(2 * u) ** -2, sympy.tanh(2 * u) / 2),
        (sympy.exp(u) * sympy.sin(u), sympy.exp(u) * (sympy.sin(u) - sympy.cos(u)) / 2),
        (sympy.sinh(u) ** 2, sympy.sinh(2 * u) / 4 - u / 2),
        (sympy.sin(u) * sympy.cos(3 * u), sympy.cos(2 * u) / 4 - sympy.cos(4 * u) / 8),
        (1 / sympy.sqrt(1 + u**2), sympy.log(u + sympy.sqrt(1 + u**2))),
        (u / (u + 3), u - 3 * sympy.log(sympy.Abs(u + 3))),
        (1 / (u**2 + u + 1), 2 * sympy.atan((2 * u + 1) / ROOT_3) / ROOT_3),
        (1 / (1 + u**2) ** 2, u / (2 * (1 + u**2)) + sympy.atan(u) / 2),
        (sympy.atan(u), u * sympy.atan(u) - sympy.log(1 + u**2) / 2),
        (sympy.asin(u), u * sympy.asin(u) + sympy.sqrt(1 - u**2)),
        (u * sympy.log(u) ** 2, u**2 * (2 * sympy.log(u) ** 2 - 2 * sympy.log(u) + 1) / 4),
        (u * sympy.sqrt(1 + u), (1 + u) ** sympy.Rational(3, 2) * (6 * u - 4) / 15),
        (sympy.tan(u) ** 2, sympy.tan(u) - u),
        (1 / (1 + sympy.exp(2 * u)), u - sympy.log(1 + sympy.exp(2 * u)) / 2),
        (sympy.log(u) / u, sympy.log(u) ** 2 / 2),
        (sympy.cos(u) / (1 + sympy.sin(u) ** 2), sympy.atan(sympy.sin(u))),
        (sympy.sin(u) / (1 + sympy.cos(u) ** 2), -sympy.atan(sympy.cos(u))),
        (sympy.cos(u) / (2 + sympy.sin(u)) ** 2, -1 / (2 + sympy.sin(u))),
        (sympy.sinh(u) / (1 + sympy.cosh(u) ** 2), sympy.atan(sympy.cosh(u))),
        (sympy.atan(u) / (1 + u**2), sympy.atan(u) ** 2 / 2),
        (sympy.asin(u) / sympy.sqrt(1 - u**2), sympy.asin(u) ** 2 / 2),
        (sympy.erf(u) * sympy.exp(-(u**2)), ROOT_PI * sympy.erf(u) ** 2 / 4),
        (sympy.tan(u) / sympy.cos(u) ** 2, 1 / (2 * sympy.cos(u) ** 2)),
        (2 * u / (1 + u**4), sympy.atan(u**2)),
        (sympy.cos(u) ** 3 / (1 + sympy.sin(u)), sympy.sin(u) - sympy.sin(u) ** 2 / 2),
        (1 / (k * u + m) ** 2, -1 / (k * (k * u + m))),
        (1 / (1 + k * u) ** 2, -1 / (k * (1 + k * u))),
        (1 / (1 + u / k) ** 2, -(k**2) / (u + k)),
        (u**2 / (k**2 + u**2), u - k * sympy.atan(u / k)),
        (
            1 / ((u**2 + 3) * (u - 3)),
            sympy.log((u - 3) ** 2 / (u**2 + 3)) / 24
            - sympy.sqrt(3) * sympy.atan(u / sympy.sqrt(3)) / 12,
        ),
    ],
    ids=str,
)
def test_an_antiderivative_is_found(f, h):
    found = potential((f,), (u,))
    assert found is not None
    assert is_zero(algebraic_slope(found - h, u))


@pytest.mark.parametrize(
    "f",
    [
        sympy.exp(u**2),
        sympy.exp(-k * u**2),
        sympy.exp(-x * u**2),
        sympy.sin(u) / u,
        sympy.exp(-sympy.Abs(u)),
        1 / sympy.Abs(u),
        sympy.acos(2 * u + 1) / u,
        sympy.atan(u) / u,
        1 / (u**3 + u + 1),
        sympy.sqrt(1 + u**3),
        sympy.log(u) / (1 + u),
        1 / (u**2 + k),
        sympy.Abs(u**2 - 1),
    ],
    ids=str,
)
def test_none_is_given_where_none_is_known(f):
    assert potential((f,), (u,)) is None


POWERS = st.integers(0, 3)
NUMBERS = st.sampled_from([sympy.Rational(n, 2) for n in (-3, -2, -1, 1, 2, 4)])
FACTORS = (
    lambda a, b: sympy.exp(-(a**2) * u**2 + b * u),
    lambda a, b: sympy.exp(a * u) * sympy.cos(b * u + 1),
    lambda a, b: sympy.sin(a * u) * sympy.cos(b * u),
    lambda a, b: sympy.Abs(u - a) ** abs(b),
    lambda a, b: sympy.Abs(a * u + b),
    lambda a, b: sympy.cosh(a * u),
    lambda a, b: sympy.atan(a * u + b),
    lambda a, b: sympy.log((a * u + b) ** 2 + 1),
    lambda a, b: sympy.erf(a * u),
    lambda a, b: 1 / ((a * u + b) ** 2 + 2),
    lambda a, b: sympy.sqrt((a * u) ** 2 + abs(b)),
    lambda a, b: 1 / sympy.sqrt(5 + a * u / 10),
)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(POWERS, NUMBERS, NUMBERS, st.sampled_from(FACTORS))
def test_its_slope_by_differences_is_the_function(n, a, b, factor):
    f = u**n * factor(a, b)
    h = antiderivative(f, u)
    assert h is not None, f
    value, wanted = (sympy.lambdify(u, e, "mpmath") for e in (h, f))
    with mpmath.workdps(30):
        for at in (-1.7, -0.31, 0.42, 1.9):
            assert abs(mpmath.diff(value, at) - wanted(at)) < 1e-8 * (1 + abs(wanted(at)))


@settings(max_examples=40, deadline=None, derandomize=True)
@given(POWERS, NUMBERS, st.sampled_from((FACTORS[3], FACTORS[4])))
def test_it_is_continuous_where_an_absolute_value_has_its_kink(n, a, factor):
    f = u**n * factor(a, sympy.S.One)
    kink = next(iter(sympy.solve(next(iter(f.atoms(sympy.Abs))).args[0], u)))
    value = sympy.lambdify(u, antiderivative(f, u), "mpmath")
    step = mpmath.mpf("1e-9")
    assert abs(value(kink + step) - value(kink - step)) < 1e-6


def test_diffusion_by_an_absolute_value_is_a_second_derivative():
    expression = sympy.Abs(u) * U_XX + sympy.Abs(u) / u * U_X**2
    found = rewrite(expression, SPACE)
    assert isinstance(found, Rewriting)
    ((term,), free) = found.terms, found.free
    assert (term.alpha.orders, term.a * term.h, free) == ((2,), u * sympy.Abs(u) / 2, 0)


def test_a_jump_is_not_taken_for_a_second_derivative():
    """d_xx|u| is sign(u) u_xx and a peak where u is zero, which no chain rule shows."""
    assert rewrite(sympy.Abs(u) / u * U_XX, SPACE) is Undecided.ZERO
    assert isinstance(rewrite(sympy.Abs(u) * U_XX, SPACE), Obstruction)
    assert isinstance(rewrite(sympy.Abs(u) / u * U_X, SPACE), Rewriting)


def test_what_jumps_over_a_zero_of_a_coordinate_is_no_antiderivative():
    """atan(u/x)/x has the slope 1/(x^2 + u^2) in u, and jumps where x is zero."""
    assert rewrite(U_X / (x**2 + u**2), SPACE) is Undecided.INTEGRAL
    assert isinstance(rewrite(U_X / (k**2 + u**2), SPACE), Rewriting)


def test_exponentials_of_the_rest_stay_together():
    """exp(2 u x) alone overflows where exp(-(u - x)^2) is one."""
    found = rewrite(sympy.exp(-((u - x) ** 2)) * U_X, SPACE)
    assert isinstance(found, Rewriting)
    assert len(found.free.atoms(sympy.exp)) == 1
    t = sympy.Symbol("t", real=True)
    w = u + 2 * v + x + t
    space = JetSpace((t, x), (u, v))
    slopes = (space.symbol(u, MultiIndex((0, 1))), space.symbol(v, MultiIndex((0, 1))))
    found = rewrite(sympy.exp(-(w**2)) * (slopes[0] + 2 * slopes[1]), space)
    assert isinstance(found, Rewriting)
    assert [(term.a, term.h) for term in found.terms] == [(ROOT_PI / 2, sympy.erf(w))]


def test_what_is_no_product_of_exponentials_and_waves_is_left_to_others():
    for f in (u**20 * sympy.exp(u), sympy.exp(u**3), sympy.exp(-(u**2)) * sympy.sin(u), 1 / u):
        assert of_exponentials(f, u) is None


def test_jumps_are_told():
    assert jumps(sympy.Abs(u) / u)
    assert jumps(sympy.Abs(u - x) / (x - u))
    assert jumps(sympy.Abs(u * v) / v)
    assert jumps(sympy.Abs(2 * u + 1) / (u + sympy.Rational(1, 2)))
    assert jumps(sympy.Abs(sympy.sin(u)) / sympy.sin(u))
    assert not jumps(sympy.Abs(u) / x)
    assert not jumps(u * sympy.Abs(u))
