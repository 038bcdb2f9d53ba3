"""`pdedsl sweep`: what it is asked for, and doing it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pdedsl.commands import INTERRUPTED, NOT_IDENTIFIED
from pdedsl.errors import DataError, PdedslError
from pdedsl.files import try_to_write
from pdedsl.parallel.crew import Workers
from pdedsl.parallel.opening import open_workers
from pdedsl.sweep.plan import Trial, plan
from pdedsl.sweep.shown import shown_by
from pdedsl.sweep.table import NAME, Row, failed, write_table

SOME_FAILED = 1
"""Exit code where a run ended in an error."""


@dataclass(frozen=True)
class Request:
    """What is asked for on the command line.

    Attributes:
        files: the texts.
        settings: values by option, as in {"search.length": "12,20"}.
        seeds: how many, None for those of the files.
        out: folder of the sweep.
        workers: how many processes, or the address of a Dask scheduler.
        quiet: whether to show no progress.
        json: whether to tell all as JSON lines on standard output.
    """

    files: tuple[Path, ...]
    settings: Mapping[str, str]
    seeds: int | None
    out: Path
    workers: int | str = 1
    quiet: bool = False
    json: bool = False


def sweep(request: Request) -> int:
    """Do the runs that are missing, then show the table; 0, or 1 where a run ended in an error.

    Raises:
        PdedslError: too many runs, mistakes in all of them, or there are no such workers.
        DataError: the folder cannot be written.
    """
    out = request.out.absolute()
    trials = plan(request.files, request.settings, request.seeds, out)
    if all(trial.mistakes for trial in trials):
        error = PdedslError(trials[0].mistakes)
        error.exit_code = trials[0].exit_code
        raise error
    _try_to_write(out)
    from pdedsl.sweep.trials import execute, finished

    wrong = {t: failed(t, t.mistakes, t.exit_code) for t in trials if t.mistakes}
    before = {t: row for t in trials if t not in wrong and (row := finished(t)) is not None}
    rows = wrong | before
    todo = [trial for trial in trials if trial not in rows]
    is_over = True
    with shown_by(request.json, quiet=request.quiet) as shown:
        shown.begin(len(trials), before.values())
        for row in wrong.values():
            shown.row(row)

        def take(trial: Trial, row: Row) -> None:
            rows[trial] = row
            shown.row(row)

        try:
            with _workers(request.workers, len(todo)) as workers:
                execute(todo, workers, take)
        except KeyboardInterrupt:
            is_over = False
        finally:
            done = [rows[trial] for trial in trials if trial in rows]
            path = write_table(out, done)
        code = SOME_FAILED if any(r.exit_code not in (0, NOT_IDENTIFIED) for r in done) else 0
        shown.end(done, path, len(trials), code if is_over else INTERRUPTED)
    return code if is_over else INTERRUPTED


@contextmanager
def _workers(wanted: int | str, runs: int) -> Iterator[Workers | None]:
    """The workers, no more of this machine than there are runs; None for this process alone."""
    if runs == 0 or wanted == 1:
        yield None
        return
    hired = open_workers(wanted if isinstance(wanted, str) else min(wanted, runs), _MODULES)
    try:
        yield hired
    except BaseException:
        hired.abandon()
        raise
    hired.close()


_MODULES = ("pdedsl.sweep.trials", "pdedsl.pipeline")


def _try_to_write(out: Path) -> None:
    try:
        try_to_write(out / NAME)
    except OSError as error:
        remedy = "give --out a folder that can"
        message = f"cannot be written: {error.strerror}"
        raise DataError(message, where=str(out), remedy=remedy) from error
