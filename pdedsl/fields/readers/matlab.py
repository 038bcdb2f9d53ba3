"""MATLAB's `.mat` files: versions 5 to 7 (`matlab5`), and version 7.3 by h5py.

MATLAB has no arrays of one dimension: rows and columns become such, and dimensions of length 1 go.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pdedsl.errors import DataError
from pdedsl.fields.readers import matlab5
from pdedsl.fields.readers.source import (
    Source,
    Variable,
    check_size,
    damaged,
    guarded,
    not_one,
    optional,
)

_HDF5 = b"\x89HDF\r\n\x1a\n"
_NUMBERS = (
    "double", "single", "logical", "int8", "uint8", "int16", "uint16", "int32", "uint32",
    "int64", "uint64",
)  # fmt: skip
_ANEW = "write it with save FILE.mat in MATLAB, or scipy.io.savemat"


@contextmanager
def open_matlab(path: Path) -> Iterator[Source]:
    """The variables of a file, of whichever version it is.

    Raises:
        DataError: not a file of MATLAB, a damaged one, one without variables, or h5py is missing.
    """
    with path.open("rb") as stream:
        begun = stream.read(520)
    modern = begun[512:520] == _HDF5 or begun[:8] == _HDF5
    if not modern and not matlab5.is_level_5(begun):
        raise DataError(
            "not a file of MATLAB, or one of version 4",
            where="file",
            remedy="write it with save(FILE, '-v7') in MATLAB, or scipy.io.savemat",
        )
    with _modern(path) if modern else _classic(path) as source:
        if not source.names:
            raise DataError("the file holds no variables", where="file", remedy=_ANEW)
        yield source


@contextmanager
def _classic(path: Path) -> Iterator[Source]:
    with guarded(not_one("a file of MATLAB", _ANEW)):
        listed = matlab5.entries(path)

    def load(name: str) -> Variable:
        entry = listed[name]
        check_size(name, prod(entry.shape), 8)
        _check_kind(name, entry.kind)
        with guarded(damaged(name)):
            return Variable(_squeezed(matlab5.load(path, entry)))

    yield Source(tuple(listed), load)


@contextmanager
def _modern(path: Path) -> Iterator[Source]:
    h5py = optional("h5py", "MATLAB files of version 7.3")
    with guarded(not_one("a file of MATLAB", _ANEW)):
        file = h5py.File(path, "r")
        names = [n for n in file if not n.startswith("#")]

    def load(name: str) -> Variable:
        with guarded(damaged(name)):
            held = file[name]
            kind = _kind(held, h5py)
            _check_kind(name, kind)
            check_size(name, prod(held.shape or (0,)), held.dtype.itemsize)
            values = held[()].T  # MATLAB counts the first index fastest
            if kind == "char":
                rows = np.atleast_2d(values)
                values = np.array(["".join(map(chr, row)).rstrip() for row in rows], dtype=object)
            return Variable(_squeezed(values))

    with file:
        yield Source(tuple(names), load)


def _kind(held: Any, h5py: Any) -> str:
    """The class of a variable as MATLAB names it."""
    if not isinstance(held, h5py.Dataset):
        return "struct"
    stated = held.attrs.get("MATLAB_class", b"double")
    return stated.decode("ascii", "replace") if isinstance(stated, bytes) else str(stated)


def _check_kind(name: str, kind: str) -> None:
    if kind in (*_NUMBERS, "char", "cell"):
        return
    known = {"struct": "a struct", "sparse": "a sparse matrix", "function": "a function"}
    raise DataError(
        f"this is {known.get(kind, f'an object of class {kind[:40]}')}, not an array of numbers",
        where=name,
        remedy="save each array as a variable of its own; of dates save datenum or seconds(t - t0)",
    )


def _squeezed(values: NDArray[Any]) -> NDArray[Any]:
    """An array without dimensions of length 1, but never a single number."""
    return np.squeeze(values) if values.size > 1 else values.reshape(-1)
