"""The folder of a run: written whole or not at all, and never over another."""

from __future__ import annotations

import csv
import io
import os
import tempfile
from itertools import count
from pathlib import Path

from pdedsl.discovery import Discovery
from pdedsl.errors import DataError
from pdedsl.language import parse, parse_equation
from pdedsl.report.journal import SUFFIX
from pdedsl.report.latex import latex_document_fragment, latex_table, table_rows

PROBLEM = "problem.pde"
FRONT = ("equation", "complexity", "loss", "evidence", "chi2_per_dof")
"""Columns of the table of rivals."""


def new_folder(file: Path, wanted: Path | None) -> Path:
    """The folder a run goes to: the one wanted if it is free, or the next free number.

    Whether it can be written is tried before the run, not after.

    Raises:
        DataError: the wanted folder exists and is not empty, or none can be made there.
    """
    folder = _free(file) if wanted is None else wanted
    try:
        if folder.is_symlink():
            remedy = "give --out the folder itself, or one that does not exist"
            raise DataError("this is a link", where=str(folder), remedy=remedy)
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            remedy = "give --out a folder that does not"
            raise DataError("exists already", where=str(folder), remedy=remedy)
        _try_to_make(folder)
        return folder
    except OSError as error:
        raise DataError(
            f"cannot be written: {error.strerror}",
            where=str(folder),
            remedy="give --out a folder that can",
        ) from error


def _try_to_make(folder: Path) -> None:
    """Make what `write` will make, and take it away again."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".run-") as hidden:
        made = Path(hidden) / "run"
        made.mkdir()
        if not folder.exists():
            os.replace(made, folder)
            folder.rmdir()


def _free(file: Path) -> Path:
    for number in count(1):
        folder = Path("runs") / f"{file.stem}-{number}"
        if not folder.exists() and not folder.with_name(folder.name + SUFFIX).exists():
            return folder
    raise AssertionError("numbers do not end")


def write(found: Discovery, folder: Path) -> Path:
    """Write all files of a run beside the folder, move them there in one step, and say where.

    Where another run has taken the folder in the meantime, it is the next free number beside it.

    Raises:
        DataError: it cannot be written there.
    """
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".run-") as hidden:
            made = Path(hidden) / "run"
            made.mkdir()
            found.save(made)
            for name, text in _texts(found).items():
                (made / name).write_text(text, encoding="utf-8")
            return _moved(made, folder)
    except OSError as error:
        raise DataError(f"cannot be written: {error.strerror}", where=str(folder)) from error


def _moved(made: Path, folder: Path) -> Path:
    for number in count(1):
        place = folder if number == 1 else folder.with_name(f"{folder.name}-{number}")
        if place.is_dir() and not any(place.iterdir()):
            place.rmdir()
        if not os.path.lexists(place):
            os.replace(made, place)
            return place
    raise AssertionError("numbers do not end")


def _texts(found: Discovery) -> dict[str, str]:
    texts = {PROBLEM: found.specification, "front.csv": front_text(found)}
    if found.residuals:
        texts["residuals.csv"] = found.residuals
    if found.equations:
        texts |= {"equation.tex": equation_text(found), "table.tex": table_text(found)}
    return texts


def equation_text(found: Discovery) -> str:
    """The equations in LaTeX, ready for `\\input`."""
    return latex_document_fragment([e.latex for e in found.equations])


def table_text(found: Discovery) -> str:
    """Terms, coefficients and standard errors as a LaTeX table, one for each of the equations."""
    specification = parse(found.specification)
    problems = {p.equation_name: p.problem for p in specification.parts}
    tables = []
    for equation in found.equations:
        problem = problems.get(equation.name, specification.problem)
        pde = parse_equation(equation.text, problem)
        errors = [b.standard_error for b in equation.bound]
        units = [b.unit for b in equation.bound]
        table = latex_table(table_rows(pde, problem.coordinate_symbols, errors, units))
        tables.append(table if len(found.names) == 1 else f"% {equation.name}\n{table}")
    return "\n".join(tables)


def front_text(found: Discovery) -> str:
    """The rivals as CSV, with the names of the columns first; for several equations theirs, too."""
    out, several = io.StringIO(), len(found.names) > 1
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(["name", *FRONT] if several else FRONT)
    for r in found.front:
        values = (r.text, r.complexity, r.loss, r.evidence, r.chi2_per_dof)
        rows.writerow([r.name, *values] if several else values)
    return out.getvalue()
