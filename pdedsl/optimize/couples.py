"""Good short expressions joined with short ones in order of length, each couple once.

A law is often a sum or product of a few short parts, each of which lowers the loss by itself. A
random join has to hit the right parent and the right partner; their number is small enough to
try all, the shortest couples first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
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


class Couples:
    """Which couples were offered so far.

    Args:
        joins: productions that make one expression of two.
        partners: short expressions.
    """

    def __init__(self, joins: Sequence[Production], partners: Sequence[Member]) -> None:
        self._joins = sorted(joins, key=_rank)
        self._partners = partners
        self._offered: set[tuple[str, str, str]] = set()

    def of(self, population: Sequence[Member]) -> Iterator[list[Production]]:
        """Joins of the few best of every complexity that were not offered before."""
        parents = best_of_each_length(population, ABREAST)
        couples = [(a, b, j) for a in parents for b in self._partners for j in self._joins]
        couples.sort(key=lambda c: c[0].complexity + c[1].complexity + _rank(c[2]))
        for a, b, join in couples:
            couple = a.key, b.key, join.name
            if couple not in self._offered:
                self._offered.add(couple)
                yield [join, *a, *b]


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
