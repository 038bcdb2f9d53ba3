"""What figures are made of: the parts of a run that can be drawn, and words for axes."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pdedsl.errors import DataError
from pdedsl.lettering import GREEK, letter, name_parts
from pdedsl.records import Rival
from pdedsl.run_fields import RunFields

Array = NDArray[np.float64]

LONGEST = 30
"""Characters of a name or unit that an axis has room for."""


@dataclass(frozen=True, eq=False)
class Residuals:
    """The residual map of one equation: K test functions, M coordinates.

    Attributes:
        equation: its name, "" where there is one only.
        samples: shape (K,), from 0.
        centres: shape (K, M).
        values: shape (K,), in standard deviations.
    """

    equation: str
    samples: NDArray[np.int64]
    centres: Array
    values: Array


@dataclass(frozen=True, eq=False)
class Subject:
    """A run as figures want it.

    Attributes:
        coordinates: names of the M coordinates.
        units: of coordinates and fields by name, None where there is none.
        fields: data and estimate, None where they were not kept.
        residuals: a map for each equation; none where none was kept.
        front: rivals, each with the name of its equation.
        chosen: evidence of each equation that was found, by name.
        is_set: whether names are set as mathematics, or written in the letters of the font, which
            a page may choose.
    """

    coordinates: tuple[str, ...]
    units: Mapping[str, str | None]
    fields: RunFields | None
    residuals: tuple[Residuals, ...]
    front: tuple[Rival, ...]
    chosen: Mapping[str, float]
    is_set: bool = True

    def name(self, name: str) -> str:
        """A declared name."""
        return lettered(name) if self.is_set else written(name)

    def label(self, name: str) -> str:
        """A name with its unit, as an axis has it."""
        unit = self.units.get(name)
        return self.name(name) if unit in (None, "", "1") else f"{self.name(name)} ({plain(unit)})"


def lettered(name: str) -> str:
    r"""A declared name in matplotlib's mathematics; what is no letter or digit is left out.

    >>> lettered("u"), lettered("mu_a"), lettered("hare")
    ('$u$', '$\\mu_{a}$', '$\\mathrm{hare}$')
    """
    head, *tail = (_word(part) for part in name_parts(_shortened(name)))
    return f"${head}$" if not tail else f"${head}_{{{','.join(tail)}}}$"


def written(name: str) -> str:
    """A declared name in letters of the font, Greek ones for their names."""
    head, *tail = (letter(part) for part in name_parts(_shortened(name)))
    return "_".join([head, *tail])


def plain(text: str | None) -> str:
    """Text of a user as it stands: a dollar sign begins no mathematics."""
    shown = "".join(c if c.isprintable() else " " for c in _shortened(text or ""))
    return shown.replace("$", r"\$")


def read_residuals(table: str, coordinates: Sequence[str]) -> tuple[Residuals, ...]:
    """The residual maps in the CSV text of a record; none in an empty one.

    Raises:
        DataError: it is no such table.
    """
    rows = list(csv.reader(table.splitlines()))
    if len(rows) < 2:
        return ()
    head, *body = rows
    several = head[0] == "equation"
    if head[several:] != ["sample", *coordinates, "residual"]:
        raise DataError("the residual map has other columns than it should", where="residuals")
    try:
        names = [row[0] if several else "" for row in body]
        numbers = np.array([[float(cell) for cell in row[several:]] for row in body])
    except (ValueError, IndexError) as error:
        raise DataError(f"the residual map cannot be read: {error}", where="residuals") from None
    maps = []
    for name in dict.fromkeys(names):
        own = numbers[[n == name for n in names]]
        maps.append(Residuals(name, own[:, 0].astype(np.int64), own[:, 1:-1], own[:, -1]))
    return tuple(maps)


def _word(part: str) -> str:
    if part in GREEK:
        return rf"\{part}"
    if part.isdigit() or (len(part) == 1 and part.isalpha()):
        return part
    kept = "".join(r"\_" if c == "_" else c for c in part if c == "_" or c.isalnum())
    return rf"\mathrm{{{kept}}}"


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip("_") + "…"
