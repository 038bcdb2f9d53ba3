"""Bound variables: what a source has of coordinates, fields, inputs and samples, as numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pdedsl.errors import DataError
from pdedsl.fields.arrays import Array, as_float
from pdedsl.fields.binding import Binding
from pdedsl.fields.cells import Place, cell_labels, cell_numbers, missing_label, ranks
from pdedsl.fields.clock import is_time, time_numbers
from pdedsl.fields.dates import is_missing
from pdedsl.fields.readers.source import Source, Variable

SAMPLE = "sample"  # our name of the axis or column that tells samples apart


@dataclass(frozen=True, eq=False)
class Bound:
    """The variables that are used, by our names; others by the data's.

    Attributes:
        coordinates: M arrays, of one dimension or more.
        fields: N arrays.
        labels: what tells samples apart, or None.
        others: axes or columns that only choose what is used.
        dims: names of the dimensions of each, None where the data name none.
        positions: where each stands in the data.
        notes: how dates and times were understood.
        inputs: Q arrays, which may have fewer dimensions than the fields.
    """

    coordinates: dict[str, Array]
    fields: dict[str, Array]
    labels: NDArray[Any] | None
    others: dict[str, Array]
    dims: dict[str, tuple[str, ...] | None]
    positions: dict[str, int]
    notes: tuple[str, ...]
    inputs: dict[str, Array] = field(default_factory=dict)

    @property
    def arrays(self) -> dict[str, NDArray[Any]]:
        """All of them by name, but for the inputs."""
        labels = {} if self.labels is None else {SAMPLE: self.labels}
        return {**self.coordinates, **self.fields, **labels, **self.others}


def bind(source: Source, binding: Binding) -> Bound:
    """Load what is bound, dates and times made into numbers.

    Raises:
        DataError: an array that holds no numbers, or cannot be read; all names are in the source.
    """
    place = place_in(source)
    ours = (*binding.coordinates, *binding.fields, *binding.inputs)
    used = {name: binding.theirs(name) for name in ours}
    used |= {} if binding.sample is None else {SAMPLE: binding.sample}
    used |= {name: name for name in binding.only if name != binding.sample}
    loaded = {theirs: _load(source, theirs) for theirs in dict.fromkeys(used.values())}
    notes: list[str] = []

    def coordinate(name: str) -> Array:
        values, note = coordinate_numbers(name, loaded[used[name]], source.text, binding, place)
        notes.extend([note] if note else [])
        return values

    def numbers(name: str) -> Array:
        return field_numbers(name, loaded[used[name]], source.text, binding.gap, place)

    def known(name: str) -> Array:
        variable = loaded[used[name]]
        return numbers(name) if source.text else input_numbers(name, variable, binding.gap, place)

    if binding.sample in binding.only:  # a slice of labels that are no numbers is refused here
        field_numbers(used[SAMPLE], loaded[used[SAMPLE]], source.text, None, place)

    return Bound(
        {name: coordinate(name) for name in binding.coordinates},
        {name: numbers(name) for name in binding.fields},
        labels_of(used[SAMPLE], loaded[used[SAMPLE]], source.text, place)
        if SAMPLE in used
        else None,
        {name: numbers(name) for name in binding.only if name != binding.sample},
        {name: loaded[theirs].dims for name, theirs in used.items()},
        {
            name: source.names.index(theirs) if theirs in source.names else -1
            for name, theirs in used.items()
        },
        tuple(notes),
        {name: known(name) for name in binding.inputs},
    )


def place_in(source: Source) -> Place:
    """What messages call a row of a source."""
    lines = source.lines
    unit = "line" if source.text else "row"
    return (lambda k: f"{unit} {k}") if lines is None else (lambda k: f"{unit} {lines[k]}")


def coordinate_numbers(
    name: str, variable: Variable, text: bool, binding: Binding, place: Callable[[int], str]
) -> tuple[Array, str]:
    """A coordinate as numbers, and a note on what its dates or times have become.

    Args:
        name: ours.
        variable: theirs.
        text: whether it holds cells of text.
        binding: with the units that are wanted.
        place: what messages call an entry.
    """
    clock = binding.clocks.get(name)
    values = plain(variable.values)
    if is_time(values, variable.unit):
        return time_numbers(name, values, variable.unit, clock, place)
    if text:
        values = cell_numbers(name, values.tolist(), place)
    note = ""
    if clock is not None and clock.since is not None:
        raise DataError(
            "the data hold numbers, not dates, and cannot be counted from one",
            where=name,
            remedy="leave since out",
        )
    if clock is not None and clock.stated:
        note = f"{name}: numbers, taken to be in {clock.unit}: the data state no unit of time"
    return as_float(name, values), note


def field_numbers(
    name: str, variable: Variable, text: bool, gap: float | None, place: Callable[[int], str]
) -> Array:
    """A field as numbers, NaN for what is missing.

    Args:
        name: ours.
        variable: theirs.
        text: whether it holds cells of text.
        gap: the number that stands for a missing value, or None.
        place: what messages call an entry.
    """
    values = variable.values
    numbers = as_float(name, cell_numbers(name, values.tolist(), place) if text else values)
    return numbers if gap is None else np.where(numbers == gap, np.nan, numbers)


def input_numbers(
    name: str, variable: Variable, gap: float | None, place: Callable[[int], str]
) -> Array:
    """An input as numbers, as `field_numbers`; what is on or off, as 1 or 0."""
    values = variable.values
    if values.ndim == 0 and values.dtype.kind in "iufb":
        raise DataError(
            f"a single number, {float(values):g}, not an array",
            where=name,
            remedy=f"declare it instead: constants {name} = {float(values):g}",
        )
    if values.dtype.kind == "b":
        variable = replace(variable, values=values.astype(np.float64))
    return field_numbers(name, variable, False, gap, place)


def labels_of(
    name: str, variable: Variable, text: bool, place: Callable[[int], str]
) -> NDArray[Any]:
    """What tells samples apart: numbers, dates, or the rank of texts and other objects."""
    values = variable.values
    if text:
        return cell_labels(name, values.tolist(), place)
    if values.dtype.kind == "f" and np.isnan(values).any():
        raise missing_label(name, place(int(np.argmax(np.isnan(values)))))
    if values.dtype.kind in "OUS":
        flat = np.ravel(values)
        lost = next((k for k, label in enumerate(flat) if is_missing(label)), None)
        if lost is not None:
            raise missing_label(name, place(lost))
        return ranks(flat.tolist()).reshape(values.shape)
    return values


def _load(source: Source, name: str) -> Variable:
    if name in source.names:
        return source.load(name)
    return Variable(np.arange(source.lengths[name]), (name,))


def plain(values: NDArray[Any]) -> NDArray[Any]:
    """Masked numbers as NaN, masked dates as NaT; all else as it is."""
    if not np.ma.isMaskedArray(values):
        return np.asarray(values)
    if values.dtype.kind in "Mm":
        return np.ma.filled(values, np.array("NaT", values.dtype))
    if values.dtype.kind in "iuf" and np.ma.is_masked(values):
        return np.ma.filled(values.astype(np.float64), np.nan)
    return np.ma.getdata(values)
