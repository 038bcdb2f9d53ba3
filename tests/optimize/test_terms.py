"""Folding and splitting keep what a candidate can be."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pdedsl.language import (
    Apply,
    Constant,
    Grammar,
    Reference,
    Rule,
    Variable,
    stock_grammar,
)
from pdedsl.optimize.expression import (
    Node,
    chosen,
    constant,
    number,
    variable,
    with_constants,
)
from pdedsl.optimize.primitives import primitives, to_expression
from pdedsl.optimize.terms import Terms, folded, hidden, is_scalable, split
from pdedsl.optimize.values import evaluate

ELEMENTARY = primitives(stock_grammar("elementary", ("t", "u")))
RNG = np.random.default_rng(0)
POINTS = {"t": RNG.uniform(0.3, 1.7, 60), "u": RNG.uniform(0.4, 1.9, 60)}
T, U = variable("t"), variable("u")
C = constant(1.0)

seeds = st.integers(0, 10**9)
laws = settings(max_examples=300, deadline=None, derandomize=True)


def drawn(seed, depth=5):
    return to_expression(ELEMENTARY.generate(random.Random(seed).choice, depth))


def op(name, *args):
    return Node(name, args)


def spanned(node, terms):
    """Whether the values are a linear combination of the features' values, poles left out."""
    try:
        with np.errstate(all="ignore", divide="raise"):
            g = np.broadcast_to(evaluate(node, POINTS), (60,))
    except FloatingPointError:
        return True
    with np.errstate(all="ignore"):
        columns = [np.broadcast_to(evaluate(f, POINTS), (60,)) for f in terms.features]
    if not columns:
        return bool(np.all(np.abs(g[np.isfinite(g)]) < 1e-12))
    f = np.stack(columns, axis=1)
    good = np.isfinite(g) & np.all(np.isfinite(f), axis=1)
    good &= (np.abs(g) < 1e8) & np.all(np.abs(f) < 1e8, axis=1)
    if good.sum() <= f.shape[1]:
        return True
    f, g = f[good], g[good]
    f = f / np.maximum(np.abs(f).max(axis=0), 1e-300)
    residual = g - f @ np.linalg.lstsq(f, g, rcond=None)[0]
    return np.abs(residual).max() <= 1e-6 * max(1.0, np.abs(g).max())


@laws
@given(seeds, st.floats(0.5, 1.9), st.booleans())
def test_split_keeps_the_span(seed, value, scalable):
    node = drawn(seed)
    node = with_constants(node, [value for _ in node.constants])
    terms = split(node, scalable=scalable)
    assert spanned(node, terms)
    alike = [f.structure for f in terms.features if f.is_given]
    assert len(set(alike)) == len(alike)


def neutral(seed, depth):
    """A random expression whose constants change nothing: factors of 1 and shifts of 0."""
    rng = random.Random(seed)
    one, zero = constant(1.0), constant(0.0)
    unary = ("sin", "exp", "log", "scale", "over", "up", "down")

    def made(depth):
        if depth == 0:
            return rng.choice([T, U])
        kind, inner = rng.choice(["+", "-", "*", "/", *unary]), made(depth - 1)
        if kind in ("+", "-", "*", "/"):
            return op(kind, inner, made(depth - 1))
        shifts = {
            "scale": op("*", *rng.sample([one, inner], 2)),
            "over": op("/", inner, one),
            "up": op("+", *rng.sample([zero, inner], 2)),
            "down": op("-", inner, zero),
        }
        return shifts.get(kind) or op(kind, inner)

    return made(depth)


@laws
@given(seeds, st.integers(1, 5))
def test_folding_keeps_the_span(seed, depth):
    node = neutral(seed, depth)
    short = folded(node)
    assert short.size <= node.size
    assert spanned(node, Terms((short,)))
    assert spanned(node, split(short, scalable=True))


@laws
@given(seeds, st.booleans())
def test_folding_and_splitting_never_fail(seed, scalable):
    short = folded(drawn(seed, 7))
    terms = split(short, scalable=scalable)
    assert terms.features or not terms.size
    assert number(0.0) not in terms.features


@pytest.mark.parametrize(
    ("long", "short"),
    [
        (op("*", C, C), C),
        (op("sin", op("+", C, number(2.0))), C),
        (op("/", T, C), op("*", C, T)),
        (op("-", T, C), op("+", C, T)),
        (op("*", C, op("*", T, C)), op("*", C, T)),
        (op("+", op("+", T, C), C), op("+", C, T)),
        (op("log", op("exp", T)), T),
        (op("exp", op("log", T)), T),
        (op("-", T, T), number(0.0)),
        (op("/", T, T), number(1.0)),
        (op("exp", op("-", T, T)), number(1.0)),
        (op("*", op("log", op("/", T, T)), T), number(0.0)),
        (op("+", number(2.0), number(3.0)), number(5.0)),
        (op("/", number(0.0), T), number(0.0)),
        (op("-", T, number(0.0)), T),
        (op("/", T, number(1.0)), T),
        (op("log", number(0.0)), op("log", number(0.0))),
        (op("*", chosen(1.0), T), op("*", chosen(1.0), T)),
    ],
)
def test_folding_writes_an_expression_in_one_way(long, short):
    assert folded(long).structure == short.structure


def test_bounded_constants_are_not_folded_away():
    bounded = constant(0.5, (0.0, 1.0))
    node = op("*", bounded, op("*", bounded, T))
    assert folded(node) == node
    assert split(op("sin", node), scalable=False).inner == (bounded, bounded)


@pytest.mark.parametrize(
    ("node", "features"),
    [
        (op("*", C, op("+", T, U)), ["t", "u"]),
        (op("-", op("*", C, T), op("/", U, C)), ["t", "u"]),
        (op("neg", op("+", C, op("/", C, T))), ["(/ 1.0 t)", "1.0"]),
        (op("exp", op("+", C, T)), ["(exp t)"]),
        (op("+", op("*", C, T), op("*", C, T)), ["t"]),
        (op("sin", op("*", C, T)), ["(sin (* c t))"]),
    ],
)
def test_terms_lose_their_free_factors(node, features):
    assert split(node, scalable=True).key == " ; ".join(sorted(features))


def test_terms_without_a_factor_stay_together_where_the_grammar_gives_them_none():
    node = op("+", op("*", C, T), op("-", op("sin", T), U))
    assert len(split(node, scalable=True).features) == 3
    lump = split(node, scalable=False).features[1]
    assert evaluate(lump, POINTS) == pytest.approx(np.sin(POINTS["t"]) - POINTS["u"])


def test_a_grammar_is_scalable_if_its_start_can_be_multiplied_by_a_free_constant():
    assert is_scalable(stock_grammar("elementary", ("t",)))
    expr, factor = Reference("expr"), Reference("factor")

    def of(constant_):
        rule = Rule("expr", (Apply("*", (factor, expr)), Variable("t")))
        return Grammar(("t",), (rule, Rule("factor", (constant_,))))

    assert is_scalable(of(Constant()))
    assert not is_scalable(of(Constant(0.0, 1.0)))


def test_functions_inside_functions_cost_more():
    deep, flat = op("sin", op("exp", T)), op("*", op("sin", T), T)
    assert flat.nesting == 0
    assert op("sin", op("exp", op("log", T))).nesting == 3
    assert Terms((deep,)).size > Terms((flat,)).size


@pytest.mark.parametrize(
    ("node", "expected"),
    [
        (Node("exp", (variable("t"),)), 1),
        (Node("exp", (Node("*", (constant(2.0), variable("t"))),)), 0),
        (Node("log", (variable("t"),)), 0),
        (Node("*", (variable("t"), Node("sin", (variable("t"),)))), 1),
        (Node("sin", (Node("exp", (variable("t"),)),)), 2),
        (Node("*", (variable("t"), variable("t"))), 0),
    ],
)
def test_a_function_of_a_bare_variable_hides_a_constant(node, expected):
    assert hidden(node) == expected
    assert Terms((node,)).numbers == 1 + expected + len(Terms((node,)).inner)
