"""Thinning: length scales of large grids are fitted on part of the points."""

from __future__ import annotations

from math import ceil, prod

import numpy as np

from pdedsl.fields.arrays import Array
from pdedsl.fields.hyperparameters import Hyperparameters, fit

MOST_ON_AXIS = 256
MOST_IN_ALL = 40_000
MOST_WORK = 3e8  # multiplications, sum n_i^3 + n sum n_i, up to which all points have the last word


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


def fit_thinned(
    axes: tuple[Array, ...], values: Array, noises: list[float | None]
) -> list[tuple[Hyperparameters, ...]]:
    """Candidate hyperparameters of B standardised fields, values (B, n_1, ..., n_M).

    On a small grid there is one candidate for each field. On a large one there are two: fitted on
    every k-th point of each axis, which sees all of the domain, and on as many neighbouring points
    in the middle of each axis, which sees what varies faster than that.
    """
    steps = strides(values.shape[1:])
    ways = [tuple(slice(None, None, step) for step in steps)]
    if max(steps) > 1:
        ways.append(tuple(_middle(len(x), step) for x, step in zip(axes, steps, strict=True)))
    return list(zip(*(_fit_part(axes, values, noises, parts) for parts in ways), strict=True))


def _fit_part(
    axes: tuple[Array, ...], values: Array, noises: list[float | None], parts: tuple[slice, ...]
) -> list[Hyperparameters]:
    cut = tuple(x[part] for x, part in zip(axes, parts, strict=True))
    return fit(cut, values[(slice(None), *parts)], noises)


def _kept(shape: tuple[int, ...], steps: list[int]) -> list[int]:
    return [ceil(n / step) for n, step in zip(shape, steps, strict=True)]


def _middle(count: int, step: int) -> slice:
    wanted = ceil(count / step)
    start = (count - wanted) // 2
    return slice(start, start + wanted)


def worth_polishing(shape: tuple[int, ...]) -> bool:
    """Whether a climb on all points costs no more than about a second."""
    return sum(n**3 for n in shape) + prod(shape) * sum(shape) <= MOST_WORK
