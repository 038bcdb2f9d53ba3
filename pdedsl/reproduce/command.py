"""`pdedsl reproduce`: what it is asked for, and doing it."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console

from pdedsl.errors import PdedslError
from pdedsl.language.nearest import did_you_mean
from pdedsl.reproduce import baselines, plot
from pdedsl.reproduce.case import ReproductionSet
from pdedsl.reproduce.catalogue import sets
from pdedsl.reproduce.rows import Key, Row, append_row, read_rows
from pdedsl.reproduce.run import Run
from pdedsl.reproduce.schedule import execute, remaining, runs_of
from pdedsl.reproduce.summary import summarise
from pdedsl.reproduce.table import show, write_summary

SOME_FAILED = 1
"""Exit code where a run ended in an exception."""


@dataclass(frozen=True)
class Request:
    """A command line, its words read.

    Attributes:
        name: of the set.
        seeds: how many.
        first: the first of them.
        methods: to run, the set's default if none.
        csv: of the rows, runs/reproduce-NAME.csv if None.
        noises: comma-separated noise ratios instead of the paper's, "" for these.
        jobs: processes at once.
        plot: file of the figure, None for none.
        retry: whether runs that ended in an error are run again.
        overrides: options of the `.pde` texts by dotted name.
    """

    name: str
    seeds: int = 10
    first: int = 0
    methods: tuple[str, ...] = ()
    csv: Path | None = None
    noises: str = ""
    jobs: int = 1
    plot: Path | None = None
    retry: bool = False
    overrides: Mapping[str, str] = field(default_factory=dict, hash=False)


def reproduce(request: Request) -> int:
    """Do the runs that are missing, then show the table; 0, or 1 where a run failed.

    Raises:
        PdedslError: no such set or method, numbers out of range, or a package is missing.
        DataError: the CSV cannot be read or written.
    """
    chosen = _set(request)
    methods = _methods(request, chosen)
    seeds = _seeds(request)
    if request.plot is not None:
        plot.check(request.plot)
    path = request.csv or Path("runs") / f"reproduce-{chosen.name}.csv"
    done = read_rows(path)
    runs = runs_of(chosen, methods, seeds, request.overrides)
    todo = remaining(runs, done, retry=request.retry)
    _Execution(path, done, len(runs), len(runs) - len(todo)).finish(todo, request.jobs)
    summaries = summarise(chosen, done, methods, seeds, request.overrides)
    summary_path = path.with_name(f"{path.stem}-summary.csv")
    write_summary(summary_path, summaries)
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 160)
    show(chosen, summaries, console)
    console.print(f"rows in {path}, summary in {summary_path}", markup=False, soft_wrap=True)
    if request.plot is not None:
        plot.draw(request.plot, summaries)
        console.print(f"figure in {request.plot}", markup=False, soft_wrap=True)
    return SOME_FAILED if any(s.errors for s in summaries) else 0


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


def _set(request: Request) -> ReproductionSet:
    every = sets(_noises(request.noises))
    if request.name not in every:
        hint = did_you_mean(request.name, every) or f"one of {', '.join(every)}"
        raise PdedslError(f"nothing to reproduce is named {request.name}\n  {hint}")
    return every[request.name]


def _methods(request: Request, chosen: ReproductionSet) -> tuple[str, ...]:
    for method in request.methods:
        if method not in chosen.methods:
            known = ", ".join(chosen.methods)
            hint = did_you_mean(method, chosen.methods) or f"one of {known}"
            raise PdedslError(f"{chosen.name} has no method {method}\n  {hint}")
        baselines.check(method)
    return tuple(dict.fromkeys(request.methods)) or chosen.default


def _seeds(request: Request) -> range:
    for option, value, least in (
        ("--seeds", request.seeds, 1),
        ("--first", request.first, 0),
        ("--jobs", request.jobs, 1),
    ):
        if value < least:
            raise PdedslError(f"{option} {value}: the least is {least}")
    return range(request.first, request.first + request.seeds)


def _noises(text: str) -> tuple[float, ...] | None:
    if not text:
        return None
    try:
        values = tuple(float(word) for word in text.split(","))
    except ValueError:
        values = ()
    if not values or not all(0.0 <= value < float("inf") for value in values):
        raise PdedslError(f"--noise {text}: write ratios with commas, such as 0.01,0.05")
    return values
