"""`pdedsl check --json`: mistakes or the problem as understood, for editors and other programs.

Data are not read: a text is checked by itself, and quickly.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pdedsl.errors import Mistake, PdedslError, SpecificationError
from pdedsl.language import (
    Specification,
    classify_equation,
    notes,
    parse,
    parse_file,
    refuse_out_of_reach,
)
from pdedsl.language import with_overrides as overridden
from pdedsl.language.source import received

SCHEMA = 1
"""Raised where a name or meaning changes; new names may come without."""

STANDARD_INPUT = "-"


def check_file(name: str, overrides: Mapping[str, str]) -> int:
    """Print the record of a file, or of standard input for "-", and return the exit code."""
    from pdedsl.report.problem_record import problem_record

    shown = "<stdin>" if name == STANDARD_INPUT else name
    try:
        specification = _read(name, shown)
        if overrides:
            specification = overridden(specification, overrides)
        refuse_out_of_reach(specification)
        if specification.exports:
            from pdedsl.report.exports import check_exports

            check_exports(specification, Path(shown))
        found = [_placed("note", note, shown) for note in notes(specification)]
        return _print(shown, problem=problem_record(specification), notes=found)
    except PdedslError as error:
        return _print(shown, error)


def check_equation(text: str) -> int:
    """Print the record of an equation, and return the exit code."""
    from pdedsl.report.problem_record import equation_record

    try:
        return _print("<text>", equation=equation_record(classify_equation(text)))
    except PdedslError as error:
        return _print("<text>", error)


def print_error(name: str, error: PdedslError) -> int:
    """Print the record of a command that could not be understood, and return the exit code."""
    return _print(name, error)


def _read(name: str, shown: str) -> Specification:
    if name == STANDARD_INPUT:
        return parse(received(sys.stdin.buffer, shown), shown)
    return parse_file(Path(name))


def _print(name: str, error: PdedslError | None = None, **found: Any) -> int:
    record = {
        "schema": SCHEMA,
        "file": name,
        "valid": error is None,
        "mistakes": [] if error is None else _mistakes(error, name),
        "notes": [],
        "problem": None,
        "equation": None,
        **found,
    }
    sys.stdout.write(json.dumps(record, indent=2, allow_nan=False) + "\n")
    return 0 if error is None else error.exit_code


def _mistakes(error: PdedslError, name: str) -> list[dict[str, Any]]:
    if isinstance(error, SpecificationError):
        return [_placed("error", mistake, error.name) for mistake in error.mistakes]
    message, _, remedy = str(error).partition("\n")
    return [_placed("error", Mistake(message, None, remedy.strip() or None), name)]


def _placed(severity: str, mistake: Mistake, name: str) -> dict[str, Any]:
    from pdedsl.report.problem_record import place

    return {
        "severity": severity,
        "message": mistake.message,
        "remedy": mistake.remedy,
        "file": name,
        **place(mistake.span),
    }
