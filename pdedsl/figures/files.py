"""Figures as files for papers: PDF and SVG of a column's width, text kept as text."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from pdedsl.errors import DataError
from pdedsl.figures import KINDS
from pdedsl.figures.draw import draw, missing
from pdedsl.figures.look import PAPER, drawn_as, needs_matplotlib
from pdedsl.figures.subject import Subject

MARK = "pdedsl"
"""Who made a file, by which it is known again."""

METADATA: dict[str, dict[str, Any]] = {
    "pdf": {"Creator": MARK, "Producer": None, "CreationDate": None},
    "svg": {"Creator": [MARK], "Date": None},
}


def write_figures(subject: Subject, folder: Path) -> tuple[tuple[Path, ...], tuple[str, ...]]:
    """Write each figure that can be drawn as PDF and SVG into a folder.

    Returns:
        The files, and a sentence for each figure that cannot be drawn.

    Raises:
        PdedslError: matplotlib is not installed.
        DataError: a file cannot be written, or one that no run has made is there.
    """
    needs_matplotlib("--figures")
    reasons = {kind: missing(kind, subject) for kind in KINDS}
    possible = [kind for kind, reason in reasons.items() if reason is None]
    paths = [folder / f"{kind}.{suffix}" for kind in possible for suffix in METADATA]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path in paths:
            _check_ours(path)
        for kind in possible:
            for suffix, content in _contents(kind, subject).items():
                (folder / f"{kind}.{suffix}").write_bytes(content)
    except OSError as error:
        remedy = "give --figures a folder that can be written"
        message = f"cannot be written: {error.strerror}"
        raise DataError(message, where=str(folder), remedy=remedy) from error
    left = tuple(f"no figure of {k}: {reason}" for k, reason in reasons.items() if reason)
    return tuple(paths), left


def _contents(kind: str, subject: Subject) -> dict[str, bytes]:
    """A figure in each format; the same figure makes the same bytes."""
    figure = draw(kind, subject, PAPER)
    found = {}
    with drawn_as(PAPER):
        for suffix, metadata in METADATA.items():
            stream = io.BytesIO()
            figure.savefig(stream, format=suffix, metadata=metadata)
            found[suffix] = stream.getvalue()
    return found


def _check_ours(path: Path) -> None:
    if path.exists() and not (path.is_file() and MARK.encode() in path.read_bytes()):
        message = "this is there already, and no figure of pdedsl"
        raise DataError(message, where=str(path), remedy="give --figures another folder")
