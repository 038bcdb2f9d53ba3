"""Thinning: length scales of large grids are fitted on part of the points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, prod
from typing import Protocol

import numpy as np

from pdedsl.fields.arrays import Array
from pdedsl.fields.hyperparameters import Hyperparameters, fit
from pdedsl.fields.limits import MOST_IN_ALL, MOST_ON_AXIS

MOST_WORK = 3e8  # multiplications, sum n_i^3 + n sum n_i, up to which all points have the last word


class Sliced(Protocol):
    """A field on a grid of which parts can be asked for."""

    def __getitem__(self, place: tuple[slice, ...]) -> Array:
        """The part in M slices."""
        ...


def strides(shape: tuple[int, ...]) -> tuple[int, ...]:
    """Every how manieth point of each axis is kept; 1 everywhere if the grid is small enough.

    >>> strides((1024, 251))
    (5, 2)
    """
    steps = [ceil(n / MOST_ON_AXIS) for n in shape]
    kept = _kept(shape, steps)
    while prod(kept) > MOST_IN_ALL:
        steps[int(np.argmax(kept))] += 1
        kept = _kept(shape, steps)
    return tuple(steps)


def is_whole(shape: tuple[int, ...]) -> bool:
    """Whether all points of a grid are used."""
    return max(strides(shape)) == 1


@dataclass(frozen=True, eq=False)
class Thinned:
    """Two parts of a large grid that length scales are fitted on.

    One is every k-th point of each axis, which sees all of the domain, the other as many
    neighbouring points in the middle of each axis, which see what varies faster than that.
    """

    axes: tuple[Array, ...]

    def candidates(
        self, fields: Sequence[Sliced], noises: list[float | None]
    ) -> list[tuple[Hyperparameters, ...]]:
        """Hyperparameters of B standardised fields on each part."""
        steps = strides(tuple(len(x) for x in self.axes))
        ways = (
            tuple(slice(None, None, step) for step in steps),
            tuple(_middle(len(x), step) for x, step in zip(self.axes, steps, strict=True)),
        )
        found = []
        for parts in ways:
            cut = tuple(x[part] for x, part in zip(self.axes, parts, strict=True))
            found.append(fit(cut, np.stack([field[parts] for field in fields]), noises))
        return list(zip(*found, strict=True))


def _kept(shape: tuple[int, ...], steps: list[int]) -> list[int]:
    return [ceil(n / step) for n, step in zip(shape, steps, strict=True)]


def _middle(count: int, step: int) -> slice:
    wanted = ceil(count / step)
    start = (count - wanted) // 2
    return slice(start, start + wanted)


def worth_polishing(shape: tuple[int, ...]) -> bool:
    """Whether a climb on all points costs no more than about a second."""
    return sum(n**3 for n in shape) + prod(shape) * sum(shape) <= MOST_WORK
