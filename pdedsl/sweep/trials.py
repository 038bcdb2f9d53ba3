"""Doing the runs of a sweep: here, or as many at once as there are workers."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from pathlib import Path

from pdedsl.commands.discover import Request, carry_out
from pdedsl.discovery import Discovery
from pdedsl.errors import DataError, PdedslError
from pdedsl.parallel.crew import GLANCE, Workers
from pdedsl.report.journal import SUFFIX
from pdedsl.report.progress import Teller
from pdedsl.sweep.plan import Trial
from pdedsl.sweep.table import Row, failed, row_of

UNEXPECTED = 1
"""Exit code of a run that ended in an error of ours, or with its process."""

Take = Callable[[Trial, Row], None]
"""Called with a run and its row as soon as it is there."""


def finished(trial: Trial) -> Row | None:
    """The row of a run that an earlier sweep has finished."""
    if not trial.folder.is_dir() or not any(trial.folder.iterdir()):
        return None
    try:
        return row_of(trial, Discovery.load(trial.folder))
    except DataError as error:
        return failed(trial, str(error), error.exit_code)


def execute(trials: Sequence[Trial], workers: Workers | None, take: Take) -> None:
    """Do the runs, in any order.

    Runs that were under way when a worker was lost are done again one by one, so that it is known
    which of them it is that ends its worker; that one becomes a row.

    Args:
        trials: to be done.
        workers: who does them, None for this process.
        take: called in this process.

    Raises:
        PdedslError: no workers are left.
    """
    if workers is None:
        for trial in trials:
            take(trial, done(trial))
        return
    left, suspects = deque(trials), []
    while left:
        before = len(left)
        suspects += _until_loss(left, workers, workers.count, take)
        if len(left) == before:
            raise PdedslError("no worker takes a run\n  repeat the command with --workers 1")
    for trial in suspects:
        if _until_loss(deque([trial]), workers, 1, take):
            message = "its process ended, twice, before it did, perhaps for lack of memory"
            take(trial, failed(trial, message, UNEXPECTED))


def _until_loss(left: deque[Trial], workers: Workers, most: int, take: Take) -> list[Trial]:
    """Do the runs that are left, `most` at once, up to a loss; those that were under way then."""
    waiting: dict[Future[Row], Trial] = {}
    lost: list[Trial] = []
    is_broken = False
    while waiting or (left and not is_broken):
        try:
            while left and not is_broken and len(waiting) < most:
                waiting[workers.submit(done, left[0])] = left[0]
                left.popleft()
        except workers.losses:
            is_broken = True
            continue
        ended, _ = wait(waiting, timeout=GLANCE, return_when=FIRST_COMPLETED)
        if not ended and workers.is_deserted():
            raise PdedslError(_DESERTED)
        for future in ended:
            trial = waiting.pop(future)
            try:
                row = future.result()
            except workers.losses:
                is_broken = True
                lost.append(trial)
            else:
                take(trial, row)
    if is_broken:
        if workers.is_deserted():
            raise PdedslError(_DESERTED)
        workers.renew()
    return lost


_DESERTED = "no workers are left\n  repeat the command to go on"


def done(trial: Trial) -> Row:
    """A run from its beginning or from its journal; an error is a row.

    It may have ended already, where its worker was lost before it could say so.
    """
    before = finished(trial)
    if before is not None:
        return before
    began = time.perf_counter()
    journal = trial.folder.with_name(trial.folder.name + SUFFIX)
    request = Request(
        file=trial.path,
        overrides=trial.overrides,
        out=trial.folder,
        quiet=True,
        resume=journal if _is_begun(journal) else None,
        is_one_of_many=True,
    )
    try:
        return row_of(trial, carry_out(request, Teller()).found)
    except PdedslError as error:
        return failed(trial, str(error), error.exit_code, time.perf_counter() - began)
    except MemoryError:
        seconds = time.perf_counter() - began
        return failed(trial, "memory ran out", DataError.exit_code, seconds)
    except Exception as error:
        message = f"{type(error).__name__}: {error}"
        return failed(trial, message, UNEXPECTED, time.perf_counter() - began)


def _is_begun(journal: Path) -> bool:
    """Whether there is a journal with a whole line; one that was torn before that is taken away."""
    try:
        with journal.open("rb") as stream:
            is_whole = stream.readline().endswith(b"\n")
    except OSError:
        return False
    if not is_whole:
        journal.unlink(missing_ok=True)
    return is_whole
