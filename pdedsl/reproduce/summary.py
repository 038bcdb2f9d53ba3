"""Averages over the runs of a setting, with the paper's numbers beside them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median, quantiles, stdev
from typing import get_args

from pdedsl.records import Conclusion
from pdedsl.reproduce.case import Case, Published, ReproductionSet, is_of_family
from pdedsl.reproduce.rows import Key, Row
from pdedsl.reproduce.schedule import runs_of

CLAIMED = "identified"


@dataclass(frozen=True)
class Mean:
    """A mean over runs and its standard error, which is None for fewer than 2 numbers."""

    value: float
    error: float | None = None


@dataclass(frozen=True)
class Summary:
    """What the runs of one case by one method gave.

    A run that ended in an error counts as no success, unless every one of them did: then
    nothing was measured, and the means are None. Means of numbers leave out runs without one.

    Attributes:
        sweep: title of the sweep.
        axis: along which the sweep goes.
        case: the setting.
        method: by which it was solved.
        runs: how many there are.
        errors: how many of them ended in an exception.
        form: fraction with the right form of g, the paper's success.
        success: fraction with the right terms too.
        strict: fraction with every number within 5 % too.
        claimed: fraction with the verdict "identified".
        rmse: of the coefficients, or of derivatives.
        rmse_products: of the coefficients of u d_x^k(u) in place of d_x^k(u^2).
        covered: 95 % intervals that hold the truth, over all runs.
        intervals: how many there are.
        forward_error: of the motion that the equation describes, over the true motion.
        beyond_error: the same after the last instant of the data, median.
        data_error: of the noisy data, over the true motion.
        forward_runs: how many equations describe a motion.
        loss_error: of the inner problem, mean over problems.
        median_error: over all problems whose own errors are in the rows.
        tail_error: the 99th percentile of these.
        worst_error: the largest.
        seconds: median.
        median_seconds: of the inner problem, over all problems whose own times are in the rows.
        tail_seconds: the 99th percentile of these.
        published: the paper's numbers to compare with.
    """

    sweep: str
    axis: str
    case: Case
    method: str
    runs: int
    errors: int
    form: Mean | None
    success: Mean | None
    strict: Mean | None
    claimed: Mean | None
    rmse: Mean | None
    rmse_products: Mean | None
    covered: int
    intervals: int
    forward_error: Mean | None
    beyond_error: float | None
    data_error: Mean | None
    forward_runs: int
    loss_error: Mean | None
    median_error: float | None
    tail_error: float | None
    worst_error: float | None
    seconds: float | None
    median_seconds: float | None
    tail_seconds: float | None
    published: Published


def summarise(
    chosen: ReproductionSet,
    rows: Mapping[Key, Row],
    methods: Sequence[str],
    seeds: Sequence[int],
    overrides: Mapping[str, str],
) -> tuple[Summary, ...]:
    """One summary for every sweep, method and case.

    A method of which the paper has numbers, and which was not run, gets a line without runs;
    the paper's main method stands beside ours anyway.
    """
    found: dict[tuple[tuple[object, ...], str], list[Row]] = {}
    for run in runs_of(chosen, methods, seeds, overrides):
        row = rows.get(run.blank.key)
        if row is not None:
            found.setdefault((run.case.key, run.method), []).append(row)
    return tuple(
        summary_of(sweep.title, sweep.axis, case, method, found.get((case.key, method), []))
        for sweep in chosen.sweeps
        for method in (*methods, *_only_published(sweep.cases, methods))
        for case in sweep.cases
    )


def summary_of(sweep: str, axis: str, case: Case, method: str, rows: Sequence[Row]) -> Summary:
    """The averages of some rows of one case."""
    errors = sum(row.failed for row in rows)
    counted = [] if errors == len(rows) else rows
    told = [_reading(case, row) for row in rows]
    each = [error for row in rows for error in row.loss_errors]
    times = [seconds for row in rows for seconds in row.solve_seconds]
    return Summary(
        sweep=sweep,
        axis=axis,
        case=case,
        method=method,
        runs=len(rows),
        errors=errors,
        form=fraction((row.form for row in counted), errors),
        success=fraction((row.success for row in counted if not row.failed), errors),
        strict=fraction((row.strict for row in counted), errors),
        claimed=fraction(
            (row.verdict == CLAIMED for row in counted if row.verdict in get_args(Conclusion)), 0
        ),
        rmse=mean(row.rmse for row in rows),
        rmse_products=mean(one.get("rmse_products") for one in told),
        covered=sum(row.covered or 0 for row in rows),
        intervals=sum(row.intervals or 0 for row in rows),
        forward_error=mean(one.get("forward_error") for one in told),
        beyond_error=_median(one.get("beyond_error") for one in told),
        data_error=mean(one.get("data_error") for one in told),
        forward_runs=sum("forward_error" in one for one in told),
        loss_error=mean(row.loss_error for row in rows),
        median_error=percentile(each, 50),
        tail_error=percentile(each, 99),
        worst_error=max((r.worst_error for r in rows if r.worst_error is not None), default=None),
        seconds=_median(row.seconds for row in rows if not row.failed),
        median_seconds=percentile(times, 50),
        tail_seconds=percentile(times, 99),
        published=case.paper(method),
    )


def _reading(case: Case, row: Row) -> Mapping[str, float]:
    """What the row's equation tells besides, nothing without one."""
    if case.reading is None or row.failed or not row.equation:
        return {}
    return case.reading(case, row.equation, row.seed)


def fraction(values: Iterable[bool | None], errors: int = 0) -> Mean | None:
    """The fraction of true values, sqrt(p (1 - p) / n) its standard error.

    Args:
        values: None is left out.
        errors: how many more there are that are not true.
    """
    known = [value for value in values if value is not None]
    if not known:
        return None
    count = len(known) + errors
    p = sum(known) / count
    return Mean(p, math.sqrt(p * (1.0 - p) / count))


def mean(values: Iterable[float | None]) -> Mean | None:
    """The mean and its standard error, s / sqrt(n), of the numbers that are there."""
    known = [value for value in values if value is not None]
    if not known:
        return None
    error = stdev(known) / math.sqrt(len(known)) if len(known) > 1 else None
    return Mean(fmean(known), error)


def percentile(values: Sequence[float], share: int) -> float | None:
    """The number below which a share of 1 to 99 % of the values lies, None without values.

    >>> percentile([3.0, 1.0, 2.0], 50), percentile([0.0, 1.0], 99), percentile([], 50)
    (2.0, 0.99, None)
    """
    if len(values) < 2:
        return values[0] if values else None
    return quantiles(values, n=100, method="inclusive")[share - 1]


def _median(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return median(known) if known else None


def _only_published(cases: Sequence[Case], methods: Sequence[str]) -> list[str]:
    named = dict.fromkeys(method for case in cases for method, _ in case.published)
    return [name for name in named if name != "paper" and not _shown(name, methods)]


def _shown(name: str, methods: Sequence[str]) -> bool:
    return any(method == name or is_of_family(method, name) for method in methods)
