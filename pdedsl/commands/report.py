"""`pdedsl report`: a run as a page of HTML, and its figures for papers."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

from pdedsl.discovery import Discovery
from pdedsl.errors import DataError
from pdedsl.files import write_whole

PAGE = "report.html"


def report(run: Path, out: Path | None, figures: Path | None) -> int:
    """Write the page, or the figures, or both where both are asked for; return the exit code.

    Args:
        run: folder of a run, or its `result.json`.
        out: file of the page; None for `report.html` in the folder, if no figures are asked for.
        figures: folder for the figures, None for none.

    Raises:
        PdedslError: figures are asked for without matplotlib.
        DataError: the run cannot be read, or something cannot be written.
    """
    found = Discovery.load(run)
    if figures is not None:
        _write_figures(found, figures)
    if figures is None or out is not None:
        folder = run if run.is_dir() else run.parent
        _write_page(found, out or folder / PAGE)
    return 0


def _write_figures(found: Discovery, folder: Path) -> None:
    from pdedsl.figures.files import write_figures
    from pdedsl.figures.run import subject_of

    written, left = write_figures(subject_of(found), folder)
    _tell(*left, *(f"written to {path}" for path in written))


def _write_page(found: Discovery, path: Path) -> None:
    from pdedsl.report.page.whole import GENERATOR, page

    try:
        if path.exists() and not (path.is_file() and GENERATOR in _beginning(path)):
            message = "this is there already, and no report of pdedsl"
            raise DataError(message, where=str(path), remedy="give --out another file")
        drawn = find_spec("matplotlib") is not None
        if not drawn:
            _tell('without figures: matplotlib is not installed\n  pip install "pdedsl[plots]"')
        text = page(found, drawn=drawn)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text)
    except OSError as error:
        remedy = "give --out a file that can be written"
        message = f"cannot be written: {error.strerror}"
        raise DataError(message, where=str(path), remedy=remedy) from error
    _tell(f"written to {path}")


def _beginning(path: Path) -> str:
    with path.open(encoding="utf-8", errors="replace") as stream:
        return stream.read(2000)


def _tell(*lines: str) -> None:
    for line in lines:
        sys.stderr.write(f"{line}\n")
