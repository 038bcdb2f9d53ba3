"""Is it the right equation? By structure, as the paper counts it, and by its numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass

import sympy

from pdedsl.errors import FormError
from pdedsl.form.equivalence import same_functional_form
from pdedsl.optimize.profile import QUANTILE
from pdedsl.reproduce.case import Target
from pdedsl.reproduce.found import Found
from pdedsl.reproduce.template import Box, fit, true_free

RELATIVE = 0.05
"""How far a number may be off for `strict`, over the true one."""


@dataclass(frozen=True)
class Judgement:
    """What is right about an equation.

    Attributes:
        form: g has the true functional form, which is what the paper calls success.
        support: the derivative-bound part has the true terms and no others.
        strict: form, support, and every number, those inside g too, within 5 %.
        rmse: of the coefficients at unit L1 norm over the whole dictionary.
        covered: how many 95 % intervals hold the true coefficient.
        intervals: how many there are, 0 unless form and support are right.
    """

    form: bool
    support: bool
    strict: bool
    rmse: float
    covered: int
    intervals: int

    @property
    def success(self) -> bool:
        """Form and support."""
        return self.form and self.support


def judge(found: Found, target: Target, variables: tuple[sympy.Symbol, ...], box: Box) -> Judgement:
    """Compare an equation with the true one.

    The RMSE is sqrt(mean over the P terms of (beta - true beta)^2), beta at unit L1 norm and
    with the sign that brings it nearer; the paper fixes the sign by a term it knows to be there.

    Args:
        found: the equation.
        target: the true one, over the same dictionary.
        variables: coordinates and fields.
        box: range of each by name, where numbers inside g are compared.

    Source: Kacprzyk, Qian, van der Schaar 2023, Section 7 and appendix "Correct functional form".
    """
    scale = _scale(found, target)
    bound = tuple(scale * b for b in found.bound)
    support = all((b != 0) == (t != 0) for b, t in zip(bound, target.bound, strict=True))
    free = None if found.free is None else scale * found.free
    form = _same_form(free, target, variables)
    close = all(abs(b - t) <= RELATIVE * abs(t) for b, t in zip(bound, target.bound, strict=True))
    strict = form and support and close and _numbers_agree(free, target, variables, box)
    covered, intervals = _coverage(found, target) if form and support else (0, 0)
    return Judgement(form, support, strict, _rmse(bound, target.bound), covered, intervals)


def _scale(found: Found, target: Target) -> float:
    """To unit L1 norm, with the sign of the true coefficients."""
    along = sum(b * t for b, t in zip(found.bound, target.bound, strict=True))
    return math.copysign(1.0, along) / sum(map(abs, found.bound))


def _rmse(bound: tuple[float, ...], true: tuple[float, ...]) -> float:
    return math.dist(bound, true) / math.sqrt(len(true))


def _same_form(
    free: sympy.Expr | None, target: Target, variables: tuple[sympy.Symbol, ...]
) -> bool:
    """Whether g has the true form; what is no closed form of the language has not."""
    if free is None:
        return False
    try:
        return same_functional_form(free, true_free(target.free, variables), variables)
    except FormError:
        return False


def _numbers_agree(
    free: sympy.Expr | None, target: Target, variables: tuple[sympy.Symbol, ...], box: Box
) -> bool:
    if not target.free.values:
        return True
    fitted = None if free is None else fit(free, target.free, variables, box)
    return (
        fitted is not None
        and fitted.rest <= RELATIVE
        and all(
            abs(c - t) <= RELATIVE * abs(t)
            for c, t in zip(fitted.values, target.free.values, strict=True)
        )
    )


def _coverage(found: Found, target: Target) -> tuple[int, int]:
    """Intervals that hold the truth, and all of them, in the scale of the equation.

    The scale is that of the term without a standard error, which is held at its value; where
    every term has one, part of g is told and fixes the scale, as it does in the target.
    """
    held = [e.value / e.truth for e in _estimates(found, target) if e.error is None and e.truth]
    scale = held[0] if held else 1.0
    freed = [e for e in _estimates(found, target) if e.error is not None]
    return sum(e.holds(e.truth * scale) for e in freed), len(freed)


@dataclass(frozen=True)
class _Estimate:
    """Coefficient, standard error, interval and truth of a term."""

    value: float
    error: float | None
    interval: tuple[float, float] | None
    truth: float

    def holds(self, truth: float) -> bool:
        """Whether the 95 % interval holds a value."""
        if self.interval is not None:
            return self.interval[0] <= truth <= self.interval[1]
        return self.error is not None and abs(self.value - truth) <= QUANTILE * self.error


def _estimates(found: Found, target: Target) -> list[_Estimate]:
    """Those of the terms that occur."""
    intervals = found.intervals or (None,) * len(found.bound)
    every = zip(found.bound, found.errors, intervals, target.bound, strict=True)
    return [_Estimate(*each) for each in every if each[0] != 0]
