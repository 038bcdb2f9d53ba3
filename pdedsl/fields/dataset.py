"""The data set: measured fields, sample by sample, checked once so that nobody checks again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256

import numpy as np

from pdedsl.errors import DataError
from pdedsl.fields.arrays import (
    LEAST_POINTS,
    Array,
    check_axis,
    check_field,
    check_finite,
    read_only,
)
from pdedsl.fields.grid import SamplingGrid
from pdedsl.fields.inputs import check_inputs, squeezed
from pdedsl.fields.spread import check_axis_steps, check_points, check_spread


@dataclass(frozen=True, eq=False)
class Sample:
    """One run of the experiment on a sampling grid.

    Attributes:
        grid: M axes.
        values: N fields, shape (N, n_1, ..., n_M); read-only.
        inputs: Q quantities that are known, each of shape (n_1, ..., n_M) but of length 1 along
            axes on which it does not change; read-only.
    """

    grid: SamplingGrid
    values: Array
    inputs: tuple[Array, ...] = ()

    def __post_init__(self) -> None:
        """Copy the arrays and compare their shapes with the grid's."""
        object.__setattr__(self, "values", read_only(self.values))
        object.__setattr__(self, "inputs", tuple(read_only(squeezed(q)) for q in self.inputs))
        for q in self.inputs:
            lengths = zip(q.shape, self.grid.shape, strict=False)
            if q.ndim != len(self.grid.shape) or any(n not in (1, wide) for n, wide in lengths):
                raise DataError(
                    f"an input of shape {q.shape} on a grid of shape {self.grid.shape}",
                    where="sample",
                    remedy="give it the shape of the grid, or length 1 along some axes",
                )
        if self.values.shape[1:] != self.grid.shape or self.values.ndim == 0:
            raise DataError(
                f"values of shape {self.values.shape} on a grid of shape {self.grid.shape}",
                where="sample",
                remedy="order the dimensions as (fields, " + ", ".join(self.grid.names) + ")",
            )


@dataclass(frozen=True, eq=False)
class ScatteredSample:
    """One run of the experiment, measured at points that form no grid.

    Attributes:
        points: one row a point, shape (n, M); read-only.
        values: N fields, shape (N, n); read-only.
        inputs: Q quantities that are known, shape (Q, n); read-only.
    """

    points: Array
    values: Array
    inputs: Array = field(default_factory=lambda: np.zeros((0, 0)))

    def __post_init__(self) -> None:
        """Copy the arrays and compare their shapes."""
        for name in ("points", "values", "inputs"):
            object.__setattr__(self, name, read_only(getattr(self, name)))
        count = self.points.shape[:1]
        if (
            self.points.ndim != 2
            or self.values.shape[1:] != count
            or (len(self.inputs) and self.inputs.shape[1:] != count)
        ):
            raise DataError(
                f"points of shape {self.points.shape} with values of shape {self.values.shape}",
                where="scattered sample",
                remedy="give points as (n, coordinates) and values as (fields, n)",
            )


@dataclass(frozen=True, eq=False)
class Dataset:
    """D samples of N fields over M coordinates; their grids may differ.

    Attributes:
        coordinates: M names.
        fields: N names.
        samples: D of them.
        notes: how the data were understood, one sentence each, for people to read.
        remarks: what may not be meant, likewise.
        inputs: Q names.

    Raises:
        DataError: a value that is not finite, a constant field, an axis with fewer than 4
            points or steps of mere rounding, scattered points that are few or on one line, or
            a sample that is there twice, naming field or coordinate, sample (counted from 0) and
            index.
    """

    coordinates: tuple[str, ...]
    fields: tuple[str, ...]
    samples: tuple[Sample | ScatteredSample, ...]
    notes: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    inputs: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Check every sample."""
        if not self.samples:
            raise DataError("the data hold no sample", where="data", remedy="check the file")
        for k, sample in enumerate(self.samples):
            place = f", sample {k}" if len(self.samples) > 1 else ""
            self._check_sample(sample, place)
        self._check_repeated()
        if self.inputs:
            check_inputs(self.inputs, [s.inputs for s in self.samples], self._others())

    @property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """Positions of the samples that share an identical grid, in order of first appearance.

        A scattered sample makes a group of its own.
        """
        found: dict[object, list[int]] = {}
        for k, sample in enumerate(self.samples):
            grid = sample.grid if isinstance(sample, Sample) else None
            key = k if grid is None else tuple(axis.tobytes() for axis in grid.axes)
            found.setdefault(key, []).append(k)
        return tuple(tuple(group) for group in found.values())

    @property
    def digest(self) -> str:
        """SHA-256 of all names and numbers, the same for the same data only."""
        names = (self.coordinates, self.fields, *((self.inputs,) if self.inputs else ()))
        found = sha256(repr(names).encode())
        for part in (part for sample in self.samples for part in _numbers(sample)):
            found.update(part)
        return found.hexdigest()

    def _others(self) -> dict[str, list[Array]]:
        """Coordinates and fields of every sample, by name, in the shape that its inputs have."""
        found: dict[str, list[Array]] = {name: [] for name in (*self.coordinates, *self.fields)}
        for sample in self.samples:
            if isinstance(sample, Sample):
                full = sample.grid.shape
                places = np.meshgrid(*sample.grid.axes, indexing="ij", sparse=True)
                arrays = [*(np.broadcast_to(x, full) for x in places), *sample.values]
            else:
                arrays = [*sample.points.T, *sample.values]
            for own, array in zip(found.values(), arrays, strict=True):
                own.append(array)
        return found

    def _check_repeated(self) -> None:
        """Refuse a measurement that is there twice: its noise would count as if it were two."""
        if len(self.samples) == 1:
            return
        seen: dict[bytes, int] = {}
        for k, sample in enumerate(self.samples):
            own = sha256()
            for part in _numbers(sample):
                own.update(part)
            first = seen.setdefault(own.digest(), k)
            if first != k:
                raise DataError(
                    f"samples {first} and {k} are the same, number by number",
                    where=f"data, sample {k}",
                    remedy="keep one of them: noise that is copied would be taken for agreement",
                )

    def _check_sample(self, sample: Sample | ScatteredSample, place: str) -> None:
        if len(sample.values) != len(self.fields):
            raise DataError(
                f"{len(sample.values)} fields are given, {len(self.fields)} are named",
                where=f"data{place}",
                remedy="give one array for each of " + ", ".join(self.fields),
            )
        if isinstance(sample, Sample):
            _check_axes(sample.grid, self.coordinates, place)
        else:
            _check_points(sample.points, self.coordinates, place)
        for name, values in zip(self.fields, sample.values, strict=True):
            check_field(name + place, values)
        if len(sample.inputs) != len(self.inputs):
            raise DataError(
                f"{len(sample.inputs)} inputs are given, {len(self.inputs)} are named",
                where=f"data{place}",
                remedy="give one array for each of " + ", ".join(self.inputs),
            )
        for name, values in zip(self.inputs, sample.inputs, strict=True):
            check_finite(name + place, values, "fill or remove them, or write: missing = drop")


def _numbers(sample: Sample | ScatteredSample) -> Iterator[bytes | Array]:
    """Places, values and inputs of a sample, each after its shape, to make a digest of."""
    gridded = isinstance(sample, Sample)
    places = sample.grid.axes if gridded else (sample.points,)
    for array in (*places, sample.values, *sample.inputs):
        yield repr((gridded, array.shape)).encode()
        yield np.ascontiguousarray(array, dtype=float)


def _check_axes(grid: SamplingGrid, coordinates: tuple[str, ...], place: str) -> None:
    if grid.names != coordinates:
        raise DataError(
            f"the grid has the axes {grid.names}, the data the coordinates {coordinates}",
            where=f"data{place}",
            remedy="name the axes of the grid after the coordinates, in their order",
        )
    for name, axis in zip(coordinates, grid.axes, strict=True):
        check_axis(name + place, axis)
        _check_count(name + place, len(axis), "points")
        check_axis_steps(name + place, axis)


def _check_points(points: Array, coordinates: tuple[str, ...], place: str) -> None:
    if points.shape[1] != len(coordinates):
        raise DataError(
            f"points have {points.shape[1]} coordinates, {len(coordinates)} are named",
            where=f"data{place}",
            remedy="give one column for each of " + ", ".join(coordinates),
        )
    for name, column in zip(coordinates, points.T, strict=True):
        check_finite(name + place, column, "a point needs all its coordinates")
        check_points(name + place, column)
        _check_count(name + place, len(np.unique(column)), "different values")
    check_spread(points, coordinates, f"data{place}")


def _check_count(name: str, count: int, what: str) -> None:
    if count < LEAST_POINTS:
        raise DataError(
            f"only {count} {what}, at least {LEAST_POINTS} are needed",
            where=name,
            remedy="measure more points along this coordinate, or leave it out",
        )
