"""`pdedsl discover`: a run with its journal, its progress and its folder."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from pdedsl.commands import INTERRUPTED, NOT_IDENTIFIED
from pdedsl.errors import DataError, PdedslError
from pdedsl.loading import load_data, load_specification
from pdedsl.parallel import pool_of
from pdedsl.report.console import plain_console
from pdedsl.report.exports import check_exports, export
from pdedsl.report.journal import SUFFIX, Journal, begin, resume
from pdedsl.report.run_folder import new_folder, write

if TYPE_CHECKING:
    from pdedsl.discovery import Discovery
    from pdedsl.fields import Dataset
    from pdedsl.language import Specification
    from pdedsl.optimize.watching import Progress
    from pdedsl.report.progress import Teller


@dataclass(frozen=True)
class Request:
    """What is asked for on the command line.

    Attributes:
        file: the text.
        overrides: of its options.
        out: folder of the run, None for the next free number.
        quiet: whether to show no progress.
        resume: journal of a run to go on with, None to begin one.
        workers: how many processes search, or the address of a Dask scheduler.
        json: whether progress and result are JSON lines on standard output.
        is_one_of_many: whether it leaves exports, which several would write, and ends at once on
            the first Ctrl-C, its journal kept.
    """

    file: Path
    overrides: Mapping[str, str]
    out: Path | None
    quiet: bool
    resume: Path | None
    workers: int | str = 1
    json: bool = False
    is_one_of_many: bool = False


def discover(request: Request) -> int:
    """Find the equation, write the folder of the run, and return the exit code.

    Raises:
        SpecificationError: mistakes in the text.
        DataError: the data cannot be used, or something cannot be written; what was found has
            been printed, and the journal is kept.
    """
    with _teller(request) as teller:
        try:
            done = carry_out(request, teller)
        except PdedslError as error:
            teller.end(error.exit_code, error=str(error))
            raise
        except MemoryError:
            teller.end(DataError.exit_code, error="memory ran out")
            raise
        except KeyboardInterrupt:
            teller.end(INTERRUPTED, error="interrupted")
            raise
        teller.end(done.exit_code, resume=done.journal)
    return done.exit_code


@dataclass(frozen=True)
class Done:
    """A run that has ended.

    Attributes:
        found: what it found.
        folder: that it was written to.
        exit_code: as the command line has it.
        journal: to go on from where it was interrupted, else None.
    """

    found: Discovery
    folder: Path
    exit_code: int
    journal: Path | None = None


def carry_out(request: Request, teller: Teller) -> Done:
    """Do a run with its journal and folder.

    Raises:
        PdedslError: as `discover` does.
    """
    specification = load_specification(request.file, request.overrides)
    folder = new_folder(request.file, request.out or _folder_of(request.resume))
    if not request.is_one_of_many:
        check_exports(specification, request.file, folder)
    dataset = load_data(specification)
    for remark in dataset.remarks:
        teller.remark(remark)
    journal, folder = _journal(request, specification, dataset, folder, teller)
    watch = _Watch(journal, teller)
    try:
        with nullcontext() if request.is_one_of_many else _first_interrupt(watch):
            found = _run(specification, dataset, request, watch)
    except PdedslError:
        journal.close(remove=not journal.kept)
        raise
    except BaseException:
        journal.close()
        _tell_how_to_go_on(request, journal, teller)
        raise
    journal.close()
    teller.found(found)
    try:
        place = write(found, folder)
    except DataError:
        _tell_how_to_go_on(request, journal, teller)
        raise
    exports: tuple[tuple[str, Path], ...] = ()
    try:
        exports = () if request.is_one_of_many else export(found, request.file)
    finally:
        teller.written(place, exports)
    if watch.cut is not None:
        _tell_how_to_go_on(request, journal, teller)
        return Done(found, place, INTERRUPTED, None if journal.trouble else journal.path)
    journal.close(remove=True)
    return Done(found, place, NOT_IDENTIFIED if found.verdict == "not identified" else 0)


def _teller(request: Request) -> Teller:
    from pdedsl.report.events import Events
    from pdedsl.report.progress import Reporter

    if request.json:
        return Events(sys.stdout, quiet=request.quiet)
    return Reporter(plain_console(stderr=True), quiet=request.quiet)


def _run(
    specification: Specification, dataset: Dataset, request: Request, watch: _Watch
) -> Discovery:
    from pdedsl.optimize.watching import Hooks
    from pdedsl.pipeline import WORKED_IN, run

    teller = watch.teller
    with pool_of(request.workers, modules=WORKED_IN, on_loss=teller.remark) as pool:
        hooks = Hooks(watch, watch.journal, pool, teller.stage)
        found = run(
            specification,
            dataset,
            hooks=hooks,
            on_equation=teller.begin,
            on_without_g=teller.without_g,
        )
    if watch.cut is None:
        return found
    where = f"generation {watch.cut.generation} of {watch.cut.generations}"
    reason = f"{found.reason}; interrupted after {where}, so that better ones may be missing"
    return replace(found, reason=reason)


def _folder_of(journal: Path | None) -> Path | None:
    """The folder that a run with this journal has, if it bears the name of one and is free."""
    if journal is None or not journal.name.endswith(SUFFIX):
        return None
    folder = journal.with_name(journal.name.removesuffix(SUFFIX))
    return None if folder.exists() else folder


def _journal(
    request: Request,
    specification: Specification,
    dataset: Dataset,
    folder: Path,
    teller: Teller,
) -> tuple[Journal, Path]:
    """The journal and the folder that goes with it."""
    from pdedsl.pipeline import identity

    belongs = identity(specification, dataset)
    if request.resume is not None:
        journal = resume(request.resume, *belongs)
        if not request.quiet:
            teller.remark(f"going on after {journal.kept} batches of {request.resume}")
        return journal, folder
    while True:
        path = folder.with_name(folder.name + SUFFIX)
        try:
            return begin(path, *belongs), folder
        except FileExistsError as error:
            if request.out is not None:
                message = "another run is going on there, or has broken off"
                remedy = f"wait for it, go on with --resume {path}, or remove that file"
                raise DataError(message, where=str(path), remedy=remedy) from error
            folder = new_folder(request.file, None)


def _tell_how_to_go_on(request: Request, journal: Journal, teller: Teller) -> None:
    if journal.trouble:
        return
    again = [f"--set {name}={value}" for name, value in request.overrides.items()]
    words = ["pdedsl discover", str(request.file), *again, "--resume", str(journal.path)]
    teller.go_on(" ".join(words), journal.path)


@dataclass
class _Watch:
    """Told of every generation.

    Attributes:
        journal: of the run.
        teller: that shows progress.
        is_enough: whether the user has asked for an end.
        cut: the generation after which the search was ended for that.
    """

    journal: Journal
    teller: Teller
    is_enough: bool = False
    cut: Progress | None = None
    _told: bool = False

    def __call__(self, step: Progress) -> bool:
        """Show the generation, and say whether to go on."""
        self.teller(step)
        if self.journal.trouble and not self._told:
            self._told = True
            self.teller.remark(
                f"{self.journal.path}: cannot be written: {self.journal.trouble}\n"
                "  the run goes on without a journal, and cannot be resumed from here on"
            )
        if self.is_enough:
            self.cut = self.cut or step
        return not self.is_enough


@contextmanager
def _first_interrupt(watch: _Watch) -> Iterator[None]:
    """Let the first Ctrl-C end the search with what it has, the second one end it at once.

    Where interrupts are ignored, as in a job in the background, they stay so.
    """
    before = signal.getsignal(signal.SIGINT)
    if before == signal.SIG_IGN or threading.current_thread() is not threading.main_thread():
        yield
        return

    def enough(signum: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, before)
        watch.is_enough = True
        watch.teller.remark("ending after this generation; press Ctrl-C again to end at once")

    signal.signal(signal.SIGINT, enough)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
