"""Cells of text as numbers or labels, with the line of each that is neither."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pdedsl.errors import DataError
from pdedsl.fields.arrays import Array

MISSING = frozenset({"", "na", "n/a", "nan", "null", "none"})  # cells without a value
_DECIMAL_COMMA = re.compile(r"[+-]?\d{0,30},\d{1,30}([eE][+-]?\d{1,3})?")
_THOUSANDS = re.compile(r"[+-]?\d{1,3}(,\d{3}){1,10}(\.\d{0,30})?")
_DATE = re.compile(r"\d{1,2}[./-]\d{1,2}[./-]\d{2,4}(?:[ T].*)?")
_UNIT = re.compile(r"\(?\[?[A-Za-z%][A-Za-z/^*. \d-]{0,8}\]?\)?")
Place = Callable[[int], str]


def cell_numbers(name: str, cells: Sequence[str], place: Place) -> Array:
    """A column as numbers, NaN for empty cells and the usual words for a missing value.

    Args:
        name: of the column.
        cells: its text.
        place: what messages call a row, such as "line 3".

    Raises:
        DataError: a cell that is not a number, with its place.
    """
    plain = plain_numbers(cells)
    if plain is not None:
        return plain
    return np.array([_number(name, place, k, cell) for k, cell in enumerate(cells)])


def plain_numbers(cells: Sequence[str]) -> Array | None:
    """All cells as numbers, None if one is anything else."""
    if any(map(_is_foreign, cells)):
        return None
    try:
        return np.array(cells, dtype=np.float64)
    except ValueError:
        return None


def cell_labels(name: str, cells: Sequence[str], place: Place) -> NDArray[Any]:
    """A column as labels: numbers if all cells are numbers, else text.

    Raises:
        DataError: a cell without a label.
    """
    for k, cell in enumerate(cells):
        if cell.lower() in MISSING:
            raise missing_label(name, place(k))
    plain = plain_numbers(cells)
    return ranks(cells) if plain is None else plain


def ranks(labels: Sequence[object]) -> NDArray[Any]:
    """The position of each label among the distinct ones, in the order of their text."""
    texts = [str(label) for label in labels]
    position = {text: k for k, text in enumerate(sorted(set(texts)))}
    return np.array([position[text] for text in texts])


def missing_label(name: str, place: str) -> DataError:
    """The refusal of a row that belongs to no sample."""
    remedy = "give every row its sample"
    return DataError(f"{place}: the label is missing", where=name, remedy=remedy)


def _number(name: str, place: Place, row: int, cell: str) -> float:
    if cell.lower() in MISSING:
        return float("nan")
    try:
        if _is_foreign(cell):
            raise ValueError(cell)
        return float(cell)
    except ValueError:
        raise DataError(
            f"{place(row)}: {cell[:40]!r} is not a number",
            where=name,
            remedy=_instead(cell, row),
        ) from None


def is_with_commas(cell: str) -> bool:
    """Whether a cell is a number but for a decimal comma, or commas between thousands."""
    return bool(_DECIMAL_COMMA.fullmatch(cell) or _THOUSANDS.fullmatch(cell))


def _instead(cell: str, row: int) -> str:
    """What to write instead of a cell that is no number."""
    if _DECIMAL_COMMA.fullmatch(cell) and not _THOUSANDS.fullmatch(cell):
        example = cell.replace(",", ".")
        return f"write numbers with a decimal point, {example[:40]}; commas are not read"
    if _THOUSANDS.fullmatch(cell):
        example = cell.replace(",", "")
        return f"write numbers without commas, {example[:40]}, and with a decimal point"
    if _DATE.fullmatch(cell):
        return (
            "write dates as year-month-day, such as 2000-12-31; which number is the day is not"
            " guessed"
        )
    if row == 0 and _UNIT.fullmatch(cell):
        return (
            "write a number with a decimal point; leave a missing value empty; a line of units is"
            " not read: put each behind its name, as in t [s]"
        )
    return "write a number with a decimal point; leave a missing value empty"


def _is_foreign(text: str) -> bool:
    """Whether digits may be parted by _ or belong to another script, as Python alone reads them."""
    return "_" in text or not text.isascii()
