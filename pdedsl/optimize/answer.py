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
from pdedsl.optimize.expression import to_sympy
from pdedsl.optimize.model import Library, Model, covariance_of, inflated, minimised
from pdedsl.optimize.refine import Rival

DIGITS = 6


@dataclass(frozen=True, eq=False)
class Answer:
    """A fitted equation.

    Attributes:
        pde: over the terms it uses, its first term with coefficient 1 (or, where part of g is
            known, in the scale of that part).
        standard_errors: one a term, None for the one that is held.
        evidence: penalised log B.
        chi2_per_dof: at the noise of the data, chi2 over the rows less the numbers fitted.
        loss: of the screen, NaN where there was none.
        complexity: of g.
    """

    pde: VariationalReadyPDE
    standard_errors: tuple[float | None, ...]
    evidence: float
    chi2_per_dof: float
    loss: float
    complexity: int


def answer(library: Library, rival: Rival, *, final: bool = True) -> Answer:
    """Estimate a rival's numbers by chi2 and write it as an equation.

    Args:
        library: the weak system.
        rival: the equation.
        final: whether to fit again by chi2, the unbiased criterion, and give standard errors;
            if not, the numbers are those that maximise log B.
    """
    model = _held(library, rival.model)
    if final:
        fitted = minimised(library, model)
        model = fitted if np.isfinite(fitted.chi2) else model
    dof = max(1, library.system.rows - model.free)
    return Answer(
        _equation(library, model),
        _errors(library, model, dof) if final else (None,) * len(model.support),
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


def _held(library: Library, model: Model) -> Model:
    """The same equation in the scale it is read in."""
    lead = len(model.support) if library.has_known else 0
    scale = -model.psi[lead] if library.has_known else model.psi[lead]
    return replace(model, lead=lead, psi=model.psi / scale) if scale else model


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
    problem = library.system.problem
    symbols = {s.name: s for s in (*problem.coordinate_symbols, *problem.field_symbols)}
    count = len(model.support)
    weights = model.psi[count + library.has_known :]
    g: sympy.Expr = sympy.S.Zero
    for c, feature in zip(weights, model.features, strict=True):
        g += sympy.Float(-c) * to_sympy(feature, symbols)
    return equation(problem, model.support, model.psi[:count], g)


def _errors(library: Library, model: Model, dof: int) -> tuple[float | None, ...]:
    """Standard errors at the noise level that the residual shows.

    The residual tells the noise better than the field estimate does, which takes for noise
    whatever it cannot follow. Where no equation fits, the level was raised before and stays.
    """
    seen = model.chi2 / dof
    if library.inflation == 1.0 and 0 < seen < np.inf:
        library = inflated(library, seen)
    sd = np.sqrt(np.diagonal(covariance_of(library, model)))
    every = iter(sd)
    errors = [None if j == model.lead else _known(next(every)) for j in range(model.psi.size)]
    return tuple(errors[: len(model.support)])


def _known(error: float) -> float | None:
    return float(error) if np.isfinite(error) else None


def _rounded(value: float) -> float:
    return float(f"{value:.{DIGITS}g}")
