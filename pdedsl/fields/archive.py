"""Reading `.npz` archives: only the arrays asked for, never a pickle, never more than fits."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tokenize import TokenError

import numpy as np
from numpy.typing import NDArray

from pdedsl.errors import DataError

LARGEST_ARRAY = 2**30  # bytes after decompression
_AS_FLOAT = "float64: array.astype(float); names are stored by array.astype(str)"
_BROKEN = (
    OSError, ValueError, TypeError, KeyError, EOFError, MemoryError, OverflowError, RuntimeError,
    SyntaxError, TokenError, zipfile.BadZipFile, zlib.error,
)  # fmt: skip


class Archive(Mapping[str, NDArray[np.generic]]):
    """Arrays of an open archive by name, in the order of the file, read when asked for."""

    def __init__(self, file: zipfile.ZipFile) -> None:
        self._file = file
        members = [info for info in file.infolist() if info.filename.endswith(".npy")]
        self._members = {info.filename.removesuffix(".npy"): info for info in members}

    def __iter__(self) -> Iterator[str]:
        return iter(self._members)

    def __len__(self) -> int:
        return len(self._members)

    def __contains__(self, name: object) -> bool:
        return name in self._members

    def __getitem__(self, name: str) -> NDArray[np.generic]:
        member = self._members[name]
        if member.file_size > LARGEST_ARRAY:
            raise DataError(
                f"the array takes {member.file_size / 2**30:.1f} GiB",
                where=name,
                remedy="store the part that is needed, or every second point",
            )
        try:
            with self._file.open(member) as stream:
                return np.lib.format.read_array(stream, allow_pickle=False)
        except _BROKEN as error:
            raise _unreadable(name, error) from error


@contextmanager
def open_archive(path: Path) -> Iterator[Archive]:
    """The arrays of an archive, as long as the `with` block lasts.

    Raises:
        DataError: not a zip file, a broken one, or one without arrays.
    """
    try:
        file = zipfile.ZipFile(path)
    except _BROKEN as error:
        begun = _begins_like_one(path)
        what = "a damaged" if begun else "not an"
        remedy = "copy or make it anew" if begun else "write it with numpy.savez_compressed"
        message = f"{what} .npz archive ({_reason(error)})"
        raise DataError(message, where="file", remedy=remedy) from error
    with file:
        archive = Archive(file)
        if not archive:
            raise DataError(
                "the archive holds no arrays",
                where="file",
                remedy="write it with numpy.savez_compressed, one name for each array",
            )
        yield archive


def _begins_like_one(path: Path) -> bool:
    try:
        with path.open("rb") as stream:
            return stream.read(4) == b"PK\x03\x04"
    except OSError:
        return False


def _unreadable(name: str, error: Exception) -> DataError:
    if "allow_pickle" in str(error):
        message = "the array holds pickled Python objects, which may run code and are not read"
        kind = "text: array.astype(str)" if name.endswith("_dims") else _AS_FLOAT
        return DataError(message, where=name, remedy=f"store it as {kind}")
    return DataError(
        f"the array cannot be read ({_reason(error)})",
        where=name,
        remedy="the file is damaged: make or copy it anew",
    )


def _reason(error: Exception) -> str:
    lines = str(error).splitlines()
    return lines[0] if lines else type(error).__name__
