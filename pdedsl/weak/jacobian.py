"""B, the response of a term's weak residual to one field, kept as factors on the nodes.

B = sum over Leibniz parts of W_1 x ... x W_M diag(c h'(u)) R, with W_i the quadrature weights of
axis i and R the interpolation from the sampling grid to the nodes. Where the nodes are the
sampling grid, B B^T and B K B^T are sums over a tensor grid of separable products and never need
the S x n matrix: the cost is that of a few integrals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import reduce

import numpy as np

from pdedsl.form import MultiIndex
from pdedsl.weak.prior_modes import PriorModes
from pdedsl.weak.quadrature import AxisQuadrature
from pdedsl.weak.separable import contract, paired, row_products


@dataclass(frozen=True, eq=False)
class Jacobian:
    """How one field gets into one term.

    Attributes:
        quadrature: one rule an axis.
        parts: derivative gamma on the test function and c h'(u) at the nodes, shape
            (D or 1, q_1, ..., q_M) with length 1 along axes where nothing changes.
    """

    quadrature: tuple[AxisQuadrature, ...]
    parts: tuple[tuple[MultiIndex, np.ndarray], ...]
    _dense: list[np.ndarray] = field(default_factory=list)

    @property
    def finite(self) -> bool:
        """Whether the response is finite everywhere."""
        return all(bool(np.all(np.isfinite(f))) for _, f in self.parts)

    def noise_gram(self, other: Jacobian) -> np.ndarray:
        """B_1 B_2^T, shape (D or 1, S, S)."""
        if any(q.from_data is not None for q in self.quadrature):
            return np.matmul(self.dense, np.swapaxes(other.dense, 1, 2))
        sizes = [q.weights[0].shape[0] for q in self.quadrature]
        total: np.ndarray | float = 0.0
        for gamma, left in self.parts:
            for delta, right in other.parts:
                orders = zip(self.quadrature, gamma.orders, delta.orders, strict=True)
                pairs = [row_products(q.weights[o], q.weights[p]) for q, o, p in orders]
                total = total + paired(contract(left * right, pairs), sizes, sizes)
        return np.asarray(total)

    def through(self, prior: PriorModes) -> np.ndarray:
        """B F, the response to the modes of the field's prior, shape (D, S, rank)."""
        sizes = [q.weights[0].shape[0] for q in self.quadrature]
        ranks = [a.shape[-1] for a in prior.axes]
        total: np.ndarray | float = 0.0
        for gamma, values in self.parts:
            each = zip(self.quadrature, gamma.orders, prior.axes, strict=True)
            matrices = [row_products(q.weights[o], np.swapaxes(a, 1, 2)) for q, o, a in each]
            found = contract(values, matrices)
            total = total + paired(found, sizes, ranks)[:, :, prior.kept]
        return np.asarray(total)

    @property
    def dense(self) -> np.ndarray:
        """B at the data points, shape (D or 1, S, n)."""
        if not self._dense:
            self._dense.append(_to_data(self.quadrature, self._at_nodes()))
        return self._dense[0]

    def _at_nodes(self) -> np.ndarray:
        shape = tuple(q.nodes.size for q in self.quadrature)
        total: np.ndarray | float = 0.0
        for gamma, values in self.parts:
            pairs = zip(self.quadrature, gamma.orders, strict=True)
            weights = reduce(np.kron, [q.weights[o] for q, o in pairs])
            full = np.broadcast_to(values, (values.shape[0], *shape))
            total = total + weights * full.reshape(values.shape[0], 1, -1)
        return np.asarray(total)


def _to_data(quadrature: Sequence[AxisQuadrature], block: np.ndarray) -> np.ndarray:
    """Carry a block from the quadrature nodes to the sampling grid."""
    if all(q.from_data is None for q in quadrature):
        return block
    block = block.reshape(*block.shape[:2], *(q.nodes.size for q in quadrature))
    for axis, rule in enumerate(quadrature):
        if rule.from_data is not None:
            moved = np.moveaxis(block, 2 + axis, -1) @ rule.from_data
            block = np.moveaxis(moved, -1, 2 + axis)
    return block.reshape(*block.shape[:2], -1)
