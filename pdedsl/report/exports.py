"""The files that `export` statements name: tried before the run, written after it.

An export replaces nothing but an earlier export of its kind.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

from pdedsl.discovery import FILE_NAME, Discovery
from pdedsl.errors import DataError, Mistake, SpecificationError
from pdedsl.files import draft, look_whether_writable, real, try_to_write, write_whole
from pdedsl.language import Export, Specification, parse
from pdedsl.report.run_folder import FRONT, PROBLEM, equation_text, front_text, table_text

MARK = "% written by pdedsl; its next run writes it anew"
"""First line of exported LaTeX, by which it is known again."""

_OURS = {
    "latex": re.escape(MARK),
    "table": re.escape(MARK),
    "csv": f"(name,)?{re.escape(','.join(FRONT))}",
    "json": r'\{\n  "schema": \d+,\n  "verdict": ',
}
"""How a file of each kind begins, as a regular expression."""

Problem = tuple[str, str]
"""What is wrong, and what to do."""


def check_exports(specification: Specification, file: Path, folder: Path | None = None) -> None:
    """Refuse exports that could not be written, or would overwrite what they did not write.

    Args:
        specification: with its exports, if any.
        file: of the specification; paths are relative to its folder.
        folder: the run's own, of which each file is made and taken away again; None where nothing
            is to be touched, and what can be told by looking is told.

    Raises:
        SpecificationError: a mistake for each of them.
    """
    taken = {file: "the specification itself"}
    if specification.data is not None:
        taken[file.parent / specification.data.path] = "the data"
    mistakes = []
    for wanted in specification.exports:
        path = file.parent / wanted.path
        problem = _problem(wanted, path, taken, folder) or _unwritable(path, folder)
        if problem is not None:
            mistakes.append(Mistake(problem[0], wanted.span, problem[1]))
        taken[path] = f"the {wanted.kind} export before it"
    if mistakes:
        raise SpecificationError(tuple(mistakes), specification.source, specification.name)


def export(found: Discovery, file: Path) -> tuple[tuple[str, Path], ...]:
    """Write the exports of the record's specification, and return kind and path of each.

    A kind that needs an equation is left out where none was found.

    Args:
        found: the record.
        file: of the specification; paths are relative to its folder.

    Raises:
        DataError: one cannot be written, or a file that is no export has come to be there.
    """
    written = []
    for wanted in parse(found.specification).exports:
        path = file.parent / wanted.path
        text = _exported(found, wanted.kind)
        if text is None:
            continue
        try:
            problem = _foreign(wanted.kind, path)
            if problem is not None:
                raise DataError(problem[0], where=str(path), remedy=problem[1])
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, text)
        except OSError as error:
            remedy = "the run is kept in its folder, with the same files"
            message = f"cannot be written: {error.strerror}"
            raise DataError(message, where=str(path), remedy=remedy) from error
        written.append((wanted.kind, path))
    return tuple(written)


def _exported(found: Discovery, kind: str) -> str | None:
    """The text of an export of a kind, None where there is no equation to write."""
    if kind == "csv":
        return front_text(found)
    if kind == "json":
        return found.to_json()
    if not found.equations:
        return None
    return f"{MARK}\n{equation_text(found) if kind == 'latex' else table_text(found)}"


def _problem(
    wanted: Export, path: Path, taken: Mapping[Path, str], folder: Path | None
) -> Problem | None:
    """Why a path will not do, None if it will."""
    for other, what in taken.items():
        if _same(path, other):
            return f"this would overwrite {what}", f"name another file{_instead(wanted, path)}"
    place, own = real(path), None if folder is None else real(folder)
    if own is not None and (own == place or own in place.parents):
        return "this lies in the folder of the run", "name a file outside of it"
    try:
        return _foreign(wanted.kind, path)
    except OSError as error:
        return _cannot_be_written(error)


def _unwritable(path: Path, folder: Path | None) -> Problem | None:
    """Why a file cannot be made, None if it can; without a folder of the run none is made."""
    try:
        if folder is None:
            look_whether_writable(real(path))
        else:
            _try_to_write(path)
    except OSError as error:
        return _cannot_be_written(error)
    return None


def _cannot_be_written(error: OSError) -> Problem:
    return f"this file cannot be written: {error.strerror}", "name a file that can be made"


def _foreign(kind: str, path: Path) -> Problem | None:
    """Why a path that exists will not do, None if it is free or an earlier export of the kind."""
    if path.is_symlink() and not path.exists():
        return "this is a link that leads nowhere", "remove it, or name another file"
    if not path.exists():
        return None
    if not path.is_file():
        return "this is there already, and is no file", "name a file"
    with path.open(encoding="utf-8", errors="replace") as stream:
        begins = stream.read(200)
    in_a_run = all((real(path).parent / name).exists() for name in (FILE_NAME, PROBLEM))
    if in_a_run or not re.match(_OURS[kind], begins):
        message = f"this would overwrite a file that is no {kind} export of pdedsl"
        return message, "name another file, or move that one away"
    return None


def _try_to_write(path: Path) -> None:
    """Make the file and take it away again; where it exists, make one beside it."""
    place = real(path)
    try_to_write(draft(place))
    if not place.exists():
        try_to_write(place)


def _instead(wanted: Export, path: Path) -> str:
    """A name like the one that will not do, where that can be one."""
    suffix = {"latex": ".tex", "table": ".tex"}.get(wanted.kind, f".{wanted.kind}")
    other = f"{path.stem}-{wanted.kind}{suffix}"
    return f", such as {other}" if other.isprintable() and len(other) < 60 else ""


def _same(path: Path, other: Path) -> bool:
    """Whether two paths lead to one file, which need not exist."""
    if real(path) == real(other):
        return True
    try:
        return os.path.samefile(path, other)
    except OSError:
        return False
