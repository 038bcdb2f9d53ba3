"""Samples from arrays on axes: one array per coordinate, one array of all samples per field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pdedsl.errors import DataError
from pdedsl.fields.arrays import Array, as_float, check_axis, check_finite
from pdedsl.fields.binding import Binding
from pdedsl.fields.dataset import Dataset, Sample, ScatteredSample
from pdedsl.fields.grid import SamplingGrid
from pdedsl.fields.layout import Slot, find_layout

SAMPLE = "sample"  # our name of the sample axis


@dataclass(frozen=True, eq=False)
class _Frame:
    """The axes that every field is arranged on: whole axes, which values are in range, slots."""

    axes: dict[str, Array]
    kept: dict[str, NDArray[np.bool_]]
    slots: tuple[Slot, ...]

    @property
    def order(self) -> tuple[str, ...]:
        """Names of the dimensions wanted: the sample axis, if any, then the coordinates."""
        sampled = any(slot.ours == SAMPLE for slot in self.slots)
        return ((SAMPLE,) if sampled else ()) + tuple(self.axes)

    def inside(self, dimensions: tuple[str, ...]) -> tuple[NDArray[np.intp], ...]:
        """Open mesh of the indices in range, for an array of these dimensions."""
        lengths = {slot.ours: slot.length for slot in self.slots}
        return np.ix_(
            *(
                np.arange(lengths[name]) if name == SAMPLE else np.flatnonzero(self.kept[name])
                for name in dimensions
            )
        )


def gridded_dataset(arrays: Mapping[str, ArrayLike], binding: Binding) -> Dataset:
    """Cut the bound arrays into samples, all on one grid unless points are dropped.

    Args:
        arrays: axes (n_i,), fields of M dimensions, or M + 1 with the sample axis, in any order
            that `layout` can find out.
        binding: all its names are in `arrays`.

    Raises:
        DataError: wrong lengths or dimensions, values that are not finite, an unsorted axis.
    """
    frame = _frame(arrays, binding)
    arranged = [_arranged(name, arrays, binding, frame) for name in binding.fields]
    runs = np.stack([values for values, _ in arranged], axis=1)
    notes = [note for _, note in arranged]
    axes = tuple(axis[frame.kept[name]] for name, axis in frame.axes.items())
    grid = SamplingGrid(binding.coordinates, axes)
    samples = []
    for k, run in enumerate(runs):
        sample, lost = without_missing(grid, run)
        samples.append(sample)
        notes += [f"sample {k}: {lost}"] if lost else []
    remarks = (binding.remark(n, axis, frame.kept[n]) for n, axis in frame.axes.items())
    return Dataset(
        binding.coordinates,
        binding.fields,
        tuple(samples),
        tuple(notes),
        tuple(remark for remark in remarks if remark),
    )


def without_missing(grid: SamplingGrid, values: Array) -> tuple[Sample | ScatteredSample, str]:
    """Drop the points at which any field is NaN, and say how many went.

    Rows of the grid that are missing altogether are cut out of it. If holes remain, what is left
    is a scattered sample.

    Args:
        grid: of the sample.
        values: shape (N, n_1, ..., n_M), with NaN for what is missing.
    """
    present = ~np.isnan(values).any(axis=0)
    if not present.any():
        raise DataError("every point is missing", where="sample", remedy="leave this sample out")
    if present.all():
        return Sample(grid, values), ""
    lost = f"{present.size - int(present.sum())} of {present.size} points dropped"
    dimensions = range(present.ndim)
    rows = [present.any(axis=tuple(d for d in dimensions if d != i)) for i in dimensions]
    cut = np.ix_(*(np.flatnonzero(row) for row in rows))
    smaller = SamplingGrid(grid.names, tuple(a[r] for a, r in zip(grid.axes, rows, strict=True)))
    if present[cut].all():
        return Sample(smaller, values[(slice(None), *cut)]), f"{lost}, whole rows of the grid"
    points = np.stack(np.meshgrid(*grid.axes, indexing="ij"), axis=-1)[present]
    note = f"{lost}; the rest has holes and is taken as scattered points"
    return ScatteredSample(points, values[:, present]), note


def _frame(arrays: Mapping[str, ArrayLike], binding: Binding) -> _Frame:
    axes = {name: as_float(name, arrays[binding.theirs(name)]) for name in binding.coordinates}
    for name, axis in axes.items():
        check_axis(name, axis)
    kept = {name: binding.within(name, axis) for name, axis in axes.items()}
    position = {theirs: k for k, theirs in enumerate(arrays)}
    by_position = sorted(axes, key=lambda name: position[binding.theirs(name)])
    slots = [Slot(name, binding.theirs(name), len(axes[name])) for name in by_position]
    if binding.sample is None:
        return _Frame(axes, kept, tuple(slots))
    labels = np.asarray(arrays[binding.sample])
    if labels.ndim != 1 or labels.size == 0:
        raise DataError(
            f"the sample axis has shape {labels.shape}",
            where=binding.sample,
            remedy="give one label for each sample",
        )
    return _Frame(axes, kept, (Slot(SAMPLE, binding.sample, len(labels)), *slots))


def _arranged(
    name: str, arrays: Mapping[str, ArrayLike], binding: Binding, frame: _Frame
) -> tuple[Array, str]:
    """A field within the ranges, shape (D, n_1, ..., n_M), and how its dimensions were found."""
    theirs = binding.theirs(name)
    values = as_float(name, arrays[theirs])
    layout = find_layout(name, values.shape, frame.slots, _declared(arrays, theirs))
    inside = frame.inside(layout.dimensions)
    judged = np.zeros(values.shape)
    judged[inside] = values[inside]
    if binding.missing == "drop":
        judged[np.isnan(judged)] = 0.0
    check_finite(name, judged, "fill or remove them, or write: missing = drop")
    ordered = values[inside].transpose(layout.order(frame.order))
    return (ordered[None] if binding.sample is None else ordered), layout.note


def _declared(arrays: Mapping[str, ArrayLike], theirs: str) -> tuple[str, ...] | None:
    """Names of an array's dimensions, from `u_dims` beside it or from its own `dims`."""
    labels = arrays.get(f"{theirs}_dims")
    if labels is None:
        labels = getattr(arrays[theirs], "dims", None)
    return None if labels is None else tuple(str(label) for label in np.ravel(np.asarray(labels)))
