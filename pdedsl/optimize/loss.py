"""The loss of a candidate g: the inner problem on the whitened weak system.

Linear coefficients of g's terms are projected out, constants inside them are fitted by
variable projection (Golub and Pereyra 1973, in Kaufman's approximation), and what is left is
min ||Z~ gamma||^2 over the L1 sphere, gamma being beta in units of each term's own noise.
The value reported is divided by what noise alone would give, so it is about 1 at the truth.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from zlib import crc32

import numpy as np

from pdedsl.form import MultiIndex
from pdedsl.optimize.expression import Node, constants, evaluate, with_constants, with_slopes
from pdedsl.optimize.terms import Terms
from pdedsl.weak import AxisQuadrature, integrate

SphereSolver = Callable[[np.ndarray], np.ndarray]
"""Takes H of shape (s, s), gives gamma of unit L1 norm that minimises gamma^T H gamma."""


@dataclass(frozen=True, eq=False)
class ScreenGroup:
    """Samples on one grid, as the screen sees them.

    Attributes:
        inputs: arrays by name, coordinates of shape (1, ..., q_i, ..., 1), fields (D, q...).
        quadrature: one rule an axis.
        whitener: shape (D, S, S).
    """

    inputs: Mapping[str, np.ndarray]
    quadrature: tuple[AxisQuadrature, ...]
    whitener: np.ndarray


@dataclass(frozen=True, eq=False)
class Screen:
    """A whitened weak system that candidates are scored on.

    Attributes:
        groups: samples by sampling grid.
        z: whitened dictionary columns, each over the norm noise gives it, shape (rows, s).
        noise: noise's share of z^T z, unit diagonal, shape (s, s).
        rows: D S.
        scales: typical magnitudes of constants to start from.
        solver: the inner solver.
    """

    groups: tuple[ScreenGroup, ...]
    z: np.ndarray
    noise: np.ndarray
    rows: int
    scales: tuple[float, ...]
    solver: SphereSolver


@dataclass(frozen=True, eq=False)
class Scored:
    """A candidate with its constants fitted.

    Attributes:
        terms: the candidate, inner constants at their fitted values.
        loss: about 1 where the candidate is right and the noise known; inf where it is
            undefined or overflows on the data.
    """

    terms: Terms
    loss: float


STARTS = 6
STEPS = 8


def score(screen: Screen, terms: Terms) -> Scored:
    """Fit the constants of a candidate and give its loss."""
    with np.errstate(all="ignore"):
        if not terms.inner:
            return Scored(terms, _Projected.of(screen, terms.features).loss)
        best = _multistart(screen, terms)
    return best if np.isfinite(best.loss) else Scored(terms, np.inf)


def _multistart(screen: Screen, terms: Terms) -> Scored:
    """Linear loss at several starts, then descent from the best two.

    The starts depend on the structure alone, so that a candidate's score does not depend on
    when or where it is scored.
    """
    rng = np.random.default_rng(crc32(terms.key.encode()))
    lower, upper = _bounds(terms)
    count = len(lower)
    tries = []
    for _ in range(STARTS * min(count, 3)):
        theta = np.clip(_draw(rng, screen.scales, lower, upper), lower, upper)
        tries.append((_Projected.of(screen, _set(terms, theta)).loss, theta))
    tries.sort(key=lambda pair: pair[0])
    found = [_descend(screen, terms, theta, (lower, upper)) for _, theta in tries[:2]]
    return min(found, key=lambda s: s.loss)


def _draw(
    rng: np.random.Generator, scales: Sequence[float], lower: np.ndarray, upper: np.ndarray
) -> np.ndarray:
    size = lower.size
    free = (
        rng.choice([-1.0, 1.0], size)
        * 10 ** rng.uniform(-0.5, 1.0, size)
        * rng.choice(np.asarray(scales), size)
    )
    boxed = np.isfinite(lower) & np.isfinite(upper)
    within = rng.uniform(0, 1, size)
    return np.where(boxed, np.where(boxed, lower, 0) + within * np.where(boxed, upper - lower, 0), free)


def _bounds(terms: Terms) -> tuple[np.ndarray, np.ndarray]:
    lower = [-np.inf if c.bounds[0] is None else c.bounds[0] for c in terms.inner]
    upper = [np.inf if c.bounds[1] is None else c.bounds[1] for c in terms.inner]
    return np.array(lower), np.array(upper)


def _set(terms: Terms, theta: np.ndarray) -> tuple[Node, ...]:
    values = iter(theta)
    return tuple(
        with_constants(f, [next(values) for _ in constants(f)]) for f in terms.features
    )


def _descend(
    screen: Screen, terms: Terms, theta: np.ndarray, box: tuple[np.ndarray, np.ndarray]
) -> Scored:
    """Levenberg-Marquardt on the projected residual."""
    current = _Projected.of(screen, _set(terms, theta))
    damping = 1e-3
    for _ in range(STEPS):
        if not np.isfinite(current.loss):
            break
        jacobian, residual = current.jacobian()
        if not np.all(np.isfinite(jacobian)):
            break
        normal, slope = jacobian.T @ jacobian, jacobian.T @ residual
        improved = False
        for _ in range(4):
            step = _solve_damped(normal, slope, damping)
            moved = np.clip(theta - step, *box)
            trial = _Projected.of(screen, _set(terms, moved))
            if trial.loss < current.loss:
                improved = True
                break
            damping = max(damping, 1e-6) * 10
        if not improved:
            break
        gain = (current.loss - trial.loss) / current.loss
        theta, current, damping = moved, trial, damping * 0.1
        if gain < 1e-4:
            break
    return Scored(Terms(current.features), current.loss)


def _solve_damped(normal: np.ndarray, slope: np.ndarray, damping: float) -> np.ndarray:
    diagonal = np.maximum(np.diagonal(normal), 1e-300)
    scale = 1 / np.sqrt(diagonal)
    unit = normal * np.outer(scale, scale) + damping * np.eye(slope.size)
    return scale * np.linalg.solve(unit, scale * slope)


@dataclass(frozen=True, eq=False)
class _Projected:
    """A candidate at given constants, its linear coefficients projected out."""

    screen: Screen
    features: tuple[Node, ...]
    x: np.ndarray
    gamma: np.ndarray
    coefficients: np.ndarray
    loss: float

    @staticmethod
    def of(screen: Screen, features: tuple[Node, ...]) -> _Projected:
        x = whitened(screen, features)
        s = screen.z.shape[1]
        if x is None:
            return _Projected(screen, features, np.zeros((0, 0)), np.zeros(s), np.zeros(0), np.inf)
        norms = np.sqrt(np.einsum("ij,ij->j", x, x))
        x = x / np.where(norms > 0, norms, 1.0)
        xz = x.T @ screen.z
        solved = _least_squares(x.T @ x, xz)
        h = screen.z.T @ screen.z - xz.T @ solved
        gamma = screen.solver((h + h.T) / 2)
        c = solved @ gamma
        r = screen.z @ gamma - x @ c
        loss = float(r @ r / (gamma @ screen.noise @ gamma))
        return _Projected(screen, features, x, gamma, c / np.where(norms > 0, norms, 1.0), loss)

    def jacobian(self) -> tuple[np.ndarray, np.ndarray]:
        """Derivative of the projected residual by the inner constants, and the residual."""
        columns = []
        for feature, c in zip(self.features, self.coefficients, strict=True):
            columns += [-c * d for d in _slopes(self.screen, feature)]
        d = np.array(columns).T
        x = self.x
        gram = x.T @ x
        residual = self.screen.z @ self.gamma
        residual = residual - x @ _least_squares(gram, x.T @ residual)
        return d - x @ _least_squares(gram, x.T @ d), residual


def _least_squares(gram: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Pseudo-inverse of a Gram matrix of unit columns, applied."""
    if gram.shape[0] == 1:
        return right / gram[0, 0] if gram[0, 0] > 0 else np.zeros_like(right)
    values, vectors = np.linalg.eigh(gram)
    inverse = np.where(values > 1e-11 * values[-1], 1 / np.maximum(values, 1e-300), 0.0)
    return vectors @ (inverse.reshape(-1, *[1] * (right.ndim - 1)) * (vectors.T @ right))


def whitened(screen: Screen, features: Sequence[Node]) -> np.ndarray | None:
    """Whitened columns of the features, shape (rows, K); None where one is not finite."""
    parts = []
    for group in screen.groups:
        arrays = [evaluate(f, group.inputs) for f in features]
        parts.append(_whiten(group, arrays))
    x = np.concatenate(parts, axis=0)
    return x if np.all(np.isfinite(x)) else None


def _slopes(screen: Screen, feature: Node) -> list[np.ndarray]:
    parts: list[list[np.ndarray]] = []
    for group in screen.groups:
        _, slopes = with_slopes(feature, group.inputs)
        arrays = [np.float64(0.0) if s is None else s for s in slopes]
        parts.append(list(_whiten(group, arrays).T) if arrays else [])
    return [np.concatenate(columns) for columns in zip(*parts, strict=True)]


def _whiten(group: ScreenGroup, arrays: Sequence[np.ndarray]) -> np.ndarray:
    """Integrate arrays against the test functions and whiten, shape (D S, K)."""
    samples, size, _ = group.whitener.shape
    dimension = len(group.quadrature)
    w = np.empty((len(arrays), samples, size))
    zero = MultiIndex((0,) * dimension)
    for k, values in enumerate(arrays):
        full = np.asarray(values)
        full = full.reshape((1,) * (1 + dimension - full.ndim) + full.shape)
        w[k] = integrate(group.quadrature, zero, full)
    return np.matmul(group.whitener, np.moveaxis(w, 0, -1)).reshape(-1, len(arrays))
