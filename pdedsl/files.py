"""Files written in one step, and tried before what is to be in them has been computed."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path


def try_to_write(path: Path) -> None:
    """Make the folders and the file, and take the file away again; open one that exists.

    Raises:
        OSError: the file could not be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists():
        with path.open("a"):
            return
    with path.open("x"):
        pass
    path.unlink()


def look_whether_writable(path: Path) -> None:
    """What `try_to_write` would find, as far as it can be seen without touching anything.

    Raises:
        OSError: the file could not be written.
    """
    place = path
    while not place.exists() and place != place.parent:
        place = place.parent
    if place != path and not place.is_dir():
        number = errno.EEXIST if place == path.parent else errno.ENOTDIR
        raise OSError(number, os.strerror(number))
    if not os.access(place, os.W_OK):
        raise OSError(errno.EACCES, os.strerror(errno.EACCES))


def write_whole(path: Path, text: str) -> None:
    """Write beside the file first, so that a reader sees the old text or the new one.

    A link stays a link to the file that is written, and a file keeps its permissions.

    Raises:
        OSError: the file could not be written; it is what it was.
    """
    path = real(path)
    beside = draft(path)
    try:
        with beside.open("w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        if path.exists():
            shutil.copymode(path, beside)
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)


def draft(path: Path) -> Path:
    """Where `write_whole` writes first."""
    return path.with_name(f".export-{os.getpid()}")


def real(path: Path) -> Path:
    """The file that a path leads to, which need not exist."""
    return Path(os.path.realpath(path))
