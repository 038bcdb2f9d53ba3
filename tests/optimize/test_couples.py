"""Couples of short expressions: all of them, once, the shortest first."""

from dataclasses import dataclass, replace
from itertools import islice

from test_evolve import ELEMENTARY, SMALL, TYPED, Judge
from test_primitives import parsed, stands_for

from pdedsl.language import Reference
from pdedsl.optimize.couples import ABREAST, Couples, best_of_each_length
from pdedsl.optimize.evolve import evolve
from pdedsl.optimize.listing import shortest
from pdedsl.optimize.primitives import Production, primitives, to_expression
from pdedsl.optimize.terms import folded, split

MADE = primitives(ELEMENTARY)


@dataclass
class Short:
    nodes: list[Production]
    loss: float

    def __post_init__(self):
        terms = split(folded(to_expression(self.nodes)), scalable=True)
        self.key, self.complexity = terms.key, terms.size

    def __iter__(self):
        return iter(self.nodes)


SHORTEST = [Short(d, float(i % 7)) for i, d in enumerate(shortest(MADE, 30, scalable=True))]


def key_of(nodes):
    return split(folded(to_expression(nodes)), scalable=True).key


def test_every_couple_is_offered_once_and_none_twice():
    couples = Couples(MADE.joins(), SHORTEST)
    parents = best_of_each_length(SHORTEST, ABREAST)
    assert len(names(couples.of(SHORTEST))) == len(parents) * len(SHORTEST) * len(MADE.joins())
    assert list(couples.of(SHORTEST)) == []


def names(offered):
    return [" ".join(p.name for p in nodes) for nodes in offered]


def test_what_was_left_is_offered_later():
    every = names(Couples(MADE.joins(), SHORTEST).of(SHORTEST))
    couples = Couples(MADE.joins(), SHORTEST)
    begun = names(islice(couples.of(SHORTEST), 10))
    assert begun + names(couples.of(SHORTEST)) == every


def test_sums_come_in_order_of_length():
    sums = [j for j in MADE.joins() if j.template.operator == "+"]
    offered = Couples(sums, SHORTEST).of(SHORTEST)
    sizes = {s.key: s.complexity for s in SHORTEST}
    pairs = [Short(nodes, 0.0).key.split(" ; ") for nodes in offered]
    lengths = [sum(sizes[k] for k in pair) for pair in pairs if len(pair) == 2]
    assert len(lengths) > 100
    assert lengths == sorted(lengths)


def test_only_the_best_of_a_length_are_joined():
    parents = best_of_each_length(SHORTEST, 2)
    for size in {s.complexity for s in SHORTEST}:
        losses = sorted(s.loss for s in SHORTEST if s.complexity == size)
        assert sorted(p.loss for p in parents if p.complexity == size) == losses[:2]


def found_by(seed, coupled, wanted="(sin (* c t)) ; u"):
    judge = Judge(lambda key: 0.001 if key == wanted else 0.1 + 0.001 * len(key))
    settings = replace(SMALL, population=150, generations=8, seed=seed, coupled=coupled)
    evolve(MADE, shortest(MADE, 150, scalable=True), judge, settings)
    return wanted in [key for key, _ in judge.read_so_far]


def test_a_sum_that_nothing_leads_to_is_found_whatever_chance_does():
    """Neither part is the best of its length, and no expression near the sum is good."""
    assert all(found_by(seed, 1.0) for seed in range(3))
    assert not all(found_by(seed, 0.0) for seed in range(3))


def test_couples_stay_inside_a_grammar_of_several_rules():
    made = primitives(TYPED)
    short = [Short(d, 0.0) for d in shortest(made, 20, scalable=False)]
    for nodes in Couples(made.joins(), short).of(short):
        assert parsed(nodes) == len(nodes)
        assert stands_for(to_expression(nodes), Reference(TYPED.start), TYPED)
