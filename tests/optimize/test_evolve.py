"""Breeding stays inside the grammar and repeats itself."""

import random
import zlib
from dataclasses import replace

import pytest
from test_primitives import TYPED, parsed, stands_for

from pdedsl.language import Reference, stock_grammar
from pdedsl.optimize.evolve import Reading, Settings, evolve
from pdedsl.optimize.primitives import primitives, to_expression
from pdedsl.optimize.terms import folded, split

SMALL = Settings(population=40, generations=4, seed=3)
ELEMENTARY = stock_grammar("elementary", ("t", "u"))


class Judge:
    """Reads every derivation and gives it a loss that its key alone decides."""

    def __init__(self, loss):
        self.loss, self.read_so_far, self.blocks = loss, [], []

    def read(self, tree):
        terms = split(folded(to_expression(tree)), scalable=True)
        self.read_so_far.append((terms.key, list(tree)))
        return Reading(terms.key, terms.size)

    def losses(self, keys):
        self.blocks.append(list(keys))
        return [self.loss(key) for key in keys]


def bred(grammar, settings, seeds=(), on_generation=lambda _: True):
    """Every derivation that was read, with its key."""
    judge = Judge(lambda key: 1e-3 + zlib.crc32(key.encode()) / 2**32 / (1 + len(key)))
    evolve(primitives(grammar), seeds, judge, settings, on_generation)
    return judge.read_so_far


def test_a_generation_is_scored_at_once_and_holds_an_expression_once():
    judge, seen = Judge(len), []
    evolve(primitives(ELEMENTARY), [], judge, SMALL, lambda n: seen.append(n) is None)
    assert len(judge.blocks) == len(seen)
    assert all(len(set(keys)) == len(keys) for keys in judge.blocks)
    assert SMALL.population < len(judge.blocks[1]) <= 2 * SMALL.population + 1


ALONE = ("join", "crossover", "subtree", "hoist", "point")


@pytest.mark.parametrize("kind", ALONE)
@pytest.mark.parametrize("grammar", [TYPED, ELEMENTARY], ids=["typed", "elementary"])
def test_every_operator_stays_inside_the_grammar(grammar, kind):
    only = replace(SMALL, **{k: float(k == kind) for k in ALONE}, coupled=0.0, generations=3)
    start = Reference(grammar.start)
    scored = bred(grammar, only)
    assert scored
    for _, nodes in scored:
        assert parsed(nodes) == len(nodes)
        assert stands_for(to_expression(nodes), start, grammar)


def test_the_same_seed_scores_the_same_sequence_whoever_else_draws():
    random.seed(1)
    first = [key for key, _ in bred(ELEMENTARY, SMALL)]
    random.seed(2)
    drawn = bred(ELEMENTARY, SMALL, on_generation=lambda _: random.random() < 1)
    second = [key for key, _ in drawn]
    assert first == second
    assert len(first) > 100
    assert first != [key for key, _ in bred(ELEMENTARY, replace(SMALL, seed=4))]


def test_the_random_state_is_left_as_it_was_found():
    random.seed(5)
    before = random.getstate()
    bred(ELEMENTARY, SMALL)
    assert random.getstate() == before

    def interrupt(_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        bred(ELEMENTARY, SMALL, on_generation=interrupt)
    assert random.getstate() == before


def test_the_seeds_are_scored_first_and_generations_are_counted():
    made, seen = primitives(ELEMENTARY), []
    seeds = [[p] for p in made.by_type[0] if not p.args]
    scored = bred(ELEMENTARY, SMALL, seeds, lambda n: seen.append(n) is None)
    assert [nodes for _, nodes in scored[:3]] == seeds
    assert seen == [0, 1, 2, 3, 4]


def test_breeding_ends_where_it_is_told_to():
    seen = []
    bred(ELEMENTARY, SMALL, on_generation=lambda n: seen.append(n) or n < 2)
    assert seen == [0, 1, 2]


def test_selection_lowers_the_loss_that_random_derivations_reach():
    rng, made = random.Random(0), primitives(ELEMENTARY)

    def keyed(nodes):
        return split(folded(to_expression(nodes)), scalable=True).key

    def loss(key):
        return abs(key.count("(sin t)") - 3) + abs(key.count("u") - 2)

    judge = Judge(lambda key: 0.01 + loss(key))
    evolve(made, [], judge, replace(SMALL, population=60, generations=10))
    found = [loss(key) for key, _ in judge.read_so_far]
    blind = [loss(keyed(made.generate(rng.choice, 2 + i % 6))) for i in range(len(found))]
    assert min(found) <= min(blind)
    late = found[len(found) // 2 :]
    assert sum(late) / len(late) < sum(blind) / len(blind)
