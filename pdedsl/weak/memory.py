"""How much memory a run takes, told from its sizes: what `check` says, and what is refused.

Bytes are counted for the arrays that grow: the data and their estimate, the weak form's products
of pairs of terms, and what is made on the way to them. Peaks of the stages are told apart, since
most arrays of one are gone in the next.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING

from pdedsl.errors import DataError
from pdedsl.fields.axis_modes import BEYOND, most_modes
from pdedsl.fields.limits import MOST_IN_ALL, MOST_ON_AXIS
from pdedsl.form import ExtendedDerivative, Problem
from pdedsl.weak.limits import LARGEST, LARGEST_RANK

if TYPE_CHECKING:
    from pdedsl.fields import FieldEstimate
    from pdedsl.weak.testfunctions import TestFunctions

NUMBER = 8
"""Bytes."""

READING = 4
"""Copies of the data while they are read and arranged."""

SCANNED = 24
"""Numbers for each point that length scales are fitted on: noise levels, mostly."""

ON_THE_WAY = 8
"""Arrays that there are of a piece of the grid while a term is integrated over it."""

RULES, ON_AN_AXIS = 2, 2
"""Rules of integration that an axis has at a time, each with a matrix for every order, and matrices
on the way to one."""

PATHS = 4
"""Covariances of all samples that an evaluation of the evidence makes on its way."""

LENGTH = 0.2
"""Length scale of a field that is not estimated yet, in widths of the axis."""

REST = 4e6
"""Bytes of everything that does not grow."""

DATA, WAY, PAIRS = "the data and their estimate", "the field estimate", "pairs of terms"
GRID, MODES = "integrals over the grid", "the prior's modes"
REMEDIES = {
    DATA: "use every second point or part of the range: `every` and slices in the data block",
    WAY: "use every second point or part of the range: `every` and slices in the data block",
    GRID: "use every second point or part of the range: `every` and slices in the data block",
    MODES: "use fewer terms, samples or test functions",
    PAIRS: "use fewer terms, samples or test functions",
}


@dataclass(frozen=True)
class GridSize:
    """Samples on one grid.

    Attributes:
        shape: (n_1, ..., n_M).
        samples: D.
        functions: test functions on each axis.
        modes: of the prior on each axis, about.
    """

    shape: tuple[int, ...]
    samples: int
    functions: tuple[int, ...]
    modes: tuple[int, ...]

    @property
    def points(self) -> int:
        """Of all samples."""
        return self.samples * prod(self.shape)


@dataclass(frozen=True)
class Memory:
    """Bytes at the highest peak, by what they are for."""

    parts: Mapping[str, float]

    @property
    def total(self) -> float:
        """All of it."""
        return sum(self.parts.values()) + REST

    @property
    def largest(self) -> str:
        """What takes most."""
        return max(self.parts, key=lambda name: self.parts[name])

    def __str__(self) -> str:
        """One line for people."""
        size = float(f"{self.total / 1e6:.2g}")
        return f"memory: about {size:,.0f} MB, most of it for {self.largest}"


def sizes_of(
    estimates: Sequence[Sequence[FieldEstimate]], functions: Sequence[TestFunctions]
) -> list[GridSize]:
    """The sizes of samples grouped by grid, and their test functions."""
    found = []
    for members, chosen in zip(estimates, functions, strict=True):
        first = members[0]
        widths = [high - low for low, high in first.grid.ranges]
        lengths = [min(p.length_scales[i] for p in first.prior) for i in range(len(widths))]
        modes = [
            _modes(l / w, n) for l, w, n in zip(lengths, widths, first.grid.shape, strict=True)
        ]
        counts = tuple(f.count for f in chosen.axes)
        found.append(GridSize(first.grid.shape, len(members), counts, tuple(modes)))
    return found


def least_size(
    shape: tuple[int, ...], samples: int, counts: Sequence[int | None] | None
) -> GridSize:
    """What a grid takes at the least: with one test function where the user fixed none."""
    functions = tuple(c or 1 for c in counts or (None,) * len(shape))
    return GridSize(shape, samples, functions, tuple(_modes(LENGTH, n) for n in shape))


def memory(problem: Problem, sizes: Sequence[GridSize]) -> Memory:
    """The highest peak of a run with g = 0; the search for g adds little to what is large here."""
    fields, terms = len(problem.fields), list(problem.dictionary)
    data = NUMBER * fields * sum(size.points for size in sizes)
    reading = {DATA: float(READING * data)}
    way = max((_estimating(fields, size) for size in sizes), default=0.0)
    estimating = {DATA: 2.0 * data, WAY: way}
    judging = {DATA: 2.0 * data}
    for size in sizes:
        for name, each in _judging(problem, terms, size).items():
            judging[name] = judging.get(name, 0.0) + each
    stages = (Memory(parts) for parts in (reading, estimating, judging))
    return max(stages, key=lambda stage: stage.total)


def check_machine(problem: Problem, sizes: Sequence[GridSize]) -> None:
    """Refuse what would not fit into the machine, before anything is computed.

    Raises:
        DataError: with what takes most, and what to do.
    """
    needed, there = memory(problem, sizes), _machine()
    if there is not None and needed.total > there:
        raise DataError(
            f"about {needed.total / 2**30:.3g} GiB of memory would be needed, most of it for"
            f" {needed.largest}; this machine has {there / 2**30:.3g} GiB",
            where="data",
            remedy=REMEDIES[needed.largest],
        )


def _modes(length: float, points: int) -> int:
    return min(points, int(2 / length) + 8)


def _estimating(fields: int, size: GridSize) -> float:
    """Bytes beside the data and the estimate: scans of length scales, modes, one field's copy."""
    values = fields * size.samples
    points = prod(size.shape)
    fitted = min(points, MOST_IN_ALL)
    scanned = NUMBER * fitted * (SCANNED + 4 * values)
    spectra = NUMBER * 12 * sum(min(n, MOST_ON_AXIS) ** 2 for n in size.shape)
    if points == fitted and max(size.shape) <= MOST_ON_AXIS:
        return float(scanned + spectra)
    modes = NUMBER * sum(1.5 * n * d for n, d in zip(size.shape, _degrees(size), strict=True))
    return float(max(scanned + spectra, modes + NUMBER * points))


def _degrees(size: GridSize) -> list[int]:
    """Polynomials on each axis; part of a long series may seem to need all that there may be."""
    if len(size.shape) == 1:
        return [most_modes(size.shape[0])]
    each = zip(size.shape, size.modes, strict=True)
    return [min(n, 2 * modes + BEYOND) for n, modes in each]


def _judging(
    problem: Problem, terms: Sequence[ExtendedDerivative], size: GridSize
) -> dict[str, float]:
    """Bytes of the weak form and the fits on one grid, beside the data."""
    fields, samples, functions = len(problem.fields), size.samples, prod(size.functions)
    symbols = problem.field_symbols
    bent = [any(e.h.diff(u).has(*symbols) for u in symbols) for e in terms]
    many, curved = len(terms), sum(bent)
    straight = many - curved
    alike = straight * (straight + 1) // 2 if fields == 1 else 0
    pairs = many * (many + 1) // 2
    square = NUMBER * functions**2
    noise = 1.5 * square * (alike + (pairs - alike) * samples)
    prior = square * samples * (pairs / 2 + PATHS)
    rank = min(LARGEST_RANK, prod(size.modes))
    responses = NUMBER * many * fields * samples * functions * rank
    orders = 1 + max(max(e.alpha.orders) for e in terms)
    each = zip(size.shape, size.functions, size.modes, strict=True)
    rows = RULES * orders + ON_AN_AXIS
    along = NUMBER * sum(n * (rows * k + fields * samples * 2 * r) for n, k, r in each)
    values = fields * size.points
    whole = values <= 2 * LARGEST
    grid = NUMBER * (ON_THE_WAY if curved else 2) * (values if whole else LARGEST)
    if curved:
        longest = size.shape.index(max(size.shape))
        across = size.points // size.shape[longest]
        products = size.functions[longest] * max(size.functions[longest], size.modes[longest])
        grid += NUMBER * (2 * curved * size.points if whole else 2 * products * across)
    return {PAIRS: noise + prior, MODES: float(responses + along), GRID: float(grid)}


def _machine() -> int | None:
    """Bytes of memory that there are, None where the system does not say."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return None
