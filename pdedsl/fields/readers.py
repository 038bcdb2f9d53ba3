"""Readers: `.npz` archives, `.csv` tables and mappings of arrays become one `Dataset`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pdedsl.errors import DataError
from pdedsl.fields.archive import open_archive
from pdedsl.fields.arrays import Array, as_float, nearest
from pdedsl.fields.binding import Binding
from pdedsl.fields.csv_table import read_table
from pdedsl.fields.dataset import Dataset
from pdedsl.fields.gridded import gridded_dataset
from pdedsl.fields.rows import Table, table_dataset

LARGEST_TABLE = 2**30  # bytes
LONGEST_PATH = 160  # characters, in messages


def read(path: str | os.PathLike[str], binding: Binding) -> Dataset:
    """Read a data file by the names of its arrays or columns.

    An `.npz` archive follows `from_mapping`. A `.csv` file is a long table: a header row with the
    names, one row a point, rows in any order, `#` for comments. Rows that fill a grid become a
    `Sample`, others a `ScatteredSample`. Pickles are never read.

    Raises:
        DataError: the file cannot be read, a name is missing, or the data cannot be used; the
            message says which file, array and place, and what to do.
    """
    file = Path(path)
    try:
        _check_file(file)
        if file.suffix.lower() == ".csv":
            return table_dataset(read_table(file, binding), binding)
        with open_archive(file) as archive:
            return from_mapping(archive, binding)
    except DataError as error:
        where = _shown(file) if error.where in ("", "file") else f"{_shown(file)}: {error.where}"
        raise DataError(error.message, where=where, remedy=error.remedy) from error


def from_mapping(mapping: Mapping[str, ArrayLike], binding: Binding) -> Dataset:
    """Make a data set of arrays held by name (a dict, a data frame, an archive).

    Two forms are understood. Arrays on axes: each coordinate is an axis (n_i,), each field an
    array with one dimension for every coordinate, and one for the samples if `binding.sample`
    names an axis. Which dimension is which is told by `u_dims` beside u, else by their lengths,
    else by the order of the axes in the mapping (see `layout`); `Dataset.notes` says how.
    Long table: all bound arrays have one and the same shape and hold one point an entry.

    Raises:
        DataError: as `read`.
    """
    arrays = _bound_arrays(mapping, binding)
    if _is_table(arrays, binding):
        return table_dataset(_table(arrays, binding), binding)
    return gridded_dataset(arrays, binding)


def _bound_arrays(mapping: Mapping[str, ArrayLike], binding: Binding) -> dict[str, ArrayLike]:
    """The arrays that are used, each read once, in the order of the data."""
    every = getattr(mapping, "variables", mapping)  # where xarray keeps coordinates and fields
    binding.require(every.keys(), "array")
    fields = [binding.theirs(name) for name in binding.fields]
    wanted = {*fields, *(f"{name}_dims" for name in fields)}
    wanted |= {binding.theirs(name) for name in binding.coordinates}
    wanted |= set() if binding.sample is None else {binding.sample}
    arrays = {name: every[name] for name in every.keys() if name in wanted}  # noqa: SIM118
    for name, values in arrays.items():
        _check_rectangular(name, values)
    return arrays


def _check_rectangular(name: str, values: ArrayLike) -> None:
    try:
        np.shape(values)
    except ValueError as error:
        raise DataError(
            f"not an array ({error})", where=name, remedy="make all its rows equally long"
        ) from error


def _is_table(mapping: Mapping[str, ArrayLike], binding: Binding) -> bool:
    """Whether all bound arrays have one shape, where arrays on axes would not."""
    bound = [binding.theirs(n) for n in (*binding.coordinates, *binding.fields)]
    bound += [binding.sample] if binding.sample is not None else []
    shapes = {np.shape(mapping[name]) for name in bound}
    dimensions = len(binding.coordinates) + (binding.sample is not None)
    return len(shapes) == 1 and (dimensions > 1 or len(shapes.pop()) > 1)


def _table(mapping: Mapping[str, ArrayLike], binding: Binding) -> Table:
    def columns(names: tuple[str, ...]) -> list[Array]:
        return [as_float(n, mapping[binding.theirs(n)]).ravel() for n in names]

    points = np.stack(columns(binding.coordinates), axis=1)
    values = np.stack(columns(binding.fields), axis=1)
    return Table(points, values, _labels(mapping, binding), np.arange(len(points)))


def _labels(mapping: Mapping[str, ArrayLike], binding: Binding) -> NDArray[np.generic] | None:
    if binding.sample is None:
        return None
    labels = np.ravel(np.asarray(mapping[binding.sample]))
    if labels.dtype.kind == "f" and np.isnan(labels).any():
        row = int(np.argmax(np.isnan(labels)))
        raise DataError(
            f"row {row}: the label is missing",
            where=binding.sample,
            remedy="give every row its sample",
        )
    return labels.astype(str) if labels.dtype.kind == "O" else labels


def _shown(file: Path) -> str:
    """The path as messages have it, the middle left out where it is very long."""
    text = "".join(c if c.isprintable() else "?" for c in str(file))
    return text if len(text) <= LONGEST_PATH else f"{text[:60]}...{text[-60:]}"


def _check_file(file: Path) -> None:
    try:
        _check_path(file)
        size = file.stat().st_size
    except (OSError, ValueError) as error:
        raise DataError(
            f"no such file can be there: {getattr(error, 'strerror', None) or error}",
            where="file",
            remedy="name an .npz or .csv file",
        ) from error
    if size == 0:
        raise DataError("the file is empty", where="file", remedy="make or copy it anew")
    if size > LARGEST_TABLE:
        raise DataError(
            f"the file has {size / 2**30:.1f} GiB",
            where="file",
            remedy="store the part that is needed, or every second point",
        )


def _check_path(file: Path) -> None:
    if file.is_symlink() and not file.exists():
        remedy = "correct the link, or name the file itself"
        raise DataError("this is a link that leads nowhere", where="file", remedy=remedy)
    if not file.exists():
        raise DataError("no such file", where="file", remedy=_where_instead(file))
    if not file.is_file():
        what = "a folder" if file.is_dir() else "a device or pipe"
        remedy = "name an .npz or .csv file"
        raise DataError(f"this is {what}, not a file", where="file", remedy=remedy)
    if file.suffix.lower() not in (".npz", ".csv"):
        raise DataError(
            f"files of type {file.suffix or '(none)'} are not read",
            where="file",
            remedy="write an .npz archive (numpy.savez_compressed) or a .csv table",
        )


def _where_instead(file: Path) -> str:
    folder = file.parent
    if not folder.is_dir():
        return f"there is no folder {folder}"
    here = sorted(f.name for f in folder.iterdir() if f.suffix.lower() in (".npz", ".csv"))
    guess = nearest(file.name, here)
    return (
        f"did you mean {guess}?" if guess else f"data files in {folder}: {', '.join(here) or '-'}"
    )
