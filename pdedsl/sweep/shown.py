"""What a sweep shows: a bar on a terminal, a line a run elsewhere, or JSON lines."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Protocol

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from pdedsl.commands import INTERRUPTED
from pdedsl.report.console import plain_console
from pdedsl.report.events import Events
from pdedsl.report.progress import REFRESHED, WIDTH, description
from pdedsl.sweep.table import Row, show


class Shown(Protocol):
    """Who is told of a sweep."""

    def begin(self, total: int, before: Collection[Row]) -> None:
        """There are so many runs, of which these are done already."""
        ...

    def row(self, row: Row) -> None:
        """A run has ended."""
        ...

    def end(self, rows: Sequence[Row], table: Path, total: int, code: int) -> None:
        """The sweep has ended, with this exit code."""
        ...


@contextmanager
def shown_by(json: bool, *, quiet: bool) -> Iterator[Shown]:
    """Where a sweep is shown.

    Args:
        json: on standard output as JSON lines.
        quiet: no progress.
    """
    if json:
        yield _Lines(Events(sys.stdout), quiet=quiet)
        return
    people = _People(plain_console(stderr=True), quiet=quiet)
    try:
        yield people
    finally:
        people.bar.stop()


class _Lines:
    """JSON lines."""

    def __init__(self, events: Events, *, quiet: bool) -> None:
        self.events, self.quiet = events, quiet

    def begin(self, total: int, before: Collection[Row]) -> None:
        if not self.quiet:
            self.events.event("sweep", runs=total, done=len(before))
        for row in before:
            self.row(row)

    def row(self, row: Row) -> None:
        self.events.event("run", **asdict(row))

    def end(self, rows: Sequence[Row], table: Path, total: int, code: int) -> None:
        self.events.event("table", path=str(table), runs=total, done=len(rows))
        self.events.end(code, error="interrupted" if code == INTERRUPTED else "")


class _People:
    """A bar or lines on standard error, and the table on standard output."""

    def __init__(self, console: Console, *, quiet: bool) -> None:
        self.console, self.quiet = console, quiet
        self.total = self.count = 0
        self.bar = Progress(
            MofNCompleteColumn(),
            BarColumn(WIDTH),
            TimeRemainingColumn(),
            description(),
            console=console,
            transient=True,
            expand=True,
            refresh_per_second=REFRESHED,
        )

    def begin(self, total: int, before: Collection[Row]) -> None:
        self.total, self.count = total, len(before)
        if self.quiet:
            return
        if before:
            self._line(f"{len(before)} of {total} runs are done already")
        if self.console.is_terminal:
            self.bar.add_task("", total=total, completed=len(before))
            self.bar.start()

    def row(self, row: Row) -> None:
        self.count += 1
        if self.quiet:
            return
        words = [row.file, row.setting, "" if row.seed is None else f"seed {row.seed}"]
        line = f"{' '.join(w for w in words if w)}: {row.verdict}, {row.equation or row.message}"
        if self.bar.tasks:
            self.bar.update(self.bar.tasks[0].id, advance=1, description=line)
        else:
            self._line(f"{self.count}/{self.total} {line}")

    def end(self, rows: Sequence[Row], table: Path, total: int, code: int) -> None:
        self.bar.stop()
        console = plain_console()
        show(rows, console)
        console.print(f"table in {table}")
        if code == INTERRUPTED:
            missing = total - len(rows)
            self._line(f"interrupted; {missing} of {total} runs are missing: repeat the command")

    def _line(self, text: str) -> None:
        self.console.print(text)
