"""Grammar-guided genetic programming: loss against complexity, equal expressions scored once.

This module sees derivations and a scorer only, and it alone draws: from `gp.random`, as DEAP's
operators do. A generation is scored as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from typing import Protocol

import numpy as np
from deap import base, gp, tools

from pdedsl.optimize.couples import Couples
from pdedsl.optimize.primitives import Primitives, Production


@dataclass(frozen=True)
class Reading:
    """What a derivation stands for: what it is equal to, and its complexity."""

    key: str
    complexity: int


class Scorer(Protocol):
    """Reads derivations one by one, and scores what it has read many at a time."""

    def read(self, tree: gp.PrimitiveTree) -> Reading | None:
        """None where it is no candidate, as for an expression of nothing."""
        ...

    def losses(self, keys: Sequence[str]) -> list[float]:
        """Losses of expressions that were read, in order."""
        ...


@dataclass(frozen=True)
class Settings:
    """How to breed.

    The probabilities stand as the paper's (appendix E.4) to each other; `join` is our own, and
    makes sums and products of what is already good. A generation bears as many offspring by
    chance as its population has, and `coupled` times as many by `Couples`.
    """

    population: int = 500
    generations: int = 20
    seed: int = 0
    length: int = 20
    depth: int = 6
    parsimony: float = 0.05
    join: float = 0.3
    crossover: float = 0.6903
    subtree: float = 0.1330
    hoist: float = 0.0361
    point: float = 0.0905
    coupled: float = 1.0


class _Fitness(base.Fitness):
    """Both smaller: loss and complexity."""

    weights = (-1.0, -1.0)


class _Individual(gp.PrimitiveTree):
    """A derivation with its fitness and the key of the expression it stands for."""

    def __init__(self, nodes: list[Production], reading: Reading, loss: float) -> None:
        super().__init__(nodes)
        self.fitness = _Fitness((_finite(loss), reading.complexity))
        self.key = reading.key

    @property
    def loss(self) -> float:
        """Logarithm of the loss."""
        return self.fitness.values[0]

    @property
    def complexity(self) -> int:
        """Of the expression."""
        return int(self.fitness.values[1])


def _finite(loss: float) -> float:
    return float(np.log(loss)) if np.isfinite(loss) and loss > 0 else 1e3 if loss > 0 else -1e3


def evolve(
    primitives: Primitives,
    seeds: Sequence[list[Production]],
    scorer: Scorer,
    settings: Settings,
    on_generation: Callable[[int], bool] = lambda _: True,
) -> None:
    """Breed for the given number of generations; the scorer keeps what it has seen.

    Args:
        primitives: of the user's grammar.
        seeds: derivations that the first generation holds, such as the shortest.
        scorer: reads every offspring; asked once a generation for the losses of new ones.
        settings: sizes, probabilities, seed.
        on_generation: called after each generation with its number, 0 for the first; the
            breeding ends early where it returns False.
    """
    with _seeded(settings.seed):
        pool = _first(primitives, seeds, scorer, settings)
        population = _survivors(pool, settings.population)
        pool = [p for p in pool if p.complexity <= COMPACT] or pool
        couples = Couples(primitives.joins(), pool)
        if not on_generation(0):
            return
        for generation in range(1, settings.generations + 1):
            if len(population) < 2:
                return
            offspring = _offspring(population, pool, couples, primitives, scorer, settings)
            population = _survivors(population + offspring, settings.population)
            if not on_generation(generation):
                return


def _first(
    primitives: Primitives,
    seeds: Sequence[list[Production]],
    scorer: Scorer,
    settings: Settings,
) -> list[_Individual]:
    """The seeds, then half a population of random derivations of ramped height.

    Fewer than the population if the grammar has no more.
    """
    brood = _Brood(scorer, settings)
    for nodes in seeds:
        brood.add(nodes)
    least = min(p.depth for p in primitives.by_type[0])
    wanted = len(brood) + settings.population // 2
    for attempt in range(10 * settings.population):
        if len(brood) >= wanted:
            break
        depth = least + attempt % settings.depth
        brood.add(primitives.generate(gp.random.choice, depth))
    return brood.individuals()


class _Brood:
    """New derivations of a generation, one for every expression, to be scored together."""

    def __init__(self, scorer: Scorer, settings: Settings, known: Iterable[str] = ()) -> None:
        self.scorer, self.length = scorer, settings.length
        self.known = set(known)
        self.found: dict[str, tuple[list[Production], Reading]] = {}

    def __len__(self) -> int:
        return len(self.found)

    def add(self, nodes: list[Production]) -> None:
        """Take it in if it is a candidate, not too long, and new."""
        if len(nodes) > 2 * self.length:
            return
        reading = self.scorer.read(gp.PrimitiveTree(nodes))
        if reading is None or reading.complexity > self.length or reading.key in self.known:
            return
        self.found.setdefault(reading.key, (nodes, reading))

    def individuals(self) -> list[_Individual]:
        """All of them with their losses, in the order in which they came."""
        losses = self.scorer.losses(list(self.found))
        pairs = zip(self.found.values(), losses, strict=True)
        return [_Individual(nodes, reading, loss) for (nodes, reading), loss in pairs]


def _offspring(
    population: list[_Individual],
    pool: list[_Individual],
    couples: Couples,
    primitives: Primitives,
    scorer: Scorer,
    settings: Settings,
) -> list[_Individual]:
    """New expressions by joining short ones in order, and by chance, as far as there are any."""
    brood = _Brood(scorer, settings, known=(individual.key for individual in population))
    for nodes in couples.of(population):
        if len(brood) >= settings.coupled * settings.population:
            break
        brood.add(nodes)
    wanted = len(brood) + settings.population
    for _ in range(3 * settings.population):
        if len(brood) >= wanted:
            break
        for nodes in _bred(population, pool, primitives, settings):
            brood.add(nodes)
    return brood.individuals()


def _bred(
    population: list[_Individual],
    pool: list[_Individual],
    primitives: Primitives,
    settings: Settings,
) -> list[list[Production]]:
    s = settings
    kinds = ("join", "crossover", "subtree", "hoist", "point")
    kind = gp.random.choices(kinds, (s.join, s.crossover, s.subtree, s.hoist, s.point))[0]
    first = gp.PrimitiveTree(_tournament(population))
    if kind == "join":
        return _joined(first, pool, primitives)
    if kind == "crossover":
        second = gp.PrimitiveTree(_tournament(population))
        return [list(child) for child in gp.cxOnePoint(first, second)]
    if kind == "subtree":
        return [_subtree(first, primitives)]
    if kind == "hoist":
        return [list(gp.mutShrink(first)[0])]
    return [_point(first, primitives)]


def _joined(
    first: gp.PrimitiveTree, pool: list[_Individual], primitives: Primitives
) -> list[list[Production]]:
    """Part of a parent, or all of it, and a small expression under one production, as f * g."""
    joins = primitives.joins()
    if not joins:
        return []
    places = [i for i, node in enumerate(first) if node.ret == 0]
    at = 0 if gp.random.random() < WHOLE else gp.random.choice(places)
    where = first.searchSubtree(at)
    parts = [first[where], list(gp.random.choice(pool))]
    gp.random.shuffle(parts)
    first[where] = [gp.random.choice(joins), *parts[0], *parts[1]]
    return [list(first)]


def _subtree(tree: gp.PrimitiveTree, primitives: Primitives) -> list[Production]:
    at = gp.random.randrange(len(tree))
    new = primitives.generate(gp.random.choice, gp.random.randint(1, 4), tree[at].ret)
    tree[tree.searchSubtree(at)] = new
    return list(tree)


def _point(tree: gp.PrimitiveTree, primitives: Primitives) -> list[Production]:
    """Replace one node by another production of the same type and the same operands."""
    at = gp.random.randrange(len(tree))
    node = tree[at]
    same = [p for p in primitives.by_type[node.ret] if p.args == node.args and p is not node]
    nodes = list(tree)
    if same:
        nodes[at] = gp.random.choice(same)
    return nodes


TOURNAMENT = 3

WHOLE = 0.5
"""How often a join takes the whole parent."""

COMPACT = 5
"""Up to this complexity an expression of the first generation is a partner for joins."""


def _tournament(population: list[_Individual]) -> _Individual:
    """The best of a few by rank, as NSGA-II chooses parents."""
    return population[min(gp.random.randrange(len(population)) for _ in range(TOURNAMENT))]


def _survivors(individuals: list[_Individual], size: int) -> list[_Individual]:
    """Non-dominated sorting with crowding (Deb et al. 2002), the best first."""
    return tools.selNSGA2(individuals, min(size, len(individuals)), nd="log")


@contextmanager
def _seeded(seed: int) -> Iterator[None]:
    """Have DEAP draw from a generator of its own.

    The one that Python's module shares is drawn from by others, too, such as Dask's client while
    it waits, and the search would take another way.
    """
    before = gp.random
    gp.random = Random(seed)
    try:
        yield
    finally:
        gp.random = before
