"""Good short expressions joined with short ones in order of length, each couple once.

A law is often a sum or product of a few short parts, each of which lowers the loss by itself. A
random join has to hit the right parent and the right partner; their number is small enough to
try all, the shortest couples first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from heapq import merge
from typing import Protocol

from pdedsl.language import Apply
from pdedsl.optimize.primitives import Production

FIRST = ("+", "*")
"""Sums come first; products come with sums that are longer by one, other joins by two."""

ABREAST = 3
"""How many expressions of every complexity are joined."""


class Member(Protocol):
    """A derivation with what it is equal to, its loss and its complexity."""

    @property
    def key(self) -> str:
        """What it is equal to."""
        ...

    @property
    def loss(self) -> float:
        """The smaller, the better."""
        ...

    @property
    def complexity(self) -> int:
        """Nodes."""
        ...

    def __iter__(self) -> Iterator[Production]: ...


Couple = tuple[tuple[int, int, int, int], Member, Member, Production]
"""Its turn, two expressions, and the production that joins them."""


class Couples:
    """How far each parent has come along the partners, which are in order of length.

    Args:
        joins: productions that make one expression of two.
        partners: short expressions.
    """

    def __init__(self, joins: Sequence[Production], partners: Sequence[Member]) -> None:
        self._joins = sorted(joins, key=_rank)
        self._partners = sorted(enumerate(partners), key=lambda p: (p[1].complexity, p[0]))
        self._met: Counter[tuple[str, str]] = Counter()

    def of(self, population: Sequence[Member]) -> Iterator[list[Production]]:
        """Joins of the few best of every complexity that were not offered before."""
        parents = best_of_each_length(population, ABREAST)
        rows = [
            self._row(rank, parent, order, join)
            for rank, parent in enumerate(parents)
            for order, join in enumerate(self._joins)
        ]
        for _, parent, partner, join in merge(*rows, key=lambda couple: couple[0]):
            self._met[parent.key, join.name] += 1
            yield [join, *parent, *partner]

    def _row(self, rank: int, parent: Member, order: int, join: Production) -> Iterator[Couple]:
        """What is left of a parent's partners, with what decides when it is their turn."""
        shift = parent.complexity + _rank(join)
        for place, partner in self._partners[self._met[parent.key, join.name] :]:
            yield (shift + partner.complexity, rank, place, order), parent, partner, join


def best_of_each_length(population: Sequence[Member], count: int) -> list[Member]:
    """The few with the lowest losses of every complexity."""
    taken: Counter[int] = Counter()
    best = []
    for member in sorted(population, key=lambda m: (m.loss, m.key)):
        taken[member.complexity] += 1
        if taken[member.complexity] <= count:
            best.append(member)
    return best


def _rank(join: Production) -> int:
    match join.template:
        case Apply(operator, _) if operator in FIRST:
            return FIRST.index(operator)
    return len(FIRST)
