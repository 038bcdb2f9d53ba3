"""Progress of a search: a bar on a terminal, a line a generation elsewhere."""

from __future__ import annotations

from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from pdedsl.optimize.search import Progress as Generation


class Reporter:
    """Shows what `discover` reports; use it as a context."""

    def __init__(self, console: Console, *, quiet: bool = False) -> None:
        self.console, self.quiet = console, quiet
        self.bar = Progress(
            TextColumn("generation {task.completed}/{task.total}"),
            BarColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.description}", markup=False),
            console=console,
            transient=True,
        )
        self.task: object = None
        self.equation = ""

    def begin(self, equation: str) -> None:
        """Tell of which of several equations the next generations are."""
        self.equation = f"{equation}: "

    def __enter__(self) -> Reporter:
        if not self.quiet and self.console.is_terminal:
            self.bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.bar.live.is_started:
            self.bar.stop()

    def __call__(self, step: Generation) -> None:
        """Show one generation."""
        if self.quiet:
            return
        best = "" if step.best is None else f"loss {step.best.loss:.4g}: g ~ {step.best.terms.key}"
        if not self.console.is_terminal:
            counts = f"generation {step.generation}/{step.generations}, {step.scored} scored"
            line = f"{self.equation}{counts}, {best}"
            self.console.print(line)
            return
        best = f"{self.equation}{best}"
        if self.task is None or step.generation == 0:
            self.task = self.bar.add_task(best, total=step.generations)
        self.bar.update(self.task, completed=step.generation, description=best)  # type: ignore[arg-type]
