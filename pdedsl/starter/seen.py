"""What is seen of a variable in the data: numbers, dates or text, how many, from where to where."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from pdedsl.errors import DataError
from pdedsl.fields.arrays import Array, as_float
from pdedsl.fields.bound import labels_of, place_in, plain
from pdedsl.fields.cells import cell_numbers, is_with_commas, plain_numbers
from pdedsl.fields.clock import Clock, is_time, time_numbers
from pdedsl.fields.dates import date_seconds, first_known, is_date
from pdedsl.fields.readers.source import Source, Variable
from pdedsl.starter.words import is_sample_name, is_space_name, is_time_name, key, split_unit

Kind = Literal["number", "date", "duration", "text"]
LONGEST_NAME = 200
LONGEST_PATH = 4000
GAPS = (-999.0, -9999.0, -99999.0, -999.9, -999.99, -99.0, 9999.0, 99999.0, 1e20, 1e36, -1e20)
"""Numbers that often stand for a missing value."""


@dataclass(frozen=True, eq=False)
class Seen:
    """A variable of the data.

    Attributes:
        name: as the data have it.
        values: numbers, NaN for missing ones; seconds of dates and times; ranks of texts.
        kind: what the data hold.
        dims: names of its dimensions, None where the data name none.
        unit: that the data state, or the name carries in brackets.
        first: the first date, in ISO 8601; empty for all else.
        folder: the group that it is in, with the stroke at the end; empty for none.
    """

    name: str
    values: Array
    kind: Kind
    dims: tuple[str, ...] | None = None
    unit: str = ""
    first: str = ""
    folder: str = ""

    @property
    def label(self) -> str:
        """Its name without the folder."""
        return self.name.removeprefix(self.folder)

    @cached_property
    def known(self) -> Array:
        """Its distinct values, in order."""
        return np.unique(self.values[~np.isnan(self.values)])

    @cached_property
    def missing(self) -> int:
        """How many of its values are missing."""
        return int(np.isnan(self.values).sum())

    @cached_property
    def gap(self) -> float | None:
        """A number that seems to stand for a missing value, None if there is none.

        It is one of `GAPS`, stands there twice or more, and lies far from all other values.
        """
        ends = (self.known[:1], self.known[-1:]) if self.known.size > 2 else ()
        for end, rest in zip(ends, (self.known[1:], self.known[:-1]), strict=False):
            close = [gap for gap in GAPS if np.isclose(gap, end[0], rtol=1e-6)]
            width = float(np.ptp(rest)) + float(np.abs(rest).max())
            far = np.abs(rest - end[0]).min() > 3 * width
            if close and far and int((self.values == end[0]).sum()) > 1:
                return float(end[0])
        return None

    @property
    def is_time(self) -> bool:
        """Whether it is time, as a coordinate."""
        return self.kind in ("date", "duration") or is_time_name(self.label, self.unit)

    @property
    def is_place(self) -> bool:
        """Whether its name is that of a coordinate of space."""
        return self.kind == "number" and not self.is_time and is_space_name(self.label)

    @property
    def is_sample(self) -> bool:
        """Whether its name is that of repetitions."""
        return is_sample_name(self.label) and not self.missing

    @property
    def counts(self) -> bool:
        """Whether its values are consecutive whole numbers from 0 or 1."""
        found = self.known
        steps = bool((np.diff(found) == 1).all())
        return self.kind == "number" and found.size > 1 and steps and found[0] in (0, 1)

    @property
    def key(self) -> str:
        """Its name in small letters, without folder and unit."""
        return key(self.label)


def look(source: Source) -> tuple[list[Seen], dict[str, str]]:
    """What the variables of a source hold, and of those that cannot be used why not.

    Args:
        source: of the data; `u_dims` beside u is no variable.
    """
    found: list[Seen] = []
    aside: dict[str, str] = {}
    for name in source.names:
        if name.endswith("_dims") and name.removesuffix("_dims") in source.names:
            continue
        try:
            found.append(_seen(name, source))
        except DataError as error:
            aside[name] = error.message
    return found, aside


def _seen(name: str, source: Source) -> Seen:
    if not is_writable(name):
        raise DataError("its name cannot be written into a text", where=name)
    variable = source.load(name)
    named = variable.values.ndim if variable.dims is None else len(variable.dims)
    if named != variable.values.ndim:
        message = f"{variable.values.ndim} dimensions, of which {named} have names"
        raise DataError(message, where=name)
    seen = read(name, variable, source)
    if seen.values.size < 2:
        raise DataError("a single value", where=name)
    if seen.known.size == 0:
        raise DataError("every value is missing", where=name)
    return seen if source.table else replace(seen, folder=name[: name.rfind("/") + 1])


def is_writable(name: str, longest: int = LONGEST_NAME) -> bool:
    """Whether a name of the data, or a path, can stand in a text in quotes."""
    return name.isprintable() and len(name) <= longest


def read(name: str, variable: Variable, source: Source) -> Seen:
    """What a variable holds.

    Raises:
        DataError: neither numbers nor dates nor labels.
    """
    place = place_in(source)
    values = plain(variable.values)
    unit = variable.unit or split_unit(name)[1]
    if values.dtype.kind in "iuf" or _is_numeric_text(name, values, source):
        numbers = cell_numbers(name, values.tolist(), place) if source.text else values
        return Seen(name, as_float(name, numbers), "number", variable.dims, unit)
    if is_time(values, ""):
        return _moments(name, values, variable, source)
    if source.text and _numbers_mostly(values):
        cell_numbers(name, values.tolist(), place)  # refuses the cell that is none
    labels = labels_of(name, variable, source.text, place)
    return Seen(name, as_float(name, labels), "text", variable.dims)


def _is_numeric_text(name: str, values: NDArray[Any], source: Source) -> bool:
    """Whether cells of text are numbers; 20200131 is a date where the name says so."""
    if not source.text or (is_time(values, "") and is_time_name(name, "")):
        return False
    try:
        cell_numbers(name, values.tolist(), place_in(source))
    except DataError:
        return False
    return True


def _numbers_mostly(cells: NDArray[Any]) -> bool:
    """Whether most cells are numbers, so that the others are errors rather than labels."""
    sampled = cells[:1000].tolist()
    read = sum(plain_numbers([cell]) is not None or is_with_commas(cell) for cell in sampled)
    return read > len(sampled) / 2


def _moments(name: str, values: NDArray[Any], variable: Variable, source: Source) -> Seen:
    """Dates or times as seconds from the first."""
    dates = values.dtype.kind == "M" or (values.dtype.kind != "m" and is_date(first_known(values)))
    place = place_in(source)
    if dates:
        seconds, _, first = date_seconds(name, values, place)
        return Seen(name, seconds, "date", variable.dims, first=first)
    seconds, _ = time_numbers(name, values, "", Clock("s"), place)
    return Seen(name, seconds, "duration", variable.dims)
