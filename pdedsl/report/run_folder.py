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

    Raises:
        DataError: the wanted folder exists and is not empty.
    """
    if wanted is not None:
        if wanted.exists() and (not wanted.is_dir() or any(wanted.iterdir())):
            raise DataError(
                "exists already", where=str(wanted), remedy="give --out a folder that does not"
            )
        return wanted
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

    Raises:
        DataError: one cannot be written.
    """
    for wanted in parse(found.specification).exports:
        path = file.parent / wanted.path
        try:
            path.write_text(latex_document_fragment([found.latex()]), encoding="utf-8")
        except OSError as error:
            raise DataError(f"cannot be written: {error.strerror}", where=str(path)) from error


def _texts(found: Discovery) -> dict[str, str]:
    texts = {"problem.pde": found.specification, "front.csv": _front(found)}
    if found.equations:
        problem = parse(found.specification).problem
        texts["equation.tex"] = latex_document_fragment([e.latex for e in found.equations])
        first = found.equations[0]
        pde = parse_equation(first.text, problem)
        errors = [b.standard_error for b in first.bound]
        texts["table.tex"] = latex_table(table_rows(pde, problem.coordinate_symbols, errors))
    return texts


def _front(found: Discovery) -> str:
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(["equation", "complexity", "loss", "evidence", "chi2_per_dof"])
    for r in found.front:
        rows.writerow([r.text, r.complexity, r.loss, r.evidence, r.chi2_per_dof])
    return out.getvalue()
