"""Data held in Python: mappings, data frames, xarray Datasets and DataArrays, records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from pdedsl.errors import DataError
from pdedsl.fields.arrays import listed
from pdedsl.fields.binding import Binding
from pdedsl.fields.readers.numpy_files import names_of
from pdedsl.fields.readers.source import Source, Variable

_FORMS = "pass a mapping of arrays, a pandas DataFrame, or an xarray Dataset"


def source_of(data: Any, binding: Binding) -> Source:
    """The variables of an object, told by what it has: none of these packages is imported.

    Args:
        data: the object.
        binding: names a DataArray that has no name.

    Raises:
        DataError: it holds nothing by name.
    """
    if hasattr(data, "to_dataset") and hasattr(data, "dims") and hasattr(data, "coords"):
        return xarray_source(_as_dataset(data, binding))
    if hasattr(data, "data_vars") and hasattr(data, "variables"):
        return xarray_source(data)
    if hasattr(data, "columns") and hasattr(data, "iloc"):
        return _frame_source(data)
    if isinstance(data, np.ndarray) and data.dtype.names is not None:
        return _mapping_source({name: data[name] for name in data.dtype.names}, table=True)
    if isinstance(data, Mapping) or (hasattr(data, "keys") and hasattr(data, "__getitem__")):
        return _mapping_source(data)
    raise DataError(
        f"this is of type {type(data).__name__}, which holds no arrays by name",
        where="data",
        remedy=_FORMS,
    )


def xarray_source(data: Any) -> Source:
    """The variables of an xarray Dataset: coordinates and data, each with its dimensions."""
    variables = {str(name): variable for name, variable in data.variables.items()}

    def load(name: str) -> Variable:
        found = variables[name]
        unit = found.attrs.get("units", "")
        return Variable(
            np.asanyarray(found.values),
            tuple(str(dim) for dim in found.dims),
            unit if isinstance(unit, str) else "",
        )

    lengths = {str(d): int(n) for d, n in data.sizes.items() if str(d) not in variables}
    return Source(tuple(variables), load, lengths=lengths)


def _as_dataset(data: Any, binding: Binding) -> Any:
    """A DataArray as a Dataset; without a name of its own it is the field."""
    if data.name is not None and str(data.name) not in data.coords:
        return data.to_dataset()
    if len(binding.fields) > 1:
        raise DataError(
            f"one array without a name, for the fields {', '.join(binding.fields)}",
            where="data",
            remedy="pass an xarray Dataset with a variable for each field",
        )
    return data.to_dataset(name=binding.theirs(binding.fields[0]))


def _frame_source(data: Any) -> Source:
    """The columns of a data frame, and the levels of its index that have names."""
    frame = data.reset_index() if any(name is not None for name in data.index.names) else data
    names = [str(name) for name in frame.columns]
    twice = sorted(name for name, count in Counter(names).items() if count > 1)
    if twice:
        raise DataError(
            "two columns have the same name",
            where=listed(twice),
            remedy="give each column a name of its own",
        )
    position = {name: k for k, name in enumerate(names)}

    def load(name: str) -> Variable:
        return Variable(_array(name, frame.iloc[:, position[name]]))

    return Source(tuple(names), load, table=True)


def _mapping_source(data: Any, *, table: bool = False) -> Source:
    """The arrays of a mapping; `u_dims` beside u names the dimensions of u."""
    names = {str(name): name for name in data.keys()}  # noqa: SIM118

    def load(name: str) -> Variable:
        held = data[names[name]]
        dims = getattr(held, "dims", None)
        if f"{name}_dims" in names:
            dims = names_of(np.asarray(data[names[f"{name}_dims"]]))
        unit = getattr(held, "attrs", {}).get("units", "")
        return Variable(
            _array(name, held),
            None if dims is None else tuple(str(dim) for dim in dims),
            unit if isinstance(unit, str) else "",
        )

    return Source(tuple(names), load, table=table)


def _array(name: str, held: Any) -> np.ndarray:
    try:
        return held if np.ma.isMaskedArray(held) else np.asarray(held)
    except ValueError as error:
        raise DataError(
            f"not an array ({error})", where=name, remedy="make all its rows equally long"
        ) from error
