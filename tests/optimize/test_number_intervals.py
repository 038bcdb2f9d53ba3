"""Intervals of numbers in g: lopsided and holding the truth where noise is high, none where low."""

import numpy as np
import pytest

from pdedsl.language import parse
from pdedsl.loading import load_data
from pdedsl.optimize.answer import answer
from pdedsl.optimize.expression import Node, constant, given, number, variable
from pdedsl.optimize.fitted import maximised
from pdedsl.optimize.model import make_library, start
from pdedsl.optimize.rival import Rival
from pdedsl.pipeline import estimates_of, weak_system

TEXT = """coordinates t
fields u
data "supply.npz" { sample = sample }
dictionary { d_t(u) }
"""
T, U = variable("t"), variable("u")


def times(a, b):
    return Node("*", (a, b))


def supply(rate):
    return Node("exp", (times(rate, T),))


def numbers_of(noise, seed, feature):
    """Those of u' = exp(-2 t) from six starts, measured with noise."""
    t = np.linspace(0.0, 2.0, 30)
    clean = np.linspace(0.0, 1.0, 6)[:, None] + 0.5 * (1 - np.exp(-2 * t))
    noisy = clean + np.random.default_rng(seed).normal(0.0, noise, clean.shape)
    specification = parse(TEXT)
    data = load_data(specification, {"t": t, "u": noisy, "sample": np.arange(6)})
    library = make_library(weak_system(specification, estimates_of(specification, data)))
    model = maximised(library, start(library, (0,), (feature,), 0))
    return answer(library, Rival(model, 5, model.evidence)).free.numbers


@pytest.mark.parametrize("seed", range(6))
def test_where_much_is_unknown_it_is_lopsided_and_holds_the_truth(seed):
    """A supply that ends sooner is made up for by a larger one at first, and the least is told."""
    first, rate = numbers_of(0.15, seed, supply(constant(-2.0)))
    (low, high), (fast, slow) = first.interval, rate.interval
    assert low < 1.0 < high
    assert fast < -2.0 < slow
    assert high - first.value > 1.5 * (first.value - low)
    assert rate.value - fast > 1.15 * (slow - rate.value)


@pytest.mark.parametrize("seed", range(2))
def test_where_much_is_known_the_standard_error_will_do(seed):
    assert [n.interval for n in numbers_of(0.01, seed, supply(constant(-2.0)))] == [None, None]


def test_it_ends_where_the_grammar_ends_a_constant():
    _, rate = numbers_of(0.15, 0, supply(constant(-2.0, (-2.2, -1.0))))
    assert rate.interval == pytest.approx((-2.2, -1.0))


def test_it_is_of_the_number_as_it_is_written():
    """exp(-(c t)) is written exp(c1 t), whose c1 is -c."""
    _, rate = numbers_of(0.1, 0, supply(constant(-2.0)))
    _, again = numbers_of(0.1, 0, Node("exp", (Node("neg", (times(constant(2.0), T),)),)))
    assert again.value == pytest.approx(rate.value, abs=0.02 * rate.standard_error)
    assert again.interval == pytest.approx(rate.interval, rel=0.03)


def test_a_constant_that_is_given_is_no_longer_fitted():
    node = Node("+", (times(constant(1.0), T), Node("sin", (times(constant(2.0), U),))))
    found = given(node, 1, 5.0)
    assert [c.value for c in found.constants] == [1.0]
    assert found == Node("+", (times(constant(1.0), T), Node("sin", (times(number(5.0), U),))))
