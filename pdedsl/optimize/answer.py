"""The winner as an equation: final errors-in-variables estimate and standard errors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import sympy

from pdedsl.errors import FormError
from pdedsl.form import Problem, VariationalReadyPDE
from pdedsl.form.equivalence import same_functional_form
from pdedsl.form.simplify import tidy
from pdedsl.optimize.bounds import as_read, reached, within_bounds
from pdedsl.optimize.correlations import correlations
from pdedsl.optimize.evidence import covariance as covariance_at
from pdedsl.optimize.expression import Node, hold, to_sympy
from pdedsl.optimize.fitted import covariance_of, error_of_integration, minimised
from pdedsl.optimize.model import Library, Model, assessed, inflated, stacks_of, with_theta
from pdedsl.optimize.number_intervals import with_intervals
from pdedsl.optimize.numbers import NOTHING, FreeForm, free_form
from pdedsl.optimize.operations import WITHIN
from pdedsl.optimize.profile import is_vague, profile_interval
from pdedsl.optimize.residual_map import ResidualMap, residual_map
from pdedsl.optimize.rival import Rival
from pdedsl.optimize.symmetric import factored

DIGITS = 6

SHARED = 30.0
"""Rows of the common noise level that are added to those of each sample."""

Interval = tuple[float, float]


@dataclass(frozen=True, eq=False)
class Answer:
    """A fitted equation.

    Attributes:
        pde: over the terms it uses, its first term with coefficient 1 (or, where part of g is
            known, in the scale of that part).
        standard_errors: one a term, None for the one that is held.
        intervals: of 95 %, for terms so uncertain that it need not be symmetric, else None.
        evidence: penalised log B.
        chi2_per_dof: at the noise of the data, chi2 over the rows less the numbers fitted.
        loss: of the screen, NaN where there was none.
        complexity: of g.
        free: the part of g that was found, its numbers named and with standard errors.
        residuals: where it holds and where not, None where that was not looked at.
        intervals: of 95 %, see `profile_interval`, None for terms that do not need one.
        reached: constants of g that ended at one of their bounds, each as "5 of [0, 5]".
        correlations: of the coefficients and then the numbers of `free`, in their order, shape
            (terms + numbers, terms + numbers), NaN for those without a standard error; None
            where they were not estimated.
    """

    pde: VariationalReadyPDE
    standard_errors: tuple[float | None, ...]
    evidence: float
    chi2_per_dof: float
    loss: float
    complexity: int
    free: FreeForm = NOTHING
    residuals: ResidualMap | None = None
    intervals: tuple[Interval | None, ...] = ()
    reached: tuple[str, ...] = ()
    correlations: np.ndarray | None = None


def answer(library: Library, rival: Rival, *, final: bool = True) -> Answer:
    """Estimate a rival's numbers by chi2 and write it as an equation.

    Args:
        library: the weak system.
        rival: the equation.
        final: whether to fit again by chi2, the unbiased criterion, and give standard errors;
            if not, the numbers are those that maximise log B.
    """
    model, held = as_read(library, rival.model), ()
    if final:
        model, held = _estimated(library, model)
    dof = max(1, library.system.rows - model.free)
    count = len(model.support)
    equation_found = _equation(library, model)
    nothing = (None,) * count
    if not final:
        return Answer(equation_found, nothing, *_figures(library, rival, model, dof))
    seen = _at_seen_noise(library, model, dof)
    covariance = covariance_of(library, model, held, seen_levels(library, model, dof))
    between = error_of_integration(library, model, held)
    if between is not None:
        covariance = covariance + np.outer(between, between)
    errors = _errors(model, covariance)[:count]
    free = _free_form(library, model, covariance)
    return Answer(
        equation_found,
        errors,
        *_figures(library, rival, model, dof),
        free=with_intervals(seen, model, covariance, free, held),
        residuals=residual_map(library, model),
        intervals=_intervals(seen, model, errors, held),
        reached=reached(model, held),
        correlations=correlations(model, covariance, free, _places(library, model)),
    )


def estimated(library: Library, rival: Rival) -> Answer:
    """A rival's equation with its numbers estimated by chi2, and nothing said of their errors."""
    model = _estimated(library, as_read(library, rival.model))[0]
    dof = max(1, library.system.rows - model.free)
    nothing = (None,) * len(model.support)
    return Answer(_equation(library, model), nothing, *_figures(library, rival, model, dof))


def _estimated(library: Library, model: Model) -> tuple[Model, tuple[int, ...]]:
    """The estimate by chi2, what is at a bound held there, and the entries of psi that are."""
    fitted = minimised(library, model)
    model = fitted if np.isfinite(fitted.chi2) else model
    model, held = within_bounds(library, model, lambda s, m, at: minimised(s, m, held=at))
    return replace(model, features=tuple(hold(f) for f in model.features)), held


def _figures(
    library: Library, rival: Rival, model: Model, dof: int
) -> tuple[float, float, float, int]:
    """Evidence, chi2 per degree of freedom at the noise of the data, loss and complexity."""
    return (
        rival.value,
        library.inflation * model.chi2 / dof,
        rival.loss,
        rival.size,
    )


def distinct(answers: Iterable[Answer], most: int) -> list[Answer]:
    """The first few answers that differ from those before them by more than their numbers."""
    kept: list[Answer] = []
    for each in answers:
        if not any(_alike(each.pde, other.pde) for other in kept):
            kept.append(each)
        if len(kept) == most:
            break
    return kept


def _alike(a: VariationalReadyPDE, b: VariationalReadyPDE) -> bool:
    """Whether two equations have the same dictionary terms and g of the same form."""
    if tuple(a.dictionary) != tuple(b.dictionary):
        return False
    variables = tuple(sorted(a.g.free_symbols | b.g.free_symbols, key=lambda s: s.name))
    try:
        return all(same_functional_form(p.g, q.g, variables) for p, q in ((a, b), (b, a)))
    except FormError:
        return False


def equation(
    problem: Problem, support: Sequence[int], beta: Iterable[float], g: sympy.Expr
) -> VariationalReadyPDE:
    """An equation with g tidied, all numbers rounded, and the known part of g added.

    Args:
        problem: with its dictionary.
        support: positions of the dictionary terms used.
        beta: their coefficients.
        g: without its known part.
    """
    tidied = tidy(g).xreplace({})
    floats = {f: sympy.Float(_rounded(float(f))) for f in tidied.atoms(sympy.Float)}
    dictionary = problem.dictionary.subset(tuple(support))
    rounded = tuple(_rounded(b) for b in beta)
    return VariationalReadyPDE(dictionary, rounded, problem.known + tidied.xreplace(floats))


def _equation(library: Library, model: Model) -> VariationalReadyPDE:
    count = len(model.support)
    return equation(
        library.system.problem, model.support, model.psi[:count], _free_part(library, model)
    )


def _free_part(library: Library, model: Model) -> sympy.Expr:
    """What was found of g, as it comes out of the fit."""
    problem = library.system.problem
    symbols = {s.name: s for s in problem.variables}
    weights = model.psi[len(model.support) + library.has_known :]
    g: sympy.Expr = sympy.S.Zero
    for c, feature in zip(weights, model.features, strict=True):
        g += _coefficient(feature, -c) * to_sympy(feature, symbols)
    return g


def _coefficient(feature: Node, value: float) -> sympy.Expr:
    """The coefficient of a term of g, exact where the grammar leaves it one whole number."""
    low, high = feature.bounds
    whole = feature.op == WITHIN and low == high == value and float(value).is_integer()
    return sympy.Integer(int(value)) if whole else sympy.Float(value)


def _free_form(library: Library, model: Model, covariance: np.ndarray) -> FreeForm:
    """The numbers of g with the errors that those of the fit give them."""
    weights = np.arange(len(model.support) + library.has_known, model.psi.size)
    chosen = _places(library, model)

    def written(parameters: np.ndarray) -> sympy.Expr:
        psi = model.psi.copy()
        psi[weights] = parameters[: weights.size]
        features = with_theta(model.features, parameters[weights.size :])
        return tidy(_free_part(library, replace(model, psi=psi, features=features)))

    problem = library.system.problem
    taken = frozenset(s.name for s in problem.variables)
    parameters = np.concatenate([model.psi[weights], model.theta])
    return free_form(written, parameters, covariance[np.ix_(chosen, chosen)], taken)


def _places(library: Library, model: Model) -> np.ndarray:
    """Places of the parameters of g in the covariance of all: linear coefficients, then theta."""
    weights = np.arange(len(model.support) + library.has_known, model.psi.size)
    free = np.delete(np.arange(model.psi.size), model.lead)
    return np.append(np.searchsorted(free, weights), free.size + np.arange(model.theta.size))


def _at_seen_noise(library: Library, model: Model, dof: int) -> Library:
    """The system at the noise level that the residual shows.

    The residual tells the noise better than the field estimate does, which takes for noise
    whatever it cannot follow. Where no equation fits, the level was raised before and stays.
    """
    seen = _seen(library, model, dof)
    return library if seen is None else inflated(library, seen)


def _seen(library: Library, model: Model, dof: int) -> float | None:
    """The noise variance that the residual shows over the library's; None if that was raised."""
    seen = model.chi2 / dof
    return seen if library.inflation == 1.0 and 0 < seen < np.inf else None


def seen_levels(library: Library, model: Model, dof: int) -> list[np.ndarray]:
    """The same for every sample: its noise variance over that of the library.

    A sample that differs from the others, as one with a jump does whose noise was taken to be
    large, shows it in its own rows; `SHARED` more of the common level keep few rows from
    saying much.
    """
    common = _seen(library, model, dof)
    if common is None:
        return []
    found = []
    for s in stacks_of(library, model.support, model.features):
        white = factored(covariance_at(s, model.psi)).white(np.tensordot(model.psi, s.z, 1))
        rows = white.shape[1] * dof / library.system.rows
        own = np.sum(white**2, axis=1)
        found.append((own + SHARED * common) / (rows + SHARED))
    return found


def _intervals(
    library: Library, model: Model, errors: Sequence[float | None], held: tuple[int, ...]
) -> tuple[Interval | None, ...]:
    """From the profile of chi2, for those terms whose standard error is a poor summary."""
    there = assessed(library, model)
    return tuple(
        profile_interval(library, there, place, error, held)
        if error is not None and is_vague(model.psi[place], error)
        else None
        for place, error in enumerate(errors)
    )


def _errors(model: Model, covariance: np.ndarray) -> tuple[float | None, ...]:
    """Standard errors of psi, None for the lead."""
    every = iter(np.sqrt(np.diagonal(covariance)))
    return tuple(None if j == model.lead else _known(next(every)) for j in range(model.psi.size))


def _known(error: float) -> float | None:
    return float(error) if np.isfinite(error) else None


def _rounded(value: float) -> float:
    return float(f"{value:.{DIGITS}g}")
