"""What is kept of a run: fitted equations as records."""

from __future__ import annotations

import math
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from itertools import combinations
from typing import Any

from pdedsl.discovery import Discovery
from pdedsl.form import VariationalReadyPDE
from pdedsl.form.units import coefficient_units
from pdedsl.form.verdict import expectation
from pdedsl.language import (
    Specification,
    format_equation,
    format_expression,
    format_term,
    unparse,
)
from pdedsl.optimize.answer import Answer
from pdedsl.optimize.conclusion import Conclusion
from pdedsl.optimize.without_g import WithoutG
from pdedsl.records import BoundTerm, Correlation, EquationRecord, FreeNumber
from pdedsl.records import Rival as RivalRecord
from pdedsl.records import WithoutG as WithoutGRecord
from pdedsl.report.latex import latex_equation


def record(
    specification: Specification,
    best: Answer | None,
    front: Sequence[Answer],
    seconds: float,
    conclusion: tuple[Conclusion, str],
) -> Discovery:
    """What is kept of a run."""
    verdict, reason = conclusion
    return Discovery(
        verdict=verdict,
        reason=reason,
        specification=unparse(specification),
        seed=specification.options.search.seed,
        seconds=round(seconds, 3),
        equations=() if best is None else (_equation(specification, best),),
        front=tuple(_rival(specification, a) for a in front),
        expectation=_expectation(specification, best),
        versions=_versions(),
        residuals="" if best is None or best.residuals is None else best.residuals.table(),
    )


def _equation(specification: Specification, found: Answer) -> EquationRecord:
    problem = specification.problem
    coordinates = problem.coordinate_symbols
    intervals = found.intervals or (None,) * len(found.pde.beta)
    units = coefficient_units(found.pde, problem, pure=not specification.constants)
    terms = [format_term(term, coordinates) for term in found.pde.dictionary]
    rows = zip(
        terms,
        *(found.pde.beta, found.standard_errors, map(_ends, intervals), units),
        strict=True,
    )
    return EquationRecord(
        name=specification.equation_name,
        text=format_equation(found.pde, problem),
        latex=latex_equation(found.pde, coordinates),
        bound=tuple(BoundTerm(*row) for row in rows),
        free=format_expression(found.pde.g),
        evidence=_or_none(found.evidence),
        chi2_per_dof=_or_none(found.chi2_per_dof),
        loss=_or_none(found.loss),
        free_form=found.free.text,
        free_numbers=tuple(
            FreeNumber(n.name, n.value, n.standard_error, _ends(n.interval))
            for n in found.free.numbers
        ),
        correlations=_correlations(found, [*terms, *(n.name for n in found.free.numbers)]),
    )


def _correlations(found: Answer, names: Sequence[str]) -> tuple[Correlation, ...]:
    """Of all pairs of named numbers that have one."""
    matrix = found.correlations
    if matrix is None:
        return ()
    pairs = combinations(range(len(names)), 2)
    return tuple(
        Correlation(names[i], names[j], round(float(matrix[i, j]), 6))
        for i, j in pairs
        if math.isfinite(matrix[i, j])
    )


def without_g_record(specification: Specification, found: WithoutG) -> WithoutGRecord:
    """What is kept of the equation with g = 0."""
    return WithoutGRecord(
        format_equation(found.answer.pde, specification.problem),
        found.is_enough,
        _or_none(found.answer.evidence),
        _or_none(found.answer.chi2_per_dof),
        found.gain,
    )


def _rival(specification: Specification, found: Answer) -> RivalRecord:
    return RivalRecord(
        format_equation(found.pde, specification.problem),
        found.complexity,
        _or_none(found.loss),
        _or_none(found.evidence),
        _or_none(found.chi2_per_dof),
        specification.equation_name,
    )


def _ends(interval: tuple[float, float] | None) -> tuple[float | None, float | None] | None:
    return None if interval is None else (_or_none(interval[0]), _or_none(interval[1]))


def _or_none(value: float) -> float | None:
    """The number, None for NaN and infinity, which a record cannot hold."""
    return value if math.isfinite(value) else None


def _expectation(specification: Specification, best: Answer | None) -> Any:
    if specification.expected is None:
        return None
    if best is None:
        return "not met"
    problem = specification.problem
    variables = problem.variables
    found: VariationalReadyPDE = best.pde
    errors = [float("nan") if s is None else s for s in best.standard_errors]
    return str(expectation(found, specification.expected, variables, standard_errors=errors))


def _versions() -> dict[str, str]:
    found = {}
    for name in ("pdedsl", "numpy", "scipy", "sympy", "scikit-learn", "deap", "lark"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "unknown"
    return found
