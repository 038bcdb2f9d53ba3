"""Equations fitted: the maximum of log B or the minimum of chi2 in all their numbers.

Numbers move in units of their standard errors, the lead and what else is held aside.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.optimize import minimize

from pdedsl.form import MultiIndex
from pdedsl.optimize.bank import Stack
from pdedsl.optimize.evidence import (
    Value,
    chi2,
    covariance,
    information,
    log_evidence,
    spreads,
)
from pdedsl.optimize.expression import (
    Node,
    hold,
)
from pdedsl.optimize.features import feature_values, inputs_of
from pdedsl.optimize.fit import (
    cautious,
    preconditioner,
    sandwich,
)
from pdedsl.optimize.model import Library, Model, assessed, stacks_of, with_theta
from pdedsl.optimize.symmetric import factored
from pdedsl.optimize.values import with_slopes
from pdedsl.weak import LeibnizPart, TermIntegrator, column

ITERATIONS = 60

NEAR, NEARER = 0.1, 0.01
"""Slopes by numbers in units of their standard errors at which a fit ends: one of many that are
compared, half a hundredth from its maximum for each number, and one whose numbers are told."""

ROUNDS = 2
"""How often a fit with the noise covariance held is repeated."""

NOWHERE = 1e30
"""Value of a criterion where a column overflows."""


def maximised(
    library: Library, model: Model, *, inner: bool = True, held: tuple[int, ...] = ()
) -> Model:
    """The model with log B at its nearest maximum.

    Args:
        library: the weak system.
        model: where to start.
        inner: whether the constants inside g's features move too. What they do to the noise
            covariance is then taken in after the fit, and the fit repeated.
        held: entries of psi that stay as they are, besides the lead.
    """
    for _ in range(ROUNDS if inner and model.theta.size else 1):
        fit = _Fit(inner=inner, frozen=True, held=held)
        model = _fitted(library, model, lambda s, p: _negative(log_evidence(s, p)), fit)
    return model


def minimised(
    library: Library, model: Model, *, final: bool = True, held: tuple[int, ...] = ()
) -> Model:
    """The model with chi2 at its nearest minimum: the errors-in-variables estimate.

    Args:
        library: the weak system.
        model: where to start.
        final: whether the noise covariance moves with the constants inside g's features; if
            not it is held, which is many times faster and a little off.
        held: entries of psi that stay as they are, besides the lead.
    """
    return _fitted(library, model, chi2, _Fit(inner=True, frozen=not final, held=held))


def covariance_of(
    library: Library,
    model: Model,
    held: tuple[int, ...] = (),
    levels: Sequence[np.ndarray] = (),
) -> np.ndarray:
    """Covariance of (psi without the lead, theta) at the minimum of chi2.

    Directions in which the columns hold no more than noise get a large but finite variance;
    where a derivative by theta overflows nothing is known and every variance is infinite. Entries
    of psi that are held have none.

    Args:
        library: the weak system.
        model: at the minimum.
        held: entries of psi that were not fitted, besides the lead.
        levels: the noise variance of every sample over that of the library, see
            `evidence.spreads`; none for 1.
    """
    stacks = stacks_of(library, model.support, model.features)
    with np.errstate(all="ignore"):
        extended = [_extended(library, model, i, s) for i, s in enumerate(stacks)]
        count = extended[0].z.shape[0]
        padded = np.concatenate([model.psi, np.zeros(count - model.psi.size)])
        found = spreads(extended, padded, levels)
    free = np.delete(np.arange(count), model.lead)
    if not all(np.all(np.isfinite(matrix)) for pair in found for matrix in pair):
        return np.diag(np.full(free.size, np.inf))
    moved = np.flatnonzero(~np.isin(free, held))
    square = np.ix_(free[moved], free[moved])
    covariance = np.zeros((free.size, free.size))
    covariance[np.ix_(moved, moved)] = cautious(*(sandwich(a[square], b[square]) for a, b in found))
    return covariance


def error_of_integration(
    library: Library, model: Model, held: tuple[int, ...] = ()
) -> np.ndarray | None:
    """By how much the numbers would move if the fields were integrated by cubic splines.

    The step of (psi without the lead, theta) that takes back what the residual changes by, None
    where there is no other rule or nothing finite comes out of it. It tells how far the
    numbers depend on what happens between the points of the grid, which noise has no part in.
    """
    if not library.system.cubic:
        return None
    stacks = stacks_of(library, model.support, model.features)
    with np.errstate(all="ignore"):
        extended = [_extended(library, model, i, s) for i, s in enumerate(stacks)]
        count = extended[0].z.shape[0]
        slope, h = np.zeros(count), np.zeros((count, count))
        for cubic, s in zip(library.system.cubic, extended, strict=True):
            columns = [cubic.columns[p] for p in model.support]
            columns += [] if cubic.known is None else [cubic.known]
            columns += [feature_values(cubic.group, f, library.names) for f in model.features]
            moved = np.array(columns) / s.units[:, None] - s.z[: model.psi.size]
            padded = np.concatenate([model.psi, np.zeros(count - model.psi.size)])
            factors = factored(covariance(s, padded))
            white = factors.white(s.z).reshape(count, -1)
            slope += white @ factors.white(np.tensordot(model.psi, moved, 1)).ravel()
            h += white @ white.T
    free = np.delete(np.arange(count), model.lead)
    moving = np.flatnonzero(~np.isin(free, held))
    step = np.zeros(free.size)
    if not (np.all(np.isfinite(h)) and np.all(np.isfinite(slope))):
        return None
    if moving.size:
        t = preconditioner(h[np.ix_(free[moving], free[moving])])
        step[moving] = -t @ (t.T @ slope[free[moving]])
    return step


def _negative(v: Value) -> Value:
    return Value(-v.value, -v.gradient, tuple(-slope for slope in v.by_residual))


def _fitted(
    library: Library,
    model: Model,
    criterion: Callable[[Sequence[Stack], np.ndarray], Value],
    fit: _Fit,
) -> Model:
    objective = _Objective(library, model, criterion, fit)
    if not np.all(np.isfinite(objective.t)):
        return replace(model, evidence=-np.inf, chi2=np.inf)
    if objective.size:
        found = minimize(
            objective,
            np.zeros(objective.size),
            jac=True,
            method="BFGS",
            options={"gtol": NEAR if fit.frozen else NEARER, "maxiter": ITERATIONS},
        )
        model = objective.model(found.x)
    beside = replace(model, features=tuple(hold(f) for f in model.features))
    if fit.inner and beside.theta.size < model.theta.size:
        return _merged(model, _fitted(library, beside, criterion, fit))
    return assessed(library, model)


def _merged(clipped: Model, beside: Model) -> Model:
    """A model with constants at a bound, and all else as it was fitted beside them."""
    free = [c.value not in c.bounds for f in clipped.features for c in f.constants]
    theta = clipped.theta
    theta[free] = beside.theta
    return replace(beside, features=with_theta(clipped.features, theta))


@dataclass(frozen=True)
class _Fit:
    """What moves in a fit: constants inside features, and with them the noise they let in."""

    inner: bool
    frozen: bool
    held: tuple[int, ...] = ()


class _Objective:
    """A criterion as a function of all free numbers, in units of their standard errors."""

    def __init__(
        self,
        library: Library,
        model: Model,
        criterion: Callable[[Sequence[Stack], np.ndarray], Value],
        fit: _Fit,
    ) -> None:
        self.library, self.start, self.criterion = library, model, criterion
        self.stacks = stacks_of(library, model.support, model.features)
        held = (model.lead, *fit.held)
        self.free = np.delete(np.arange(model.psi.size), held)
        self.linear = self.free.size
        self.inner = model.theta.size if fit.inner else 0
        self.frozen = fit.frozen
        self.t = _scaling(library, model, self.stacks, held, inner=fit.inner)
        self.size = self.t.shape[1]

    def model(self, y: np.ndarray) -> Model:
        with np.errstate(all="ignore"):
            step = self.t @ y
        psi = self.start.psi.copy()
        psi[self.free] += step[: self.linear]
        if not self.inner:
            return replace(self.start, psi=psi)
        theta = self._clipped(self.start.theta + step[self.linear :])
        return replace(self.start, psi=psi, features=with_theta(self.start.features, theta))

    def _clipped(self, theta: np.ndarray) -> np.ndarray:
        for i, c in enumerate(c for f in self.start.features for c in f.constants):
            low, high = c.bounds
            theta[i] = np.clip(
                theta[i], -np.inf if low is None else low, np.inf if high is None else high
            )
        return theta

    def __call__(self, y: np.ndarray) -> tuple[float, np.ndarray]:
        """Value and gradient."""
        with np.errstate(all="ignore"):
            model = self.model(y)
            stacks = self._stacks(model.features, self.start.features, self.stacks)
            v = self.criterion(stacks, model.psi)
            if not np.isfinite(v.value):
                return NOWHERE, np.zeros_like(y)
            by_theta = np.array([self._by_theta(model, stacks, v, k) for k in range(self.inner)])
        with np.errstate(all="ignore"):
            gradient = self.t.T @ np.concatenate([v.gradient[self.free], by_theta])
        return v.value, np.where(np.isfinite(gradient), gradient, 0.0)

    def _stacks(
        self, features: tuple[Node, ...], known: tuple[Node, ...], stacks: list[Stack]
    ) -> list[Stack]:
        """The columns at other constants; their noise too, unless it is held.

        Args:
            features: with the constants wanted.
            known: the same features with constants for which
            stacks: are at hand.
        """
        if features == known:
            return stacks
        if not self.frozen:
            return stacks_of(self.library, self.start.support, features)
        fixed = self.start.psi.size - len(features)
        found = []
        for group, s in zip(self.library.system.groups, stacks, strict=True):
            z = s.z.copy()
            for k, (new, old) in enumerate(zip(features, known, strict=True)):
                if new != old:
                    values = feature_values(group, new, self.library.names)
                    z[fixed + k] = values / s.units[:, None]
            found.append(replace(s, z=z))
        return found

    def _by_theta(self, model: Model, stacks: list[Stack], v: Value, k: int) -> float:
        """Derivative by theta_k, from a step of a thousandth of its standard error.

        Where the noise is held only the residual moves, and the criterion's own derivative by
        it is known. A constant that is known to rounding, one of a steep feature, stays.
        """
        theta = model.theta
        h = 1e-3 * float(np.linalg.norm(self.t[self.linear + k]))
        if theta[k] + h == theta[k]:
            return 0.0
        theta[k] += h
        moved = self._stacks(with_theta(model.features, theta), model.features, stacks)
        if not all(np.all(np.isfinite(s.z)) for s in moved):
            return 0.0
        if not self.frozen:
            return (self.criterion(moved, model.psi).value - v.value) / h
        each = zip(moved, stacks, v.by_residual, strict=True)
        steps = (np.sum(np.tensordot(model.psi, m.z - s.z, 1) * slope) for m, s, slope in each)
        return float(sum(steps)) / h


def _scaling(
    library: Library,
    model: Model,
    stacks: Sequence[Stack],
    held: tuple[int, ...],
    *,
    inner: bool = True,
) -> np.ndarray:
    """T with T T^T the covariance of the free numbers, by the information at the model.

    NaN where a derivative by theta overflows, as those of exp(theta t) do for a large theta.
    """
    with np.errstate(all="ignore"):
        each = enumerate(stacks)
        extended = [_extended(library, model, i, s) if inner else s for i, s in each]
        count = extended[0].z.shape[0]
        padded = np.concatenate([model.psi, np.zeros(count - model.psi.size)])
        h = information(extended, padded)
    free = np.delete(np.arange(count), held)
    h = h[np.ix_(free, free)]
    if not np.all(np.isfinite(h)):
        return np.full(h.shape, np.nan)
    return preconditioner(h) if free.size else np.zeros((0, 0))


def _extended(library: Library, model: Model, group: int, s: Stack) -> Stack:
    """The stack with columns for the derivatives of the residual by theta appended."""
    fixed = model.psi.size - len(model.features)
    data = library.system.groups[group]
    inputs = inputs_of(data, library.names)
    zero = MultiIndex((0,) * len(library.names.coordinates))
    part = LeibnizPart(zero, lambda *_: np.float64(1.0))
    extra = []
    for weight, feature in zip(model.psi[fixed:], model.features, strict=True):
        _, slopes = with_slopes(feature, inputs)
        for slope in slopes:
            values = np.float64(0.0) if slope is None else weight * slope
            term = TermIntegrator(
                (part,), lambda *_, v=values: v, (None,) * len(library.names.fields)
            )
            extra.append(column(data, term).values / s.units[:, None])
    if not extra:
        return s
    z, signal = (np.concatenate([a, np.array(extra)]) for a in (s.z, s.signal))
    return replace(s, z=z, signal=signal)
