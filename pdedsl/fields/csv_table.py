"""Reading `.csv` tables: one header row of names, then one row a point; `#` starts a comment."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pdedsl.errors import DataError
from pdedsl.fields.arrays import Array, listed
from pdedsl.fields.binding import Binding
from pdedsl.fields.rows import Table

MISSING = frozenset({"", "na", "n/a", "nan", "null", "none"})  # cells without a value
_DELIMITERS = ",;\t"


@dataclass(frozen=True, eq=False)
class TextTable:
    """A table as text: names of the columns, cells by column, and the line of each row."""

    columns: dict[str, tuple[str, ...]]
    lines: NDArray[np.intp]

    def numbers(self, name: str) -> Array:
        """A column as numbers, NaN for empty cells and the usual words for a missing value.

        Raises:
            DataError: a cell that is not a number, with its line.
        """
        cells = self.columns[name]
        plain = _as_numbers(cells)
        if plain is not None:
            return plain
        return np.array([self._number(name, k, cell) for k, cell in enumerate(cells)])

    def labels(self, name: str) -> NDArray[np.generic]:
        """A column as labels: numbers if all cells are numbers, else text."""
        cells = self.columns[name]
        for k, cell in enumerate(cells):
            if cell.lower() in MISSING:
                raise self._mistake(name, k, "the label is missing", "give every row its sample")
        plain = _as_numbers(cells)
        return np.array(cells) if plain is None else plain

    def _number(self, name: str, row: int, cell: str) -> float:
        if cell.lower() in MISSING:
            return float("nan")
        try:
            if _is_foreign(cell):
                raise ValueError(cell)
            return float(cell)
        except ValueError:
            remedy = "write a number with a decimal point; leave a missing value empty"
            raise self._mistake(name, row, f"{cell[:40]!r} is not a number", remedy) from None

    def _mistake(self, name: str, row: int, message: str, remedy: str) -> DataError:
        return DataError(f"line {self.lines[row]}: {message}", where=name, remedy=remedy)


def _is_foreign(text: str) -> bool:
    """Whether digits may be parted by _ or belong to another script, as Python alone reads them."""
    return "_" in text or not text.isascii()


def _as_numbers(cells: tuple[str, ...]) -> Array | None:
    """All cells as numbers, None if one is anything else."""
    if any(map(_is_foreign, cells)):
        return None
    try:
        return np.array(cells, dtype=np.float64)
    except ValueError:
        return None


def read_table(path: Path, binding: Binding) -> Table:
    """The bound columns of a file. Fields are separated by comma, semicolon or tabulator.

    Raises:
        DataError: not UTF-8 text, no header, a row of the wrong length, a missing column, or a
            cell that is not a number.
    """
    text = _read_text_table(path)
    binding.require(text.columns, "column")
    points = [text.numbers(binding.theirs(name)) for name in binding.coordinates]
    values = [text.numbers(binding.theirs(name)) for name in binding.fields]
    labels = None if binding.sample is None else text.labels(binding.sample)
    return Table(np.stack(points, axis=1), np.stack(values, axis=1), labels, text.lines, "line")


def _read_text_table(path: Path) -> TextTable:
    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            content = list(_content(stream))
    except (UnicodeDecodeError, OSError) as error:
        raise DataError(
            f"not a readable text file ({error})", where="file", remedy="save it as UTF-8 text"
        ) from error
    if len(content) < 2:
        raise DataError(
            "the table has no rows",
            where="file",
            remedy="write one line of column names, then one line a point",
        )
    return _split(content)


def _content(stream: Iterator[str]) -> Iterator[tuple[int, str]]:
    """Numbered lines without comments and empty ones."""
    for number, line in enumerate(stream, start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield number, line


def _split(content: list[tuple[int, str]]) -> TextTable:
    header_line = content[0][1]
    delimiter = next((d for d in _DELIMITERS if d in header_line), ",")
    try:
        rows = list(csv.reader((line for _, line in content), delimiter=delimiter, strict=True))
    except csv.Error as error:
        raise DataError(
            f"not a table ({error})",
            where="file",
            remedy="write one row a line, and close every quote",
        ) from error
    if len(rows) != len(content):
        raise DataError(
            "a quoted cell runs over several lines", where="file", remedy="write one row a line"
        )
    header, *body = ([cell.strip() for cell in row] for row in rows)
    lines = [number for number, _ in content[1:]]
    _check_header(header)
    for line, row in zip(lines, body, strict=True):
        if len(row) != len(header):
            raise DataError(
                f"line {line} has {len(row)} cells, the header {len(header)}",
                where="file",
                remedy="write one cell for each column; leave a missing value empty",
            )
    columns = dict(zip(header, zip(*body, strict=True), strict=True))
    return TextTable(columns, np.array(lines))


def _check_header(header: list[str]) -> None:
    if all(_is_number(name) for name in header):
        raise DataError(
            "the first line holds numbers, not names",
            where="file",
            remedy="begin with one line of column names, without # before it",
        )
    twice = sorted(name for name, count in Counter(header).items() if count > 1)
    if twice:
        raise DataError(
            "two columns have the same name",
            where=listed([repr(name) for name in twice]),
            remedy="give each column a name of its own in the first line",
        )


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
