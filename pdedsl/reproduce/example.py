"""`pdedsl example`: a problem of the paper or the gallery as a text beside its data."""

from __future__ import annotations

import io
import sys
import textwrap
from pathlib import Path

import numpy as np

from pdedsl.errors import DataError, PdedslError
from pdedsl.reproduce.gallery import Entry, entries
from pdedsl.reproduce.gallery.entry import NOISE
from pdedsl.reproduce.request import hint
from pdedsl.reproduce.text import text_of

SEED = 0


def example(name: str | None, folder: Path) -> int:
    """Write NAME.pde and NAME.npz, or list the names; the exit code is 0.

    Args:
        name: of a problem, None for a list.
        folder: where both go; it is made if there is none.

    Raises:
        PdedslError: no problem has this name.
        DataError: a file is there already, or cannot be written.
    """
    known = {entry.name: entry for entry in examples()}
    if name is None:
        width = max(map(len, known))
        sys.stdout.writelines(f"{n:{width}}  {entry.title}\n" for n, entry in known.items())
        return 0
    if name not in known:
        raise PdedslError(f"no example is named {name}\n  {hint(name, tuple(known))}")
    _make(folder)
    paths = [folder / f"{name}.{suffix}" for suffix in ("npz", "pde")]
    for path in paths:
        if path.exists() or path.is_symlink():
            raise _taken(path)
    for path, content in zip(paths, (_data(known[name]), text(known[name]).encode()), strict=True):
        _write(path, content)
    data, target = paths
    sys.stdout.write(
        f"written to {target} and {data}\n"
        f"  read it, then: pdedsl check {target}, pdedsl discover {target}\n"
    )
    return 0


def examples() -> tuple[Entry, ...]:
    """All that can be asked for."""
    return entries()


def text(entry: Entry) -> str:
    """The `.pde` text of a problem with what is to be said of it, and the law as `expect`."""
    points = " x ".join([str(entry.points)] * len(entry.coordinates))
    count = "1 sample" if entry.samples == 1 else f"{entry.samples} samples"
    measured = (
        f"{count} on {points} points, made from seed {SEED}, with noise of "
        f"{100 * NOISE:g} % of the spread of each field. `pdedsl example {entry.name}` makes them."
    )
    words = "\n#\n".join(_comment(part) for part in (entry.about, entry.told, measured))
    body = text_of(entry.subject, data=f"{entry.name}.npz")
    return f'{words}\n\ntitle "{entry.title}"\n{body}expect {entry.law.text}\n'


def _comment(words: str) -> str:
    return textwrap.fill(
        words, 96, initial_indent="# ", subsequent_indent="# ", break_on_hyphens=False
    )


def _data(entry: Entry) -> bytes:
    stream = io.BytesIO()
    np.savez_compressed(stream, **entry.run(SEED).measurements())
    return stream.getvalue()


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(folder, error) from error


def _write(path: Path, content: bytes) -> None:
    try:
        with path.open("xb") as stream:
            stream.write(content)
    except FileExistsError as error:
        raise _taken(path) from error
    except OSError as error:
        raise _unwritable(path, error) from error


def _unwritable(path: Path, error: OSError) -> DataError:
    return DataError(f"cannot be written: {error.strerror}", where=str(path), remedy=_REMEDY)


_REMEDY = "name another folder by --folder"


def _taken(path: Path) -> DataError:
    return DataError("is there already", where=str(path), remedy=_REMEDY)
