"""The binding: which array or column of the data is which coordinate, field and input."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from pdedsl.errors import DataError
from pdedsl.fields.arrays import Array, listed, nearest
from pdedsl.fields.clock import Clock

BEYOND = 0.1
"""By what part of the data's extent a range may go beyond them without remark."""

Range = tuple[float | None, float | None]


@dataclass(frozen=True)
class Binding:
    """How to find coordinates, fields and inputs in data that know nothing of the problem.

    Attributes:
        coordinates: M names, as the problem has them.
        fields: N names, as the problem has them.
        names: our name to the data's name, where they differ.
        sample: the data's name of the axis or column that tells samples apart, or None.
        missing: what to do about NaN: "error", or "drop" the points that have one.
        ranges: our name of a coordinate to its lower and upper limit (None: as the data have it).
        slices: the same, where no more than this part of the data is meant to be used.
        only: the data's name of another axis or column, or of the samples, to the limits within
            which it is used.
        every: our name of a coordinate to k, where only every k-th value of it is used.
        clocks: our name of a coordinate to the unit in which its dates or times are counted.
        columns: our name of the coordinate, or "sample", that the names of the columns of a wide
            table tell; None for a long table.
        gap: the number that stands for a missing value, besides NaN.
        inputs: Q names of quantities that are known, as the problem has them.
    """

    coordinates: tuple[str, ...]
    fields: tuple[str, ...]
    names: Mapping[str, str] = field(default_factory=dict)
    sample: str | None = None
    missing: Literal["error", "drop"] = "error"
    ranges: Mapping[str, Range] = field(default_factory=dict)
    slices: Mapping[str, Range] = field(default_factory=dict)
    only: Mapping[str, Range] = field(default_factory=dict)
    every: Mapping[str, int] = field(default_factory=dict)
    clocks: Mapping[str, Clock] = field(default_factory=dict)
    columns: str | None = None
    gap: float | None = None
    inputs: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Copy the mappings; refuse names given twice, and limits in the wrong order."""
        for each in ("names", "ranges", "slices", "only", "every", "clocks"):
            object.__setattr__(self, each, dict(getattr(self, each)))
        if not self.coordinates or not self.fields:
            raise DataError(
                "at least one coordinate and one field are needed", remedy="name them both"
            )
        ours = (*self.coordinates, *self.fields, *self.inputs)
        twice = sorted({name for name in ours if ours.count(name) > 1})
        if twice:
            raise DataError(
                "named twice",
                where=", ".join(twice),
                remedy="give each coordinate, field and input a name",
            )
        if self.missing not in ("error", "drop"):
            raise DataError(f"missing = {self.missing}", remedy="write error or drop")
        for name, (lower, upper) in self.ranges.items():
            if lower is not None and upper is not None and not lower < upper:
                raise DataError(
                    f"the range [{lower:g}, {upper:g}] is empty",
                    where=name,
                    remedy="write the lower limit first",
                )

    def theirs(self, name: str) -> str:
        """What the data call a coordinate, field or input."""
        return self.names.get(name, name)

    def require(self, available: Iterable[str], kind: str) -> None:
        """Refuse data in which a bound name is missing; all missing ones are named at once.

        Args:
            available: the names that the data have.
            kind: what such a name belongs to, "array" or "column".
        """
        known = list(available)
        fields = self.fields if self.columns is None else ()
        ours = [n for n in (*self.coordinates, *fields, *self.inputs) if n != self.columns]
        wanted = {self.theirs(n): n for n in ours}
        if self.sample is not None:
            wanted[self.sample] = "sample"
        wanted |= {name: name for name in self.only if name not in wanted}
        lost = {theirs: ours for theirs, ours in wanted.items() if theirs not in known}
        if not lost:
            return
        bound = {*self.names.values(), self.sample}
        hints = [
            _slice_hint(theirs, known)
            if theirs in self.only and theirs not in bound
            else _hint(theirs, ours, known)
            for theirs, ours in lost.items()
        ]
        raise DataError(
            f"no {kind} named " + ", ".join(lost),
            where=", ".join(lost.values()),
            remedy="\n  ".join([*hints, f"{kind}s there are: {listed(known) or 'none'}"]),
        )

    def within(self, name: str, values: Array) -> NDArray[np.bool_]:
        """Which values of a coordinate lie in its range and slice; NaN counts as inside.

        Raises:
            DataError: none does.
        """
        found = inside(name, values, self.ranges.get(name, (None, None)))
        if name in self.slices:
            found &= inside(name, values, self.slices[name])
        if not found.any():
            raise DataError(
                "no value lies both in the range of the coordinate and in the slice of the data",
                where=name,
                remedy="leave one of them out, or make them overlap",
            )
        return found

    def remark(self, name: str, values: Array, inside: NDArray[np.bool_]) -> str:
        """What a coordinate's range does that may not be meant; empty if nothing.

        Args:
            name: of the coordinate.
            values: that the data have of it.
            inside: which of them lie in the range, as `within` tells.
        """
        lower, upper = self.ranges.get(name, (None, None))
        if name in self.slices:
            return ""
        shown = f"[{_limit(lower)}, {_limit(upper)}]"
        if not inside.all():
            outside = f"{inside.size - int(inside.sum()):,} of {inside.size:,}"
            return f"{name}: {outside} values lie outside of {shown} and are left out"
        finite = values[np.isfinite(values)]
        low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 0.0)
        beyond = [low - lower] if lower is not None else []
        beyond += [upper - high] if upper is not None else []
        if max(beyond, default=0.0) > BEYOND * (high - low):
            return f"{name}: the range {shown} goes beyond the data, from {low:g} to {high:g}"
        return ""


def inside(name: str, values: Array, limits: Range) -> NDArray[np.bool_]:
    """Which values lie between two limits, up to rounding; NaN counts as inside.

    Raises:
        DataError: none does.
    """
    lower, upper = limits
    finite = values[np.isfinite(values)]
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 0.0)
    slack = 1e-9 * (high - low)
    outside = np.zeros(values.shape, dtype=bool)
    if lower is not None:
        outside |= values < lower - slack
    if upper is not None:
        outside |= values > upper + slack
    if outside.all():
        raise DataError(
            f"no value lies in the range [{_limit(lower)}, {_limit(upper)}]",
            where=name,
            remedy=f"the data run from {low:g} to {high:g}",
        )
    return ~outside


def _hint(theirs: str, ours: str, known: list[str]) -> str:
    guess = nearest(theirs, known)
    if guess is not None:
        return f"did you mean {guess}? then write: {ours} = {guess}"
    return f"say which one is meant: {ours} = NAME"


def _slice_hint(name: str, known: list[str]) -> str:
    """The remedy for a slice of what the data do not have, which cannot be bound to another."""
    guess = nearest(name, known)
    if guess is not None:
        return f"did you mean {guess}? then write: {guess} in [LOWER, UPPER]"
    return f"take the slice {name} in [ ] out, or name what is to be sliced as the data do"


def _limit(value: float | None) -> str:
    return "..." if value is None else f"{value:g}"
