"""95 % intervals of the numbers in g whose standard errors do not tell the whole story."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pdedsl.optimize.model import Library, Model, assessed, with_theta
from pdedsl.optimize.numbers import FreeForm, FreeNumber
from pdedsl.optimize.profile import QUANTILE, constant_interval, is_vague, profile_interval

LOPSIDED = 1.5
"""chi2 on one side over chi2 on the other above which an interval is taken from the profile."""

ALONE = 1e-6
"""Share of a number's spread below which a parameter has no part in it."""


def with_intervals(
    library: Library,
    model: Model,
    covariance: np.ndarray,
    free: FreeForm,
    held: tuple[int, ...] = (),
) -> FreeForm:
    """The numbers of g with intervals from the profile of chi2 where those are needed.

    That is where the standard error is above `VAGUE` of the number, or where chi2 rises unevenly
    on the two sides. A number that is made of several parameters of the fit has none.

    Args:
        library: the weak system, at the noise level that counts.
        model: at the minimum of chi2.
        covariance: of psi without the lead, and theta.
        free: the numbers, with their slopes.
        held: entries of psi that stay as they are, besides the lead.
    """
    if free.slopes is None or not np.all(np.isfinite(covariance)):
        return free
    at = _Parameters(assessed(library, model), covariance)
    spreads = np.abs(free.slopes) * at.errors
    numbers = []
    for number, slopes, spread in zip(free.numbers, free.slopes, spreads, strict=True):
        parts = np.flatnonzero(spread > ALONE * np.max(spread, initial=0.0))
        if number.standard_error is None or parts.size != 1:
            numbers.append(number)
            continue
        place = int(parts[0])
        needed = is_vague(number.value, number.standard_error) or at.is_lopsided(library, place)
        ends = at.interval(library, place, held) if needed else None
        numbers.append(replace(number, interval=_carried(free, at, number, place, ends, slopes)))
    return replace(free, numbers=tuple(numbers))


class _Parameters:
    """The parameters of g at the minimum: linear coefficients, minus those in psi, then theta."""

    def __init__(self, model: Model, covariance: np.ndarray) -> None:
        self.model = model
        self.first = model.psi.size - len(model.features)
        self.values = np.concatenate([model.psi[self.first :], model.theta])
        self.free = np.delete(np.arange(model.psi.size), model.lead)
        weights = np.searchsorted(self.free, np.arange(self.first, model.psi.size))
        self.places = np.append(weights, self.free.size + np.arange(model.theta.size))
        self.covariance = covariance
        self.errors = np.sqrt(np.diagonal(covariance)[self.places])

    def interval(self, library: Library, place: int, held: tuple[int, ...]) -> tuple[float, float]:
        """Of one parameter."""
        error, weights = float(self.errors[place]), len(self.model.features)
        if place < weights:
            return profile_interval(library, self.model, self.first + place, error, held)
        return constant_interval(library, self.model, place - weights, error, held)

    def is_lopsided(self, library: Library, place: int) -> bool:
        """Whether chi2 rises unevenly from the minimum, the others following by their slopes."""
        column = self.covariance[:, self.places[place]]
        step = QUANTILE * column / np.sqrt(column[self.places[place]])
        rises = [self._moved(library, s * step) - self.model.chi2 for s in (-1.0, 1.0)]
        return not 0 < max(rises) < LOPSIDED * min(rises)

    def _moved(self, library: Library, step: np.ndarray) -> float:
        psi = self.model.psi.copy()
        psi[self.free] += step[: self.free.size]
        features = with_theta(self.model.features, self.model.theta + step[self.free.size :])
        with np.errstate(all="ignore"):
            return assessed(library, replace(self.model, psi=psi, features=features)).chi2


def _carried(
    free: FreeForm,
    at: _Parameters,
    number: FreeNumber,
    place: int,
    ends: tuple[float, float] | None,
    slopes: np.ndarray,
) -> tuple[float, float] | None:
    """The ends of a parameter's interval as ends of the number that it makes."""
    if ends is None:
        return None
    position, found = free.numbers.index(number), []
    for end in ends:
        moved = at.values.copy()
        moved[place] = end
        values = free.values_at(moved) if np.isfinite(end) else None
        straight = number.value + slopes[place] * (end - at.values[place])
        found.append(float(straight if values is None else values[position]))
    low, high = sorted(found)
    return low, high
