"""One row a run in a CSV file, so that a stopped command goes on where it was."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, TextIO

from pdedsl.errors import DataError
from pdedsl.files import try_to_write, write_whole

ERROR = "error"
"""The verdict of a run that raised an exception."""

Key = tuple[str, str, str, float, int, int, int, str]


@dataclass(frozen=True, kw_only=True)
class Row:
    """A run and what came of it; None where a number does not exist.

    Attributes:
        problem: name of the problem.
        variant: what else sets its case apart.
        method: by which it was solved.
        noise: ratio to the field's standard deviation.
        samples: number of repetitions.
        points: grid points an axis.
        seed: of data and search.
        options: overrides of the `.pde` options, as "group.option=value ...".
        success: form and support are right; where there is nothing to find, nothing is claimed.
        form: g has the right form.
        support: the derivative-bound part has the true terms and no others.
        strict: and every number is within 5 %.
        rmse: of the coefficients at unit L1 norm; of derivatives, over their root mean square.
        covered: 95 % intervals that hold the truth.
        intervals: how many there are.
        loss_error: of the inner problem, mean relative.
        worst_error: the largest of them.
        seconds: wall time of the discovery, or of one solve of the inner problem.
        verdict: of the discovery, or "error".
        chi2: per degree of freedom.
        evidence: log of the odds against "no equation".
        equation: its text.
        message: of the exception.
        loss_errors: those of the single problems, in the file with spaces between.
        solve_seconds: the same of the times.
        estimates: numbers of the equation with standard errors, see `estimates.written`.
    """

    problem: str
    variant: str = ""
    method: str
    noise: float
    samples: int
    points: int
    seed: int
    options: str = ""
    success: bool | None = None
    form: bool | None = None
    support: bool | None = None
    strict: bool | None = None
    rmse: float | None = None
    covered: int | None = None
    intervals: int | None = None
    loss_error: float | None = None
    worst_error: float | None = None
    seconds: float | None = None
    verdict: str = ""
    chi2: float | None = None
    evidence: float | None = None
    equation: str = ""
    message: str = ""
    loss_errors: tuple[float, ...] = ()
    solve_seconds: tuple[float, ...] = ()
    estimates: str = ""

    @property
    def key(self) -> Key:
        """What tells runs apart."""
        setting = (self.problem, self.variant, self.method, self.noise, self.samples, self.points)
        return (*setting, self.seed, self.options)

    @property
    def failed(self) -> bool:
        """Whether it raised an exception."""
        return self.verdict == ERROR


_KINDS = {f.name: str(f.type).split(" | ", maxsplit=1)[0] for f in fields(Row)}
COLUMNS = tuple(_KINDS)
LATER = ("loss_errors", "solve_seconds", "estimates")
"""The last columns, which files of earlier versions do not have, or only the first ones of."""
_EARLY = tuple(COLUMNS[:-count] for count in range(1, len(LATER) + 1))
_HEADER = ",".join(COLUMNS)
SUMMARY_BEGINS = "sweep,axis,problem,variant,method,"
TABLES_BEGIN = "**"


def read_rows(path: Path) -> dict[Key, Row]:
    """The rows of a file by key, the last one of each; none if there is no such file.

    A last line without an end was being written when its command was stopped: it is cut off,
    once the file is known to be of this kind. Whether it can be written is tried as well.

    Raises:
        DataError: the file is no such CSV, or cannot be written.
    """
    text = _text_of(path)
    whole = text[: text.rfind("\n") + 1]
    reader = csv.DictReader(io.StringIO(whole))
    names = tuple(reader.fieldnames or ())
    known = names in (*_EARLY, COLUMNS)
    if not known and (whole or not _HEADER.startswith(text)):
        remedy = f"name another file with --csv; its columns should be {_HEADER}"
        raise DataError("holds other columns than runs have", where=str(path), remedy=remedy)
    if whole != text:
        os.truncate(path, len(whole.encode("utf-8")))
    if not whole:
        return {}
    rows = [_row(record, f"{path}:{number}") for number, record in enumerate(reader, start=2)]
    return {row.key: row for row in rows}


def check_summary(path: Path) -> None:
    """Refuse files that no summary may replace, or that cannot be written.

    Raises:
        DataError: with another name to give.
    """
    for file, begins in ((path, SUMMARY_BEGINS), (path.with_suffix(".md"), TABLES_BEGIN)):
        text = _text_of(file)
        if text and not text.startswith(begins):
            remedy = "the summary goes there: move the file away, or name another one with --csv"
            raise DataError("holds no summary of runs", where=str(file), remedy=remedy)


def _text_of(path: Path) -> str:
    """The text of a file that can be written, empty if there is none yet."""
    remedy = "name another file with --csv"
    try:
        if path.exists() and not path.is_file():
            raise DataError("this is no file", where=str(path), remedy=remedy)
        try_to_write(path)
        return path.read_text(encoding="utf-8") if path.exists() else ""
    except OSError as error:
        message = f"cannot be read and written: {error.strerror}"
        raise DataError(message, where=str(path), remedy=remedy) from error
    except UnicodeDecodeError as error:
        raise DataError(f"cannot be read: {error}", where=str(path), remedy=remedy) from error


def append_row(path: Path, row: Row) -> None:
    """Add a row, with the names of the columns before the first one, and flush it to the disk.

    A file without the later columns is written anew with them, empty.

    Raises:
        DataError: the file cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if _is_early(path):
            _write_anew(path, read_rows(path).values())
        with path.open("a", encoding="utf-8", newline="") as stream:
            _put(stream, [row], header=stream.tell() == 0)
            stream.flush()
            os.fsync(stream.fileno())
    except OSError as error:
        raise DataError(f"cannot be written: {error.strerror}", where=str(path)) from error


def _is_early(path: Path) -> bool:
    if not path.exists():
        return False
    with path.open(encoding="utf-8") as stream:
        return tuple(stream.readline().rstrip("\n").split(",")) in _EARLY


def _write_anew(path: Path, rows: Iterable[Row]) -> None:
    stream = io.StringIO()
    _put(stream, rows, header=True)
    write_whole(path, stream.getvalue())


def _put(stream: TextIO, rows: Iterable[Row], *, header: bool) -> None:
    writer = csv.DictWriter(stream, COLUMNS, lineterminator="\n")
    if header:
        writer.writeheader()
    for row in rows:
        writer.writerow({name: _text(value) for name, value in asdict(row).items()})


def one_line(text: str) -> str:
    """A text without line ends, so that a row is a line."""
    return " ".join(text.split())


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, tuple):
        return " ".join(f"{each:.4g}" for each in value)
    return repr(float(value)) if isinstance(value, float) else str(value)


def _row(record: Mapping[str, str | None], where: str) -> Row:
    try:
        return Row(**{name: _value(name, record.get(name)) for name in COLUMNS})
    except (TypeError, ValueError) as error:
        remedy = "take that line out, or name another file with --csv"
        raise DataError(f"no row of a run: {error}", where=where, remedy=remedy) from error


def _value(name: str, text: str | None) -> Any:
    if name in LATER:
        return (text or "") if _KINDS[name] == "str" else tuple(map(float, (text or "").split()))
    if text is None:
        raise ValueError(f"{name} is missing")
    if _KINDS[name] == "str":
        return text
    if text == "":
        return None
    if _KINDS[name] == "bool":
        return bool(int(text))
    return int(text) if _KINDS[name] == "int" else float(text)
