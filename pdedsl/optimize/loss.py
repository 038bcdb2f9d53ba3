"""The loss of a candidate g: the inner problem on the whitened weak system.

Linear coefficients of g's terms are projected out, constants inside them are fitted by
variable projection (Golub and Pereyra 1973, in Kaufman's approximation), and what is left is
min ||Z~ gamma||^2 over the L1 sphere, gamma being beta in units of what a smooth field that
obeys no equation would leave. The loss is the residual as a share of that: at the truth it is
the share of noise. Several starts of a candidate are carried through every step together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from zlib import crc32

import numpy as np

from pdedsl.optimize.expression import (
    Node,
    constants,
    evaluate,
    variables,
    with_constants,
    with_slopes,
)
from pdedsl.optimize.screen import Screen
from pdedsl.optimize.terms import Terms

STARTS = 12
"""Starts of a candidate with one constant inside; twice as many with more."""

DESCENTS = 3
"""How many of the starts are followed downhill."""

STEPS = 14
"""Most steps downhill."""

PROMISING = 10.0
"""Descents that have slowed down end early while their misfit is above this."""


@dataclass(frozen=True, eq=False)
class Scored:
    """A candidate with its constants fitted.

    Attributes:
        terms: the candidate, inner constants at their fitted values.
        loss: residual over that of a smooth field; inf where the candidate is undefined or
            overflows on the data.
        misfit: residual over that of noise alone, about 1 where the candidate is right.
    """

    terms: Terms
    loss: float
    misfit: float = float("nan")

    @property
    def deviance(self) -> float:
        """-2 log B for each row, were all rows alike."""
        if not (np.isfinite(self.loss) and self.loss > 0 and self.misfit > 0):
            return float("inf")
        return float(self.misfit - self.loss + np.log(self.loss / self.misfit))


def score(screen: Screen, terms: Terms) -> Scored:
    """Fit the constants of a candidate and give its loss.

    The starts depend on the structure alone, so that a candidate's score does not depend on
    when or where it is scored.
    """
    with np.errstate(all="ignore"):
        fit = _Fit(screen, terms.features)
        if not terms.inner:
            state = fit.at(np.zeros((1, 0)))
            return Scored(terms, float(state.loss[0]), float(state.misfit[0]))
        rng = np.random.default_rng(crc32(terms.key.encode()))
        box = _bounds(terms)
        theta = _draw(rng, _scales(screen, terms), *box)
        order = np.argsort(fit.at(theta).loss, kind="stable")
        state = _descend(fit, theta[order[:DESCENTS]], box)
        best = int(np.argmin(state.loss))
    fitted = Terms(_set(terms, state.theta[best]))
    return Scored(fitted, float(state.loss[best]), float(state.misfit[best]))


@dataclass(frozen=True, eq=False)
class _State:
    """Several starts of a candidate, their linear coefficients projected out.

    Attributes:
        theta: shape (B, k).
        x: unit columns, shape (B, rows, K).
        weights: linear coefficient of each feature, shape (B, K).
        residual: shape (B, rows).
        loss: shape (B,).
        misfit: shape (B,).
    """

    theta: np.ndarray
    x: np.ndarray
    weights: np.ndarray
    residual: np.ndarray
    loss: np.ndarray
    misfit: np.ndarray


@dataclass(frozen=True, eq=False)
class _Fit:
    """The features of a candidate on a screen."""

    screen: Screen
    features: tuple[Node, ...]

    def at(self, theta: np.ndarray) -> _State:
        """The loss at constants of shape (B, k)."""
        z = self.screen.z
        x = self._columns(theta)
        norms = np.sqrt(np.einsum("bik,bik->bk", x, x))
        valid = np.all(np.isfinite(norms), axis=1)
        x[~valid] = 0.0
        norms = np.where(valid[:, None] & (norms > 0), norms, 1.0)
        x /= norms[:, None, :]
        xz = np.matmul(x.transpose(0, 2, 1), z)
        solved = np.linalg.solve(_ridged(np.matmul(x.transpose(0, 2, 1), x)), xz)
        h = self.screen.gram - np.matmul(xz.transpose(0, 2, 1), solved)
        gamma = self.screen.solver((h + h.transpose(0, 2, 1)) / 2)
        c = np.matmul(solved, gamma[:, :, None])[..., 0]
        residual = gamma @ z.T - np.matmul(x, c[:, :, None])[..., 0]
        square = np.einsum("bi,bi->b", residual, residual)
        loss = square / np.einsum("bs,st,bt->b", gamma, self.screen.smooth, gamma)
        loss = np.where(valid & np.isfinite(loss), loss, np.inf)
        misfit = square / np.einsum("bs,st,bt->b", gamma, self.screen.noise, gamma)
        return _State(theta, x, c / norms, residual, loss, misfit)

    def jacobian(self, state: _State) -> np.ndarray:
        """Derivative of the projected residual by the constants, shape (B, rows, k)."""
        size, rows = state.residual.shape
        d = np.zeros((size, rows, state.theta.shape[1]))
        at = 0
        for k, (feature, theta) in enumerate(self._split(state.theta)):
            slopes = [with_slopes(feature, g.inputs, (), theta)[1] for g in self.screen.groups]
            for i in range(len(theta)):
                arrays = [np.float64(0.0) if s[i] is None else s[i] for s in slopes]
                column = self.screen.whitened(arrays, size)
                d[:, :, at + i] = -state.weights[:, k, None] * column
            at += len(theta)
        xt = state.x.transpose(0, 2, 1)
        return d - np.matmul(
            state.x, np.linalg.solve(_ridged(np.matmul(xt, state.x)), np.matmul(xt, d))
        )

    def _columns(self, theta: np.ndarray) -> np.ndarray:
        x = np.empty((theta.shape[0], self.screen.z.shape[0], len(self.features)))
        for k, (feature, values) in enumerate(self._split(theta)):
            arrays = [evaluate(feature, g.inputs, values) for g in self.screen.groups]
            x[:, :, k] = self.screen.whitened(arrays, theta.shape[0])
        return x

    def _split(self, theta: np.ndarray) -> list[tuple[Node, list[np.ndarray]]]:
        """Each feature with its constants, ready to broadcast over samples and nodes."""
        tail = (1,) * (1 + len(self.screen.groups[0].quadrature))
        shaped = iter(theta.T.reshape(theta.shape[1], theta.shape[0], *tail))
        return [(f, [next(shaped) for _ in constants(f)]) for f in self.features]


def _descend(fit: _Fit, theta: np.ndarray, box: tuple[np.ndarray, np.ndarray]) -> _State:
    """Levenberg-Marquardt on the projected residual from every start at once."""
    state = fit.at(theta)
    damping = np.full(len(theta), 1e-3)
    jacobian = fit.jacobian(state)
    calm = 0
    for step in range(STEPS):
        moved = np.clip(state.theta - _step(jacobian, state.residual, damping), *box)
        trial = fit.at(moved)
        better = trial.loss < state.loss
        gain = np.where(better, 1 - trial.loss / state.loss, 0.0)
        damping = np.where(better, damping * 0.1, np.maximum(damping, 1e-6) * 10)
        if np.any(better):
            state = _merged(better, trial, state)
        near = np.min(state.misfit) < PROMISING
        calm = calm + 1 if np.max(gain) < (1e-3 if near else 0.1) else 0
        if calm == 2 or not np.any(np.isfinite(state.loss)) or step == STEPS - 1:
            break
        if np.any(better):
            jacobian = fit.jacobian(state)
    return state


def _step(jacobian: np.ndarray, residual: np.ndarray, damping: np.ndarray) -> np.ndarray:
    transposed = jacobian.transpose(0, 2, 1)
    normal = np.matmul(transposed, jacobian)
    slope = np.matmul(transposed, residual[:, :, None])[..., 0]
    diagonal = np.einsum("bkk->bk", normal)
    scale = np.where(diagonal > 0, 1 / np.sqrt(np.where(diagonal > 0, diagonal, 1.0)), 0.0)
    unit = normal * scale[:, :, None] * scale[:, None, :]
    unit[:, *np.diag_indices(unit.shape[1])] += damping[:, None] + (diagonal <= 0)
    good = np.all(np.isfinite(unit), axis=(1, 2)) & np.all(np.isfinite(slope), axis=1)
    unit[~good] = np.eye(unit.shape[1])
    try:
        step = scale * np.linalg.solve(unit, (scale * slope)[:, :, None])[..., 0]
    except np.linalg.LinAlgError:
        return np.zeros_like(slope)
    return np.where(good[:, None], step, 0.0)


def _merged(better: np.ndarray, new: _State, old: _State) -> _State:
    def pick(a: np.ndarray, b: np.ndarray) -> np.ndarray:
        return np.where(better.reshape(-1, *(1,) * (a.ndim - 1)), a, b)

    return _State(
        pick(new.theta, old.theta),
        pick(new.x, old.x),
        pick(new.weights, old.weights),
        pick(new.residual, old.residual),
        pick(new.loss, old.loss),
        pick(new.misfit, old.misfit),
    )


def _ridged(gram: np.ndarray) -> np.ndarray:
    """Gram matrices of unit columns, with a ridge that settles what columns share."""
    size = gram.shape[-1]
    gram[:, np.arange(size), np.arange(size)] += 1e-11
    return gram


def _draw(
    rng: np.random.Generator,
    scales: Sequence[Sequence[float]],
    lower: np.ndarray,
    upper: np.ndarray,
) -> np.ndarray:
    """Starts of shape (starts, constants), every constant's range covered evenly.

    Constants without bounds are log-uniform from a fifth to ten times a random scale, of
    either sign; those with bounds are uniform between them.
    """
    size = lower.size
    count = STARTS * min(size, 2)
    even = (np.arange(count)[:, None] + rng.uniform(size=(count, size))) / count
    even = rng.permuted(even, axis=0)
    sign = rng.permuted(np.where(np.arange(count)[:, None] % 2, 1.0, -1.0) * np.ones(size), axis=0)
    scale = np.stack([rng.choice(np.asarray(each), count) for each in scales], axis=1)
    free = sign * 10 ** (-0.7 + 1.7 * even) * scale
    boxed = np.isfinite(lower) & np.isfinite(upper)
    low, high = np.where(boxed, lower, 0.0), np.where(boxed, upper, 0.0)
    return np.clip(np.where(boxed, low + even * (high - low), free), lower, upper)


def _scales(screen: Screen, terms: Terms) -> list[list[float]]:
    """For each inner constant the scales of the variables in its term."""
    found = []
    for feature in terms.features:
        scales = sorted({s for name in variables(feature) for s in screen.scales[name]} or {1.0})
        found += [scales for _ in constants(feature)]
    return found


def _bounds(terms: Terms) -> tuple[np.ndarray, np.ndarray]:
    lower = [-np.inf if c.bounds[0] is None else c.bounds[0] for c in terms.inner]
    upper = [np.inf if c.bounds[1] is None else c.bounds[1] for c in terms.inner]
    return np.array(lower), np.array(upper)


def _set(terms: Terms, theta: np.ndarray) -> tuple[Node, ...]:
    values = iter(theta)
    return tuple(with_constants(f, [next(values) for _ in constants(f)]) for f in terms.features)
