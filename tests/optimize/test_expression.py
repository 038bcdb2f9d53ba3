"""The key that equal expressions share, and what is said of their constants."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_expressions import POINTS, T, U, drawn

from pdedsl.optimize.expression import (
    Node,
    constant,
    number,
    with_constants,
)
from pdedsl.optimize.values import Values, evaluate

seeds = st.integers(0, 10**9)


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
    moved = with_constants(moved, [rng.uniform(-9, 9) for _ in moved.constants])
    assert moved.structure == node.structure


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
    assert first.structure != second.structure


def test_constants_are_set_left_to_right_and_nothing_else_changes():
    node = Node("+", (constant(1.0, (0.0, 3.0)), Node("*", (constant(2.0), U))))
    moved = with_constants(node, [5.0, 7.0])
    assert [c.value for c in moved.constants] == [5.0, 7.0]
    assert [c.bounds for c in moved.constants] == [(0.0, 3.0), (None, None)]
    assert moved.structure == node.structure
    assert moved.variables == {"u"}
    assert moved.size == 5
    assert Values(POINTS).at(node, [5.0, 7.0]) == pytest.approx(evaluate(moved, POINTS))
