"""Samples from a long table: one row a point, in any order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pdedsl.errors import DataError
from pdedsl.fields.arrays import LARGEST_NUMBER, LEAST_POINTS, Array, as_float
from pdedsl.fields.binding import Binding, inside
from pdedsl.fields.dataset import Dataset, Sample, ScatteredSample
from pdedsl.fields.grid import SamplingGrid

MOST_SAMPLES = 10_000


@dataclass(frozen=True, eq=False)
class Table:
    """The bound columns of a long table.

    Attributes:
        points: coordinates, shape (rows, M).
        values: fields, shape (rows, N); NaN where a cell is empty.
        inputs: likewise, shape (rows, Q).
        labels: what tells samples apart, shape (rows,), or None.
        places: the number by which messages name each row, shape (rows,).
        unit: what that number counts, "line" or "row".
        others: columns by which rows are chosen, each of shape (rows,).
        notes: how the columns were understood.
    """

    points: Array
    values: Array
    inputs: Array
    labels: NDArray[np.generic] | None
    places: NDArray[np.intp]
    unit: str = "row"
    others: Mapping[str, Array] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    def subset(self, rows: NDArray[Any]) -> Table:
        """The table of the rows that are marked, or numbered."""
        return replace(
            self,
            points=self.points[rows],
            values=self.values[rows],
            inputs=self.inputs[rows],
            labels=None if self.labels is None else self.labels[rows],
            places=self.places[rows],
            others={name: column[rows] for name, column in self.others.items()},
        )


def table_dataset(table: Table, binding: Binding) -> Dataset:
    """One sample for each label: on a grid if its rows fill one, else scattered.

    The order of rows has no meaning; samples come in the order of their labels.

    Raises:
        DataError: a value that is not finite, or two rows at the same point of a sample.
    """
    names = (*binding.coordinates, *binding.fields, *binding.inputs)
    chosen, remarks = _chosen(table, binding)
    table = _thinned(table.subset(chosen), binding)
    table, lost = _finite_rows(table, names, binding.missing == "drop")
    notes = [*table.notes, *lost]
    samples = []
    parts = _samples(table)
    _check_parts(parts, binding)
    for k, rows in enumerate(parts):
        sample, note = _sample(table.subset(rows), binding.coordinates)
        samples.append(sample)
        notes += [f"sample {k}: {note}"] if note else []
    return Dataset(
        binding.coordinates,
        binding.fields,
        tuple(samples),
        tuple(notes),
        remarks,
        binding.inputs,
    )


def _chosen(table: Table, binding: Binding) -> tuple[NDArray[np.bool_], tuple[str, ...]]:
    """The rows within all ranges and slices, and what may not be meant about them."""
    rows = np.ones(len(table.points), dtype=bool)
    remarks = []
    for name, column in zip(binding.coordinates, table.points.T, strict=True):
        within = binding.within(name, column)
        remarks.append(binding.remark(name, column, within))
        rows &= within
    for name, limits in binding.only.items():
        if name == binding.sample and table.labels is not None:
            rows &= inside(name, as_float(name, table.labels), limits)
        else:
            rows &= inside(name, table.others[name], limits) & ~np.isnan(table.others[name])
    if not rows.any():
        raise DataError("no row lies in all ranges", where="data", remedy="widen the ranges")
    return rows, tuple(remark for remark in remarks if remark)


def _thinned(table: Table, binding: Binding) -> Table:
    """Every k-th of the values that a coordinate has in each sample."""
    rows = np.ones(len(table.points), dtype=bool)
    for own in _samples(table) if binding.every else ():
        for name, step in binding.every.items():
            column = table.points[own, binding.coordinates.index(name)]
            values = np.unique(column[~np.isnan(column)])
            rows[own] &= np.isin(column, values[::step]) | np.isnan(column)
    return table.subset(rows)


def _check_parts(parts: list[NDArray[np.intp]], binding: Binding) -> None:
    """Refuse samples that are too many, or too short, before anything is made of them."""
    short = next((k for k, rows in enumerate(parts) if len(rows) < LEAST_POINTS), None)
    if len(parts) > MOST_SAMPLES:
        message = f"{len(parts):,} samples, at most {MOST_SAMPLES:,} are dealt with"
    elif short is not None and len(parts) > 1:
        few = len(parts[short])
        message = (
            f"sample {short} has {few} row{'s' * (few != 1)}, at least {LEAST_POINTS} are needed"
        )
    else:
        return
    raise DataError(
        message,
        where=binding.sample or "data",
        remedy="bind the column that tells repetitions apart, not points: sample = NAME",
    )


def _finite_rows(table: Table, names: tuple[str, ...], drop: bool) -> tuple[Table, list[str]]:
    """The table without incomplete rows if they may be dropped; anything else not finite raises."""
    cells = np.hstack([table.points, table.values, table.inputs])
    incomplete = np.isnan(cells).any(axis=1) if drop else np.zeros(len(cells), dtype=bool)
    bad = ~(np.abs(cells) <= LARGEST_NUMBER) & ~incomplete[:, None]
    if bad.any():
        row, column = (int(i) for i in np.argwhere(bad)[0])
        count = int(bad[:, column].sum())
        missing = np.isnan(cells[row, column])
        remedy = "fill or remove them, or write: missing = drop" if missing else "correct the value"
        raise DataError(
            f"{count} of {len(cells)} values cannot be used; the first, in {table.unit} "
            f"{table.places[row]}, is {'missing' if missing else f'{cells[row, column]:g}'}",
            where=names[column],
            remedy=remedy,
        )
    if incomplete.all():
        raise DataError("no row is complete", where="data", remedy="check the columns")
    lost = int(incomplete.sum())
    notes = [f"{lost} of {len(cells)} rows dropped, a value being missing"] if lost else []
    return table.subset(~incomplete), notes


def _samples(table: Table) -> list[NDArray[np.intp]]:
    """The rows of each sample, in the order of their labels."""
    if table.labels is None:
        return [np.arange(len(table.points))]
    which = np.unique(table.labels, return_inverse=True)[1]
    order = np.argsort(which, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(which[order])) + 1)


def _sample(table: Table, coordinates: tuple[str, ...]) -> tuple[Sample | ScatteredSample, str]:
    """The rows of one sample as a sample, and a note if they form no grid."""
    order = np.lexsort(table.points.T[::-1])
    points, values, inputs = table.points[order], table.values[order], table.inputs[order]
    repeated = np.flatnonzero((points[1:] == points[:-1]).all(axis=1))
    if repeated.size:
        k = int(repeated[0])
        first, second = sorted(int(p) for p in table.places[order[k : k + 2]])
        point = ", ".join(f"{n} = {v:g}" for n, v in zip(coordinates, points[k], strict=True))
        raise DataError(
            f"{table.unit}s {first} and {second} are both at {point}",
            where=", ".join(coordinates),
            remedy="keep one of them, or name the column that tells samples apart: sample = NAME",
        )
    axes = tuple(np.unique(column) for column in points.T)
    shape = tuple(len(axis) for axis in axes)
    if np.prod(shape) != len(points):
        wide = " x ".join(str(n) for n in shape)
        note = f"{len(points)} rows do not fill a {wide} grid and are taken as scattered points"
        return ScatteredSample(points, values.T, inputs.T), note
    grid = SamplingGrid(coordinates, axes)
    known = tuple(q.reshape(shape) for q in inputs.T)
    return Sample(grid, values.T.reshape(-1, *shape), known), ""
