"""Whether a file can be written, tried before what is to be in it has been computed."""

from __future__ import annotations

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
