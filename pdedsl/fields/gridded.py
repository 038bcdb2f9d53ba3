"""Samples from arrays on axes: one array per coordinate, one array of all samples per field."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pdedsl.errors import DataError
from pdedsl.fields.arrays import Array, as_float, check_axis, check_finite, settled
from pdedsl.fields.binding import Binding, inside
from pdedsl.fields.bound import SAMPLE, Bound
from pdedsl.fields.dataset import Dataset, Sample, ScatteredSample
from pdedsl.fields.grid import SamplingGrid
from pdedsl.fields.layout import Layout, Slot, find_layout, find_part


@dataclass(frozen=True, eq=False)
class _Frame:
    """The axes that every field is arranged on: whole axes, indices that are used, slots."""

    axes: dict[str, Array]
    kept: dict[str, NDArray[np.intp]]
    slots: tuple[Slot, ...]

    @property
    def order(self) -> tuple[str, ...]:
        """Names of the dimensions wanted: other axes, the sample axis, then the coordinates."""
        every = [slot.ours for slot in self.slots]
        others = [name for name in every if name not in (SAMPLE, *self.axes)]
        return (*others, *((SAMPLE,) if SAMPLE in every else ()), *self.axes)

    def inside(self, dimensions: tuple[str, ...]) -> tuple[NDArray[np.intp], ...]:
        """Open mesh of the indices that are used, for an array of these dimensions."""
        return np.ix_(*(self.kept[name] for name in dimensions))


def gridded_dataset(bound: Bound, binding: Binding) -> Dataset:
    """Cut the bound arrays into samples, all on one grid unless points are dropped.

    Args:
        bound: axes (n_i,), fields of M dimensions, or M + 1 with the sample axis, and one more for
            each other axis, in any order that `layout` can find out. A decreasing axis whose
            dimension has a name is turned round with the fields.
        binding: of the arrays.

    Raises:
        DataError: wrong lengths or dimensions, values that are not finite, an unsorted axis.
    """
    frame = _frame(bound, binding)
    arranged = [_arranged(name, bound, binding, frame) for name in binding.fields]
    runs = settled(np.stack([values for values, _ in arranged], axis=1))
    known = [_known(name, bound, binding, frame) for name in binding.inputs]
    notes = [*bound.notes, *(note for _, note in (*arranged, *known))]
    notes += [f"{n}: decreases in the data, turned round" for n in frame.axes if _falls(bound, n)]
    axes = tuple(bound.coordinates[name][frame.kept[name]] for name in binding.coordinates)
    grid = SamplingGrid(binding.coordinates, axes)
    samples = []
    for k, run in enumerate(runs):
        inputs = tuple(values[min(k, len(values) - 1)] for values, _ in known)
        sample, lost = without_missing(grid, run, inputs)
        samples.append(sample)
        notes += [f"sample {k}: {lost}"] if lost else []
    remarks = (binding.remark(n, axis, binding.within(n, axis)) for n, axis in frame.axes.items())
    return Dataset(
        binding.coordinates,
        binding.fields,
        tuple(samples),
        tuple(notes),
        tuple(remark for remark in remarks if remark),
        binding.inputs,
    )


def without_missing(
    grid: SamplingGrid, values: Array, inputs: tuple[Array, ...] = ()
) -> tuple[Sample | ScatteredSample, str]:
    """Drop the points at which any field or input is NaN, and say how many went.

    Rows of the grid that are missing altogether are cut out of it. If holes remain, what is left
    is a scattered sample.

    Args:
        grid: of the sample.
        values: shape (N, n_1, ..., n_M), with NaN for what is missing.
        inputs: each of that shape without N, length 1 along axes that it does not depend on.
    """
    present = ~np.isnan(values).any(axis=0)
    for known in inputs:
        present &= ~np.isnan(known)
    if not present.any():
        raise DataError("every point is missing", where="sample", remedy="leave this sample out")
    if present.all():
        return Sample(grid, values, inputs), ""
    lost = f"{present.size - int(present.sum())} of {present.size} points dropped"
    dimensions = range(present.ndim)
    rows = [present.any(axis=tuple(d for d in dimensions if d != i)) for i in dimensions]
    cut = np.ix_(*(np.flatnonzero(row) for row in rows))
    smaller = SamplingGrid(grid.names, tuple(a[r] for a, r in zip(grid.axes, rows, strict=True)))
    if present[cut].all():
        left = tuple(_cut(known, rows) for known in inputs)
        sample = Sample(smaller, values[(slice(None), *cut)], left)
        return sample, f"{lost}, whole rows of the grid"
    points = np.stack(np.meshgrid(*grid.axes, indexing="ij"), axis=-1)[present]
    note = f"{lost}; the rest has holes and is taken as scattered points"
    full = [np.broadcast_to(known, present.shape)[present] for known in inputs]
    known = np.array(full).reshape(len(inputs), len(points))
    return ScatteredSample(points, values[:, present], known), note


def _cut(values: Array, rows: list[NDArray[np.bool_]]) -> Array:
    """The rows that are left, all of an axis along which nothing changes."""
    for axis, row in enumerate(rows):
        if values.shape[axis] == len(row) and len(row) > 1:
            values = np.compress(row, values, axis=axis)
    return values


def _falls(bound: Bound, name: str) -> bool:
    """Whether an axis decreases from end to end, and the data say which dimension it belongs to.

    Where they do not, an axis that was turned round without its fields could not be told from this.
    """
    axis = bound.coordinates[name]
    named = bound.dims[name] is not None
    return named and axis.ndim == 1 and len(axis) > 1 and bool(np.all(np.diff(axis) < 0))


def _frame(bound: Bound, binding: Binding) -> _Frame:
    axes = {n: a[::-1] if _falls(bound, n) else a for n, a in bound.coordinates.items()}
    kept = {}
    for name, axis in axes.items():
        check_axis(name, axis)
        used = np.flatnonzero(binding.within(name, axis))[:: binding.every.get(name, 1)]
        kept[name] = len(axis) - 1 - used if _falls(bound, name) else used
    by_position = sorted(axes, key=lambda name: bound.positions[name])
    slots = [Slot(name, binding.theirs(name), len(axes[name])) for name in by_position]
    for name, values in bound.others.items():
        kept[name] = _the_one(name, values, binding)
        slots.append(Slot(name, name, len(values)))
    if bound.labels is None or binding.sample is None:
        return _Frame(axes, kept, tuple(slots))
    labels, name = bound.labels, binding.sample
    if labels.ndim != 1 or labels.size == 0:
        raise DataError(
            f"the sample axis has shape {labels.shape}",
            where=name,
            remedy="give one label for each sample",
        )
    kept[SAMPLE] = np.arange(len(labels))
    if name in binding.only:
        kept[SAMPLE] = np.flatnonzero(inside(name, as_float(name, labels), binding.only[name]))
    return _Frame(axes, kept, (Slot(SAMPLE, name, len(labels)), *slots))


def _the_one(name: str, values: Array, binding: Binding) -> NDArray[np.intp]:
    """The index of an axis that is no coordinate at which the fields are used."""
    if values.ndim != 1:
        raise DataError(
            f"an axis has one dimension, this array has shape {values.shape}",
            where=name,
            remedy="slice along axes and columns only",
        )
    used = np.flatnonzero(inside(name, values, binding.only[name]))
    if len(used) != 1:
        raise DataError(
            f"{len(used)} values of {name} lie in its slice, and {name} is no coordinate",
            where=name,
            remedy=f"narrow the slice to one value, make {name} a coordinate, or tell samples"
            f" apart by it: sample = {name}",
        )
    return used


def _arranged(name: str, bound: Bound, binding: Binding, frame: _Frame) -> tuple[Array, str]:
    """A field where it is used, shape (D, n_1, ..., n_M), and how its dimensions were found."""
    values = bound.fields[name]
    layout = find_layout(name, values.shape, frame.slots, bound.dims[name])
    ordered = _used(name, values, layout, binding, frame).transpose(layout.order(frame.order))
    shape = ordered.shape[len(bound.others) :]
    ordered = ordered.reshape(shape)
    return (ordered[None] if bound.labels is None else ordered), layout.note


def _known(name: str, bound: Bound, binding: Binding, frame: _Frame) -> tuple[Array, str]:
    """An input where it is used, shape (D or 1, n_1, ..., n_M), and how that was found.

    It has length 1 along axes that it does not depend on.
    """
    values = bound.inputs[name]
    layout = find_part(name, values.shape, frame.slots, bound.dims[name])
    there = [n for n in frame.order if n in layout.dimensions]
    own = _used(name, values, layout, binding, frame)
    ordered = own.transpose([layout.dimensions.index(n) for n in there])
    lengths = dict(zip(there, ordered.shape, strict=True))
    shape = [lengths.get(n, 1) for n in (SAMPLE, *binding.coordinates)]
    return ordered.reshape(shape), layout.note


def _used(name: str, values: Array, layout: Layout, binding: Binding, frame: _Frame) -> Array:
    """The part of an array that is used, after refusing what in it is not finite."""
    used = frame.inside(layout.dimensions)
    if all(len(place.ravel()) == n for place, n in zip(used, values.shape, strict=True)) and (
        binding.missing != "drop"
    ):
        check_finite(name, values, "fill or remove them, or write: missing = drop")
    else:
        judged = np.zeros(values.shape)
        judged[used] = values[used]
        if binding.missing == "drop":
            judged[np.isnan(judged)] = 0.0
        check_finite(name, judged, "fill or remove them, or write: missing = drop")
    return values[used]
