"""The table of a sweep: a row a run, as CSV and on the terminal."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pdedsl.commands import NOT_IDENTIFIED
from pdedsl.discovery import Discovery
from pdedsl.errors import DataError
from pdedsl.files import write_whole
from pdedsl.sweep.plan import Trial

NAME = "sweep.csv"

WIDE = 130
"""Columns of a terminal from which on runs are rows."""

ERROR = "error"
"""In place of the verdict of a run that ended in one."""


@dataclass(frozen=True)
class Row:
    """A run and what came of it; several equations of a text are separated by semicolons.

    Attributes:
        file: as it was given.
        setting: options that set the run apart, as "group.option=value ...".
        seed: of the search.
        verdict: of the record, or "error".
        equation: its text.
        evidence: log of the odds against "no equation".
        chi2: per degree of freedom.
        seconds: that the run took, those before an interruption aside.
        exit_code: that `pdedsl discover` would have had.
        folder: of the run, "" after an error.
        message: reason of the verdict, or the error.
    """

    file: str
    setting: str
    seed: int | None
    verdict: str
    equation: str = ""
    evidence: str = ""
    chi2: str = ""
    seconds: float | None = None
    exit_code: int = 0
    folder: str = ""
    message: str = ""


COLUMNS = tuple(f.name for f in fields(Row))


def row_of(trial: Trial, found: Discovery) -> Row:
    """The row of a run that has ended."""
    return Row(
        str(trial.file),
        trial.setting,
        found.seed,
        found.verdict,
        "; ".join(e.text for e in found.equations),
        "; ".join(_short(e.evidence) for e in found.equations),
        "; ".join(_short(e.chi2_per_dof) for e in found.equations),
        found.seconds,
        NOT_IDENTIFIED if found.verdict == "not identified" else 0,
        str(trial.folder),
        found.reason,
    )


def failed(trial: Trial, message: str, code: int, seconds: float | None = None) -> Row:
    """The row of a run that ended in an error."""
    said = " ".join(_without_source(message).split())
    return Row(
        str(trial.file),
        trial.setting,
        trial.seed,
        ERROR,
        seconds=None if seconds is None else round(seconds, 3),
        exit_code=code,
        message=said,
    )


def _without_source(message: str) -> str:
    """A message without lines of the text and the carets below them, which one line cannot show."""
    lines = message.splitlines()
    carets = {i for i, line in enumerate(lines) if line.strip() and not line.strip(" ^")}
    return "\n".join(line for i, line in enumerate(lines) if not {i, i + 1} & carets)


def _short(value: float | None) -> str:
    return "" if value is None else f"{value:.6g}"


def write_table(folder: Path, rows: Sequence[Row]) -> Path:
    """Write the rows as CSV, with the names of the columns first, and say where.

    Raises:
        DataError: it cannot be written.
    """
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({name: "" if v is None else v for name, v in asdict(row).items()})
    path = folder / NAME
    try:
        write_whole(path, out.getvalue())
    except OSError as error:
        message = f"cannot be written: {error.strerror}"
        raise DataError(
            message, where=str(path), remedy="the folders of the runs are kept"
        ) from error
    return path


def show(rows: Sequence[Row], console: Console) -> None:
    """Print the table; the message stands in place of an equation where there is none.

    On a narrow terminal every run is a block of lines.
    """
    if console.width < WIDE:
        for r in rows:
            numbers = (("evidence", r.evidence), ("chi2", r.chi2), ("exit", str(r.exit_code)))
            told = [f"{name} {value}" for name, value in numbers if value]
            seed = "" if r.seed is None else f"seed {r.seed}"
            seconds = [] if r.seconds is None else [f"{r.seconds:.1f} s"]
            head = " ".join(word for word in (r.file, r.setting, seed) if word)
            console.print(Text(f"{head}: {', '.join([r.verdict, *told, *seconds])}"))
            console.print(Padding(Text(r.equation or r.message), (0, 0, 0, 4)))
        return
    table = Table(box=None, pad_edge=False)
    for name in ("file", "setting", "seed", "verdict", "equation"):
        table.add_column(name, overflow="fold")
    for name in ("evidence", "chi2", "seconds", "exit"):
        table.add_column(name, justify="right", no_wrap=True)
    for r in rows:
        seconds = "" if r.seconds is None else f"{r.seconds:.1f}"
        seed = "" if r.seed is None else str(r.seed)
        cells = (r.file, r.setting, seed, r.verdict, r.equation or r.message)
        numbers = (r.evidence, r.chi2, seconds, str(r.exit_code))
        table.add_row(*map(Text, (*cells, *numbers)))
    console.print(table, soft_wrap=False)
