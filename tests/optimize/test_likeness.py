"""Equal functions are alike, others are not."""

import pytest

from pdedsl.optimize.expression import Node, constant, number, variable
from pdedsl.optimize.likeness import NOWHERE, Places

likeness = Places().likeness
T, U, C = variable("t"), variable("u"), constant(1.0)


def op(name, *args):
    return Node(name, args)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (op("/", T, op("/", T, U)), U),
        (op("/", op("/", number(1.0), T), U), op("/", number(1.0), op("*", U, T))),
        (op("*", C, op("+", T, U)), op("*", op("+", U, T), C)),
    ],
)
def test_equal_functions_are_alike(one, other):
    assert likeness(one, scaled=False) == likeness(other, scaled=False)


def test_two_constants_are_two_numbers():
    one, two = op("*", C, op("+", T, U)), op("+", op("*", U, C), op("*", T, C))
    assert likeness(one, scaled=False) != likeness(two, scaled=False)


def test_a_factor_counts_unless_told_otherwise():
    twice = op("+", U, U)
    assert likeness(twice, scaled=True) == likeness(U, scaled=True)
    assert likeness(twice, scaled=False) != likeness(U, scaled=False)
    assert likeness(op("neg", U), scaled=True) == likeness(U, scaled=True)


def test_values_of_constants_do_not_count_but_their_bounds_do():
    assert likeness(op("*", C, U), scaled=False) == likeness(
        op("*", constant(7.0), U), scaled=False
    )
    assert likeness(C, scaled=False) != likeness(constant(1.0, (0.0, 2.0)), scaled=False)


def test_logarithm_differs_from_that_of_the_square_where_the_field_is_negative():
    assert likeness(op("log", op("*", U, U)), scaled=True) != likeness(op("log", U), scaled=True)


@pytest.mark.parametrize("node", [op("log", number(0.0)), op("/", U, number(0.0))])
def test_what_has_no_value_is_nowhere(node):
    assert likeness(node, scaled=True) == NOWHERE


def test_zero_is_alike_with_either_sign():
    assert likeness(number(0.0), scaled=True) == likeness(number(-0.0), scaled=True)


@pytest.mark.parametrize("name", ["t", "x", "y", "c", "phi", "temp", "N", "E", "u2"])
def test_no_variable_is_its_own_size_and_no_two_are_alike(name):
    one = variable(name)
    assert likeness(op("abs", one), scaled=True) != likeness(one, scaled=True)
    sign = op("/", one, op("abs", one))
    others = {
        likeness(op("/", v, op("abs", v)), scaled=True) for v in (variable("r"), variable("I"))
    }
    assert likeness(sign, scaled=True) not in others


def test_values_are_those_of_the_data():
    late = Places({"t": (1950.0, 2020.0)})
    root = op("sqrt", op("-", T, number(1900.0)))
    assert likeness(root, scaled=True) == NOWHERE
    assert late.likeness(root, scaled=True) != NOWHERE
    assert late.likeness(op("abs", T), scaled=True) == late.likeness(T, scaled=True)
    bells = [
        op("exp", op("neg", op("^", op("-", T, number(c)), number(2.0)))) for c in (1960.0, 1990.0)
    ]
    assert len({late.likeness(b, scaled=True) for b in bells}) == 2
    growth = op("exp", op("*", C, T))
    assert late.likeness(growth, scaled=True) not in (NOWHERE, late.likeness(T, scaled=True))


def test_a_little_is_told_from_nothing():
    high = Places({"u": (1e6, 1e6 + 1.0)})
    assert high.likeness(U, scaled=True) != high.likeness(number(1.0), scaled=True)


def test_it_counts_on_which_constant_the_bounds_are():
    bounded = constant(1.5, (1.0, 2.0))
    one, other = op("+", C, op("*", bounded, T)), op("+", bounded, op("*", C, T))
    assert likeness(one, scaled=False) != likeness(other, scaled=False)


def test_ratios_beyond_all_numbers_are_left_out():
    wide = Places({"u": (-700.0, 700.0)})
    one, other = op("exp", U), op("exp", op("*", number(1.001), U))
    assert wide.likeness(one, scaled=True) not in (NOWHERE, wide.likeness(other, scaled=True))
    assert wide.likeness(op("*", number(2.0), one), scaled=True) == wide.likeness(one, scaled=True)
