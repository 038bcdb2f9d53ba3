"""`pdedsl simulate`: the equations of a run solved forward, beside the data."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from rich.table import Column, Table
from rich.text import Text

from pdedsl.commands import ENDED_EARLY, NOT_IDENTIFIED
from pdedsl.discovery import Discovery
from pdedsl.errors import DataError
from pdedsl.report.console import plain_console

if TYPE_CHECKING:
    from pdedsl.forward import Simulation, Summary

FOLDER = "simulation"
OURS = ("simulation.npz", "error.csv")
"""Files by which a folder is known to be one of a simulation."""


@dataclass(frozen=True)
class Request:
    """What is asked for on the command line; as `Discovery.simulate`, and a folder to write."""

    run: Path
    out: Path | None = None
    samples: tuple[int, ...] | None = None
    until: float | None = None
    edges: str | None = None
    refine: int | None = None
    time: str | None = None
    start: str | None = None


def simulate(request: Request) -> int:
    """Solve, print a line for each sample, write the folder, and return the exit code.

    0 solved to the end, 6 where a sample ended before, 4 where the run claims no equation.

    Raises:
        NoEvolutionError: no equation that can be stepped forward.
        DataError: the run cannot be read, or something cannot be written.
    """
    found = Discovery.load(request.run)
    if not found.equations:
        sys.stderr.write(f"not identified: {found.reason}\n")
        return NOT_IDENTIFIED
    folder = _folder(request)
    made = found.simulate(
        samples=request.samples,
        until=request.until,
        edges=request.edges,
        refine=request.refine,
        time=request.time,
        start=request.start,
    )
    _show(found, made)
    made.save(folder)
    _draw(made, folder)
    sys.stderr.write(f"written to {folder}\n")
    if found.verdict == "not identified":
        sys.stderr.write(f"not identified: {found.reason}\n")
        return NOT_IDENTIFIED
    return 0 if made.is_whole else ENDED_EARLY


def _folder(request: Request) -> Path:
    """Where to write: a folder that is new, empty, or of an earlier simulation."""
    run = request.run if request.run.is_dir() else request.run.parent
    folder = request.out or run / FOLDER
    try:
        there = folder.exists() or folder.is_symlink()
        if there and not folder.is_dir():
            message = "this is there already, and no folder"
        elif there and any(folder.iterdir()) and not all((folder / n).exists() for n in OURS):
            message = "this is there already, and no folder of a simulation"
        else:
            return folder
    except OSError as error:
        message = f"cannot be read: {error.strerror}"
    raise DataError(message, where=str(folder), remedy="give --out another folder")


def _show(found: Discovery, made: Simulation) -> None:
    console = plain_console()
    for equation in found.equations:
        console.print(equation.text)
    for line in filter(None, (made.method, made.edges, made.holes)):
        console.print(line)
    heads = ("sample", "field", "error, % of the motion", "twice the noise from", "ended")
    table = Table(*(Column(head, overflow="fold") for head in heads))
    for summary in made.summaries:
        table.add_row(*map(Text, _cells(summary)))
    console.print(table, soft_wrap=False)
    for text in dict.fromkeys(_ending(s) for s in made.summaries if s.trouble is not None):
        console.print(text)


def _cells(s: Summary) -> tuple[str, ...]:
    error = f"{100 * s.relative:.3g}" if s.relative == s.relative else "not known"
    departure = "never" if s.departure is None else f"{s.departure:.4g}"
    ended = "" if s.trouble is None else f"at {s.reached:.6g}"
    return str(s.sample), s.field, error, departure, ended


def _ending(s: Summary) -> str:
    return f"sample {s.sample} ended at {s.reached:.6g}: {s.trouble}"


def _draw(made: Simulation, folder: Path) -> None:
    if find_spec("matplotlib") is None:
        sys.stderr.write('no figure: matplotlib is not installed\n  pip install "pdedsl[plots]"\n')
        return
    from pdedsl.forward.figure import write_figure

    try:
        write_figure(made.plot(), folder)
    except OSError as error:
        message = f"cannot be written: {error.strerror}"
        raise DataError(message, where=str(folder)) from error
