"""Derivatives on uniform axes as sparse matrices."""

from __future__ import annotations

from functools import cache
from math import factorial

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

Array = NDArray[np.float64]


@cache
def stencil(offsets: tuple[int, ...], order: int) -> tuple[float, ...]:
    """Weights of values at whole offsets that give a derivative at 0, for a spacing of 1.

    They are exact for polynomials of a degree below the number of offsets.

    >>> [round(w, 9) for w in stencil((-1, 0, 1), 2)]
    [1.0, -2.0, 1.0]
    """
    powers = np.vander(np.array(offsets, dtype=float), len(offsets), increasing=True).T
    wanted = np.zeros(len(offsets))
    wanted[order] = factorial(order)
    return tuple(map(float, np.linalg.solve(powers, wanted)))


def half_width(order: int) -> int:
    """How far a central stencil of second order of accuracy reaches."""
    return (order + 1) // 2


def difference(
    count: int, spacing: float, order: int, *, periodic: bool, edges: tuple[int, int] = (0, 0)
) -> sparse.csr_array:
    """A derivative at the inner nodes of an axis, from the values at all.

    Central stencils of fourth order of accuracy, next to the edges of second; one-sided ones of
    second order where no node beyond is known.

    Args:
        count: of nodes.
        spacing: of neighbours.
        order: of the derivative, 0 for the values themselves.
        periodic: whether the first node follows the last.
        edges: how many nodes on the left and on the right are not inner ones.

    Returns:
        shape (count - sum(edges), count).
    """
    left, right = edges
    rows, columns, weights = [], [], []
    for row, node in enumerate(range(left, count - right)):
        offsets = _offsets(node, count, order, periodic)
        values = stencil(offsets, order)
        rows += [row] * len(offsets)
        columns += [(node + o) % count for o in offsets]
        weights += [w / spacing**order for w in values]
    shape = (count - left - right, count)
    return sparse.csr_array(sparse.coo_array((weights, (rows, columns)), shape=shape))


def _offsets(node: int, count: int, order: int, periodic: bool) -> tuple[int, ...]:
    if order == 0:
        return (0,)
    half = half_width(order)
    room = half + 1 if periodic else min(node, count - 1 - node)
    reach = half + 1 if room > half else half
    if room >= reach:
        return tuple(range(-reach, reach + 1))
    length = min(order + 2, count)
    start = min(max(0, node - length // 2), count - length)
    return tuple(range(start - node, start - node + length))


def least_count(order: int) -> int:
    """The fewest nodes of an axis on which a derivative can be taken."""
    return max(2 * half_width(order) + 3, order + 2)
