"""`pdedsl fmt`: files in canonical layout."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from pdedsl.errors import DataError, PdedslError
from pdedsl.files import write_whole
from pdedsl.language import format_text
from pdedsl.language.source import read, received

STANDARD_INPUT = "-"
WOULD_CHANGE = 1


def fmt(names: Sequence[str], *, check: bool) -> int:
    """Put each file into canonical layout, and say which have changed.

    A file with mistakes is left as it is, its mistakes are told, and the others are done.

    Args:
        names: of files; "-" is standard input, whose layout goes to standard output.
        check: write nothing; the exit code tells whether anything would change.

    Returns:
        0, 1 with `check` if a layout is not canonical, and the exit code of an error, if any.
    """
    codes = [0]
    for name in names:
        try:
            codes.append(_one(name, check=check))
        except PdedslError as error:
            sys.stderr.write(f"{error}\n")
            codes.append(error.exit_code)
    return max(codes)


def _one(name: str, *, check: bool) -> int:
    if name == STANDARD_INPUT:
        before, shown = received(sys.stdin.buffer), "<stdin>"
    else:
        before, shown = read(Path(name)), name
    after = format_text(before, shown)
    if check:
        if after == before:
            return 0
        sys.stderr.write(f"{shown}: would change\n")
        return WOULD_CHANGE
    if name == STANDARD_INPUT:
        sys.stdout.buffer.write(after.encode("utf-8"))
    elif after != before:
        try:
            write_whole(Path(name), after)
        except OSError as error:
            raise DataError(f"cannot be written: {error.strerror}", where=name) from error
        sys.stderr.write(f"{name}: changed\n")
    return 0
