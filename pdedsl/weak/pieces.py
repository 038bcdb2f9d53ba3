"""Columns of large grids, made piece by piece: nothing as large as the fields is kept beside them.

Integrals are sums over the nodes, and so are products of Jacobians along an axis whose nodes are
the sampling grid, since noise at different points is independent. Both add up over pieces of the
grid; what a term and its slopes are on a piece is computed again wherever it is needed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise, product

import numpy as np

from pdedsl.weak.gram import Part, contract_along
from pdedsl.weak.integrator import TermIntegrator
from pdedsl.weak.jacobian import Jacobian, Response
from pdedsl.weak.limits import LARGEST
from pdedsl.weak.noise import (
    Column,
    SampleGroup,
    column,
    excess_of,
    jacobian,
    linearised,
    reaching,
    slope_at,
)
from pdedsl.weak.prior_modes import PriorModes
from pdedsl.weak.quadrature import cut_quadrature
from pdedsl.weak.separable import paired


@dataclass(frozen=True)
class Pieces:
    """How a grid is cut: along which axis, and where."""

    axis: int
    cuts: tuple[slice, ...]


def pieces_of(group: SampleGroup) -> Pieces | None:
    """The pieces of a large group, None for one that is small or cannot be cut."""
    whole = [i for i, rule in enumerate(group.quadrature) if rule.from_data is None]
    if group.mean.size <= 2 * LARGEST or not whole:
        return None
    axis = max(whole, key=lambda i: group.quadrature[i].points)
    points = group.quadrature[axis].points
    count = min(points // 2, -(-group.mean.size // LARGEST))  # a layer alone would seem constant
    edges = np.linspace(0, points, count + 1).round().astype(int).tolist()
    return Pieces(axis, tuple(slice(a, b) for a, b in pairwise(edges)))


def piece(group: SampleGroup, axis: int, cut: slice) -> SampleGroup:
    """The part of a group between two points of an axis."""
    place = (slice(None),) * (2 + axis) + (cut,)
    return replace(
        group,
        quadrature=cut_quadrature(group.quadrature, axis, cut),
        mean=group.mean[place],
        excess=group.excess[place],
        prior=tuple(modes.at(axis, cut) for modes in group.prior),
        inputs=tuple(q[place[1:]] if q.shape[1 + axis] > 1 else q for q in group.inputs),
    )


def column_in_pieces(group: SampleGroup, term: TermIntegrator) -> Column:
    """What `column` gives, for terms whose functions depend on the place alone.

    Jacobians that do not change from node to node, as those of terms linear in the fields, are
    kept whole; others are made when asked for.
    """
    pieces = pieces_of(group)
    if pieces is None:
        return column(group, term)
    values: np.ndarray | float = 0.0
    moved: np.ndarray | float = 0.0
    for cut in pieces.cuts:
        part = piece(group, pieces.axis, cut)
        found, slopes = linearised(part, term)
        values = values + found
        moved = moved + excess_of(part, term, slopes)
    noise = tuple(_response(group, term, j, pieces, False) for j in range(len(term.h_u)))
    reach = tuple(
        _response(group, term, j, pieces, True) if isinstance(b, InPieces) else b
        for j, b in enumerate(noise)
    )
    values = np.asarray(values)
    depends = any(b is not None for b in noise)
    return Column(values, values - moved if depends else values, noise, reach, group.prior)


def values_in_pieces(group: SampleGroup, term: TermIntegrator) -> np.ndarray:
    """The values of that column alone, shape (D, S)."""
    pieces = pieces_of(group)
    if pieces is None:
        return linearised(group, term)[0]
    parts = (piece(group, pieces.axis, cut) for cut in pieces.cuts)
    return np.asarray(sum(linearised(part, term)[0] for part in parts))


def _response(
    group: SampleGroup, term: TermIntegrator, place: int, pieces: Pieces, reach: bool
) -> Response | None:
    if term.h_u[place] is None:
        return None
    made = InPieces(group, term, place, pieces, reach)
    first = made.at(pieces.axis, pieces.cuts[0])
    if any(v.size > LARGEST // 16 for _, v in first.parts):
        return made
    slope = slope_at(group, term, place)
    assert slope is not None
    return jacobian(group, term, slope)


@dataclass(frozen=True, eq=False)
class InPieces:
    """How one field gets into one term, made for one piece of the grid at a time.

    Attributes:
        group: of samples.
        term: the term.
        place: of the field.
        pieces: of the grid.
        reach: for steps as large as the field's own spread, see `noise.reaching`.
    """

    group: SampleGroup
    term: TermIntegrator
    place: int
    pieces: Pieces
    reach: bool

    def at(self, axis: int, cut: slice) -> Jacobian:
        """The Jacobian of a piece of the grid."""
        part = piece(self.group, axis, cut)
        slope = slope_at(part, self.term, self.place)
        assert slope is not None
        plain = jacobian(part, self.term, slope)
        return reaching(part, self.term, self.place, slope, plain) if self.reach else plain

    def noise_gram(self, other: Response) -> np.ndarray:
        """B_1 B_2^T, shape (D or 1, S, S)."""
        axis = self.pieces.axis
        pairs: list[tuple[Part, Part]] = []
        totals: list[np.ndarray] = []
        for cut in self.pieces.cuts:
            left = self.at(axis, cut)
            right = left if other is self else other.at(axis, cut)
            pairs = list(product(left.separate, right.separate))
            if any(a.tangled and b.tangled for a, b in pairs):
                return self._one_by_one(other)
            each = ((a, b, a.values * b.values) for a, b in pairs)
            found = [contract_along(left.quadrature, a, b, v, axis) for a, b, v in each]
            totals = _added(totals, found)
        rest = [i for i in range(len(self.group.quadrature)) if i != axis]
        for k, (a, b) in enumerate(pairs):
            for i in rest:
                totals[k] = contract_along(self.group.quadrature, a, b, totals[k], i)
        return paired(sum(totals, start=np.zeros(())), self._sizes, self._sizes)

    def _one_by_one(self, other: Response) -> np.ndarray:
        """The same where parts need the data points of refined axes."""
        axis = self.pieces.axis
        each = (self.at(axis, cut).noise_gram(other.at(axis, cut)) for cut in self.pieces.cuts)
        return np.asarray(sum(each))

    def through(self, prior: PriorModes) -> np.ndarray:
        """B F, the response to the modes of the field's prior, shape (D, S, rank)."""
        axis = self.pieces.axis
        totals: list[np.ndarray] = []
        for cut in self.pieces.cuts:
            left, modes = self.at(axis, cut), prior.at(axis, cut)
            totals = _added(totals, [left.onto_modes(o, v, modes, axis) for o, v in left.parts])
        rest = [i for i in range(len(self.group.quadrature)) if i != axis]
        for k, (gamma, _) in enumerate(left.parts):
            for i in rest:
                totals[k] = left.onto_modes(gamma, totals[k], modes, i)
        ranks = [a.shape[-1] for a in prior.axes]
        return paired(sum(totals, start=np.zeros(())), self._sizes, ranks)[:, :, prior.kept]

    @property
    def _sizes(self) -> list[int]:
        return [rule.weights[0].shape[0] for rule in self.group.quadrature]


def _added(totals: list[np.ndarray], found: list[np.ndarray]) -> list[np.ndarray]:
    if not totals:
        return found
    for k, more in enumerate(found):
        totals[k] += more
    return totals
