"""Expressions of a grammar: how many, some at random, and whether one is among them."""

from __future__ import annotations

import random
from itertools import product

import pytest
from hanging import soon
from hypothesis import given, settings
from hypothesis import strategies as st

from pdedsl.language import (
    Apply,
    Constant,
    Grammar,
    Integer,
    Number,
    Reference,
    Rule,
    Variable,
    derivable,
    derive,
    expression_counts,
    minimum_depths,
    stock_grammar,
)
from pdedsl.language.grammar import never_ending, unit_cycles

E, F, T, U, C = Reference("e"), Reference("f"), Variable("t"), Variable("u"), Constant()


def size(template):
    return 1 + sum(map(size, template.arguments)) if isinstance(template, Apply) else 1


def language(grammar, most):
    """All expressions up to a size, by applying every rule until nothing new comes."""
    made = {rule.name: set() for rule in grammar.rules}

    def expressions(template):
        match template:
            case Reference(name):
                return list(made[name])
            case Integer(lower, upper):
                return [Number(n) for n in range(lower, upper + 1)]
            case Apply(operator, arguments):
                every = product(*map(expressions, arguments))
                return [Apply(operator, a) for a in every if 1 + sum(map(size, a)) <= most]
        return [template]

    while True:
        before = sum(map(len, made.values()))
        for rule in grammar.rules:
            for alternative in rule.alternatives:
                made[rule.name].update(expressions(alternative))
        if sum(map(len, made.values())) == before:
            return made[grammar.start]


leaves = st.sampled_from(
    [E, F, T, U, C, Constant(0.0, 1.0), Number(2), Integer(1, 3), Integer(2, 2)]
)
templates = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.builds(lambda a: Apply("sin", (a,)), inner),
        st.builds(lambda o, a, b: Apply(o, (a, b)), st.sampled_from("+*"), inner, inner),
    ),
    max_leaves=3,
)
rules = st.lists(templates, min_size=1, max_size=4).map(tuple)
grammars = st.builds(
    lambda e, f: Grammar(("t", "u"), (Rule("e", e), Rule("f", f))), rules, rules
).filter(lambda g: not never_ending(g) and not unit_cycles(g))


@given(grammars)
@settings(max_examples=60, deadline=None)
def test_as_many_are_counted_as_there_are(grammar):
    every = language(grammar, 4)
    assert expression_counts(grammar, 4) == tuple(
        sum(size(e) == n for e in every) for n in range(1, 5)
    )


@given(grammars, st.integers(0, 2**32), st.integers(1, 4))
@settings(max_examples=60, deadline=None)
def test_what_is_drawn_is_of_the_grammar(grammar, seed, depth):
    assert derivable(grammar, derive(grammar, random.Random(seed).choice, depth))


@given(grammars)
@settings(max_examples=30, deadline=None)
def test_what_a_grammar_cannot_make_is_told_from_what_it_can(grammar):
    every = language(grammar, 3)
    for o, a, b in product("+*-", (T, U, C), (T, U, Number(3))):
        assert derivable(grammar, Apply(o, (a, b))) == (Apply(o, (a, b)) in every)


def test_ambiguity_does_not_count_twice():
    twice = Grammar(("t",), (Rule("e", (F, Apply("+", (E, E)), T)), Rule("f", (T, Number(1)))))
    once = Grammar(("t",), (Rule("e", (Apply("+", (E, E)), T, Number(1))),))
    assert (
        expression_counts(twice, 9) == expression_counts(once, 9) == (2, 0, 4, 0, 16, 0, 80, 0, 448)
    )


def test_large_sizes_are_counted_at_once():
    with soon():
        counts = expression_counts(stock_grammar("elementary", ("t", "x", "u")), 60)
    assert len(counts) == 60
    assert sum(counts) > 10**50


def test_a_grammar_that_would_take_long_is_counted_as_far_as_is_quick():
    many = [Apply("*", (Apply("sin", (Apply("+", (E, Number(n))),)), E)) for n in range(120)]
    grammar = Grammar(("t",), (Rule("e", (T, Apply("+", (E, E)), *many, Integer(1, 200))),))
    with soon():
        assert 5 <= len(expression_counts(grammar, 40)) < 40


def test_derivations_are_as_low_as_the_grammar_lets_them():
    low = Grammar(("t",), (Rule("e", (Apply("+", (E, F)), F)), Rule("f", (Apply("sin", (E,)), T))))
    assert minimum_depths(low)["e"] == 2
    drawn = {derive(low, random.Random(seed).choice, 1) for seed in range(20)}
    assert drawn == {T}


@pytest.mark.parametrize("depth", [2, 3, 5])
def test_sums_grow_with_the_height(depth):
    grammar = Grammar(("t",), (Rule("e", (Apply("+", (E, E)), T)),))
    sizes = {size(derive(grammar, random.Random(s).choice, depth)) for s in range(200)}
    assert max(sizes) > 1
    assert max(sizes) <= 2**depth - 1
