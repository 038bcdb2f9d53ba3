"""The folder of a run: written whole or not at all, and never over another."""

from __future__ import annotations

import csv
import io
import os
import tempfile
from pathlib import Path

from pdedsl.discovery import Discovery
from pdedsl.errors import DataError
from pdedsl.language import parse, parse_equation
from pdedsl.report.latex import latex_document_fragment, latex_table, table_rows


def new_folder(file: Path, wanted: Path | None) -> Path:
    """The folder a run goes to: the one wanted if it is free, or the next free number.

    Whether it can be written is tried before the run, not after.

    Raises:
        DataError: the wanted folder exists and is not empty, or none can be made there.
    """
    folder = _free(file) if wanted is None else wanted
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise DataError(
            "exists already", where=str(folder), remedy="give --out a folder that does not"
        )
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".run-"):
            return folder
    except OSError as error:
        raise DataError(
            f"cannot be written: {error.strerror}",
            where=str(folder),
            remedy="give --out a folder that can",
        ) from error


def _free(file: Path) -> Path:
    number = 1
    while (Path("runs") / f"{file.stem}-{number}").exists():
        number += 1
    return Path("runs") / f"{file.stem}-{number}"


def write(found: Discovery, folder: Path) -> None:
    """Write all files of a run beside the folder and move them there in one step.

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
            if folder.is_dir():
                folder.rmdir()
            os.replace(made, folder)
    except OSError as error:
        raise DataError(f"cannot be written: {error.strerror}", where=str(folder)) from error


def export(found: Discovery, file: Path) -> None:
    """Write the files that the specification's `export` statements name, beside it.

    A kind that needs an equation is left out where none was found.

    Raises:
        DataError: one cannot be written.
    """
    for wanted in parse(found.specification).exports:
        path = file.parent / wanted.path
        text = _exported(found, wanted.kind)
        if text is None:
            continue
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        except OSError as error:
            raise DataError(f"cannot be written: {error.strerror}", where=str(path)) from error


def _exported(found: Discovery, kind: str) -> str | None:
    """The text of an export of a kind, None where there is no equation to write."""
    if kind == "csv":
        return _front(found)
    if kind == "json":
        return found.to_json()
    if not found.equations:
        return None
    return _equation(found) if kind == "latex" else _table(found)


def _texts(found: Discovery) -> dict[str, str]:
    texts = {"problem.pde": found.specification, "front.csv": _front(found)}
    if found.residuals:
        texts["residuals.csv"] = found.residuals
    if found.equations:
        texts |= {"equation.tex": _equation(found), "table.tex": _table(found)}
    return texts


def _equation(found: Discovery) -> str:
    return latex_document_fragment([e.latex for e in found.equations])


def _table(found: Discovery) -> str:
    problem = parse(found.specification).problem
    first = found.equations[0]
    pde = parse_equation(first.text, problem)
    errors = [b.standard_error for b in first.bound]
    return latex_table(table_rows(pde, problem.coordinate_symbols, errors))


def _front(found: Discovery) -> str:
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(["equation", "complexity", "loss", "evidence", "chi2_per_dof"])
    for r in found.front:
        rows.writerow([r.text, r.complexity, r.loss, r.evidence, r.chi2_per_dof])
    return out.getvalue()
