"""Products B_1 B_2^T of parts that change along a refined axis and another one.

Along axes whose nodes are the sampling grid the sum over points stays one over pairs of test
functions. Along refined axes the parts are carried to the data points: with F these axes, S_F test
functions and n_F points of theirs, the matrices are S_F x n_F, one for every node of the others.
Where all axes are refined that is the plain S x n matrix, of which a piece is held at a time.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from pdedsl.weak.gram import Part
from pdedsl.weak.quadrature import AxisQuadrature
from pdedsl.weak.separable import contract_axis, row_products

LARGEST_PIECE = 2**24
"""Bytes of a matrix that are held at a time, where a single layer of the grid allows it."""


@dataclass(frozen=True, eq=False)
class Tangled:
    """The parts of a Jacobian that need the data points.

    Attributes:
        quadrature: one rule an axis.
        parts: tangled ones only.
    """

    quadrature: tuple[AxisQuadrature, ...]
    parts: tuple[Part, ...]

    def gram(self, other: Tangled) -> np.ndarray:
        """The product with others on the same grid, shape (D or 1, S, S)."""
        samples = max(p.values.shape[0] for p in (*self.parts, *other.parts))
        cut = _pieces(self.quadrature, samples)
        total: np.ndarray | float = 0.0
        for piece in cut:
            left = self._whole if len(cut) == 1 else self._at_data(piece)
            if other is self:
                right = left
            else:
                right = other._whole if len(cut) == 1 else other._at_data(piece)
            total = total + sum(
                _by_nodes(self.quadrature, a, b, np.matmul(v, np.swapaxes(w, -1, -2)))
                for a, v in left
                for b, w in right
            )
        return _sorted(self.quadrature, np.asarray(total))

    @cached_property
    def _whole(self) -> list[tuple[Part, np.ndarray]]:
        """Kept for other pairs, where one piece is all."""
        (piece,) = _pieces(self.quadrature, 1)
        return self._at_data(piece)

    def _at_data(self, piece: slice) -> list[tuple[Part, np.ndarray]]:
        """Sums of parts alike on the axes that are not refined, each with one of these parts.

        The sums have shape (D or 1, q, ..., S_F, n_F'), q of axes that are not refined, n_F' of the
        piece of the grid.
        """
        found: dict[tuple[int, ...], tuple[Part, np.ndarray]] = {}
        plain, _ = _axes(self.quadrature)
        for part in self.parts:
            key = tuple(id(part.weights[i]) for i in plain)
            values = _carried(self.quadrature, part, piece)
            known = found.get(key)
            found[key] = (part, values if known is None else known[1] + values)
        return [(p, _test_functions_first(self.quadrature, v)) for p, v in found.values()]


def _axes(quadrature: Sequence[AxisQuadrature]) -> tuple[list[int], list[int]]:
    """Axes that are not refined, and those that are."""
    axes = range(len(quadrature))
    refined = [i for i in axes if quadrature[i].from_data is not None]
    return [i for i in axes if i not in refined], refined


def _longest(quadrature: Sequence[AxisQuadrature]) -> int:
    """The refined axis with most points."""
    return max(_axes(quadrature)[1], key=lambda i: quadrature[i].points)


def _pieces(quadrature: Sequence[AxisQuadrature], samples: int) -> list[slice]:
    """Cut the longest refined axis of the sampling grid so that a piece of it fits in memory."""
    plain, refined = _axes(quadrature)
    points = quadrature[_longest(quadrature)].points
    whole = 8 * samples * math.prod(quadrature[i].nodes.size for i in plain)
    whole *= math.prod(quadrature[i].weights[0].shape[0] * quadrature[i].points for i in refined)
    count = min(points, -(-whole // LARGEST_PIECE))
    edges = np.linspace(0, points, count + 1).round().astype(int)
    return [slice(int(a), int(b)) for a, b in pairwise(edges)]


def _carried(quadrature: Sequence[AxisQuadrature], part: Part, piece: slice) -> np.ndarray:
    """W diag(v) R along refined axes, whose lengths go from q or 1 to K n'."""
    first = _longest(quadrature)
    values = part.values
    for i in sorted(_axes(quadrature)[1], key=lambda i: i != first):
        from_data = quadrature[i].from_data
        assert from_data is not None
        points = from_data[:, piece if i == first else slice(None)]
        values = contract_axis(values, row_products(part.weights[i], points.T), 1 + i)
    return values


def _test_functions_first(quadrature: Sequence[AxisQuadrature], values: np.ndarray) -> np.ndarray:
    """Sort (D, q or K n' of each axis) into (D, q, ..., S_F, n_F')."""
    plain, refined = _axes(quadrature)
    counts = [quadrature[i].weights[0].shape[0] for i in refined]
    moved = values.transpose(0, *(1 + i for i in plain), *(1 + i for i in refined))
    kept = 1 + len(plain)
    each = zip(counts, moved.shape[kept:], strict=True)
    split = moved.reshape(*moved.shape[:kept], *(n for k, kn in each for n in (k, kn // k)))
    order = [*range(kept), *range(kept, split.ndim, 2), *range(kept + 1, split.ndim, 2)]
    return split.transpose(order).reshape(*moved.shape[:kept], math.prod(counts), -1)


def _by_nodes(
    quadrature: Sequence[AxisQuadrature], left: Part, right: Part, product: np.ndarray
) -> np.ndarray:
    """Sum (D, q, ..., S_F, S_F) over the nodes of axes not refined: (D, K K, ..., S_F, S_F)."""
    flat = product.reshape(*product.shape[:-2], -1)
    for place, i in enumerate(_axes(quadrature)[0], start=1):
        flat = contract_axis(flat, row_products(left.weights[i], right.weights[i]), place)
    return flat.reshape(*flat.shape[:-1], *product.shape[-2:])


def _sorted(quadrature: Sequence[AxisQuadrature], values: np.ndarray) -> np.ndarray:
    """Sort (D, K K of axes not refined, ..., S_F, S_F) into (D, S, S)."""
    plain, refined = _axes(quadrature)
    counts = [q.weights[0].shape[0] for q in quadrature]
    first = {i: 1 + 2 * n for n, i in enumerate(plain)}
    first |= {i: 1 + 2 * len(plain) + n for n, i in enumerate(refined)}
    second = {i: first[i] + (len(refined) if i in refined else 1) for i in first}
    over_plain = (counts[i] for i in plain for _ in range(2))
    split = values.reshape(-1, *over_plain, *(counts[i] for i in refined * 2))
    order = [0, *(first[i] for i in range(len(counts))), *(second[i] for i in range(len(counts)))]
    size = math.prod(counts)
    return split.transpose(order).reshape(-1, size, size)
