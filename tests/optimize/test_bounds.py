"""Constants with bounds and chosen whole numbers stay what they are, from grammar to equation."""

import random
from math import inf

import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

import pdedsl
from pdedsl.language import parse
from pdedsl.optimize.expression import Node as Expression
from pdedsl.optimize.expression import (
    chosen,
    constant,
    number,
    variable,
    with_constants,
)
from pdedsl.optimize.operations import WITHIN
from pdedsl.optimize.primitives import primitives, to_expression
from pdedsl.optimize.ranges import Interval, ranged_terms
from pdedsl.optimize.terms import folded, split
from pdedsl.optimize.values import evaluate

RNG = np.random.default_rng(0)
POINTS = {"t": RNG.uniform(0.3, 1.7, 60), "u": RNG.uniform(0.4, 1.9, 60)}
T, U = variable("t"), variable("u")
HEAD = "coordinates t\nfields u\ndictionary { d_t(u) }\n"

finite = st.floats(-50, 50)
intervals = st.tuples(finite, finite).map(lambda ends: Interval(*sorted(ends)))
shares = st.floats(0, 1)


def op(name, *args):
    return Expression(name, args)


def inside(interval, share):
    return interval.low + share * (interval.high - interval.low)


def holds(interval, value):
    slack = 1e-9 * (1 + abs(value))
    return interval.low - slack <= value <= interval.high + slack


@given(intervals, intervals, shares, shares)
@settings(derandomize=True, deadline=None)
def test_intervals_hold_what_their_numbers_make(one, other, p, q):
    a, b = inside(one, p), inside(other, q)
    assert holds(one + other, a + b)
    assert holds(one * other, a * b)
    assert holds(-one, -a)
    inverse = one.inverse()
    assert (inverse is None) == (one.low < 0 < one.high or one.low == one.high == 0)
    if inverse is not None and abs(a) > 1e-6:
        assert holds(inverse, 1 / a)


def test_intervals_may_be_open_ended():
    assert Interval(0, inf) * Interval(-1, 2) == Interval(-inf, inf)
    assert Interval(0, 0) * Interval(-inf, inf) == Interval(0, 0)
    assert Interval(0, 4).inverse() == Interval(0.25, inf)
    assert Interval(2, inf).inverse() == Interval(0, 0.5)


BOUNDED = primitives(
    parse(
        HEAD
        + """grammar g(t, u) {
    e ::= e + e | e - e | c*f | f/c | -c*f | f*(c + c*f)
    c ::= const in [0.5, 2] | const in [-3, -1] | int in 1..3 | c*c | 1 + c
    f ::= t | u | t*u | sin(u) | u^(int in 2..3)
}"""
    ).grammar
)


@given(st.integers(0, 10**9))
@settings(max_examples=150, derandomize=True, deadline=None)
def test_terms_have_coefficients_within_their_ranges(seed):
    """Whatever the constants are within bounds, g is a sum of terms within the ranges found."""
    node = folded(to_expression(BOUNDED.generate(random.Random(seed).choice, 4)))
    terms = ranged_terms(node)
    if terms is None:
        return
    rng = np.random.default_rng(seed)
    values = [rng.uniform(*c.bounds) for c in node.constants]
    grouped = {}
    for term in terms:
        key = term.rest.structure
        total, _ = grouped.get(key, (Interval(0, 0), None))
        grouped[key] = (total + term.interval, term.rest)
    columns = np.stack(
        [np.broadcast_to(evaluate(rest, POINTS), (60,)) for _, rest in grouped.values()], axis=1
    )
    g = np.broadcast_to(evaluate(with_constants(node, values), POINTS), (60,))
    found, _, rank, _ = np.linalg.lstsq(columns, g, rcond=None)
    assert columns @ found == pytest.approx(g)
    if rank == len(grouped):
        for (interval, _), coefficient in zip(grouped.values(), found, strict=True):
            assert interval.low - 1e-6 <= coefficient <= interval.high + 1e-6


@pytest.mark.parametrize(
    ("node", "features"),
    [
        (op("*", constant(1.0, (0.0, 5.0)), U), {"u": (0.0, 5.0)}),
        (op("neg", op("*", constant(1.0, (0.0, 5.0)), U)), {"u": (-5.0, 0.0)}),
        (op("/", U, constant(3.0, (2.0, 4.0))), {"u": (0.25, 0.5)}),
        (op("/", U, constant(3.0, (0.0, None))), {"u": (0.0, None)}),
        (op("*", chosen(2.0), U), {"u": (2.0, 2.0)}),
        (
            op("-", op("*", constant(1.0, (0.0, 5.0)), U), op("*", chosen(2.0), T)),
            {"u": (0.0, 5.0), "t": (-2.0, -2.0)},
        ),
        (
            op("*", U, op("+", constant(1.0, (0.0, 1.0)), op("*", constant(1.0, (0.0, 2.0)), T))),
            {"u": (0.0, 1.0), "(* t u)": (0.0, 2.0)},
        ),
        (
            op("+", op("*", constant(1.0, (0.0, 5.0)), U), op("*", constant(1.0, (1.0, 2.0)), U)),
            {"u": (1.0, 7.0)},
        ),
    ],
)
def test_a_factor_with_bounds_bounds_the_coefficient_of_its_term(node, features):
    found = split(node, scalable=False).features
    assert {f.args[0].structure: f.bounds for f in found} == features
    assert {f.op for f in found} == {WITHIN}


def test_where_the_grammar_scales_terms_bounds_of_factors_are_no_bounds():
    node = op("*", constant(1.0, (0.0, 5.0)), op("*", chosen(2.0), U))
    assert split(node, scalable=True).features == (U,)
    assert split(op("*", constant(1.0), node), scalable=False).features == (U,)


def test_without_a_factor_of_its_own_g_keeps_its_shape_up_to_the_scale_of_the_equation():
    logistic = op("*", U, op("-", number(1.0), op("/", U, constant(2.0, (1.0, 3.0)))))
    assert split(logistic, scalable=False).features == (logistic,)


def test_a_minus_inside_a_product_is_kept():
    node = op("+", U, op("*", op("neg", T), U))
    (lump,) = split(node, scalable=False).features
    assert evaluate(lump, POINTS) == pytest.approx(POINTS["u"] * (1 - POINTS["t"]))


def grown(rate, capacity=inf):
    """Logistic growth of four populations, 40 times each, with 1 % noise."""
    t = np.linspace(0, 1.5, 40)
    first = np.array([0.5, 1.0, 1.5, 2.0])[:, None]
    u = first * np.exp(rate * t)
    u = u / (1 + (np.exp(rate * t) - 1) * first / capacity)
    noise = np.random.default_rng(1).normal(0, 0.01 * np.std(u), u.shape)
    return {"sample": np.arange(4), "t": t, "u": u + noise}


def discovered(rule, data, known="0"):
    text = f"""{HEAD}data "a.npz" {{ sample = sample }}
known {{ {known} }}
grammar g(t, u) {{ e ::= {rule} }}
search genetic {{ population = 40, generations = 1 }}
"""
    return pdedsl.discover(text, data)


def coefficients(found):
    """What stands before u and u^2 in g."""
    g = parse(f"{HEAD}known {{ {found.equations[0].free} }}").problem.known
    u = next(s for s in g.free_symbols if s.name == "u")
    return sympy.Poly(g, u).coeff_monomial(u), sympy.Poly(g, u).coeff_monomial(u**2)


def test_a_coefficient_within_its_bounds_is_found_and_has_an_error():
    found = discovered("(const in [0, 5])*u", grown(1.3))
    assert found.verdict == "identified"
    assert "bound" not in found.reason
    (number_found,) = found.equations[0].free_numbers
    assert number_found.value == pytest.approx(1.3, rel=0.02)
    assert number_found.standard_error > 0


def test_a_coefficient_that_wants_more_than_its_bound_ends_there_and_that_is_said():
    found = discovered("(const in [0, 1.25])*u", grown(1.3))
    assert "a constant of g is at a bound, 1.25 of [0, 1.25]" in found.reason
    assert coefficients(found)[0] == pytest.approx(1.25)
    assert all(n.standard_error is None for n in found.equations[0].free_numbers)


def test_a_constant_inside_a_term_ends_at_its_bound_and_that_is_said():
    data = grown(1.5, 5.0)
    found = discovered("u*(1 - u/(const in [1, 4.8]))", data)
    assert "4.8 of [1, 4.8]" in found.reason
    linear, square = coefficients(found)
    assert float(-linear / square) == pytest.approx(4.8, rel=1e-4)
    free = discovered("u*(1 - u/(const in [1, 9]))", data)
    assert "bound" not in free.reason
    linear, square = coefficients(free)
    assert float(-linear / square) == pytest.approx(5.0, rel=0.05)


def test_a_chosen_whole_number_is_whole_in_the_equation():
    found = discovered("(int in 1..4)*u - (const in [0, 9])*u^(int in 2..3)", grown(2.0, 5.0))
    assert found.verdict == "identified"
    assert found.equations[0].free.startswith("u*(2 - 0.")
    assert coefficients(found)[1] == pytest.approx(-0.4, rel=0.05)
    assert len(found.equations[0].free_numbers) == 1


def test_beside_a_known_part_bounds_are_in_its_scale():
    """d_t(u) = 1.5 u - 0.3 u^2, of which 1.5 u is known."""
    found = discovered("(const in [-0.28, 0])*u^2", grown(1.5, 5.0), known="1.5*u")
    assert coefficients(found) == (1.5, -0.28)
    assert "-0.28 of [-0.28, 0]" in found.reason
    free = discovered("(const in [-0.4, 0])*u^2", grown(1.5, 5.0), known="1.5*u")
    assert coefficients(free)[1] == pytest.approx(-0.3, rel=0.02)
    assert "bound" not in free.reason


@pytest.mark.parametrize("bounds", ["[1, 4.8]", "[5.3, 9]"])
def test_no_rival_leaves_the_bounds(bounds):
    """Also not where the front shows equations that are not the best."""
    rule = f"u*(1 - u/(const in {bounds})) | (const in {bounds})*u"
    found = discovered(rule, grown(1.5, 5.0))
    low, high = (float(end) for end in bounds.strip("[]").split(","))
    for rival in found.front:
        g = parse(f"{HEAD}expect {rival.text}").expected.g
        if g.free_symbols:
            u = next(iter(g.free_symbols))
            expanded = sympy.Poly(sympy.expand(g), u)
            linear = float(expanded.coeff_monomial(u))
            square = float(expanded.coeff_monomial(u**2))
            ratio = -linear / square if square else linear
            assert low * (1 - 1e-5) <= ratio <= high * (1 + 1e-5)
