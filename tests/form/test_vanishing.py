"""Zero or not, straight or bent: proved by values, which take no long time."""

from __future__ import annotations

from itertools import pairwise

import mpmath
import pytest
import sympy
from hanging import soon
from hypothesis import given
from hypothesis import strategies as st

from pdedsl.form import VariationalReadyPDE, digits
from pdedsl.form.dictionary import Dictionary
from pdedsl.form.digits import value, values
from pdedsl.form.extended_derivative import ExtendedDerivative
from pdedsl.form.multi_index import MultiIndex
from pdedsl.form.simplify import expanded_size, multiplied_out_if_short
from pdedsl.form.vanishing import bends, is_zero, vanishes_nearby

x, u, v = sympy.symbols("x u v", real=True)
FUNCTIONS = (sympy.sin, sympy.cos, sympy.exp, sympy.tanh, sympy.atan, sympy.Abs, sympy.cosh)
expressions = st.recursive(
    st.sampled_from([x, u, sympy.Integer(2), sympy.Rational(1, 3), sympy.Float(1.5)]),
    lambda inner: st.one_of(
        st.tuples(st.sampled_from(FUNCTIONS), inner).map(lambda p: p[0](p[1])),
        st.tuples(inner, inner).map(lambda p: p[0] + p[1]),
        st.tuples(inner, inner).map(lambda p: p[0] * p[1]),
        st.tuples(inner, st.integers(1, 3)).map(lambda p: p[0] ** p[1]),
    ),
    max_leaves=5,
)
POINT = {x: sympy.Rational(2, 7), u: sympy.Rational(-3, 5)}


@given(expressions)
def test_values_are_those_of_sympy(expression):
    found = value(expression, POINT)
    if found is None:
        return
    expected = expression.subs({s: sympy.Float(q, 30) for s, q in POINT.items()})
    with mpmath.workdps(30):
        assert abs(found - mpmath.mpmathify(expected.evalf(30))) <= 1e-12 * max(1, abs(found))


@given(st.lists(expressions, min_size=1, max_size=3))
def test_values_computed_together_are_those_computed_alone(several):
    together = list(values([*several, several[0]], POINT))
    alone = [value(each, POINT) for each in several]
    assert together == [*alone, alone[0]]


@pytest.fixture
def computed(monkeypatch):
    """The arguments of which an arc function or a sine has been computed."""
    arguments = []

    def watch(function):
        operation = digits._OPERATIONS[function]

        def watched(argument):
            arguments.append(argument)
            return operation(argument)

        monkeypatch.setitem(digits._OPERATIONS, function, watched)

    for function in (sympy.sin, sympy.asin, sympy.acos):
        watch(function)
    return arguments


def test_what_expressions_share_is_computed_once_a_precision(computed):
    assert None not in list(values([sympy.sin(x), u * sympy.sin(x), sympy.sin(x) ** 2], POINT))
    assert len(computed) == len(digits.PRECISIONS)


def test_summands_after_one_that_is_not_real_are_not_computed(computed):
    """With either order of these two."""
    assert vanishes_nearby(sympy.acos(2 + x**2) + sympy.asin(2 + x**2) ** 2) is None
    points = 3
    assert len(computed) == points * len(digits.PRECISIONS)


@given(expressions)
def test_what_bends_is_not_of_first_degree(expression):
    slopes = sympy.diff(expression, u, 2)
    if slopes == 0:
        assert not bends(expression, [u])
    if bends(expression, [u]):
        assert sympy.expand(slopes) != 0


@given(expressions, expressions)
def test_straight_lines_do_not_bend(a, b):
    a, b = (e.subs(u, x) for e in (a, b))
    assert not bends(a * u + b + 3 * v, [u, v])


@pytest.mark.parametrize(
    "expression",
    [sympy.exp(sympy.exp(sympy.exp(9 * x + 9))), x**u - x ** (u + 1), sympy.cosh(10**9 * x)],
)
def test_huge_values_are_not_zero_and_take_no_time(expression):
    with soon():
        assert not is_zero(expression - 1)
        found = value(expression, POINT)
    assert found is None or abs(found) > 1


def test_exact_numbers_are_not_made_on_the_way():
    inner = u
    for function in (sympy.tanh, sympy.atan, sympy.cosh, sympy.asin, sympy.cosh, sympy.tan) * 2:
        inner = function(inner)
    with soon():
        assert bends(inner, [u])


@pytest.mark.parametrize(
    ("expression", "size"),
    [
        ((x + 1) ** 100, 101),
        ((x + 1) ** -100, 101),
        ((x + 1) ** sympy.Rational(5, 2), 3),
        ((x + 1) ** (u + 3), 4),
        ((x + 1) ** 2 / (u + 1) ** 3, 4),
        (x * (u + 1) + x, 3),
    ],
)
def test_powers_below_the_line_are_long_as_well(expression, size):
    assert expanded_size(expression) == size


def test_fractions_within_fractions_are_as_long_as_they_are_deep():
    nested = u
    sizes = []
    for _ in range(8):
        nested = 1 / (1 + nested)
        sizes.append(expanded_size(sympy.diff(nested, u)))
    assert sizes[2] < 50, "707 nodes"
    assert sizes[4] > 500, "205,475 nodes"
    assert all(longer > 3 * size for size, longer in pairwise(sizes[3:]))
    assert expanded_size(nested) < 20, "it stays as it is"


def test_what_would_be_long_is_left_and_its_number_distributed():
    long = (x + u + v + 1) ** 30
    assert multiplied_out_if_short(2 * (long + x)) == 2 * long + 2 * x
    term = ExtendedDerivative(MultiIndex((1,)), sympy.S.One, u)
    pde = VariationalReadyPDE(Dictionary((term,)), (2.0,), long)
    assert pde.reading_form().g == 0.5 * long
