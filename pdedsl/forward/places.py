"""The nodes in space on which an equation is solved, and derivatives there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from math import prod

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from pdedsl.forward.differences import difference, stencil

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Axis:
    """A uniform axis in space.

    Attributes:
        nodes: of shape (n,), without the last point of a period.
        periodic: whether the first follows the last.
        edges: how many nodes on the left and on the right have known values.
    """

    nodes: Array
    periodic: bool
    edges: tuple[int, int]

    @property
    def spacing(self) -> float:
        """Distance of neighbours."""
        return float(self.nodes[1] - self.nodes[0])

    @property
    def inner(self) -> slice:
        """The nodes whose values are computed."""
        return slice(self.edges[0], len(self.nodes) - self.edges[1])


@dataclass(frozen=True, eq=False)
class Places:
    """A tensor grid of such axes; a single point where there are none.

    Nodes are numbered as those of a C-ordered array.
    """

    axes: tuple[Axis, ...]

    @property
    def shape(self) -> tuple[int, ...]:
        """Number of nodes on each axis."""
        return tuple(len(axis.nodes) for axis in self.axes)

    @property
    def count(self) -> int:
        """Of all nodes."""
        return prod(self.shape)

    @cached_property
    def inner(self) -> NDArray[np.int64]:
        """Numbers of the nodes whose values are computed."""
        numbers = np.arange(self.count).reshape(self.shape)
        return numbers[tuple(axis.inner for axis in self.axes)].ravel()

    @cached_property
    def edge(self) -> NDArray[np.int64]:
        """Numbers of the nodes whose values are known."""
        return np.setdiff1d(np.arange(self.count), self.inner)

    @cached_property
    def coordinates(self) -> tuple[Array, ...]:
        """Of all nodes, an array of shape (count,) for each axis."""
        grids = np.meshgrid(*(axis.nodes for axis in self.axes), indexing="ij")
        return tuple(g.ravel() for g in grids)

    def derivative(self, orders: Sequence[int]) -> sparse.csr_array:
        """A derivative at the inner nodes from the values at all, shape (inner, count)."""
        parts = [
            difference(len(a.nodes), a.spacing, n, periodic=a.periodic, edges=a.edges)
            for a, n in zip(self.axes, orders, strict=True)
        ]
        one = sparse.csr_array(np.ones((1, 1)))
        return sparse.csr_array(reduce(sparse.kron, parts, one))

    def roughness(self, position: int) -> sparse.csr_array:
        """-d^4/16 of neighbours along an axis over their distance, which dampens zigzags.

        None is felt where it would reach over an edge.

        Source: Kreiss and Oliger 1973, dissipation for central differences.
        """
        parts = []
        for k, axis in enumerate(self.axes):
            n = len(axis.nodes)
            if k != position:
                parts.append(difference(n, 1.0, 0, periodic=axis.periodic, edges=axis.edges))
                continue
            rows, columns, weights = [], [], []
            for row, node in enumerate(range(n)[axis.inner]):
                if axis.periodic or 2 <= node < n - 2:
                    rows += [row] * 5
                    columns += [(node + o) % n for o in range(-2, 3)]
                    weights += [-w / 16 / axis.spacing for w in stencil((-2, -1, 0, 1, 2), 4)]
            shape = (n - sum(axis.edges), n)
            matrix = sparse.coo_array((weights, (rows, columns)), shape=shape)
            parts.append(sparse.csr_array(matrix))
        return sparse.csr_array(reduce(sparse.kron, parts))
