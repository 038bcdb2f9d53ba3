"""Values and slopes of expressions against SymPy, and the key that equal expressions share."""

import random

import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from pdedsl.form import make_symbol
from pdedsl.language import stock_grammar
from pdedsl.optimize.expression import (
    FUNCTIONS,
    Node,
    constant,
    constants,
    evaluate,
    number,
    structure,
    to_sympy,
    variable,
    variables,
    with_constants,
    with_slopes,
)
from pdedsl.optimize.primitives import primitives, to_expression

NAMES = ("t", "u")
SYMBOLS = {name: make_symbol(name) for name in NAMES}
ELEMENTARY = primitives(stock_grammar("elementary", NAMES))
POINTS = {"t": np.linspace(0.3, 1.7, 7), "u": np.linspace(0.4, 1.9, 7)[::-1]}
T, U = variable("t"), variable("u")

seeds = st.integers(0, 10**9)


def drawn(seed, depth=4):
    """A random expression of the elementary grammar, its constants random too."""
    rng = random.Random(seed)
    node = to_expression(ELEMENTARY.generate(rng.choice, depth))
    return with_constants(node, [rng.uniform(0.5, 2.0) for _ in constants(node)])


def opened(node, names):
    """The expression with named variables in place of its constants, left to right."""
    if node.op == "const":
        return variable(next(names))
    return Node(node.op, tuple(opened(a, names) for a in node.args), node.name, node.value)


def check(ours, expression, symbols, values):
    """Equal wherever both are finite, and of a size that double precision can tell."""
    if expression.has(sympy.zoo, sympy.nan, sympy.oo, sympy.I):
        return
    function = sympy.lambdify(symbols, expression, "numpy")
    theirs = np.broadcast_to(function(*values), (7,)).astype(float)
    ours = np.broadcast_to(0.0 if ours is None else ours, (7,))
    good = np.isfinite(ours) & np.isfinite(theirs) & (np.abs(theirs) < 1e9)
    assert ours[good] == pytest.approx(theirs[good], rel=1e-6, abs=1e-6)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_function_has_sympys_value_and_slope(name):
    x = np.array([0.2, 0.5, 0.8])
    value, (slope,) = with_slopes(Node(name, (T,)), {"t": x}, ["t"])
    s = SYMBOLS["t"]
    exact = to_sympy(Node(name, (T,)), SYMBOLS)
    assert value == pytest.approx([float(exact.subs(s, v)) for v in x])
    assert slope == pytest.approx([float(exact.diff(s).subs(s, v)) for v in x])


@settings(max_examples=60, deadline=None, derandomize=True)
@given(seeds)
def test_values_and_slopes_are_sympys(seed):
    node = drawn(seed)
    theta = [c.value for c in constants(node)]
    names = [f"c{i}" for i in range(len(theta))]
    symbols = {name: make_symbol(name) for name in (*names, *NAMES)}
    with np.errstate(all="ignore"):
        value, slopes = with_slopes(node, POINTS, NAMES)
        assert np.array_equal(value, evaluate(node, POINTS), equal_nan=True)
        exact = to_sympy(opened(node, iter(names)), symbols)
        if exact.has(sympy.zoo, sympy.nan):
            return
        values = [*theta, *POINTS.values()]
        check(value, exact, list(symbols.values()), values)
        assert len(slopes) == len(symbols)
        for slope, symbol in zip(slopes, symbols.values(), strict=True):
            check(slope, sympy.diff(exact, symbol), list(symbols.values()), values)


def test_a_slope_that_vanishes_everywhere_is_none():
    _, slopes = with_slopes(Node("*", (constant(2.0), Node("sin", (T,)))), POINTS, NAMES)
    assert slopes[2] is None
    assert slopes[0] == pytest.approx(np.sin(POINTS["t"]))


def test_power_has_both_slopes():
    _, slopes = with_slopes(Node("^", (U, constant(2.5))), POINTS, ["u"])
    u = POINTS["u"]
    assert slopes[0] == pytest.approx(u**2.5 * np.log(u))
    assert slopes[1] == pytest.approx(2.5 * u**1.5)


def test_a_function_of_one_coordinate_costs_one_axis():
    wide = {"t": np.ones((1, 5, 1)), "u": np.ones((3, 5, 4))}
    assert evaluate(Node("sin", (T,)), wide).shape == (1, 5, 1)
    assert evaluate(Node("*", (T, U)), wide).shape == (3, 5, 4)


def shuffled(node, rng):
    """The same expression with operands of sums and products in another order and nesting."""
    if node.op in ("+", "*"):
        parts = [shuffled(part, rng) for part in flat(node, node.op)]
        rng.shuffle(parts)
        while len(parts) > 1:
            at = rng.randrange(len(parts) - 1)
            parts[at : at + 2] = [Node(node.op, tuple(parts[at : at + 2]))]
        return parts[0]
    args = tuple(shuffled(a, rng) for a in node.args)
    return Node(node.op, args, node.name, node.value, node.bounds)


def flat(node, op):
    return [p for a in node.args for p in (flat(a, op) if a.op == op else [a])]


@settings(max_examples=100, deadline=None, derandomize=True)
@given(seeds, seeds)
def test_structure_ignores_operand_order_and_constants(seed, other):
    node, rng = drawn(seed, 5), random.Random(other)
    moved = shuffled(node, rng)
    moved = with_constants(moved, [rng.uniform(-9, 9) for _ in constants(moved)])
    assert structure(moved) == structure(node)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (Node("-", (T, U)), Node("-", (U, T))),
        (Node("/", (T, U)), Node("/", (U, T))),
        (Node("^", (T, U)), Node("^", (U, T))),
        (constant(1.0), number(1.0)),
        (constant(1.0), constant(1.0, (0.0, 2.0))),
        (number(1.0), number(2.0)),
        (Node("+", (T, Node("*", (T, U)))), Node("*", (T, Node("+", (T, U))))),
    ],
)
def test_structure_tells_different_expressions_apart(first, second):
    assert structure(first) != structure(second)


def test_constants_are_set_left_to_right_and_nothing_else_changes():
    node = Node("+", (constant(1.0, (0.0, 3.0)), Node("*", (constant(2.0), U))))
    moved = with_constants(node, [5.0, 7.0])
    assert [c.value for c in constants(moved)] == [5.0, 7.0]
    assert [c.bounds for c in constants(moved)] == [(0.0, 3.0), (None, None)]
    assert structure(moved) == structure(node)
    assert variables(moved) == {"u"}
    assert moved.size == 5
    assert evaluate(node, POINTS, [5.0, 7.0]) == pytest.approx(evaluate(moved, POINTS))
