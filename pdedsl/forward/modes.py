"""Smooth changes of an initial state: waves on each axis that vanish where values are known."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from pdedsl.forward.places import Axis, Places

Array = NDArray[np.float64]

MOST_MODES = 24


def modes_on(places: Places, measured: Sequence[int]) -> Array:
    """Modes of all axes together, the longest waves first.

    Args:
        places: nodes in space; without space there is one mode.
        measured: points of the data on each axis; waves shorter than four of them are left out.

    Returns:
        shape (inner nodes, modes), at most `MOST_MODES`.
    """
    counts = [max(1, n // 2) for n in measured]
    each = [_along(axis, n) for axis, n in zip(places.axes, counts, strict=True)]
    numbers = sorted(
        product(*(range(n) for n in counts)),
        key=lambda own: (sum((k / n) ** 2 for k, n in zip(own, counts, strict=True)), own),
    )
    found = []
    for own in numbers[:MOST_MODES]:
        mode = np.ones(1)
        for k, waves in zip(own, each, strict=True):
            mode = np.multiply.outer(mode, waves[:, k]).ravel()
        found.append(mode)
    return np.stack(found, axis=1)


def _along(axis: Axis, count: int) -> Array:
    """Waves on the inner nodes of one axis, shape (nodes, count)."""
    x, k = axis.nodes[axis.inner], np.arange(count)
    if axis.periodic:
        phase = 2 * np.pi * (x - x[0]) / (len(x) * axis.spacing)
        return np.cos(np.multiply.outer(phase, (k + 1) // 2) - np.pi / 2 * (k % 2))
    left, right = axis.edges
    first = axis.nodes[max(left - 1, 0)]
    last = axis.nodes[len(axis.nodes) - max(right, 1)]
    place = np.pi * (x - first) / (last - first)
    if left and right:
        waves = np.sin(np.multiply.outer(place, k + 1))
        return waves if max(left, right) == 1 else waves * np.sin(place)[:, None]
    if left:
        return np.sin(np.multiply.outer(place, k + 0.5))
    return np.cos(np.multiply.outer(place, k + 0.5 if right else k))
