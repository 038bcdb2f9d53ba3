"""Delimited text: one row of names, then one row a point; `#` starts a comment.

Cells are separated by commas, semicolons, tabulators or `|`, in files with none of these by spaces.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from pdedsl.errors import DataError
from pdedsl.fields.arrays import listed
from pdedsl.fields.readers.source import Source, Variable

_DELIMITERS = ",;\t|"
_LARGEST_TEXT = 2**28  # bytes; as cells they take ten times as much memory
Content = list[tuple[int, str]]


@contextmanager
def open_table(path: Path) -> Iterator[Source]:
    """The columns of a file, as cells of text.

    Where the first row holds numbers, a comment directly above it may name the columns, as
    `numpy.savetxt(..., header="t x u")` writes them.

    Raises:
        DataError: not UTF-8 text, no header, two columns of one name, or a row of the wrong length.
    """
    content, comment = _read(path)
    if len(content) < (1 if comment else 2):
        raise DataError(
            "the table has no rows",
            where="file",
            remedy="write one line of column names, then one line a point",
        )
    rows = _rows(content)
    header = [cell.strip() for cell in rows[0]]
    if all(_is_number(name) for name in header):
        header = _header_above(comment, len(header))
    else:
        rows, content = rows[1:], content[1:]
    _check_header(header)
    lines = [number for number, _ in content]
    for line, row in zip(lines, rows, strict=True):
        if len(row) != len(header):
            raise DataError(
                f"line {line} has {len(row)} cells, the header {len(header)}",
                where="file",
                remedy="write one cell for each column; leave a missing value empty",
            )
    columns = dict(zip(header, zip(*rows, strict=True), strict=True))

    def load(name: str) -> Variable:
        return Variable(np.array([cell.strip() for cell in columns[name]], dtype=object))

    yield Source(tuple(columns), load, table=True, text=True, lines=np.array(lines))


def _read(path: Path) -> tuple[Content, str]:
    """Numbered lines without comments and empty ones, and the comment above the first of them."""
    if path.stat().st_size > _LARGEST_TEXT:
        raise DataError(
            f"the text has {path.stat().st_size / 2**20:,.0f} MiB, at most"
            f" {_LARGEST_TEXT / 2**20:,.0f} are read",
            where="file",
            remedy="store it as Parquet or as an .npz archive, or the part that is needed",
        )
    content: Content = []
    comment = ""
    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            for number, line in enumerate(stream, start=1):
                if line.lstrip().startswith("#"):
                    comment = comment if content else line.lstrip()[1:]
                elif line.strip():
                    content.append((number, line))
    except (UnicodeDecodeError, OSError) as error:
        raise DataError(
            f"not a readable text file ({error})", where="file", remedy="save it as UTF-8 text"
        ) from error
    return content, comment


def _rows(content: Content) -> list[list[str]]:
    first = content[0][1]
    delimiter = next((d for d in _DELIMITERS if d in first), None)
    if delimiter is None and len(first.split()) > 1:
        return [line.split() for _, line in content]
    try:
        read = csv.reader((line for _, line in content), delimiter=delimiter or ",", strict=True)
        rows = list(read)
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
    return rows


def _header_above(comment: str, count: int) -> list[str]:
    """Names of the columns from the comment above the first row."""
    delimiter = next((d for d in _DELIMITERS if d in comment), None)
    names = [name.strip() for name in comment.split(delimiter)]
    if len(names) != count or all(_is_number(name) for name in names):
        raise DataError(
            "the first line holds numbers, not names",
            where="file",
            remedy="begin with one line of column names",
        )
    return names


def _check_header(header: list[str]) -> None:
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
