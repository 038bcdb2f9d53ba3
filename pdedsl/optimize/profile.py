"""Intervals from the profile of chi2, where a standard error does not tell the whole story."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from scipy.optimize import brentq
from scipy.stats import norm

from pdedsl.optimize.evidence import difference_variance
from pdedsl.optimize.expression import given
from pdedsl.optimize.fitted import minimised
from pdedsl.optimize.model import Library, Model, stacks_of

LEVEL = 0.95
"""Share of data sets whose interval holds the truth."""

QUANTILE = float(norm.ppf((1 + LEVEL) / 2))
"""Half the width of such an interval in standard errors, where it is symmetric."""

VAGUE = 0.25
"""Standard error over coefficient above which its interval is taken from the profile."""

REACH = 8.0
"""How far the profile is followed, in standard errors."""

STEPS = 6
"""In how many steps it is followed that far."""


def profile_interval(
    library: Library,
    model: Model,
    place: int,
    standard_error: float,
    held: tuple[int, ...] = (),
) -> tuple[float, float]:
    """The values of a coefficient that chi2, minimised over all other numbers, does not exclude.

    Args:
        library: the weak system, at the noise level that counts.
        model: at the minimum of chi2.
        place: of the coefficient in psi, not the lead.
        standard_error: of the coefficient; the search for the ends goes in steps of it.
        held: entries of psi that stay as they are besides it and the lead.

    Returns:
        Its ends, infinite where no value within `REACH` standard errors is excluded.
    """

    return between(
        lambda value: _rise(library, model, place, value, held),
        float(model.psi[place]),
        standard_error,
    )


def constant_interval(
    library: Library,
    model: Model,
    place: int,
    standard_error: float,
    held: tuple[int, ...] = (),
) -> tuple[float, float]:
    """The same for a constant inside a term of g, which stays within its bounds.

    Args:
        library: the weak system, at the noise level that counts.
        model: at the minimum of chi2.
        place: of the constant in theta.
        standard_error: of the constant.
        held: entries of psi that stay as they are, besides the lead.
    """
    owner, inside = _owner(model, place)
    feature = model.features[owner]
    constant = feature.constants[inside]

    def rise(value: float) -> tuple[float, float]:
        features = list(model.features)
        features[owner] = given(feature, inside, value)
        start = replace(model, features=tuple(features))
        other = minimised(library, start, final=False, held=held)
        higher = other.chi2 - model.chi2
        if not higher > 0 or not np.isfinite(higher):
            return 0.0, 0.0
        return higher, _variance(library, model, other)

    return between(rise, constant.value, standard_error, constant.bounds)


def _owner(model: Model, place: int) -> tuple[int, int]:
    """The feature that a constant is in, and the constant's place in it."""
    counts = [len(f.constants) for f in model.features]
    owner = int(np.searchsorted(np.cumsum(counts), place, side="right"))
    return owner, place - sum(counts[:owner])


def _variance(library: Library, model: Model, other: Model) -> float:
    """`difference_variance` of two models whose features differ."""
    fixed = model.psi.size - len(model.features)
    one = np.concatenate([model.psi, np.zeros(len(other.features))])
    two = np.concatenate([other.psi[:fixed], np.zeros(len(model.features)), other.psi[fixed:]])
    stacks = stacks_of(library, model.support, (*model.features, *other.features))
    return sum(difference_variance(s, one, two) for s in stacks)


def between(
    rise: Callable[[float], tuple[float, float]],
    centre: float,
    standard_error: float,
    bounds: tuple[float | None, float | None] = (None, None),
) -> tuple[float, float]:
    """Where chi2 has risen too far on either side, or the bound that is nearer.

    No bound on either side where it has done so at the centre already.
    """

    def excess(value: float) -> float:
        higher, variance = rise(value)
        return higher / np.sqrt(higher + variance / 4) - QUANTILE if higher > 0 else -QUANTILE

    if excess(centre) > 0:  # the fit does not come back to where it was: nothing is known
        return -np.inf, np.inf
    step = REACH * standard_error / STEPS
    low, high = (_end(excess, centre, s, b) for s, b in zip((-step, step), bounds, strict=True))
    return low, high


def strength(library: Library, model: Model, place: int) -> float:
    """By how many standard deviations chi2 tells a coefficient from zero.

    Args:
        library: the weak system.
        model: at the minimum of chi2.
        place: of the coefficient in psi, not the lead.

    Returns:
        From 0 up: d / sqrt(d + v) for a difference d of chi2 with variance v, see `_rise`.
    """
    rise, variance = _rise(library, model, place, 0.0)
    return float(rise / np.sqrt(rise + variance)) if rise > 0 else 0.0


def _rise(
    library: Library, model: Model, place: int, value: float, held: tuple[int, ...] = ()
) -> tuple[float, float]:
    """How much chi2 rises with a coefficient held at a value, and how much of that is chance.

    The noise is the same whatever the equation, but it enters the residuals of two of them with
    different weights: even if both were right, their chi2 would differ by a random amount, whose
    variance is given. A term that is mostly noise lowers chi2 by that much for no reason. Where
    noise enters both alike there is no such difference, and that of nested models with one more
    number is left, whose mean is 1.

    Near the minimum the difference is what the gradient's own noise, of half that standard
    deviation, has made of it: a minimum is where chi2 happens to be low.
    """
    psi = model.psi.copy()
    psi[place] = value
    other = minimised(library, replace(model, psi=psi), final=False, held=(place, *held))
    rise = other.chi2 - model.chi2
    if not rise > 0 or not np.isfinite(rise):
        return 0.0, 0.0
    stacks = stacks_of(library, model.support, model.features)
    return rise, sum(difference_variance(s, model.psi, other.psi) for s in stacks)


def is_vague(coefficient: float, standard_error: float | None) -> bool:
    """Whether a coefficient is so uncertain that its interval need not be symmetric."""
    return standard_error is not None and standard_error > VAGUE * abs(coefficient)


def _end(
    rise: Callable[[float], float], centre: float, step: float, bound: float | None = None
) -> float:
    """Where the profile crosses its threshold on one side, or a bound before that."""
    near = centre
    for k in range(1, STEPS + 1):
        far = centre + k * step
        is_last = bound is not None and (bound - far) * step <= 0
        far = bound if bound is not None and is_last else far
        if rise(far) > 0:
            low, high = sorted((near, far))
            return float(brentq(rise, low, high, xtol=abs(step) * 0.02))
        if is_last:
            return far
        near = far
    return float(np.copysign(np.inf, step))
