"""`pdedsl reproduce`: what it is asked for, and doing it."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from pdedsl.errors import DataError, PdedslError
from pdedsl.language import parse, with_overrides
from pdedsl.report.console import UNBOUNDED
from pdedsl.reproduce import baselines, plot
from pdedsl.reproduce.case import ReproductionSet
from pdedsl.reproduce.catalogue import sets
from pdedsl.reproduce.request import Request, hint, judge, noises_of, seeds_of
from pdedsl.reproduce.rows import Key, Row, append_row, check_summary, read_rows
from pdedsl.reproduce.text import text_of

if TYPE_CHECKING:
    from pdedsl.reproduce.run import Run

SOME_FAILED = 1
"""Exit code where a run ended in an exception."""


def reproduce(request: Request) -> int:
    """Do the runs that are missing, then show the table; 0, or 1 where a run failed.

    Methods that were not asked for stand beside as far as their runs with these seeds are there.

    Raises:
        PdedslError: no such set or method, numbers out of range, or a package is missing.
        SpecificationError: overrides that the texts of the set do not take.
        DataError: a file cannot be read or written.
    """
    every = sets(noises_of(request))
    judge(request, tuple(every))
    chosen, seeds = every[request.name], seeds_of(request)
    chosen = _only(request, chosen)
    methods = _methods_of(request, chosen)
    _try_overrides(chosen, methods, request.overrides)
    path = request.csv or Path("runs") / f"reproduce-{chosen.name}.csv"
    summary_path = path.with_name(f"{path.stem}-summary.csv")
    if request.plot is not None:
        plot.check(request.plot, others=(path, summary_path))
    done = read_rows(path)
    _refuse_others(path, done, every[request.name])
    check_summary(summary_path)

    from pdedsl.reproduce.schedule import beside, remaining, runs_of
    from pdedsl.reproduce.summary import summarise
    from pdedsl.reproduce.table import show, write_summary

    runs = runs_of(chosen, methods, seeds, request.overrides)
    todo = remaining(runs, done, retry=request.retry)
    for method in dict.fromkeys(run.method for run in todo):
        baselines.check(method)
    _Execution(path, done, len(runs), len(runs) - len(todo)).finish(todo, request.jobs)
    shown = beside(chosen, methods, done, seeds, request.overrides)
    summaries = summarise(chosen, done, shown, seeds, request.overrides)
    write_summary(summary_path, chosen, summaries)
    console = Console(highlight=False, width=None if sys.stdout.isatty() else UNBOUNDED)
    show(chosen, summaries, console)
    console.print(f"rows in {path}, summary in {summary_path}", markup=False, soft_wrap=True)
    if request.plot is not None:
        plot.draw(request.plot, summaries)
        console.print(f"figure in {request.plot}", markup=False, soft_wrap=True)
    return SOME_FAILED if any(s.errors for s in summaries if s.method in methods) else 0


def _refuse_others(path: Path, done: Mapping[Key, Row], chosen: ReproductionSet) -> None:
    """A file with rows of another set, whose summary would be written over."""
    own = {(case.problem, case.variant) for case in chosen.cases}
    rows = (row for row in done.values() if (row.problem, row.variant) not in own)
    others = dict.fromkeys(" ".join((row.problem, row.variant)).rstrip() for row in rows)
    if others:
        raise DataError(
            f"it has rows of {', '.join(others)}, which are not in {chosen.name}",
            where=str(path),
            remedy="give another file to --csv",
        )


@dataclass
class _Execution:
    """Runs being done: every row goes to the file, to `done` and to the terminal."""

    path: Path
    done: dict[Key, Row]
    total: int
    count: int

    def finish(self, todo: Sequence[Run], jobs: int) -> None:
        if self.count:
            sys.stderr.write(f"{self.count} of {self.total} runs are in {self.path} already\n")
        from pdedsl.reproduce.schedule import execute

        execute(todo, jobs, self._take)

    def _take(self, row: Row) -> None:
        append_row(self.path, row)
        self.done[row.key] = row
        self.count += 1
        words = [row.problem, row.variant, row.method, f"noise {row.noise:g}", f"seed {row.seed}"]
        outcome = row.message if row.failed else f"{_success(row)}{row.verdict}"
        setting = " ".join(word for word in words if word)
        sys.stderr.write(f"{self.count}/{self.total} {setting}: {outcome}\n")
        sys.stderr.flush()


def _success(row: Row) -> str:
    return "" if row.success is None else ("right, " if row.success else "not right, ")


def _only(request: Request, chosen: ReproductionSet) -> ReproductionSet:
    """The settings that are asked for; PdedslError for one that the set has not."""
    for name in request.only:
        if name not in chosen.settings:
            message = f"{chosen.name} has no setting {name!r}"
            remedy = hint(name, chosen.settings)
            if name.startswith("noise"):
                remedy = f"one of {', '.join(chosen.settings)}; other noise by --noise"
            raise PdedslError(f"{message}\n  {remedy}")
    return chosen.only(request.only) if request.only else chosen


def _methods_of(request: Request, chosen: ReproductionSet) -> tuple[str, ...]:
    """The methods to run, each once; PdedslError for one that the set has not."""
    for method in request.methods:
        if method not in chosen.methods:
            message = f"{chosen.name} has no method {method}"
            raise PdedslError(f"{message}\n  {hint(method, chosen.methods)}")
    return tuple(dict.fromkeys(request.methods)) or chosen.default


def _try_overrides(
    chosen: ReproductionSet, methods: Sequence[str], overrides: Mapping[str, str]
) -> None:
    """Refuse overrides that every run would stumble over.

    Raises:
        PdedslError: the set has no `.pde` texts.
        SpecificationError: an option that does not exist, or a wrong value.
    """
    if not overrides:
        return
    subjects = [case.subject for case in chosen.cases if case.subject is not None]
    if not subjects:
        raise PdedslError(f"--set has no effect on {chosen.name}\n  leave it out")
    for text in dict.fromkeys(text_of(s, m) for s in subjects for m in methods):
        with_overrides(parse(text), overrides)
