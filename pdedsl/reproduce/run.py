"""One run: data made afresh from a seed, put to a method, judged."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import sympy
from threadpoolctl import threadpool_limits

from pdedsl.discovery import Discovery
from pdedsl.experiments import Simulation
from pdedsl.form import make_symbol
from pdedsl.language import format_term, parse
from pdedsl.pipeline import discover
from pdedsl.reproduce.baselines import available, check
from pdedsl.reproduce.case import Case, Subject
from pdedsl.reproduce.estimates import written
from pdedsl.reproduce.found import Found, found_in
from pdedsl.reproduce.judge import judge
from pdedsl.reproduce.rows import ERROR, Row, one_line
from pdedsl.reproduce.text import text_of


@dataclass(frozen=True)
class Run:
    """A case, a method and a seed.

    Attributes:
        case: the setting.
        method: by which it is solved.
        seed: of data and search.
        overrides: options of the `.pde` text by dotted name.
    """

    case: Case
    method: str
    seed: int
    overrides: tuple[tuple[str, str], ...] = ()

    @property
    def blank(self) -> Row:
        """Its row before anything has come of it."""
        case = self.case
        return Row(
            problem=case.problem,
            variant=case.variant,
            method=self.method,
            noise=case.noise,
            samples=case.samples,
            points=case.points,
            seed=self.seed,
            options=" ".join(f"{name}={value}" for name, value in self.overrides),
        )


def run_case(run: Run) -> Row:
    """Its row. An exception becomes a row with the verdict "error"; BLAS has one thread."""
    began = time.perf_counter()
    try:
        with threadpool_limits(1):
            return _solved(run)
    except Exception as error:
        return replace(
            run.blank,
            success=False,
            seconds=round(time.perf_counter() - began, 3),
            verdict=ERROR,
            message=one_line(f"{type(error).__name__}: {error}"),
        )


def _solved(run: Run) -> Row:
    subject, measure = run.case.subject, run.case.measure
    if measure is not None:
        columns: dict[str, Any] = dict(measure(run.case, run.method, run.seed))
        return replace(run.blank, verdict="solved", **columns)
    assert subject is not None, "a case has a subject or a measure"
    check(run.method)
    data = subject.simulate(run.seed, run.case.samples, run.case.points, run.case.noise)
    baselines = available()
    if run.method in baselines:
        began = time.perf_counter()
        bound = baselines[run.method].run(subject, data)
        return _by_baseline(run, subject, bound, time.perf_counter() - began)
    overrides = {"search.seed": str(run.seed), **dict(run.overrides)}
    found = discover(text_of(subject, run.method), data.measurements(), overrides=overrides)
    return _judged(run, subject, data, found)


def _judged(run: Run, subject: Subject, data: Simulation, discovery: Discovery) -> Row:
    row = replace(run.blank, seconds=discovery.seconds, verdict=discovery.verdict)
    if discovery.equations:
        best = discovery.equations[0]
        row = replace(
            row,
            chi2=best.chi2_per_dof,
            evidence=best.evidence,
            equation=one_line(best.text),
            estimates=written(best),
        )
    if subject.target is None:
        return replace(row, success=discovery.verdict in subject.silent)
    found = found_in(discovery)
    if found is None:
        return replace(row, success=False, form=False, support=False, strict=False)
    equation, problem = found
    variables = (*problem.coordinate_symbols, *problem.field_symbols)
    return replace(row, **_verdict(equation, subject, variables, _box(subject, data)))


def _by_baseline(run: Run, subject: Subject, bound: tuple[float, ...], seconds: float) -> Row:
    row = replace(run.blank, seconds=round(seconds, 3), verdict="solved")
    if not any(bound):
        return replace(row, success=False, form=False, support=False, strict=False)
    found = Found(bound, (None,) * len(bound), sympy.S.Zero)
    problem = parse(text_of(subject)).problem
    terms = [format_term(term, problem.coordinate_symbols) for term in problem.dictionary]
    pairs = zip(bound, terms, strict=True)
    text = " + ".join(f"{b:.6g}*{term}" for b, term in pairs if b != 0)
    variables = tuple(map(make_symbol, (*dict(subject.coordinates), *subject.fields)))
    return replace(row, equation=f"{text} = 0", **_verdict(found, subject, variables, {}))


def _verdict(
    found: Found,
    subject: Subject,
    variables: tuple[sympy.Symbol, ...],
    box: Mapping[str, tuple[float, float]],
) -> dict[str, Any]:
    if subject.target is None:
        return {}
    found_right = judge(found, subject.target, variables, box)
    return {
        "success": found_right.success,
        "form": found_right.form,
        "support": found_right.support,
        "strict": found_right.strict,
        "rmse": found_right.rmse,
        "covered": found_right.covered,
        "intervals": found_right.intervals,
    }


def _box(subject: Subject, data: Simulation) -> dict[str, tuple[float, float]]:
    """Ranges of the coordinates, and of the fields without noise."""
    box = {name: (0.0, end) for name, end in subject.coordinates}
    for i, name in enumerate(data.fields):
        values = data.clean[:, i]
        box[name] = (float(values.min()), float(values.max()))
    return box
