"""Wide tables: the names of columns are values of a coordinate, or samples, and cells the field.

A row holds what belongs to one value of the other coordinates. The table is unfolded into a long
one.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pdedsl.errors import DataError
from pdedsl.fields.binding import Binding
from pdedsl.fields.bound import SAMPLE
from pdedsl.fields.cells import plain_numbers
from pdedsl.fields.dates import is_date, is_duration
from pdedsl.fields.readers.source import Source, Variable, check_size

_HEADER, _CELLS = "names of columns", "cells"


def unfolded(source: Source, binding: Binding) -> tuple[Source, Binding]:
    """A wide table as a long one, a row for each cell, and the binding of its columns.

    Args:
        source: a table; every column that is not bound holds the field.
        binding: `columns` says what the names of these columns are.

    Raises:
        DataError: several fields, no columns for the field, or a name that is no value.
    """
    _check(source, binding)
    others = [binding.theirs(n) for n in binding.coordinates if n != binding.columns]
    bound = {*others, *map(binding.theirs, binding.inputs), *binding.only} | (
        {binding.sample} - {None}
    )
    names = [name for name in source.names if name not in bound]
    if not names:
        raise DataError(
            "no column is left that could hold the field",
            where=binding.fields[0],
            remedy=f"a wide table has a column for each value of {binding.columns}",
        )
    header = _header(names, binding, source.text)
    rows = len(source.load(names[0]).values)
    check_size("the long table", rows * len(names), 8)

    def load(name: str) -> Variable:
        if name == _HEADER:
            return Variable(np.repeat(header, rows))
        if name == _CELLS:
            return Variable(np.ma.concatenate([source.load(each).values for each in names]))
        held = source.load(name)
        return replace(held, values=np.tile(held.values, len(names)))

    lines = np.arange(rows) if source.lines is None else source.lines
    long = replace(
        source,
        names=(*sorted(bound), _HEADER, _CELLS),
        load=load,
        lines=np.tile(lines, len(names)),
    )
    theirs = dict(binding.names) | {binding.fields[0]: _CELLS}
    if binding.columns == SAMPLE:
        return long, replace(binding, names=theirs, columns=None, sample=_HEADER)
    return long, replace(binding, names=theirs | {str(binding.columns): _HEADER}, columns=None)


def _header(names: list[str], binding: Binding, text: bool) -> NDArray[Any]:
    """The names of columns as text, or numbers where cells are numbers."""
    numbers = plain_numbers(names)
    if binding.columns != SAMPLE and numbers is None:
        strange = (n for n in names if plain_numbers([n]) is None)
        name = next((n for n in strange if not is_date(n) and not is_duration(n)), None)
        if name is not None:
            raise DataError(
                f"{name[:40]!r} is the name of a column, and no value of {binding.columns}",
                where=str(binding.columns),
                remedy="bind the columns that do not hold the field, or take them out of the table",
            )
    return np.array(names, dtype=object) if text or numbers is None else numbers


def _check(source: Source, binding: Binding) -> None:
    where = str(binding.columns)
    if not source.table:
        remedy = "leave = columns out: it is for wide tables"
        raise DataError("arrays have no columns", where=where, remedy=remedy)
    if len(binding.fields) > 1:
        raise DataError(
            f"the cells of a wide table hold one field, not {', '.join(binding.fields)}",
            where=where,
            remedy="write a long table, with a column for each field",
        )
    if binding.columns == SAMPLE and binding.sample is not None:
        remedy = "keep one of both"
        raise DataError("samples are told apart twice", where=where, remedy=remedy)
