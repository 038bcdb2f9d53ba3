"""Columns of large grids, made piece by piece: nothing as large as the fields is kept beside them.

Integrals are sums over the nodes, and so are products of Jacobians along an axis whose nodes are
the sampling grid, since noise at different points is independent. Both add up over pieces of the
grid; what a term and its slopes are on a piece is computed again wherever it is needed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from pdedsl.weak.integrator import TermIntegrator
from pdedsl.weak.jacobian import Jacobian, Response
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

LARGEST = 2**19
"""Values of the fields in a piece, about; a group of twice as many is taken as it is."""


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
    step = max(1, LARGEST * points // group.mean.size)
    return Pieces(axis, tuple(slice(k, min(k + step, points)) for k in range(0, points, step)))


def piece(group: SampleGroup, axis: int, cut: slice) -> SampleGroup:
    """The part of a group between two points of an axis."""
    place = (slice(None),) * (2 + axis) + (cut,)
    return replace(
        group,
        quadrature=cut_quadrature(group.quadrature, axis, cut),
        mean=group.mean[place],
        excess=group.excess[place],
        prior=tuple(modes.at(axis, cut) for modes in group.prior),
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
        total: np.ndarray | float = 0.0
        for cut in self.pieces.cuts:
            left = self.at(self.pieces.axis, cut)
            right = left if other is self else other.at(self.pieces.axis, cut)
            total = total + left.noise_gram(right)
        return np.asarray(total)

    def through(self, prior: PriorModes) -> np.ndarray:
        """B F, the response to the modes of the field's prior, shape (D, S, rank)."""
        axis = self.pieces.axis
        each = (self.at(axis, cut).through(prior.at(axis, cut)) for cut in self.pieces.cuts)
        return np.asarray(sum(each))
