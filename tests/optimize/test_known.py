"""What is remembered changes no score, stays within its room and does not travel."""

import copy
from dataclasses import replace

import numpy as np
import pytest

from pdedsl.optimize.expression import Node as N
from pdedsl.optimize.expression import constant, evaluate, number, variable, with_slopes
from pdedsl.optimize.known import Known

T, U, C = variable("t"), variable("u"), constant(2.0)
SINE = N("sin", (U,))
MIXED = N("+", (N("*", (SINE, N("exp", (N("*", (C, T)),)))), N("*", (SINE, U))))
INPUTS = {"t": np.linspace(0, 1, 5)[:, None], "u": np.linspace(-1, 2, 7)}


def test_values_and_slopes_are_the_same_to_the_last_digit_with_and_without():
    known = Known(1000)
    theta = [np.array([0.5, 1.5])[:, None, None]]
    for _ in range(2):
        assert np.array_equal(evaluate(MIXED, INPUTS, theta, known), evaluate(MIXED, INPUTS, theta))
        value, (slope,) = with_slopes(MIXED, INPUTS, (), theta, known)
        plain, (same,) = with_slopes(MIXED, INPUTS, (), theta)
        assert np.array_equal(value, plain)
        assert np.array_equal(slope, same)
    assert np.array_equal(known.get(SINE), evaluate(SINE, INPUTS))


def test_slopes_by_a_field_are_those_of_parts_without_constants_too():
    known = Known(1000)
    evaluate(MIXED, INPUTS, None, known)
    _, slopes = with_slopes(MIXED, INPUTS, ["u"], None, known)
    _, plain = with_slopes(MIXED, INPUTS, ["u"])
    assert all(np.array_equal(a, b) for a, b in zip(slopes, plain, strict=True))


def test_nothing_that_is_to_be_fitted_is_remembered():
    known = Known(1000)
    evaluate(MIXED, INPUTS, [np.float64(1.0)], known)
    assert known.get(MIXED) is None
    assert not MIXED.is_given
    assert SINE.is_given
    assert not replace(SINE, args=(C,)).is_given


def test_room_is_not_exceeded():
    known = Known(100)
    for i in range(50):
        known.put(i, np.zeros(20))
        assert known.get(i) is not None
        assert sum(known.get(j) is not None for j in range(50)) <= 5
    known.put("large", np.zeros(26))
    assert known.get("large") is None


def test_equal_expressions_have_one_hash_in_every_process():
    once, again = N("sin", (U,)), N("sin", (variable("u"),))
    assert once == again
    assert hash(once) == hash(again)
    assert hash(number(1.0)) == hash(N("num", value=1.0))
    sent = copy.deepcopy(once)
    assert sent == once
    assert "_hash" not in vars(sent)


def test_another_process_gets_it_empty():
    known = Known(100)
    known.put("a", np.zeros(3))
    sent = copy.deepcopy(known)
    assert sent.room == 100
    assert sent.get("a") is None
    assert known.get("a") is not None


@pytest.mark.parametrize("node", [SINE, T, number(3.0), N("+", (SINE, number(1.0)))])
def test_constants_are_what_makes_an_expression_not_given(node):
    assert node.is_given
    assert not N("*", (C, node)).is_given
