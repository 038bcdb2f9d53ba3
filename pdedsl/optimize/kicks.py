"""Models with one coefficient moved far, from which other maxima of log B may be reached.

A psi of which one entry moves by h has the covariances C + h A + h^2 G, A the derivative of C by
that entry: all moves of all entries need the products of pairs of columns twice, not once each.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pdedsl.optimize.bank import Stack
from pdedsl.optimize.evidence import evidence_of, noise_share, weighted
from pdedsl.optimize.model import Library, Model, stacks_of

KICKS = (-4.0, -1.0, 1.0, 4.0)
"""How far a coefficient is moved to look for another maximum."""


def kicked(library: Library, model: Model) -> list[Model]:
    """The model with one dictionary term's coefficient moved far, for every term but the lead.

    Least squares takes a term that is mostly noise for nothing at all, and log B can have a
    maximum there from which no small step leads to the true coefficient. Steps are in units of
    the coefficient that lets in as much noise as the whole model does.

    Args:
        library: the weak system.
        model: with finite coefficients.
    """
    stacks = stacks_of(library, model.support, model.features)
    share = sum(noise_share(s, model.psi) for s in stacks)
    noise = float(model.psi @ share @ model.psi)
    near = [_Near(s, model.psi) for s in stacks]
    found = []
    for place in range(len(model.support)):
        if place == model.lead or not 0 < share[place, place] < np.inf:
            continue
        for kick in KICKS:
            step = kick * np.sqrt(noise / share[place, place])
            value = sum(each.evidence(place, step) for each in near)
            if np.isfinite(value):
                psi = model.psi.copy()
                psi[place] += step
                found.append(replace(model, psi=psi, evidence=value))
    return found


class _Near:
    """log B of one stack about a psi."""

    def __init__(self, s: Stack, psi: np.ndarray) -> None:
        self.columns, self.residual = s.z, np.tensordot(psi, s.z, 1)
        self.noise, self.prior = _Moving(s, psi, s.noise), _Moving(s, psi, s.prior)

    def evidence(self, place: int, step: float) -> float:
        r = self.residual + step * self.columns[place]
        c = self.noise.at(place, step)
        return evidence_of(r, c, c + self.prior.at(place, step))


class _Moving:
    """A sum of psi_j psi_k blocks_jk as a function of one entry of psi."""

    def __init__(self, s: Stack, psi: np.ndarray, blocks: np.ndarray) -> None:
        self.s, self.psi, self.blocks = s, psi, blocks
        self.here = weighted(s, psi, blocks)
        self.slopes: dict[int, np.ndarray] = {}

    def at(self, place: int, step: float) -> np.ndarray:
        found = self.here + step * self._slope(place)
        own = np.flatnonzero((self.s.left == place) & (self.s.right == place))
        return found + step**2 * self.blocks[own[0]] if own.size else found

    def _slope(self, place: int) -> np.ndarray:
        """The derivative by an entry, the same for all steps."""
        if place not in self.slopes:
            left, right = self.s.left == place, self.s.right == place
            pairs = np.flatnonzero(left | right)
            factors = left * self.psi[self.s.right] + right * self.psi[self.s.left]
            self.slopes[place] = np.tensordot(factors[pairs], self.blocks[pairs], 1)
        return self.slopes[place]
