"""HDF5 files, read by h5py: arrays by their path, such as run1/u, or by the last part of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pdedsl.errors import DataError
from pdedsl.fields.readers.source import (
    Source,
    Variable,
    check_size,
    damaged,
    guarded,
    not_one,
    optional,
)

MOST_OBJECTS = 10_000


@contextmanager
def open_hdf5(path: Path) -> Iterator[Source]:
    """The arrays of a file; links to other files are not followed.

    Attributes are used as NetCDF has them: `units`, `_FillValue` and `missing_value` for what is
    missing, `scale_factor` and `add_offset`. Dimensions have the names of their labels or scales.

    Raises:
        DataError: not an HDF5 file, one without arrays, or h5py is not installed.
    """
    h5py = optional("h5py", "HDF5 files")
    with guarded(not_one("an HDF5 file", "write it with h5py, or copy it anew")):
        file = h5py.File(path, "r")
    with file:
        arrays = arrays_of(file, h5py)
        if not arrays:
            raise DataError("the file holds no arrays", where="file", remedy="check what wrote it")

        def load(name: str) -> Variable:
            return read_array(name, arrays[name])

        yield Source(tuple(arrays), load)


def arrays_of(file: Any, h5py: Any) -> dict[str, Any]:
    """The arrays of an open file by name: the last part of the path where only one has it."""
    found: dict[str, Any] = {}

    def visit(path: str, held: Any) -> bool | None:
        if isinstance(held, h5py.Dataset):
            found[path] = held
        return True if len(found) > MOST_OBJECTS else None

    with guarded(damaged("file")):
        file.visititems(visit)
    short = Counter(path.rpartition("/")[2] for path in found)
    names = {path: path.rpartition("/")[2] for path in found}
    return {names[p] if short[names[p]] == 1 else p: held for p, held in found.items()}


def read_array(name: str, held: Any) -> Variable:
    """An array of a file, with what its attributes say of it."""
    with guarded(damaged(name)):
        check_size(name, int(np.prod(held.shape or (0,), dtype=object)), held.dtype.itemsize)
        if held.shape is None:
            raise DataError("the array is empty", where=name, remedy="check the file")
        text = held.dtype.kind == "O" and held.id.get_type().get_class() == _string_class()
        values = held.asstr()[()] if text else held[()]
        attributes = {str(k): held.attrs[k] for k in _USED if k in held.attrs}
        return Variable(
            _decoded(np.asarray(values), attributes), _dims(held), _text(attributes.get("units"))
        )


_USED = ("units", "_FillValue", "missing_value", "scale_factor", "add_offset")


def _string_class() -> int:
    h5t = optional("h5py.h5t", "HDF5 files")
    found: int = h5t.STRING
    return found


def _decoded(values: NDArray[Any], attributes: dict[str, Any]) -> NDArray[Any]:
    """Numbers with NaN for what is missing, scaled as the attributes say."""
    if values.dtype.kind not in "iuf" or len(attributes.keys() - {"units"}) == 0:
        return values
    missing = np.zeros(values.shape, dtype=bool)
    for key in ("_FillValue", "missing_value"):
        for mark in np.ravel(attributes.get(key, ())):
            missing |= values == mark
    scale = float(np.ravel(attributes.get("scale_factor", 1.0))[0])
    offset = float(np.ravel(attributes.get("add_offset", 0.0))[0])
    if scale == 1.0 and offset == 0.0 and not missing.any():
        return values
    return np.where(missing, np.nan, values * scale + offset)


def _dims(held: Any) -> tuple[str, ...] | None:
    """Names of the dimensions, None unless all have one."""
    if not held.ndim:
        return None
    names = []
    for dim in held.dims:
        scales = [scale.name for scale in dim.values()]
        names.append(dim.label or (scales[0].rpartition("/")[2] if scales else ""))
    return tuple(names) if all(names) else None


def _text(value: Any) -> str:
    if isinstance(value, np.ndarray):
        value = value.flat[0] if value.size == 1 else ""
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    return value if isinstance(value, str) else ""
