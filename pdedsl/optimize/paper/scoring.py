"""The paper's loss, min ||Z beta - w||^2 over the unit L1 sphere, for many candidates at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import islice

import numpy as np

from pdedsl.optimize.inner import Method, UnitL1Solution, prepare, solve, solve_many
from pdedsl.optimize.paper.system import PaperSystem
from pdedsl.optimize.paper.values import Piece, Values
from pdedsl.optimize.recall import Recall, afresh

BATCH = 500
"""Right-hand sides that are solved together."""

HUGE = 1e100
"""An entry of w beyond this counts as infinite: its square would be."""


class Scorer:
    """Losses of expressions; equal ones, numbers and all, are scored once.

    Attributes:
        values: of expressions, for every part of the system.
        losses: by key; inf where an expression is undefined or overflows on the data.
    """

    def __init__(
        self, system: PaperSystem, method: Method = "collie", recall: Recall = afresh
    ) -> None:
        self.system, self.recall = system, recall
        self.values = tuple(Values(part.inputs) for part in system.parts)
        self.losses: dict[int, float] = {}
        self._prepared = prepare(system.z, method)

    def score(self, pieces: Iterable[Piece]) -> None:
        """Add the losses of what has none yet."""
        new = iter({p.key: p for p in pieces if p.key not in self.losses}.values())
        while batch := list(islice(new, BATCH)):
            rows = self.recall([str(p.key) for p in batch], partial(self._losses, batch))
            self.losses |= {p.key: row[0] for p, row in zip(batch, rows, strict=True)}

    def _losses(self, batch: Sequence[Piece]) -> list[list[float]]:
        w = np.array([self.right_hand_side(p) for p in batch]).T
        good = np.all(np.abs(w) < HUGE, axis=0)
        found = np.full(len(batch), np.inf)
        if np.any(good):
            found[good] = solve_many(self._prepared, w[:, good])[1]
        return [[float(loss)] for loss in found]

    def right_hand_side(self, piece: Piece) -> np.ndarray:
        """w of a candidate and the known part of g, shape (rows,)."""
        with np.errstate(all="ignore"):
            pairs = zip(self.system.parts, self.values, strict=True)
            rows = [part.rows(values.of(piece)) for part, values in pairs]
            return self.system.known + (rows[0] if len(rows) == 1 else np.concatenate(rows))

    def solution(self, piece: Piece) -> UnitL1Solution:
        """Beta and loss of an expression whose loss is finite."""
        return solve(self._prepared, self.right_hand_side(piece))
