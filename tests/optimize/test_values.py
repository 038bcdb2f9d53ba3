"""Values and slopes of expressions against SymPy; what is remembered changes none of them."""

import copy
import gc
import weakref
from dataclasses import replace

import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from random_expressions import NAMES, POINTS, SYMBOLS, T, U, drawn

from pdedsl.form import make_symbol
from pdedsl.optimize.expression import Node, constant, number, to_sympy, variable
from pdedsl.optimize.operations import FUNCTIONS, WITHIN
from pdedsl.optimize.values import Values, evaluate, with_slopes

C = constant(2.0)
SINE = Node("sin", (U,))
MIXED = Node("+", (Node("*", (SINE, Node("exp", (Node("*", (C, T)),)))), Node("*", (SINE, U))))
INPUTS = {"t": np.linspace(0, 1, 5)[:, None], "u": np.linspace(-1, 2, 7)}

seeds = st.integers(0, 10**9)


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
    theta = [c.value for c in node.constants]
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


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.lists(seeds, min_size=1, max_size=6), st.sampled_from([0, 30, 1000]))
def test_what_is_remembered_changes_no_digit(drawn_from, room):
    values = Values(POINTS, room)
    with np.errstate(all="ignore"):
        for seed in drawn_from * 2:
            node = drawn(seed)
            theta = [np.array([0.5, 1.5])[:, None] * c.value for c in node.constants]
            for ours, plain in (
                (values.of(node), Values(POINTS).of(node)),
                (values.at(node, theta), Values(POINTS).at(node, theta)),
                (values.with_slopes(node, (), theta)[0], values.at(node, theta)),
            ):
                assert np.array_equal(ours, plain, equal_nan=True)


def test_slopes_by_a_field_are_those_of_parts_without_constants_too():
    values = Values(INPUTS, 1000)
    values.of(MIXED)
    _, slopes = values.with_slopes(MIXED, ["u"])
    _, plain = with_slopes(MIXED, INPUTS, ["u"])
    assert all(np.array_equal(a, b) for a, b in zip(slopes, plain, strict=True))
    assert slopes[1] is not None


class Counted(np.ndarray):
    """An array that counts how often it is added to another."""

    times = 0

    def __add__(self, other):
        Counted.times += 1
        return np.asarray(self) + np.asarray(other)


def additions(room, *nodes):
    """How many sums were computed."""
    Counted.times = 0
    values = Values({"t": np.arange(20.0).view(Counted), "u": np.arange(20.0)}, room)
    for node in nodes:
        values.of(node)
    return Counted.times


def test_a_common_part_is_computed_once_while_there_is_room():
    total = Node("+", (T, U))
    both = Node("sin", (total,)), Node("exp", (Node("neg", (Node("+", (T, U)),)),))
    with np.errstate(all="ignore"):
        assert additions(1000, *both) == 1
        assert additions(0, *both) == 2
        assert additions(19, *both) == 2


def test_where_the_room_is_full_all_is_forgotten():
    sums = [Node("+", (T, number(float(k)))) for k in range(4)]
    assert additions(80, *sums, *sums) == 4
    assert additions(79, *sums, *sums) == 8


def test_what_has_constants_is_computed_each_time():
    node = Node("+", (T, Node("*", (C, U))))
    assert not node.is_given
    assert additions(1000, node, node) == 2
    assert Values(INPUTS, 1000).at(MIXED, [np.float64(0.0)]).shape == (5, 7)


@pytest.mark.parametrize("node", [SINE, T, number(3.0), Node("+", (SINE, number(1.0)))])
def test_constants_are_what_makes_an_expression_not_given(node):
    assert node.is_given
    assert not Node("*", (C, node)).is_given
    assert not replace(SINE, args=(C,)).is_given


def test_keys_tell_expressions_apart_that_differ_in_value():
    nodes = [T, U, number(1.0), number(1.5), SINE, Node("sin", (T,)), Node("+", (T, U))]
    nodes += [Node("-", (T, U)), Node("-", (U, T)), Node("neg", (T,)), variable("t1")]
    nodes += [Node("+", (T, Node("+", (T, U)))), Node("+", (Node("+", (T, U)), T))]
    assert len({node.key for node in nodes}) == len(nodes)
    assert Node(WITHIN, (SINE,), bounds=(0.0, 1.0)).key == SINE.key


def test_a_number_cannot_be_written_into():
    with pytest.raises(ValueError, match="read-only"):
        Values({}).of(number(2.0))[...] = 3.0


def test_what_is_remembered_goes_with_who_remembers_it():
    class Marked(np.ndarray):
        """An array that can be watched."""

    values = Values({"u": np.ones(9).view(Marked)}, 1000)
    watched = weakref.ref(values.of(SINE))
    assert watched() is not None
    gc.disable()
    try:
        del values
        assert watched() is None
    finally:
        gc.enable()


def test_another_process_gets_it_empty():
    values = Values(INPUTS, 1000)
    values.of(SINE)
    sent = copy.deepcopy(values)
    assert sent.room == 1000
    assert np.array_equal(sent.of(SINE), values.of(SINE))
