"""NumPy's `.npz` archives and `.npy` arrays: only what is asked for, and never a pickle."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tokenize import TokenError
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pdedsl.errors import DataError
from pdedsl.fields.readers.source import (
    Source,
    Variable,
    check_size,
    damaged,
    not_one,
    reason,
)

_AS_FLOAT = "float64: array.astype(float); names are stored by array.astype(str)"
_BROKEN = (
    OSError, ValueError, TypeError, KeyError, EOFError, MemoryError, OverflowError, RuntimeError,
    SyntaxError, TokenError, zipfile.BadZipFile, zlib.error,
)  # fmt: skip


@contextmanager
def open_archive(path: Path) -> Iterator[Source]:
    """The arrays of an `.npz` archive; `u_dims` beside u names the dimensions of u.

    Raises:
        DataError: not a zip file, a broken one, or one without arrays.
    """
    try:
        file = zipfile.ZipFile(path)
    except _BROKEN as error:
        begun = _begins_like_one(path)
        what = "a damaged" if begun else "not an"
        remedy = "copy or make it anew" if begun else "write it with numpy.savez_compressed"
        message = f"{what} .npz archive ({reason(error)})"
        raise DataError(message, where="file", remedy=remedy) from error
    with file:
        members = {
            info.filename.removesuffix(".npy"): info
            for info in file.infolist()
            if info.filename.endswith(".npy")
        }
        if not members:
            raise DataError(
                "the archive holds no arrays",
                where="file",
                remedy="write it with numpy.savez_compressed, one name for each array",
            )

        def array(name: str) -> NDArray[Any]:
            check_size(name, members[name].file_size, 1)
            try:
                with file.open(members[name]) as stream:
                    return np.lib.format.read_array(stream, allow_pickle=False)
            except _BROKEN as error:
                raise _unreadable(name, error) from error

        def load(name: str) -> Variable:
            beside = f"{name}_dims"
            return Variable(array(name), names_of(array(beside)) if beside in members else None)

        yield Source(tuple(members), load)


@contextmanager
def open_array(path: Path) -> Iterator[Source]:
    """The columns of an `.npy` file: of records by their names, else column_1, column_2 and so on.

    Raises:
        DataError: not an array, pickled objects, or neither records nor two dimensions.
    """
    try:
        array = np.lib.format.open_memmap(path, mode="r")
    except _BROKEN as error:
        if "Python objects" in str(error):
            raise _unreadable("file", error) from error
        remedy = "write it with numpy.save"
        raise not_one("an .npy array", remedy)(error) from error
    if array.dtype.names is not None and array.ndim == 1:
        columns = {name: array[name] for name in array.dtype.names}
    elif array.dtype.names is None and array.ndim == 2:
        columns = {f"column_{k}": column for k, column in enumerate(array.T, start=1)}
    else:
        raise DataError(
            f"an array of shape {array.shape} has no names for coordinates and fields",
            where="file",
            remedy="store axes and fields by name: numpy.savez_compressed(FILE, t=t, x=x, u=u)",
        )
    yield Source(tuple(columns), lambda name: Variable(columns[name]), table=True)


def names_of(array: NDArray[Any]) -> tuple[str, ...]:
    """Names of dimensions from an array of text."""
    return tuple(str(label) for label in np.ravel(array))


def _begins_like_one(path: Path) -> bool:
    try:
        with path.open("rb") as stream:
            return stream.read(4) == b"PK\x03\x04"
    except OSError:
        return False


def _unreadable(name: str, error: Exception) -> DataError:
    if "allow_pickle" in str(error) or "Python objects" in str(error):
        message = "the array holds pickled Python objects, which may run code and are not read"
        kind = "text: array.astype(str)" if name.endswith("_dims") else _AS_FLOAT
        return DataError(message, where=name, remedy=f"store it as {kind}")
    return damaged(name)(error)
