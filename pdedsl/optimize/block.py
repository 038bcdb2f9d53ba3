"""Candidates with equally many terms and constants, evaluated together on a screen.

Linear coefficients of g's terms are projected out (Golub and Pereyra 1973, in Kaufman's
approximation); what is left is min ||Z~ gamma||^2 over the L1 sphere, gamma being beta in units
of what a smooth field that obeys no equation would leave. The loss is the residual as a share
of that: at the truth it is the share of noise.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields

import numpy as np

from pdedsl.optimize.batched import solve_each
from pdedsl.optimize.captured import LEAST, captured
from pdedsl.optimize.expression import Node
from pdedsl.optimize.screen import Screen, ScreenGroup
from pdedsl.optimize.terms import Terms
from pdedsl.optimize.values import Values

MOST = 64
"""Candidates of a block: more are no faster, and leave less to share out."""

RIDGE = 1e-11
"""Added to Gram matrices of unit columns; it settles what columns share."""

Slopes = list[np.ndarray | None]


@dataclass(frozen=True, eq=False)
class State:
    """Constants of C candidates, n sets for each, and what comes of them.

    Attributes:
        theta: shape (C, n, k).
        x: unit columns of the K terms, shape (C, n, K, rows).
        weights: linear coefficient of each term, shape (C, n, K).
        residual: shape (C, n, rows).
        loss: shape (C, n); inf where a term is undefined or overflows.
        misfit: residual over that of noise alone, shape (C, n).
    """

    theta: np.ndarray
    x: np.ndarray
    weights: np.ndarray
    residual: np.ndarray
    loss: np.ndarray
    misfit: np.ndarray

    def of(self, chosen: np.ndarray) -> State:
        """Some of the candidates."""
        return State(*(getattr(self, f.name)[chosen] for f in fields(self)))

    def merged(self, other: State, better: np.ndarray) -> State:
        """This state with the other's numbers where `better`, shape (C, n), holds."""

        def pick(new: np.ndarray, old: np.ndarray) -> np.ndarray:
            return np.where(better.reshape(*better.shape, *(1,) * (old.ndim - 2)), new, old)

        pairs = ((getattr(other, f.name), getattr(self, f.name)) for f in fields(self))
        return State(*(pick(new, old) for new, old in pairs))


@dataclass(frozen=True, eq=False)
class Block:
    """C candidates on a screen.

    Attributes:
        screen: the whitened weak system.
        candidates: all with K terms and k constants inside them.
    """

    screen: Screen
    candidates: tuple[Terms, ...]

    def of(self, chosen: np.ndarray) -> Block:
        """Some of the candidates."""
        return Block(self.screen, tuple(self.candidates[i] for i in chosen))

    def at(self, theta: np.ndarray) -> State:
        """The losses at constants of shape (C, n, k)."""
        z = self.screen.z
        x = self._columns(theta)
        norms = np.sqrt(np.einsum("cnki,cnki->cnk", x, x))
        valid = np.all(np.isfinite(norms), axis=2)
        x[~valid] = 0.0
        norms = np.where(valid[..., None] & (norms > 0), norms, 1.0)
        x /= norms[..., None]
        xz = (x.reshape(-1, len(z)) @ z).reshape(*x.shape[:3], -1)
        solved = solve_each(_gram(x), xz)
        h = self.screen.gram - np.matmul(np.swapaxes(xz, 2, 3), solved)
        h = (h + np.swapaxes(h, 2, 3)) / 2
        gamma = self.screen.solver(h.reshape(-1, *h.shape[2:])).reshape(h.shape[:3])
        c = np.einsum("cnks,cns->cnk", solved, gamma)
        residual = gamma @ z.T - np.matmul(c[:, :, None, :], x)[:, :, 0]
        square = np.einsum("cni,cni->cn", residual, residual)
        loss = square / _form(gamma, self.screen.smooth)
        loss = np.where(valid & np.isfinite(loss), loss, np.inf)
        misfit = square / _form(gamma, self.screen.noise)
        return State(theta, x, c / norms, residual, loss, misfit)

    def jacobian(self, state: State) -> np.ndarray:
        """Derivative of the projected residual by the constants, shape (C, n, k, rows)."""
        count, starts, size = state.theta.shape
        owners = [t.owners for t in self.candidates]
        slopes = [self._slopes(g, state.theta) for g in self.screen.groups]
        d = self.screen.whitened(slopes, starts)
        d = np.swapaxes(d.reshape(count, size, starts, -1), 1, 2)
        weights = np.array([state.weights[c][:, own] for c, own in enumerate(owners)])
        d = -weights[..., None] * d
        dx = np.matmul(d, np.swapaxes(state.x, 2, 3))
        return d - np.matmul(
            np.swapaxes(solve_each(_gram(state.x), np.swapaxes(dx, 2, 3)), 2, 3), state.x
        )

    def aliased(self, theta: np.ndarray) -> np.ndarray:
        """Whether a term is beyond what test functions of the first grid show, see `captured`.

        Args:
            theta: constants of shape (C, n, k), of candidates of the coordinates alone.

        Returns:
            Shape (C, n).
        """
        group = self.screen.groups[0]
        arrays = iter(self._over_fitted(group, theta, Values.at))
        found = np.zeros(theta.shape[:2], dtype=bool)
        for c, terms in enumerate(self.candidates):
            for feature in terms.features:
                if not feature.is_given:
                    found[c] |= captured(group.quadrature, next(arrays))[:, 0] < LEAST
        return found

    def _columns(self, theta: np.ndarray) -> np.ndarray:
        """Whitened columns before they are scaled, shape (C, n, K, rows)."""
        count, starts, _ = theta.shape
        width = len(self.candidates[0].features)
        x = np.empty((count, starts, width, len(self.screen.z)))
        fitted = np.array([[not f.is_given for f in t.features] for t in self.candidates])
        for c, terms in enumerate(self.candidates):
            for k, feature in enumerate(terms.features):
                if feature.is_given:
                    x[c, :, k] = self.screen.column(feature)
        if np.any(fitted):
            arrays = [self._over_fitted(g, theta, Values.at) for g in self.screen.groups]
            x.swapaxes(1, 2)[fitted] = self.screen.whitened(arrays, starts)
        return x

    def _slopes(self, group: ScreenGroup, theta: np.ndarray) -> list[np.ndarray]:
        """Derivatives by every constant of every candidate, in order."""
        nested = self._over_fitted(group, theta, _slopes)
        return [np.float64(0.0) if s is None else s for each in nested for s in each]

    def _over_fitted(
        self, group: ScreenGroup, theta: np.ndarray, function: Callable[..., object]
    ) -> list:
        """A function of every term with constants of every candidate, at these constants."""
        tail = (1,) * (1 + len(group.quadrature))
        found = []
        for terms, values in zip(self.candidates, theta, strict=True):
            shaped = iter(values.T.reshape(*values.T.shape, *tail))
            for feature in terms.features:
                if not feature.is_given:
                    at = [next(shaped) for _ in feature.constants]
                    found.append(function(group.values, feature, at))
        return found


def _slopes(values: Values, feature: Node, at: Sequence[np.ndarray]) -> Slopes:
    return values.with_slopes(feature, (), at)[1]


def blocks_of(
    screen: Screen, candidates: Sequence[Terms], starts: Callable[[Terms], int], numbers: int
) -> list[tuple[Block, list[int]]]:
    """Candidates sorted into blocks, with their places in the sequence.

    Args:
        screen: the whitened weak system; candidates without a field see its compact form.
        candidates: in any order.
        starts: how many sets of constants a candidate will be evaluated at.
        numbers: how many numbers the columns of a block may have.
    """
    alike: dict[tuple[bool, int, int], list[int]] = {}
    for place, terms in enumerate(candidates):
        plain = terms.variables <= screen.coordinates
        alike.setdefault((plain, len(terms.features), len(terms.inner)), []).append(place)
    found = []
    for (plain, width, _), places in alike.items():
        seen = screen.compact if plain else screen
        each = width * len(seen.z) * starts(candidates[places[0]])
        step = max(1, min(MOST, numbers // each))
        for first in range(0, len(places), step):
            chosen = places[first : first + step]
            found.append((Block(seen, tuple(candidates[i] for i in chosen)), chosen))
    return found


def _gram(x: np.ndarray) -> np.ndarray:
    gram = np.matmul(x, np.swapaxes(x, 2, 3))
    place = np.arange(gram.shape[-1])
    gram[..., place, place] += RIDGE
    return gram


def _form(gamma: np.ndarray, matrix: np.ndarray) -> np.ndarray:
    return np.einsum("cns,st,cnt->cn", gamma, matrix, gamma)
