"""Progress of a run for programs: one JSON object a line, each with its `event`.

docs/runs.md says what is in them.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from pdedsl.report.progress import Latest, Pace, Teller

if TYPE_CHECKING:
    from pdedsl.discovery import Discovery
    from pdedsl.optimize.watching import Progress
    from pdedsl.records import WithoutG


class Events(Teller):
    """Tells of a run on a stream; where nobody reads it any more, the run goes on.

    Args:
        stream: standard output as a rule.
        quiet: whether generations and stages are left out.
    """

    def __init__(self, stream: TextIO, *, quiet: bool = False) -> None:
        self.stream, self.quiet, self.is_lost = stream, quiet, False
        self.equation, self._searches = "", 0
        self._journal: Path | None = None
        self.latest, self.pace = Latest(), Pace()

    def event(self, event: str, **values: Any) -> None:
        """Write one line."""
        if self.is_lost:
            return
        try:
            self.stream.write(json.dumps({"event": event} | _finite(values), allow_nan=False))
            self.stream.write("\n")
            self.stream.flush()
        except OSError as error:
            self.is_lost = True
            sys.stderr.write(f"standard output: cannot be written: {error.strerror}\n")

    def begin(self, equation: str) -> None:
        """Remembered for the generations."""
        self.equation, self._searches = equation, 0

    def stage(self, name: str) -> None:
        """As `Teller` says."""
        self._searches += name == "search"
        if not self.quiet:
            self.event("stage", equation=self.equation, stage=name, seconds=self.latest.seconds)

    def without_g(self, found: WithoutG) -> None:
        """As `Teller` says."""
        if not self.quiet:
            self.event(
                "without_g",
                equation=self.equation,
                text=found.text,
                is_enough=found.is_enough,
                evidence=found.evidence,
                chi2_per_dof=found.chi2_per_dof,
                seconds=self.latest.seconds,
            )

    def __call__(self, step: Progress) -> None:
        """As `Teller` says."""
        if self.quiet:
            return
        sketch = self.latest(step)
        self.event(
            "generation",
            equation=self.equation,
            search=max(1, self._searches),
            generation=step.generation,
            generations=step.generations,
            scored=step.scored,
            loss=None if step.best is None else step.best.loss,
            g=None if step.best is None else step.best.terms.key,
            text=None if sketch is None else sketch.text,
            evidence=None if sketch is None else sketch.evidence,
            seconds=self.latest.seconds,
            seconds_left=self.pace.left(step),
        )

    def remark(self, text: str) -> None:
        """As `Teller` says."""
        self.event("remark", message=text)

    def go_on(self, command: str, journal: Path) -> None:
        """As `Teller` says; the last line names the journal too."""
        super().go_on(command, journal)
        self._journal = journal

    def found(self, found: Discovery) -> None:
        """Verdict and equations; everything else is in `result.json`."""
        follows = {f.name: f.follows for f in found.findings}
        equations = [
            {
                "name": e.name,
                "text": e.text,
                "evidence": e.evidence,
                "chi2_per_dof": e.chi2_per_dof,
                "follows": follows.get(e.name, ""),
            }
            for e in found.equations
        ]
        self.event(
            "found",
            verdict=found.verdict,
            reason=found.reason,
            expectation=found.expectation,
            equations=equations,
            seed=found.seed,
            seconds=found.seconds,
        )

    def written(self, folder: Path, exports: Sequence[tuple[str, Path]]) -> None:
        """As `Teller` says."""
        self.event("written", folder=str(folder), exports={k: str(path) for k, path in exports})

    def end(self, code: int, *, error: str = "", resume: Path | None = None) -> None:
        """The last line."""
        journal = resume or self._journal
        path = None if journal is None else str(journal)
        self.event("end", exit_code=code, error=error or None, resume=path)


def _finite(values: Any) -> Any:
    """None for numbers that JSON has not."""
    if isinstance(values, dict):
        return {key: _finite(v) for key, v in values.items()}
    if isinstance(values, list):
        return [_finite(v) for v in values]
    if isinstance(values, float):
        return float(values) if math.isfinite(values) else None
    return values
