"""A wide table: names of columns that are values of a coordinate, or samples, told by the names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import numpy as np

from pdedsl.fields.arrays import LEAST_POINTS
from pdedsl.fields.cells import plain_numbers
from pdedsl.fields.dates import is_date, is_duration
from pdedsl.fields.readers.source import Source, Variable
from pdedsl.starter.plan import Cells, Plan
from pdedsl.starter.seen import Seen, read

_NUMBERED = re.compile(r"(.*?)[\s_.#-]*\d+")
_LEAST_ALIKE = 4  # columns called u1, u2 and so on that are taken for samples of one field


def wide_plans(seen: Sequence[Seen], aside: dict[str, str]) -> Iterator[Plan]:
    """What the columns may be, if their names show that the table is wide.

    Args:
        seen: columns of one length.
        aside: what cannot be used, and why; a wide table has to be usable as a whole.
    """
    cells, header = _by_value(seen)
    if header is None:
        cells = _alike(seen)
    rows = [c for c in seen if c not in cells]
    if len(cells) < LEAST_POINTS or aside:
        return
    coordinate = next(iter(sorted(rows, key=lambda c: not c.is_time)), None)
    if coordinate is None or coordinate.known.size != coordinate.values.size:
        return
    if any(c.kind == "text" for c in rows) or (header is not None and coordinate.is_sample):
        return
    slices = tuple((c.name, *_ends(c)) for c in rows if c is not coordinate)
    content = np.concatenate([c.values for c in cells])
    what = "samples" if header is None else "values of a coordinate"
    yield Plan(
        (coordinate,),
        (),
        cells=Cells(header, Seen("cells", content, "number")),
        slices=slices,
        remarks=(f"the names of {len(cells)} columns are taken for {what}, their cells for u",),
    )


def _by_value(seen: Sequence[Seen]) -> tuple[list[Seen], Seen | None]:
    """The columns whose names are numbers, dates or times, and these as a coordinate."""
    for is_value in (_is_number, is_date, is_duration):
        cells = [c for c in seen if is_value(c.name)]
        if len(cells) >= max(LEAST_POINTS, len(seen) // 2):
            names = np.array([c.name for c in cells], dtype=object)
            return cells, read("columns", Variable(names), Source((), _nothing, text=True))
    return [], None


def _alike(seen: Sequence[Seen]) -> list[Seen]:
    """All columns but one, where these have the same name apart from a number."""
    stems = [_NUMBERED.fullmatch(c.name) for c in seen]
    found = [(c, m[1]) for c, m in zip(seen, stems, strict=True) if m is not None and m[1]]
    cells = [c for c, _ in found]
    if len({stem for _, stem in found}) != 1:
        return []
    if len(cells) == len(seen):  # column_1, column_2 and so on, of an array without names
        first, *cells = cells
        if not (np.diff(first.values) > 0).all():
            return []
    return cells if len(cells) >= _LEAST_ALIKE and len(cells) >= len(seen) - 1 else []


def _ends(column: Seen) -> tuple[float, float]:
    return float(column.known[0]), float(column.known[-1])


def _is_number(name: str) -> bool:
    return plain_numbers([name]) is not None


def _nothing(name: str) -> Variable:
    raise KeyError(name)
