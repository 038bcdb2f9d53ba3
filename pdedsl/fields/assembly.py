"""From files and objects of Python to one `Dataset`, whichever form the data have."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pdedsl.errors import DataError
from pdedsl.fields.binding import Binding
from pdedsl.fields.bound import SAMPLE, Bound, bind
from pdedsl.fields.dataset import Dataset
from pdedsl.fields.gridded import gridded_dataset
from pdedsl.fields.readers.memory import source_of
from pdedsl.fields.readers.paths import checked_format, shown_path
from pdedsl.fields.readers.source import Source
from pdedsl.fields.rows import Table, table_dataset
from pdedsl.fields.wide import unfolded


def read(path: str | os.PathLike[str], binding: Binding) -> Dataset:
    """Read a data file by the names of its arrays or columns.

    The suffix tells the format (`readers.registry`). Pickles are never read. What the arrays mean
    is found out as `from_mapping` does.

    Raises:
        DataError: the file cannot be read, a name is missing, or the data cannot be used; the
            message says which file, array and place, and what to do.
    """
    file = Path(path)
    try:
        with checked_format(file).open(file) as source:
            return dataset(source, binding)
    except DataError as error:
        shown = shown_path(file)
        where = shown if error.where in ("", "file") else f"{shown}: {error.where}"
        raise DataError(error.message, where=where, remedy=error.remedy) from error


def from_mapping(data: Any, binding: Binding) -> Dataset:
    """Make a data set of arrays held by name: a mapping, a data frame, an xarray Dataset.

    Three forms are understood. Arrays on axes: each coordinate is an axis (n_i,), each field an
    array with one dimension for every coordinate, and one for the samples if `binding.sample`
    names an axis. Which dimension is which is told by names of dimensions, else by their lengths,
    else by the order of the axes in the data (see `layout`); `Dataset.notes` says how.
    Long table: the columns of a table, or arrays that all have one shape, hold one point an entry;
    so do coordinates of several dimensions. Wide table: see `wide`.

    Raises:
        DataError: as `read`.
    """
    return dataset(source_of(data, binding), binding)


def dataset(source: Source, binding: Binding) -> Dataset:
    """The data set of a source."""
    samples = [] if binding.sample not in source.lengths else [str(binding.sample)]
    binding.require([*source.names, *samples], source.kind)
    if binding.columns is not None:
        source, binding = unfolded(source, binding)
    bound = bind(source, binding)
    table = _table(bound, binding, source) if _is_table(bound, source) else None
    return gridded_dataset(bound, binding) if table is None else table_dataset(table, binding)


def _is_table(bound: Bound, source: Source) -> bool:
    """Whether all arrays have one shape, where arrays on axes would not, or axes are no lines."""
    if source.table:
        return True
    shapes = {values.shape for values in bound.arrays.values()}
    dimensions = len(bound.coordinates) + (bound.labels is not None)
    if len(shapes) == 1:
        return dimensions > 1 or len(shapes.pop()) > 1
    return any(values.ndim > 1 for values in bound.coordinates.values())


def _table(bound: Bound, binding: Binding, source: Source) -> Table | None:
    """All arrays as columns, None if they cannot be brought to the shape of the fields."""
    first = bound.fields[binding.fields[0]]
    target, dims = first.shape, bound.dims[binding.fields[0]]
    columns = {
        name: _column(values, bound.dims[name], target, dims)
        for name, values in (bound.arrays | bound.inputs).items()
    }
    lost = next((name for name, column in columns.items() if column is None), None)
    if lost is not None and source.table:
        raise DataError(
            f"the column has shape {(bound.arrays | bound.inputs)[lost].shape}, others {target}",
            where=lost,
            remedy="make all columns equally long",
        )
    found = {name: column for name, column in columns.items() if column is not None}
    if lost is not None:
        return None
    lines = source.lines
    return Table(
        np.stack([found[name] for name in binding.coordinates], axis=1),
        np.stack([found[name] for name in binding.fields], axis=1),
        np.array([found[name] for name in binding.inputs]).reshape(-1, first.size).T,
        found.get(SAMPLE) if bound.labels is not None else None,
        np.arange(first.size) if lines is None else lines,
        "line" if source.text else "row",
        {name: found[name] for name in bound.others},
        bound.notes,
    )


def _column(
    values: NDArray[Any],
    dims: tuple[str, ...] | None,
    target: tuple[int, ...],
    target_dims: tuple[str, ...] | None,
) -> NDArray[Any] | None:
    """An array with an entry for each of the fields', by names of dimensions or by its length."""
    if values.shape == target:
        return values.ravel()
    if dims is not None and target_dims is not None and set(dims) <= set(target_dims):
        order = sorted(range(len(dims)), key=lambda i: target_dims.index(dims[i]))
        places = [target_dims.index(dims[i]) for i in order]
        values = values.transpose(order)
    elif values.ndim == 1 and target.count(len(values)) == 1:
        places = [target.index(len(values))]
    else:
        return None
    shape = [1] * len(target)
    for place, length in zip(places, values.shape, strict=True):
        shape[place] = length
    if any(n not in (1, wide) for n, wide in zip(shape, target, strict=True)):
        return None
    return np.broadcast_to(values.reshape(shape), target).ravel()
