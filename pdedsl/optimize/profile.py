"""Intervals from the profile of chi2, where a standard error does not tell the whole story."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from scipy.optimize import brentq
from scipy.stats import norm

from pdedsl.optimize.model import Library, Model, minimised

LEVEL = 0.95
"""Share of data sets whose interval holds the truth."""

QUANTILE = float(norm.ppf((1 + LEVEL) / 2))
"""Half the width of such an interval in standard errors, where it is symmetric."""

VAGUE = 0.25
"""Standard error over coefficient above which its interval is taken from the profile."""

REACH = 8.0
"""How far the profile is followed, in standard errors."""

NEAR = 0.3
"""Steps for the curvature at the minimum, in standard errors."""

STEPS = 6
"""In how many steps it is followed that far."""


def profile_interval(
    library: Library,
    model: Model,
    place: int,
    standard_error: float,
    held: tuple[int, ...] = (),
) -> tuple[float, float] | None:
    """Where chi2, minimised over all other numbers, stays near its minimum.

    The threshold is that of one number, times the ratio of the standard error's square to the
    variance that the curvature of chi2 alone would give: noise in the columns makes the
    gradient of chi2 vary more than its curvature says.

    Args:
        library: the weak system, at the noise level that counts.
        model: at the minimum of chi2.
        place: of the coefficient in psi, not the lead.
        standard_error: of the coefficient.
        held: entries of psi that stay as they are besides it and the lead.

    Returns:
        Its ends, infinite where the profile does not rise within `REACH` standard errors; None
        where the curvature gives no scale.

    Source: adjusted profiles, Chandler and Bate, Biometrika 94 (2007), 167.
    """
    rise, unit = _profile(library, model, place, standard_error, held)
    if unit is None:
        return None
    threshold = QUANTILE**2 * unit
    centre, step = float(model.psi[place]), REACH * standard_error / STEPS
    low, high = (_end(lambda v: rise(v) - threshold, centre, s) for s in (-step, step))
    return low, high


def profile_strength(library: Library, model: Model, place: int, standard_error: float) -> float:
    """How many standard deviations a coefficient is from zero, by the same profile.

    Args:
        library: the weak system.
        model: at the minimum of chi2.
        place: of the coefficient in psi, not the lead.
        standard_error: of the coefficient.

    Returns:
        0 where the curvature gives no scale.
    """
    rise, unit = _profile(library, model, place, standard_error)
    return 0.0 if unit is None else float(np.sqrt(max(0.0, rise(0.0)) / unit))


def _profile(
    library: Library,
    model: Model,
    place: int,
    standard_error: float,
    held: tuple[int, ...] = (),
) -> tuple[Callable[[float], float], float | None]:
    """By how much chi2 rises with a coefficient held, and the rise of one standard deviation.

    The latter is None where chi2 does not rise on both sides of its minimum.
    """

    def rise(value: float) -> float:
        psi = model.psi.copy()
        psi[place] = value
        fitted = minimised(library, replace(model, psi=psi), final=False, held=(place, *held))
        return fitted.chi2 - model.chi2

    centre, near = float(model.psi[place]), NEAR * standard_error
    unit = (rise(centre - near) + rise(centre + near)) / (2 * NEAR**2)
    return rise, unit if np.isfinite(unit) and unit > 0 else None


def is_vague(coefficient: float, standard_error: float | None) -> bool:
    """Whether a coefficient is so uncertain that its interval need not be symmetric."""
    return standard_error is not None and standard_error > VAGUE * abs(coefficient)


def _end(rise: Callable[[float], float], centre: float, step: float) -> float:
    """Where the profile crosses its threshold on one side."""
    near = centre
    for k in range(1, STEPS + 1):
        far = centre + k * step
        if rise(far) > 0:
            low, high = sorted((near, far))
            return float(brentq(rise, low, high, xtol=abs(step) * 0.02))
        near = far
    return float(np.copysign(np.inf, step))
