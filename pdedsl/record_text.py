"""Texts of records: read from files, made of plain values."""

from __future__ import annotations

import math
from numbers import Integral, Real
from pathlib import Path
from typing import Any

from pdedsl.errors import DataError

LARGEST = 2**24  # bytes of a record
GIVE = "give the run folder of `pdedsl discover`, or its result.json"


def read_record(file: Path) -> str:
    """The text of a file, unless it is none, or larger than any record.

    Raises:
        DataError: it is one of these.
        OSError, ValueError: it cannot be read, or is no text.
    """
    if not file.is_file() and file.exists():
        raise DataError("this is a device or pipe, not a file", where=str(file), remedy=GIVE)
    with file.open("rb") as stream:
        content = stream.read(LARGEST + 1)
    if len(content) > LARGEST:
        message = f"the file has more than {LARGEST // 2**20} MiB, and a record has not"
        raise DataError(message, where=str(file), remedy=GIVE)
    return content.decode("utf-8")


def without_name(tables: str, name: str) -> str:
    """The table of a name among several, which have the name in their first column."""
    head, *rows = tables.splitlines() or [""]
    mine = [row.removeprefix(f"{name},") for row in rows if row.startswith(f"{name},")]
    return "".join(f"{line}\n" for line in (head.removeprefix("equation,"), *mine) if mine)


def plain(value: Any) -> Any:
    """Lists for tuples, Python's numbers for NumPy's, None for numbers that JSON has not."""
    if isinstance(value, dict):
        return {key: plain(v) for key, v in value.items()}
    if isinstance(value, list | tuple):
        return [plain(v) for v in value]
    if isinstance(value, bool) or not isinstance(value, Real):
        return value
    if isinstance(value, Integral):
        return int(value)
    return float(value) if math.isfinite(value) else None
