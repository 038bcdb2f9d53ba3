"""B, the response of a term's weak residual to one field, kept as factors on the nodes.

B = sum over Leibniz parts of W_1 x ... x W_M diag(c h'(u)) R, with W_i the quadrature weights of
axis i and R the interpolation from the sampling grid to the nodes. B K B^T is a sum over a tensor
grid of separable products and never needs the S x n matrix, nor does B B^T but for some nonlinear
terms on refined grids (see `gram` and `tangled`): the cost is that of a few integrals.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Protocol

import numpy as np

from pdedsl.form import MultiIndex
from pdedsl.weak.gram import Part, gram, make_part
from pdedsl.weak.prior_modes import PriorModes
from pdedsl.weak.quadrature import AxisQuadrature, cut_quadrature
from pdedsl.weak.separable import contract_pairs, paired
from pdedsl.weak.tangled import Tangled


class Response(Protocol):
    """A Jacobian, whole or made piece by piece."""

    def at(self, axis: int, cut: slice) -> Jacobian:
        """The Jacobian of a piece of the grid."""
        ...

    def noise_gram(self, other: Response) -> np.ndarray:
        """B_1 B_2^T, shape (D or 1, S, S)."""
        ...

    def through(self, prior: PriorModes) -> np.ndarray:
        """B F, shape (D, S, rank)."""
        ...


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

    @property
    def finite(self) -> bool:
        """Whether the response is finite everywhere."""
        return all(bool(np.all(np.isfinite(f))) for _, f in self.parts)

    def at(self, axis: int, cut: slice) -> Jacobian:
        """The same for a piece of the grid alone, cut along an axis."""
        place = (slice(None),) * (1 + axis) + (cut,)
        parts = tuple((o, v[place] if v.shape[1 + axis] > 1 else v) for o, v in self.parts)
        return Jacobian(cut_quadrature(self.quadrature, axis, cut), parts)

    def noise_gram(self, other: Response) -> np.ndarray:
        """B_1 B_2^T, shape (D or 1, S, S).

        Where both have parts that change along a refined axis and another one, as u^2 has, these
        need matrices of test functions by data points of the refined axes; they are made in
        pieces of `tangled.LARGEST_PIECE` bytes, and kept for other pairs where one piece is all.
        """
        if not isinstance(other, Jacobian):
            return np.swapaxes(other.noise_gram(self), 1, 2)
        pairs = list(product(self.separate, other.separate))
        plain = [(a, b) for a, b in pairs if not (a.tangled and b.tangled)]
        total = gram(self.quadrature, plain) if plain else np.zeros(())
        return total + self._tangled.gram(other._tangled) if len(plain) < len(pairs) else total

    def through(self, prior: PriorModes) -> np.ndarray:
        """B F, the response to the modes of the field's prior, shape (D, S, rank)."""
        sizes = [q.weights[0].shape[0] for q in self.quadrature]
        ranks = [a.shape[-1] for a in prior.axes]
        total: np.ndarray | float = 0.0
        for gamma, values in self.parts:
            found = values
            for axis in range(len(sizes)):
                found = self.onto_modes(gamma, found, prior, axis)
            total = total + paired(found, sizes, ranks)[:, :, prior.kept]
        return np.asarray(total)

    def onto_modes(
        self, gamma: MultiIndex, values: np.ndarray, prior: PriorModes, axis: int
    ) -> np.ndarray:
        """Sum a part's values over the nodes of one axis, against its modes."""
        weights = self.quadrature[axis].weights[gamma.orders[axis]]
        return contract_pairs(values, weights, np.swapaxes(prior.axes[axis], 1, 2), 1 + axis)

    @cached_property
    def separate(self) -> tuple[Part, ...]:
        """The parts as products of theirs are made of."""
        return tuple(make_part(self.quadrature, gamma, values) for gamma, values in self.parts)

    @cached_property
    def _tangled(self) -> Tangled:
        return Tangled(self.quadrature, tuple(p for p in self.separate if p.tangled))
