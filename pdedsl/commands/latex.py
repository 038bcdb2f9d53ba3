"""`pdedsl latex`: the equation of a run, or a small paper about it."""

from __future__ import annotations

import sys
from pathlib import Path

from pdedsl.commands import NOT_IDENTIFIED
from pdedsl.commands.streams import encodable
from pdedsl.discovery import Discovery
from pdedsl.errors import DataError
from pdedsl.files import write_whole


def latex(run: Path) -> int:
    """Print the equation and return the exit code.

    Raises:
        DataError: the run cannot be read, or has no equation where it should.
        PdedslError: standard output has not all of its characters.
    """
    found = _loaded(run)
    if found.equations:
        sys.stdout.write(encodable(found.latex()) + "\n")
    return _told(found)


def write_paper(run: Path, out: Path | None) -> int:
    """Write `paper.tex` and `references.bib`, and return the exit code.

    Args:
        run: folder of a run, or its `result.json`.
        out: folder for the files, None for `paper` in the folder of the run.

    Raises:
        DataError: the run cannot be read, or a file not be written or replaced.
    """
    from pdedsl.report.paper.document import paper

    found = _loaded(run)
    folder = out or (run if run.is_dir() else run.parent) / "paper"
    files = {folder / name: text for name, text in paper(found).items()}
    try:
        for path, text in files.items():
            _check_ours(path, text)
        folder.mkdir(parents=True, exist_ok=True)
        for path, text in files.items():
            write_whole(path, text)
            sys.stderr.write(f"written to {path}\n")
    except OSError as error:
        remedy = "give --out a folder that can be written"
        message = f"cannot be written: {error.strerror}"
        raise DataError(message, where=str(folder), remedy=remedy) from error
    return _told(found)


def _loaded(run: Path) -> Discovery:
    found = Discovery.load(run)
    if found.verdict != "not identified" and not found.equations:
        message = f'the verdict is "{found.verdict}", but the record has no equation'
        raise DataError(message, where=str(run), remedy="run `pdedsl discover` again")
    return found


def _told(found: Discovery) -> int:
    if found.verdict != "not identified":
        return 0
    sys.stderr.write(f"not identified: {found.reason}\n")
    return NOT_IDENTIFIED


def _check_ours(path: Path, text: str) -> None:
    """Refuse to replace a file that does not begin as ours do."""
    mark = text.partition("\n")[0]
    if path.exists():
        with path.open(encoding="utf-8", errors="replace") as stream:
            if stream.read(len(mark)) == mark:
                return
        message = "this is there already, and was not written by pdedsl latex --paper"
        raise DataError(message, where=str(path), remedy="give --out another folder")
