"""The shortest terms of a grammar, each once."""

import random
from functools import cache

import pytest

from pdedsl.language import stock_grammar
from pdedsl.optimize.expression import Node, constant, variable
from pdedsl.optimize.likeness import NOWHERE, Places
from pdedsl.optimize.listing import shortest
from pdedsl.optimize.primitives import primitives, to_expression
from pdedsl.optimize.terms import folded, split

ELEMENTARY = primitives(stock_grammar("elementary", ("t", "u")))


@cache
def listed(most):
    return [
        split(folded(to_expression(d)), scalable=True)
        for d in shortest(ELEMENTARY, most, scalable=True)
    ]


def test_terms_are_single_distinct_and_ordered_by_complexity():
    terms = listed(150)
    assert 150 < len(terms) <= 300
    assert all(len(t.features) == 1 for t in terms)
    assert all(t.features[0].nesting == 0 for t in terms)
    assert len({t.key for t in terms}) == len(terms)
    sizes = [t.size for t in terms[:150]]
    assert sizes == sorted(sizes)


def test_fewer_are_the_first_of_more():
    assert [t.key for t in listed(20)[:20]] == [t.key for t in listed(150)[:20]]


def test_waves_of_any_frequency_are_listed():
    wave = Node("sin", (Node("*", (constant(1.0), variable("t"))),))
    keys = [t.key for t in listed(150)]
    assert wave.structure in keys
    assert {"1.0", "t", "u", "(sin t)", "(exp t)", "(* t u)"} <= set(keys[:30])


def test_products_of_simple_factors_follow_the_short_terms():
    keys = [t.key for t in listed(150)]
    assert "(* (exp (* c t)) u)" in [t.key for t in listed(500)]
    assert "(* (exp t) u)" in keys


@pytest.mark.parametrize("names", [("t",), ("t", "u"), ("t", "x", "u")])
def test_a_growing_wave_is_listed_with_its_two_constants(names):
    made = primitives(stock_grammar("elementary", names))
    keys = {
        split(folded(to_expression(d)), scalable=True).key
        for d in shortest(made, 300, scalable=True)
    }
    assert "(* (exp (* c t)) (sin (* c t)))" in keys


def test_no_term_is_listed_twice_in_another_form_or_has_no_value():
    seen = [Places().likeness(t.features[0], scaled=True) for t in listed(300)]
    assert NOWHERE not in seen
    assert len(seen) == len(set(seen))


def test_listing_leaves_the_random_state_alone():
    before = random.getstate()
    shortest(primitives(stock_grammar("polynomial", ("t",))), 5, scalable=True)
    assert random.getstate() == before
