"""The interchange between readers and the rest: named variables, each loaded when asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pdedsl.errors import DataError

LARGEST_ARRAY = 2**30  # bytes of one array in memory


@dataclass(frozen=True, eq=False)
class Variable:
    """One named array, as the data hold it.

    Attributes:
        values: of any type, possibly masked; text of a delimited file is an array of `str`.
        dims: names of its dimensions, None if the data do not say.
        unit: as the data state it, such as "m" or "days since 2000-01-01"; empty if they do not.
    """

    values: NDArray[Any]
    dims: tuple[str, ...] | None = None
    unit: str = ""


@dataclass(frozen=True, eq=False)
class Source:
    """Named variables of a file or of an object in Python.

    Attributes:
        names: in the order of the data.
        load: gives the variable of a name; raises `DataError` if it cannot be read.
        table: whether the variables are columns of one table, one row a point.
        text: whether the columns hold cells of text that are still to be read as numbers.
        lines: the number by which messages name each row, None to count from 0.
        lengths: of dimensions that have a name and no variable.
    """

    names: tuple[str, ...]
    load: Callable[[str], Variable]
    table: bool = False
    text: bool = False
    lines: NDArray[np.intp] | None = None
    lengths: Mapping[str, int] = field(default_factory=dict)

    @property
    def kind(self) -> str:
        """What messages call a variable."""
        return "column" if self.table else "array"


def optional(package: str, what: str) -> Any:
    """A package that not every installation has.

    Args:
        package: its name.
        what: of the data need it, for the message.

    Raises:
        DataError: it is not installed; the remedy says how to install it.
    """
    try:
        return import_module(package)
    except ImportError as error:
        raise DataError(
            f"{what} are read by the package {package.partition('.')[0]}, which is not installed",
            where="file",
            remedy='install it: pip install "pdedsl[data]"',
        ) from error


def check_size(name: str, count: int, itemsize: int) -> None:
    """Refuse an array that would not fit, before it is loaded.

    Args:
        name: of the array.
        count: of its entries, as the file states it.
        itemsize: bytes of one.
    """
    size = count * max(itemsize, 1)
    if size > LARGEST_ARRAY:
        raise DataError(
            f"the array takes {size / 2**30:.1f} GiB",
            where=name,
            remedy="store the part that is needed, or every second point",
        )


@contextmanager
def guarded(refusal: Callable[[Exception], DataError]) -> Iterator[None]:
    """Turn whatever a library raises at a damaged file into a refusal.

    Libraries promise nothing of what they raise then, so that every exception counts.
    """
    try:
        yield
    except DataError:
        raise
    except Exception as error:
        raise refusal(error) from error


def damaged(name: str) -> Callable[[Exception], DataError]:
    """The refusal of a part of a file that its library cannot read."""
    return lambda error: DataError(
        f"the array cannot be read ({reason(error)})",
        where=name,
        remedy="the file is damaged: make or copy it anew",
    )


def not_one(what: str, remedy: str) -> Callable[[Exception], DataError]:
    """The refusal of a file that is not of the format its name says, or is damaged."""
    return lambda error: DataError(
        f"not {what}, or a damaged one ({reason(error)})", where="file", remedy=remedy
    )


def reason(error: Exception) -> str:
    """The first line of an error, short and printable."""
    lines = str(error).splitlines()
    text = lines[0] if lines and lines[0].strip() else type(error).__name__
    return "".join(c if c.isprintable() else "?" for c in text)[:160]
