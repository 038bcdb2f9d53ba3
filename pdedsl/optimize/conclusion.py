"""The verdict on the equation with the most evidence, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from pdedsl.form import Problem
from pdedsl.language import format_equation, format_term
from pdedsl.optimize.alternatives import alternatives, judged
from pdedsl.optimize.answer import Answer, Interval, estimated
from pdedsl.optimize.evidence import LOOSE, bearable
from pdedsl.optimize.model import Library, Model, inflated
from pdedsl.optimize.profile import QUANTILE
from pdedsl.optimize.relations import noise_shares, relations
from pdedsl.optimize.relations_told import collinear, derivatives
from pdedsl.optimize.residual_map import in_short

CONVINCING = 10.0
"""Penalised evidence below which nothing is claimed: fields without an equation stay under it."""

FEWEST = 4
"""Test functions along a coordinate below which nothing can be claimed of what is along it."""

QUIET = 0.3
"""chi2 per degree of freedom below which the noise level in use was too high."""

FAR = 4.0
"""Deviations of chi2 by which it is no longer small by chance."""

EQUAL = 2.3
"""Lead in evidence over an equation of another form below which neither is claimed: ten to one."""

CLOSE = 4.6
"""The same below which the reason names the other one: a hundred to one."""

NOISY = 0.5
"""Share of noise in the terms of an equation above which the noise is said to be too high."""

Conclusion = Literal["identified", "best of rivals", "not identified"]


@dataclass(frozen=True, eq=False)
class Circumstances:
    """What bears on the verdict besides the equation itself.

    Attributes:
        problem: whose dictionary it is.
        noise: share of noise in the energy of each dictionary term of the equation.
        relations: shape (k, P), combinations of dictionary terms that vanish on the data; none
            where there is one at most.
        second: the equation of another form with the most evidence, None if there is none.
        others: equations that lack a term of it and hold as well on these data.
        bearable: chi2 per degree of freedom above which more is going on.
        coarse: why the sampling is too coarse for a claim, "" if it is not.
        smoothed: whether samples are scattered, so that the equation is fitted to a field without
            most of its noise.
        rows: of the weak system, 0 where that is not known.
        unresolved: coordinates along which a field turns from point to point.
        drowned: why nothing can be claimed of fields that are taken for noise, "" where none is.
    """

    problem: Problem
    noise: tuple[float, ...] = ()
    relations: np.ndarray | None = None
    second: Answer | None = None
    others: tuple[Answer, ...] = ()
    bearable: float = LOOSE
    coarse: str = ""
    smoothed: bool = False
    rows: int = 0
    unresolved: tuple[str, ...] = ()
    drowned: str = ""


def circumstances(
    library: Library,
    model: Model | None,
    second: Answer | None = None,
    *,
    smoothed: bool = False,
    unresolved: tuple[str, ...] = (),
    drowned: str = "",
) -> Circumstances:
    """Look at what bears on the verdict on a fitted equation.

    Args:
        library: the weak system.
        model: the equation, None where there is none.
        second: the next one of another form.
        smoothed: whether any of the samples are scattered.
        unresolved: coordinates along which a field turns from point to point.
        drowned: why nothing can be claimed of fields that are taken for noise.
    """
    problem = library.system.problem
    if model is None or not np.isfinite(model.chi2):
        return Circumstances(problem, second=second, drowned=drowned)
    measured = inflated(library, 1 / library.inflation)
    misfit = library.inflation * model.chi2 / library.system.rows
    level = inflated(measured, max(1.0, misfit))
    most = bearable(library.system.rows, library.system.points)
    others = alternatives(level, model) if misfit < most and model.features else ()
    others = tuple(judged(library, rival) for rival in others)
    return Circumstances(
        problem,
        noise_shares(measured, model),
        relations(level, model, least=2),
        second,
        tuple(estimated(library, rival) for rival in others),
        most,
        _coarse(library),
        smoothed,
        library.system.rows,
        unresolved,
        drowned,
    )


def _coarse(library: Library) -> str:
    """A reason where the points along a coordinate carry too few test functions."""
    for functions in library.system.functions:
        for name, axis in zip(library.names.coordinates, functions.axes, strict=True):
            if axis.count < FEWEST:
                return (
                    f"only {axis.count} test functions fit along {name}, too few to tell a law from"
                    f" another one with as many numbers; measure more points along {name}"
                )
    return ""


def conclude(best: Answer | None, around: Circumstances) -> tuple[Conclusion, str]:
    """The verdict and its reason, with the constants of g that ended at a bound."""
    verdict, reason = _judged(best, around)
    if around.drowned:
        verdict, reason = "not identified", around.drowned
    if around.coarse and verdict != "not identified":
        verdict, reason = "not identified", around.coarse
    if around.unresolved and verdict == "identified":
        verdict, reason = "not identified", _lost(around)
    elif around.unresolved and verdict == "best of rivals":
        reason = f"{reason}; {_lost(around)}"
    if best is None or not best.reached:
        return verdict, reason
    where = (
        "constants of g are at bounds" if len(best.reached) > 1 else "a constant of g is at a bound"
    )
    texts = " and ".join(best.reached)
    return verdict, f"{reason}; {where}, {texts}: the data may want a number beyond"


def _judged(best: Answer | None, around: Circumstances) -> tuple[Conclusion, str]:
    if best is None or not np.isfinite(best.evidence) or best.evidence < CONVINCING:
        return "not identified", _unconvincing(best, around)
    undetermined = _undetermined(best, around)
    if undetermined:
        return "not identified", undetermined
    if best.chi2_per_dof > around.bearable:
        return "best of rivals", _more_is_going_on(best)
    derived = ""
    if best.pde.g == 0 and around.relations is not None and len(around.relations) > 1:
        consequences = derivatives(best.pde, around.relations, around.problem)
        if consequences is None:
            return "not identified", collinear(around.relations, around.problem)
        derived = consequences
    lead = np.inf if around.second is None else best.evidence - around.second.evidence
    equal = _equal(best, around)
    if equal:
        return "not identified", equal
    return "identified", _fits(best, lead, around) + derived + _hold_as_well(best, around)


def _equal(best: Answer, around: Circumstances) -> str:
    """What is said where another equation has about as much evidence; "" where none has."""
    grammar = "or a grammar that has only one of them"
    data = "or data of more kinds of motion, or a dictionary that has only one of them"
    rivals = [] if around.second is None else [(around.second, grammar)]
    for other, remedy in [*rivals, *((each, data) for each in around.others)]:
        lead = best.evidence - other.evidence
        if lead < EQUAL:
            texts = [format_equation(a.pde, around.problem) for a in (best, other)]
            return (
                f"two equations explain the data equally well: {texts[0]}, and {texts[1]} with"
                f" {max(lead, 0.0):.1f} less evidence; more samples or less noise may tell them"
                f" apart, {remedy}"
            )
    return ""


def _hold_as_well(best: Answer, around: Circumstances) -> str:
    """The equations without one of its terms that the data do not exclude; "" for none."""
    texts = [
        f"{format_equation(a.pde, around.problem)} ({best.evidence - a.evidence:.1f} less evidence)"
        for a in around.others
    ]
    if not texts:
        return ""
    return (
        "; terms are collinear on these data, and what lacks one of them holds as well:"
        f" {' and '.join(texts)}; data of more kinds of motion, or fewer terms in the dictionary"
        " or in g, would leave one"
    )


def _undetermined(best: Answer, around: Circumstances) -> str:
    """What is said where g, or a term of an equation that fits, may as well be zero; else ""."""
    if best.pde.g == 0 and len(best.pde.beta) == 1 and best.chi2_per_dof > around.bearable:
        return (
            f"no equation holds: the best, {format_equation(best.pde, around.problem)}, leaves"
            f" {in_short(best.chi2_per_dof)} times what the noise explains; other dictionary"
            " terms, a richer grammar, or points that are closer together may help"
        )
    numbers = _vague_numbers(best)
    if numbers:
        return (
            f"the data do not determine g: the 95 % interval of {numbers} holds zero or has no"
            " bound, and g has no other numbers; take more or less noisy samples, terms that are"
            " not proportional on these data, or a narrower grammar"
        )
    terms = _vague_terms(best, around.problem) if best.chi2_per_dof <= around.bearable else ""
    if terms:
        return (
            f"the data do not determine {terms}: zero is within the 95 % interval; take such"
            " terms out of the dictionary, or take more or less noisy samples"
        )
    return ""


def _lost(around: Circumstances) -> str:
    """What is said where points are too far apart for what happens between them."""
    names = " and ".join(around.unresolved)
    return (
        f"a field turns from point to point along {names}, and what is lost between points looks as"
        f" small terms of an equation do; take points along {names} that are closer together"
    )


def _vague_terms(best: Answer, problem: Problem) -> str:
    """The terms whose coefficients may as well be zero, with their errors; "" for none."""
    intervals = best.intervals or (None,) * len(best.pde.beta)
    rows = zip(best.pde.dictionary, best.pde.beta, best.standard_errors, intervals, strict=True)
    names = [
        f"{format_term(term, problem.coordinate_symbols)} ({beta:.3g} +- {error:.2g})"
        for term, beta, error, interval in rows
        if error is not None and _holds_zero(beta, error, interval)
    ]
    return ", ".join(names)


def _vague_numbers(best: Answer) -> str:
    """The numbers of g with their errors, if all may be zero or boundless; "" if one may not."""
    numbers = best.free.numbers
    texts = [
        f"{n.name} ({n.value:.3g} +- {n.standard_error:.2g})"
        for n in numbers
        if n.standard_error is not None
        and (
            _holds_zero(n.value, n.standard_error, n.interval)
            or not np.all(np.isfinite(n.interval or (0.0, 0.0)))
        )
    ]
    return ", ".join(texts) if len(texts) == len(numbers) else ""


def _holds_zero(beta: float, error: float, interval: Interval | None) -> bool:
    if interval is not None:
        return interval[0] <= 0 <= interval[1]
    return abs(beta) < QUANTILE * error


def _more_is_going_on(best: Answer) -> str:
    text = (
        f"ahead of its rivals, but the residual is {in_short(best.chi2_per_dof)} times what the"
        " noise explains: more is going on than this equation says"
    )
    if best.residuals is None:
        return text
    return f"{text}; it fails most, by {best.residuals.worst()}, see the residual map"


def _fits(best: Answer, lead: float, around: Circumstances) -> str:
    within = _within_noise(best.chi2_per_dof, around)
    text = (
        f"the residual is {within} (chi2 per degree of freedom"
        f" {best.chi2_per_dof:.2g}), evidence {best.evidence:.0f}"
    )
    if lead < CLOSE:
        text += (
            f"; an equation of another form is only {lead:.1f} behind,"
            " second in the front, which has the numbers of the search: look at both"
        )
    return text


def _within_noise(misfit: float, around: Circumstances) -> str:
    """What the residual is, and why it is small where it is."""
    if misfit >= QUIET:
        return "what the noise explains"
    if around.smoothed:
        return (
            "less than the noise explains, as it is where points are scattered or values missing:"
            " there the equation is fitted to the smoothed field"
        )
    if 1 - misfit < FAR * float(np.sqrt(2 / max(1, around.rows))):
        return f"what the noise explains, as far as {around.rows} rows of the weak form tell"
    return "far less than the noise explains, which was overestimated"


def _unconvincing(best: Answer | None, around: Circumstances) -> str:
    value = float("nan") if best is None else best.evidence
    text = (
        f"no equation explains the data better than a smooth field does (evidence {value:.1f},"
        f" {CONVINCING:.0f} would convince); "
    )
    if best is None or not around.noise or max(around.noise) < NOISY:
        return text + "other dictionary terms, or a richer grammar, may help"
    coordinates = around.problem.coordinate_symbols
    used = zip(best.pde.dictionary, around.noise, strict=True)
    noisy = ", ".join(
        f"{share:.0%} of {format_term(term, coordinates)}" for term, share in used if share > NOISY
    )
    return text + f"the noise is too high: it makes up {noisy}; take more samples or less noise"
