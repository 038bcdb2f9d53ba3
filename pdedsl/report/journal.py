"""The journal of a run: every loss as soon as it is known, so that a run can go on after any end.

A file of JSON lines. The first says of which text and data the run is; each other one holds the
numbers of a batch of candidates, in the order in which the search asked for them. A search that is
given the same numbers takes the same way, so nothing else needs to be kept: no population and no
state of a random generator.
"""

from __future__ import annotations

import json
import math
import os
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO
from zlib import crc32

from pdedsl.errors import DataError
from pdedsl.optimize.recall import Rows

SUFFIX = ".journal.jsonl"

FORMAT = 2

PAUSE = 1.0
"""Seconds between two waits for the disk; what is written survives the process at once."""

LARGEST_HEAD = 10_000_000
"""Bytes that the first line of a journal may have."""


@dataclass(frozen=True)
class _Batch:
    """A line of a journal: whose numbers, which, and where the line ends in the file."""

    names: int
    rows: Rows
    end: int


class Journal:
    """Losses kept in a file; called as a `Recall`.

    What the file holds already is given out first. Where it no longer fits what the search asks
    for, which another machine's rounding can bring about, the rest of it is computed anew.

    Attributes:
        path: of the file.
        kept: how many batches of an earlier run there are.
        trouble: why nothing is written any more, "" as long as it is.
    """

    def __init__(self, path: Path, stream: BinaryIO, batches: Sequence[_Batch], end: int) -> None:
        self.path, self.kept, self.trouble = path, len(batches), ""
        self._stream, self._left, self._end = stream, deque(batches), end
        self._synced = time.monotonic()

    def __call__(self, names: Sequence[str], compute: Callable[[], Rows]) -> Rows:
        """The rows of a batch, from the file or from `compute`."""
        label = crc32("\n".join(names).encode())
        if self._left:
            batch = self._left.popleft()
            if batch.names == label and len(batch.rows) == len(names):
                self._end = batch.end
                return batch.rows
            self._left.clear()
        rows = compute()
        plain = [[_plain(x) for x in row] for row in rows]
        self._write({"names": label, "rows": plain, "sum": _sum(plain)})
        return rows

    def _write(self, record: Mapping[str, Any]) -> None:
        if self.trouble:
            return
        line = json.dumps(record, allow_nan=False, separators=(",", ":")).encode() + b"\n"
        try:
            self._stream.seek(self._end)
            self._stream.truncate()
            self._stream.write(line)
            self._stream.flush()
            if time.monotonic() - self._synced > PAUSE:
                os.fsync(self._stream.fileno())
                self._synced = time.monotonic()
            self._end += len(line)
        except OSError as error:
            self.trouble = error.strerror or str(error)

    def close(self, *, remove: bool = False) -> None:
        """Close the file, and take it away where the run's result is safe elsewhere."""
        try:
            self._stream.close()
        except OSError as error:
            self.trouble = error.strerror or str(error)
        if remove:
            self.path.unlink(missing_ok=True)


def begin(path: Path, specification: str, data: str) -> Journal:
    """Open a journal that does not exist yet.

    Args:
        path: of the file.
        specification: canonical text, options and all.
        data: digest of the data.

    Raises:
        FileExistsError: there is such a file, of another run perhaps.
        DataError: it cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        stream = path.open("xb")
    except FileExistsError:
        raise
    except OSError as error:
        raise _unusable(path, f"cannot be written: {error.strerror}") from error
    journal = Journal(path, stream, (), 0)
    journal._write({"journal": FORMAT, "specification": specification, "data": data})
    return journal


def resume(path: Path, specification: str, data: str) -> Journal:
    """Open the journal of a run that broke off, of the same text and data.

    Raises:
        DataError: there is none, or it is of another text or other data.
    """
    try:
        stream = path.open("r+b")
    except FileNotFoundError as error:
        raise _unusable(path, "there is no such journal", _AFRESH) from error
    except OSError as error:
        raise _unusable(path, f"cannot be opened: {error.strerror}", _AFRESH) from error
    try:
        head, end = _head(path, stream)
        for key, wanted, what in (
            ("specification", specification, "text or options"),
            ("data", data, "data"),
        ):
            if head.get(key) != wanted:
                raise _unusable(path, f"this is the journal of other {what}", _SAME)
        batches = list(_batches(stream, end))
    except BaseException:
        stream.close()
        raise
    return Journal(path, stream, batches, end)


_AFRESH = "leave --resume out to begin afresh"

_SAME = "give the file, the options and the data that the run began with, or leave --resume out"


def _unusable(path: Path, message: str, remedy: str = "") -> DataError:
    return DataError(message, where=str(path), remedy=remedy)


def _head(path: Path, stream: BinaryIO) -> tuple[dict[str, Any], int]:
    line = stream.readline(LARGEST_HEAD)
    head = _object(line)
    if head is not None and isinstance(head.get("journal"), int) and head["journal"] != FORMAT:
        raise _unusable(path, "this is the journal of another version of pdedsl", _AFRESH)
    if head is None or head.get("journal") != FORMAT:
        raise _unusable(path, "this is no journal of a run", _AFRESH)
    return head, len(line)


def _batches(stream: BinaryIO, end: int) -> Sequence[_Batch]:
    """The batches that were written whole."""
    found = []
    for line in stream:
        record = _object(line)
        rows = None if record is None else _rows(record.get("rows"))
        if record is not None and rows is not None and record.get("sum") != _sum(record["rows"]):
            break
        if record is None or rows is None or not isinstance(record.get("names"), int):
            break
        end += len(line)
        found.append(_Batch(record["names"], rows, end))
    return found


def _object(line: bytes) -> dict[str, Any] | None:
    """A JSON object that fills a whole line; None for anything else."""
    if not line.endswith(b"\n"):
        return None
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _rows(found: Any) -> Rows | None:
    """Rows of numbers as they were before `_plain`; None where they are none."""
    if not isinstance(found, list) or not all(isinstance(row, list) for row in found):
        return None
    try:
        return [[_number(x) for x in row] for row in found]
    except (TypeError, ValueError, OverflowError):
        return None


def _sum(plain: Sequence[Sequence[float | str]]) -> int:
    """A check of rows as they are written, down to the last digit."""
    return crc32(json.dumps(plain, separators=(",", ":")).encode())


_NAMED = {"inf": math.inf, "-inf": -math.inf, "nan": math.nan}


def _number(value: Any) -> float:
    if isinstance(value, str):
        if value in _NAMED:
            return _NAMED[value]
        raise ValueError(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(value)
    return float(value)


def _plain(value: float) -> float | str:
    """The number as JSON has it, to its last digit; by name where it is infinite or none."""
    return float(value) if math.isfinite(value) else str(float(value))
