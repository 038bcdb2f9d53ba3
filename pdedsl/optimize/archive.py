"""Every candidate that a search has scored, and which of them are worth judging."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from deap import gp

from pdedsl.optimize.evolve import Reading
from pdedsl.optimize.loss import Scored, from_row, rows_of
from pdedsl.optimize.primitives import to_expression
from pdedsl.optimize.recall import Recall, afresh
from pdedsl.optimize.screen import Screen
from pdedsl.optimize.terms import Terms, folded, split
from pdedsl.parallel import ALONE, Pool


def cost(scored: Scored, rows: int, points: int) -> float:
    """What the screen makes of a candidate: half its deviance and the penalties of `penalised`."""
    return 0.5 * rows * scored.deviance + penalty(scored, points)


def penalty(scored: Scored, points: int) -> float:
    """Half a log of the number of data for each number of g, and one for each node."""
    return 0.5 * scored.candidate.numbers * float(np.log(points)) + scored.candidate.size


@dataclass(eq=False)
class Archive:
    """Every distinct candidate scored so far, by its key."""

    screen: Screen
    scalable: bool
    length: int
    recall: Recall = afresh
    pool: Pool = ALONE
    found: dict[str, Scored] = field(default_factory=dict)

    _open: dict[str, Terms] = field(default_factory=dict)

    def read(self, tree: gp.PrimitiveTree) -> Reading | None:
        """What a derivation stands for; None if it is nothing or too long."""
        terms = split(folded(to_expression(tree)), scalable=self.scalable)
        if not terms.features or terms.size > self.length:
            return None
        if terms.key not in self.found:
            self._open.setdefault(terms.key, terms)
        return Reading(terms.key, terms.size)

    def losses(self, keys: Sequence[str]) -> list[float]:
        """Losses of what was read; what was not scored before is scored together."""
        new = [key for key in dict.fromkeys(keys) if key not in self.found]
        terms = [self._open[key] for key in new]
        rows = self.recall(new, lambda: rows_of(self.screen, terms, self.pool))
        self.found.update(zip(new, map(from_row, terms, rows), strict=True))
        self._open.clear()
        return [self.found[key].loss for key in keys]

    def front(self) -> tuple[Scored, ...]:
        """The lowest loss at every complexity, where it is lower than all below."""
        best, lowest = [], np.inf
        for s in sorted(self.found.values(), key=lambda s: (s.candidate.size, s.loss)):
            if s.loss < lowest:
                best.append(s)
                lowest = s.loss
        return tuple(best)

    def leanest(self, parsimony: float) -> list[Scored]:
        """The candidate with the lowest loss * (1 + parsimony * size), alone."""
        finite = [s for s in self.found.values() if np.isfinite(s.loss)]
        return sorted(finite, key=lambda s: s.loss * (1 + parsimony * s.candidate.size))[:1]

    def candidates(self, points: int, each: int = 3, most: int = 40) -> list[Scored]:
        """The few best of every complexity, those that the screen favours first."""
        rows = self.screen.z.shape[0]
        by_size: dict[int, list[Scored]] = {}
        for s in sorted(self.found.values(), key=lambda s: s.loss):
            row = by_size.setdefault(s.candidate.size, [])
            if len(row) < each and np.isfinite(s.loss):
                row.append(s)
        chosen = [s for row in by_size.values() for s in row]
        return sorted(chosen, key=lambda s: cost(s, rows, points))[:most]
