"""`pdedsl new`: a starter text for a data file."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from pdedsl.errors import DataError, PdedslError
from pdedsl.files import try_to_write, write_whole


def new(data: Path, out: Path | None, *, force: bool) -> int:
    """Write a starter text, and say where; the exit code is 0.

    Args:
        data: the file, in any format that is read.
        out: where the text goes, by default beside it: NAME.pde in the present folder.
        force: overwrite a file that is there.

    Raises:
        PdedslError: the name of the text is wrong.
        DataError: there is a file already, none can be written, or the data cannot be used.
    """
    target = Path(f"{data.stem}.pde") if out is None else out
    if target.suffix != ".pde":
        raise PdedslError(f"--out {target}: a text has a name that ends in .pde")
    _refuse_existing(target, force=force)
    from pdedsl.starter.starting import new as starter

    text = starter(data, beside=target.parent)
    _write(target, text, force=force)
    sys.stdout.write(
        f"written to {target}\n  read it, then: pdedsl check {target}, pdedsl discover {target}\n"
    )
    return 0


def _refuse_existing(target: Path, *, force: bool) -> None:
    if os.path.lexists(target) and not (force and target.is_file()):
        raise _taken(target, force=force)
    try:
        try_to_write(target)
    except OSError as error:
        raise _unwritable(target, error) from error


def _write(target: Path, text: str, *, force: bool) -> None:
    """Write the text; without force never over a file, not even one that has just come."""
    try:
        if force:
            write_whole(target, text)
            return
        with target.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
    except FileExistsError as error:
        raise _taken(target, force=False) from error
    except (OSError, UnicodeEncodeError) as error:
        raise _unwritable(target, error) from error


def _taken(target: Path, *, force: bool) -> DataError:
    what = "is there already" if target.is_file() else "is no file"
    remedy = "name another file by --out" + ("" if force else ", or overwrite it by --force")
    return DataError(what, where=str(target), remedy=remedy)


def _unwritable(target: Path, error: Exception) -> DataError:
    message = f"cannot be written: {getattr(error, 'strerror', None) or error}"
    return DataError(message, where=str(target), remedy="name another file by --out")
