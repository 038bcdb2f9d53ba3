"""Parquet files: tables whose columns have types, read by pyarrow."""

from __future__ import annotations

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


@contextmanager
def open_parquet(path: Path) -> Iterator[Source]:
    """The columns of a file; a column's unit is its metadata "units".

    Raises:
        DataError: not a Parquet file, or pyarrow is not installed.
    """
    arrow = optional("pyarrow", "Parquet files")
    parquet = optional("pyarrow.parquet", "Parquet files")
    with guarded(not_one("a Parquet file", "write it with DataFrame.to_parquet")):
        file = parquet.ParquetFile(path)
    with file:
        schema = file.schema_arrow
        if not schema.names or not file.metadata.num_rows:
            raise DataError("the table has no rows", where="file", remedy="check what wrote it")

        def load(name: str) -> Variable:
            check_size(name, file.metadata.num_rows, 8)
            with guarded(damaged(name)):
                table = file.read(columns=[name], use_threads=False)
                stated = (schema.field(name).metadata or {}).get(b"units", b"").decode("utf-8")
                return Variable(_values(name, table.column(name), arrow), unit=stated)

        yield Source(tuple(schema.names), load, table=True)


def _values(name: str, column: Any, arrow: Any) -> NDArray[Any]:
    """The column as an array: nulls of numbers are NaN, moments are in UTC."""
    types, kind = arrow.types, column.type
    if types.is_null(kind):
        return np.full(len(column), np.nan)
    if types.is_nested(kind):
        raise DataError(
            f"the column holds values of type {kind}",
            where=name,
            remedy="store one number a row, each part in a column of its own",
        )
    if types.is_dictionary(kind):
        column = column.cast(kind.value_type)
    elif types.is_decimal(kind):
        column = column.cast(arrow.float64())
    values: NDArray[Any] = column.to_numpy(zero_copy_only=False)
    return np.asarray(values)
