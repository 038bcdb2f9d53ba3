"""Stock grammars in the search: their expressions have values, their laws are tried at once."""

import random
from functools import cache

import numpy as np
import pytest
from stock_laws import LAWS

from pdedsl.language import parse, stock_grammar
from pdedsl.language.grammar import variables
from pdedsl.optimize.expression import with_constants
from pdedsl.optimize.listing import shortest
from pdedsl.optimize.primitives import primitives, to_expression
from pdedsl.optimize.terms import folded, is_scalable, split
from pdedsl.optimize.values import evaluate

HEAD = "coordinates t, x\nfields u, v\ndictionary { d_t(u) }\n"
EVERYTHING, FIELDS = ("t", "x", "u", "v"), ("u", "v")
POPULATION = 500
"""Candidates of a generation by default, and how many short terms the first one holds."""


def grammar_of(name, arguments=EVERYTHING):
    return stock_grammar(name, arguments, (), FIELDS)


@pytest.mark.parametrize("name", LAWS)
def test_random_expressions_have_values_somewhere(name):
    """On positive arguments and numbers; poles and overflow are let pass at single points."""
    made, choose, rng = primitives(grammar_of(name)), random.Random(0), np.random.default_rng(0)
    points = {argument: rng.uniform(0.2, 1.8, 50) for argument in EVERYTHING}
    for attempt in range(300):
        node = to_expression(made.generate(choose.choice, 2 + attempt % 4))
        node = with_constants(node, rng.uniform(0.1, 2.0, len(node.constants)))
        with np.errstate(all="ignore"):
            values = np.asarray(evaluate(node, points))
        assert np.any(np.isfinite(values)) or name == "elementary"


def keys(grammar, node):
    """Each additive term of an expression as the search tells it from others."""
    features = split(folded(node), scalable=is_scalable(grammar)).features
    return {split(feature, scalable=True).key for feature in features}


@pytest.mark.parametrize(("name", "law"), [(n, w) for n, laws in LAWS.items() for w in laws])
def test_the_terms_of_a_law_are_in_the_first_generation(name, law):
    text = LAWS[name][law]
    read = parse(f"{HEAD}grammar {{ e ::= {text} }}").grammar
    (derivation,) = primitives(read).by_type[0]
    arguments = tuple(a for a in EVERYTHING if a in variables(read) | {"t", "u"})
    wanted = keys(grammar_of(name, arguments), to_expression([derivation]))
    assert wanted <= listed(name, arguments)


@cache
def listed(name, arguments):
    """What the first generation holds of a grammar."""
    grammar = grammar_of(name, arguments)
    derivations = shortest(primitives(grammar), POPULATION, scalable=is_scalable(grammar))
    return frozenset().union(*(keys(grammar, to_expression(d)) for d in derivations))
