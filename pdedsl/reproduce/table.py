"""The summaries as a table on the terminal and as a CSV."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from pdedsl.errors import DataError
from pdedsl.reproduce.case import ReproductionSet, setting
from pdedsl.reproduce.summary import Mean, Summary

ABSENT = "-"


@dataclass(frozen=True)
class _Column:
    """A column of the table: its head, and what it shows of a summary ("-" for nothing)."""

    head: str
    text: Callable[[Summary], str]


def show(chosen: ReproductionSet, summaries: Sequence[Summary], console: Console) -> None:
    """Print a table for every sweep; columns without a number are left out."""
    for title in dict.fromkeys(s.sweep + s.axis for s in summaries):
        part = [s for s in summaries if s.sweep + s.axis == title]
        console.print(_table(chosen, part))
    if chosen.note:
        console.print(chosen.note, markup=False)


def markdown(chosen: ReproductionSet, summaries: Sequence[Summary]) -> str:
    """The same tables as Markdown, each under its title."""
    parts = []
    for title in dict.fromkeys(s.sweep + s.axis for s in summaries):
        part = [s for s in summaries if s.sweep + s.axis == title]
        kept = _kept(part)
        lines = [
            f"**{part[0].sweep}** ({chosen.source})",
            "",
            _line(c.head for c in kept),
            _line("---" if c in _COLUMNS[:2] else "---:" for c in kept),
            *(_line(c.text(s) for c in kept) for s in part),
        ]
        parts.append("\n".join(lines) + "\n")
    if chosen.note:
        parts.append(f"{chosen.note}\n")
    return "\n".join(parts)


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _kept(part: Sequence[Summary]) -> list[_Column]:
    """The columns that have something to show."""
    return [c for c in _COLUMNS if any(c.text(s) != ABSENT for s in part)]


def write_summary(path: Path, chosen: ReproductionSet, summaries: Sequence[Summary]) -> None:
    """Write every summary as a line of a CSV, numbers in full, and as tables in Markdown.

    Raises:
        DataError: the file cannot be written.
    """
    records = [_record(summary) for summary in summaries]
    try:
        with path.open("w", encoding="utf-8", newline="") as stream:
            writer = csv.DictWriter(stream, list(records[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(records)
        path.with_suffix(".md").write_text(markdown(chosen, summaries), encoding="utf-8")
    except OSError as error:
        raise DataError(f"cannot be written: {error.strerror}", where=str(path)) from error


def setting_of(summary: Summary) -> str:
    """The case by what its sweep varies.

    >>> from pdedsl.reproduce import Case
    >>> from pdedsl.reproduce.summary import summary_of
    >>> setting_of(summary_of("Heat", "noise", Case(None, "heat", 0.05, 10, 30), "paper", []))
    'noise 0.05'
    """
    return setting(summary.axis, summary.case)


def _table(chosen: ReproductionSet, part: Sequence[Summary]) -> Table:
    table = Table(title=f"{part[0].sweep} ({chosen.source})", title_justify="left")
    kept = _kept(part)
    for column in kept:
        table.add_column(column.head, justify="left" if column in _COLUMNS[:2] else "right")
    for summary in part:
        table.add_row(*(column.text(summary) for column in kept))
    return table


def _runs(summary: Summary) -> str:
    return f"{summary.runs} ({summary.errors} failed)" if summary.errors else str(summary.runs)


def _mean(value: Mean | None, style: str) -> str:
    return ABSENT if value is None else _pair(value.value, value.error, style)


def _pair(value: float | None, error: float | None, style: str) -> str:
    if value is None:
        return ABSENT
    return format(value, style) + ("" if error is None else f" ({format(error, style)})")


def _coverage(summary: Summary) -> str:
    return f"{summary.covered}/{summary.intervals}" if summary.intervals else ABSENT


def _solved(summary: Summary) -> str:
    return ABSENT if summary.forward_error is None else f"{summary.forward_runs}/{summary.runs}"


_COLUMNS = (
    _Column("setting", setting_of),
    _Column("method", lambda s: s.method),
    _Column("runs", _runs),
    _Column("form of g", lambda s: _mean(s.form, ".2f")),
    _Column("paper", lambda s: _pair(s.published.success, s.published.success_error, ".2f")),
    _Column("success", lambda s: _mean(s.success, ".2f")),
    _Column("within 5 %", lambda s: _mean(s.strict, ".2f")),
    _Column("claimed", lambda s: _mean(s.claimed, ".2f")),
    _Column("RMSE", lambda s: _mean(s.rmse, ".2g")),
    _Column("RMSE in products", lambda s: _mean(s.rmse_products, ".2g")),
    _Column("paper RMSE", lambda s: _pair(s.published.rmse, s.published.rmse_error, ".2g")),
    _Column("in 95 %", _coverage),
    _Column("forward error", lambda s: _mean(s.forward_error, ".2g")),
    _Column("beyond", lambda s: _pair(s.beyond_error, None, ".2g")),
    _Column("error of data", lambda s: _mean(s.data_error, ".2g")),
    _Column("solved", _solved),
    _Column("loss error", lambda s: _mean(s.loss_error, ".2g")),
    _Column("paper error", lambda s: _pair(s.published.loss_error, None, ".2g")),
    _Column("median", lambda s: _pair(s.median_error, None, ".2g")),
    _Column("99 %", lambda s: _pair(s.tail_error, None, ".2g")),
    _Column("paper 99 %", lambda s: _pair(s.published.tail_error, None, ".2g")),
    _Column("worst", lambda s: _pair(s.worst_error, None, ".2g")),
    _Column("seconds", lambda s: _pair(s.seconds, None, ".3g")),
    _Column("median s", lambda s: _pair(s.median_seconds, None, ".2g")),
    _Column("99 % s", lambda s: _pair(s.tail_seconds, None, ".2g")),
)


_MEANS = (
    *("form", "success", "strict", "claimed", "rmse", "rmse_products"),
    *("forward_error", "data_error", "loss_error"),
)


def _record(summary: Summary) -> dict[str, Any]:
    case, paper = summary.case, summary.published
    record: dict[str, Any] = {
        "sweep": summary.sweep,
        "axis": summary.axis,
        "problem": case.problem,
        "variant": case.variant,
        "method": summary.method,
        "noise": case.noise,
        "samples": case.samples,
        "points": case.points,
        "terms": case.terms,
        "runs": summary.runs,
        "errors": summary.errors,
    }
    for name in _MEANS:
        value: Mean | None = getattr(summary, name)
        record[name] = None if value is None else value.value
        record[f"{name}_se"] = None if value is None else value.error
    return record | {
        "covered": summary.covered,
        "intervals": summary.intervals,
        "beyond_error": summary.beyond_error,
        "forward_runs": summary.forward_runs,
        "median_error": summary.median_error,
        "tail_error": summary.tail_error,
        "worst_error": summary.worst_error,
        "seconds": summary.seconds,
        "median_seconds": summary.median_seconds,
        "tail_seconds": summary.tail_seconds,
        "paper_form": paper.success,
        "paper_form_se": paper.success_error,
        "paper_rmse": paper.rmse,
        "paper_rmse_se": paper.rmse_error,
        "paper_loss_error": paper.loss_error,
        "paper_tail_error": paper.tail_error,
    }
