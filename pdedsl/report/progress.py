"""Progress of a run for people: a bar on a terminal, a line a generation elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.table import Column

from pdedsl.report.console import plain_console

if TYPE_CHECKING:
    from pdedsl.discovery import Discovery
    from pdedsl.optimize.watching import Progress as Generation
    from pdedsl.optimize.watching import Sketch
    from pdedsl.records import WithoutG

SHARE = 0.005
"""Most of a run's time that is spent on the equations that progress shows."""

COST = 0.02
"""Seconds that the first such equation is taken to cost."""

WIDTH = 20
"""Of the bar."""

REFRESHED = 2
"""How often in a second the bar is drawn again."""

STAGES = {
    "fields": "smoothing the fields",
    "pilot": "which terms of the dictionary occur",
    "search": "searching g",
    "judging": "judging the best by their evidence",
}
"""What a run does one after the other, in words."""


class Teller:
    """Who is told of a run; this one shows nothing, others what they redefine."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...

    def begin(self, equation: str) -> None:
        """Tell of which of several equations the next generations are."""

    def stage(self, name: str) -> None:
        """Tell what is going on, see `STAGES`."""

    def without_g(self, found: WithoutG) -> None:
        """Show the equation with g = 0, before g is searched for."""

    def __call__(self, step: Generation) -> None:
        """Show one generation."""

    def remark(self, text: str) -> None:
        """Show a line about data, workers or files."""

    def go_on(self, command: str, journal: Path) -> None:
        """Tell how a run that broke off is gone on with."""
        self.remark(f"to go on: {command}")

    def found(self, found: Discovery) -> None:
        """Show the record."""

    def written(self, folder: Path, exports: Sequence[tuple[str, Path]]) -> None:
        """Tell where it has been written."""

    def end(self, code: int, *, error: str = "", resume: Path | None = None) -> None:
        """Tell that it is over, with which exit code and why, and the journal to go on from."""


def description() -> TextColumn:
    """The column of a bar that says what is done, cut where the line ends."""
    column = Column(no_wrap=True, overflow="ellipsis", ratio=1)
    return TextColumn("{task.description}", markup=False, table_column=column)


class Latest:
    """The best equation so far, fitted as often as `SHARE` of the time allows."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock, self._began, self._spent, self._cost = clock, clock(), 0.0, COST
        self._key: tuple[str, float] | None = None
        self._sketch: Sketch | None = None

    @property
    def seconds(self) -> float:
        """Since the run began."""
        return self._clock() - self._began

    def __call__(self, step: Generation) -> Sketch | None:
        """The best equation of a generation, None where there is none or no time to fit it."""
        key = None if step.best is None else (step.best.terms.key, step.best.loss)
        if key != self._key or step.generation == 0:
            self._key, self._sketch = key, None
        if self._sketch is None and self._spent + self._cost <= SHARE * self.seconds:
            before = self._clock()
            self._sketch = step.sketch()
            cost = self._clock() - before
            self._spent += cost
            self._cost = max(cost, COST)
        return self._sketch


class Pace:
    """How long the rest of a search takes at most, at the pace of what is done."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock, self._began = clock, clock()

    def left(self, step: Generation) -> float | None:
        """Seconds; None before a generation has been bred."""
        if step.generation == 0:
            self._began = self._clock()
            return None
        each = (self._clock() - self._began) / step.generation
        return each * (step.generations - step.generation)


class Reporter(Teller):
    """Shows a run on a console, and its result on another; use it as a context."""

    def __init__(self, console: Console, *, quiet: bool = False) -> None:
        self.console, self.quiet = console, quiet
        self.bar = Progress(
            TextColumn("{task.fields[count]}", markup=False, table_column=Column(min_width=5)),
            BarColumn(WIDTH, table_column=Column(min_width=WIDTH)),
            TimeRemainingColumn(table_column=Column(min_width=7)),
            description(),
            console=console,
            transient=True,
            expand=True,
            refresh_per_second=REFRESHED,
        )
        self.task: TaskID | None = None
        self.equation, self._text, self._searches = "", "", 0
        self.latest, self.pace = Latest(), Pace()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stop()

    def _stop(self) -> None:
        if self.bar.live.is_started:
            self.bar.stop()

    def begin(self, equation: str) -> None:
        """As `Teller` says."""
        self.equation, self._searches = f"{equation}: ", 0

    def stage(self, name: str) -> None:
        """On a terminal alone."""
        self._searches += name == "search"
        if not self.quiet and self.console.is_terminal:
            self._draw(f"{self.equation}{STAGES[name]}{self._text}")

    def without_g(self, found: WithoutG) -> None:
        """In a line that stays."""
        if not self.quiet:
            self.console.print(f"{self.equation}{found}")

    def __call__(self, step: Generation) -> None:
        """As `Teller` says."""
        if self.quiet:
            return
        shown = described(step, self.latest(step))
        left = self.pace.left(step)
        if self.console.is_terminal:
            self._text = f", so far {shown}" if shown else ""
            self._draw(f"{self.equation}{shown}", step)
            return
        again = f"search {self._searches}, " if self._searches > 1 else ""
        counts = f"{again}generation {step.generation}/{step.generations}, {step.scored} scored"
        rest = "" if left is None else f", {left:.0f} s left at most"
        line = f"{self.equation}{counts}{rest}, {shown}"
        self.console.print(line)

    def _draw(self, text: str, step: Generation | None = None) -> None:
        if not self.bar.live.is_started:
            self.bar.start()
        if self.task is not None and step is not None and step.generation == 0:
            self.bar.remove_task(self.task)
            self.task = None
        if self.task is None:
            self.task = self.bar.add_task(text, total=None, count="")
        if step is None:
            self.bar.update(self.task, description=text)
            return
        again = f"{self._searches}: " if self._searches > 1 else ""
        self.bar.update(
            self.task,
            completed=step.generation,
            total=step.generations,
            description=text,
            count=f"{again}{step.generation}/{step.generations}",
        )

    def remark(self, text: str) -> None:
        """On standard error."""
        sys.stderr.write(f"{text}\n")

    def found(self, found: Discovery) -> None:
        """On standard output."""
        self._stop()
        plain_console().print(str(found))

    def written(self, folder: Path, exports: Sequence[tuple[str, Path]]) -> None:
        """The folder on standard output, exports on standard error."""
        plain_console().print(f"written to {folder}")
        for kind, path in exports:
            sys.stderr.write(f"export {kind}: written to {path}\n")


def described(step: Generation, sketch: Sketch | None) -> str:
    """The best so far: its equation and evidence, or g by its structure and loss."""
    if sketch is not None:
        return f"evidence {sketch.evidence:.4g}: {sketch.text}"
    return "" if step.best is None else f"loss {step.best.loss:.4g}: g ~ {step.best.terms.key}"
