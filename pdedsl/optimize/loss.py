"""The loss of candidates g: constants inside them fitted on the whitened weak system.

Many candidates, and several starts of each, are carried through every step together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from zlib import crc32

import numpy as np

from pdedsl.optimize.block import Block, State, blocks_of
from pdedsl.optimize.downhill import descend
from pdedsl.optimize.recall import Rows
from pdedsl.optimize.screen import Screen
from pdedsl.optimize.terms import Terms
from pdedsl.parallel import ALONE, Pool

STARTS = 12
"""Starts of a candidate with one constant inside; twice as many with more."""

DESCENTS = 3
"""How many of the starts are followed downhill."""

NUMBERS = 400_000
"""How many numbers the columns of a block may have: few enough for the cache."""

COMMON = 1000
"""As many rows of a column take as long as what a candidate costs whatever its rows."""

LARGEST = 1e300
"""In place of infinity where it is not looked at."""


@dataclass(frozen=True, eq=False)
class Scored:
    """A candidate with its loss.

    Attributes:
        candidate: its terms, constants inside at any values.
        loss: residual over that of a smooth field; inf where the candidate is undefined or
            overflows on the data.
        misfit: residual over that of noise alone, about 1 where the candidate is right.
        theta: the constants as they were fitted, left to right; none for those that it has.
    """

    candidate: Terms
    loss: float
    misfit: float = float("nan")
    theta: tuple[float, ...] = ()

    @cached_property
    def terms(self) -> Terms:
        """The candidate with its constants fitted."""
        return self.candidate.with_theta(self.theta) if self.theta else self.candidate

    @property
    def deviance(self) -> float:
        """-2 log B for each row, were all rows alike."""
        if not (np.isfinite(self.loss) and self.loss > 0 and self.misfit > 0):
            return float("inf")
        return float(self.misfit - self.loss + np.log(self.loss / self.misfit))


def from_row(terms: Terms, row: Sequence[float]) -> Scored:
    """The score of a candidate with these numbers."""
    loss, misfit, *theta = row
    return Scored(terms, loss, misfit, tuple(theta))


def score(screen: Screen, candidates: Sequence[Terms], pool: Pool = ALONE) -> list[Scored]:
    """Fit the constants of candidates and give their losses, in order.

    The starts depend on a candidate's structure alone, so that, but for rounding, its
    score does not depend on when it is scored.
    """
    return list(map(from_row, candidates, rows_of(screen, candidates, pool)))


def rows_of(screen: Screen, candidates: Sequence[Terms], pool: Pool = ALONE) -> Rows:
    """The same as rows of numbers: loss, misfit and the constants fitted.

    Blocks are made of the candidates alone, so that whoever computes them, and how many do,
    does not show in the last digit. Those without constants take less time than to be sent away.
    """
    blocks = blocks_of(screen, candidates, _count, NUMBERS)
    found: dict[int, list[float]] = {}
    for is_fitted in (True, False):
        chosen = [(b, places) for b, places in blocks if bool(b.candidates[0].inner) is is_fitted]
        chosen.sort(key=lambda each: -_work(each[0]))
        items = [(block.screen is not screen, block.candidates) for block, _ in chosen]
        done = (pool if is_fitted else ALONE).map(_rows_of_block, screen, items)
        for rows, (_, places) in zip(done, chosen, strict=True):
            found.update(zip(places, rows, strict=True))
    return [found[place] for place in range(len(candidates))]


def _rows_of_block(screen: Screen, item: tuple[bool, tuple[Terms, ...]]) -> Rows:
    """The rows of one block of candidates.

    Args:
        screen: of all of them.
        item: whether the block sees its compact form, and the candidates.
    """
    is_plain, chosen = item
    block = Block(screen.compact if is_plain else screen, chosen)
    with np.errstate(all="ignore"):
        theta = np.array([_starts(screen, t) for t in chosen])
        state = block.at(theta)
        if theta.shape[2]:
            order = np.argsort(_known(block, state), axis=1, kind="stable")[:, :DESCENTS]
            bounds = [_bounds(t) for t in chosen]
            box = np.array([b[0] for b in bounds]), np.array([b[1] for b in bounds])
            state = descend(block, np.take_along_axis(theta, order[:, :, None], 1), box)
        losses = _known(block, state)
        best = np.argmin(losses, axis=1)
        numbers = zip(best, losses, state.misfit, state.theta, strict=True)
        return [
            [float(loss[i]), float(misfit[i]), *map(float, theta[i])]
            for i, loss, misfit, theta in numbers
        ]


def _work(block: Block) -> int:
    """About how long a block takes: what takes long is begun first, so that all end together."""
    inner = len(block.candidates[0].inner)
    return len(block.candidates) * (1 + inner) * (COMMON + len(block.screen.z))


def _known(block: Block, state: State) -> np.ndarray:
    """The losses, infinite for functions of the coordinates that test functions do not show."""
    plain = all(t.variables <= block.screen.coordinates for t in block.candidates)
    if not plain or not state.theta.shape[2]:
        return state.loss
    return np.where(block.aliased(state.theta), np.inf, state.loss)


def _count(terms: Terms) -> int:
    """How many starts a candidate has."""
    return STARTS * min(len(terms.inner), 2) or 1


def _starts(screen: Screen, terms: Terms) -> np.ndarray:
    """Of shape (starts, k)."""
    if not terms.inner:
        return np.zeros((1, 0))
    rng = np.random.default_rng(crc32(terms.key.encode()))
    return _draw(rng, _scales(screen, terms), *_bounds(terms))


def _draw(
    rng: np.random.Generator,
    scales: Sequence[Sequence[float]],
    lower: np.ndarray,
    upper: np.ndarray,
) -> np.ndarray:
    """Starts of shape (starts, constants), every constant's range covered evenly.

    Constants without bounds are log-uniform from a fifth to ten times a random scale, of
    either sign; those with bounds are uniform between them, and one bound is a mirror.
    """
    size = lower.size
    count = STARTS * min(size, 2)
    even = (np.arange(count)[:, None] + rng.uniform(size=(count, size))) / count
    even = rng.permuted(even, axis=0)
    sign = rng.permuted(np.where(np.arange(count)[:, None] % 2, 1.0, -1.0) * np.ones(size), axis=0)
    scale = np.stack([rng.choice(np.asarray(each), count) for each in scales], axis=1)
    free = sign * 10 ** (-0.7 + 1.7 * even) * scale
    boxed = np.isfinite(lower) & np.isfinite(upper)
    low, high = np.where(boxed, lower, 0.0), np.where(boxed, upper, 0.0)
    free = np.where(free < lower, 2 * np.maximum(lower, -LARGEST) - free, free)
    free = np.where(free > upper, 2 * np.minimum(upper, LARGEST) - free, free)
    return np.clip(np.where(boxed, low + even * (high - low), free), lower, upper)


def _scales(screen: Screen, terms: Terms) -> list[list[float]]:
    """For each inner constant the scales of the variables in its term."""
    found = []
    for feature in terms.features:
        scales = sorted({s for name in feature.variables for s in screen.scales[name]} or {1.0})
        found += [scales for _ in feature.constants]
    return found


def _bounds(terms: Terms) -> tuple[np.ndarray, np.ndarray]:
    lower = [-np.inf if c.bounds[0] is None else c.bounds[0] for c in terms.inner]
    upper = [np.inf if c.bounds[1] is None else c.bounds[1] for c in terms.inner]
    return np.array(lower), np.array(upper)
