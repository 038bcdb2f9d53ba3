"""The fields of a run as a figure or a forward solution wants them: data and their estimate."""

from __future__ import annotations

import math
import os
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pdedsl.errors import DataError
from pdedsl.fields.inputs import Known

FILE_NAME = "fields.npz"

MOST = 2**21
"""Values of data that are kept; a run is no copy of its data."""

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class RunSample:
    """One sample: what was measured, and the field estimate made of it.

    Attributes:
        number: of the sample in the data, from 0.
        axes: values of each coordinate on the grid of the estimate, in its unit.
        estimate: u_hat of each field on that grid, shape (n_1, ..., n_M).
        noise_sd: standard deviation of the noise of each field at one point.
        data: each field as measured, on the same grid, or of shape (n,) at `points`.
        points: shape (n, M) where the sample is scattered, else None.
        inputs: each quantity that was known, with axes of its own.
        holes: where on the grid there are no data nearby, None for nowhere.
    """

    number: int
    axes: Mapping[str, Array]
    estimate: Mapping[str, Array]
    noise_sd: Mapping[str, float]
    data: Mapping[str, Array]
    points: Array | None = None
    inputs: Mapping[str, Known] = field(default_factory=dict)
    holes: NDArray[np.bool_] | None = None

    @property
    def shape(self) -> tuple[int, ...]:
        """Of the grid of the estimate."""
        return tuple(len(axis) for axis in self.axes.values())

    def beside_holes(self, name: str) -> Array:
        """The estimate of a field, NaN where there are no data nearby."""
        values = self.estimate[name]
        return values if self.holes is None else np.where(self.holes, np.nan, values)


@dataclass(frozen=True, eq=False)
class RunFields:
    """The first samples of a run, as many as `MOST` allows, thinned where one is larger.

    Attributes:
        samples: at least one.
        count: D, how many samples the data have.
        every: by how much each coordinate was thinned, 1 where it was not.
    """

    samples: tuple[RunSample, ...]
    count: int
    every: Mapping[str, int]

    @property
    def box(self) -> dict[str, tuple[float, float]]:
        """Least and largest value of every coordinate, of every field's estimate and input."""
        found: dict[str, tuple[float, float]] = {}
        for s in self.samples:
            inputs = {name: known.values for name, known in s.inputs.items()}
            for name, values in {**s.axes, **s.estimate, **inputs}.items():
                low, high = found.get(name, (math.inf, -math.inf))
                found[name] = min(low, float(np.min(values))), max(high, float(np.max(values)))
        return found


def share_of_holes(samples: Sequence[RunSample]) -> float:
    """How much of their grids is in holes of the data, from 0 to 1."""
    empty = sum(0 if s.holes is None else int(s.holes.sum()) for s in samples)
    return empty / sum(math.prod(s.shape) for s in samples)


@dataclass(frozen=True)
class NoiseLevel:
    """The noise of one measurement of a field, the median of the samples.

    Attributes:
        sd: its standard deviation, in the unit of the field.
        share: the same over the standard deviation of the field's data.
    """

    sd: float
    share: float


def noise_levels(fields: RunFields) -> dict[str, NoiseLevel]:
    """The noise of each field by name, as `pdedsl check` and the report of a run tell it."""
    found = {}
    for name in fields.samples[0].estimate:
        levels = np.array([s.noise_sd[name] for s in fields.samples])
        spread = np.array([np.nanstd(s.data[name]) for s in fields.samples])
        share = levels / np.maximum(spread, np.finfo(float).tiny)
        found[name] = NoiseLevel(float(np.median(levels)), float(np.median(share)))
    return found


def kept(samples: Sequence[RunSample]) -> RunFields:
    """What is kept of all samples."""
    fields = len(samples[0].estimate)
    shape = list(samples[0].shape)
    steps = [1] * len(shape)
    while fields * np.prod([-(-n // k) for n, k in zip(shape, steps, strict=True)]) > MOST:
        longest = max(range(len(shape)), key=lambda k: -(-shape[k] // steps[k]))
        steps[longest] *= 2
    taken: list[RunSample] = []
    size = 0
    for sample in samples:
        thin = _thinned(sample, steps)
        size += sum(a.size for a in thin.estimate.values())
        if taken and size > MOST:
            break
        taken.append(thin)
    return RunFields(tuple(taken), len(samples), dict(zip(samples[0].axes, steps, strict=True)))


def _thinned(sample: RunSample, steps: Sequence[int]) -> RunSample:
    if all(step == 1 for step in steps) and sample.points is None:
        return sample
    cut = tuple(slice(None, None, step) for step in steps)
    axes = {name: axis[c] for (name, axis), c in zip(sample.axes.items(), cut, strict=True)}
    estimate = {name: values[cut] for name, values in sample.estimate.items()}
    sample = replace(sample, inputs={n: q.thinned(steps) for n, q in sample.inputs.items()})
    sample = replace(sample, holes=None if sample.holes is None else sample.holes[cut])
    if sample.points is None:
        data = {name: values[cut] for name, values in sample.data.items()}
        return replace(sample, axes=axes, estimate=estimate, data=data)
    few = slice(None, None, max(1, -(-len(sample.points) // MOST)))
    data = {name: values[few] for name, values in sample.data.items()}
    return replace(sample, axes=axes, estimate=estimate, data=data, points=sample.points[few])


def save(fields: RunFields, folder: Path) -> None:
    """Write `fields.npz` into a folder; plain arrays, no pickles."""
    first = fields.samples[0]
    arrays: dict[str, Any] = {
        "coordinates": np.array(list(first.axes)),
        "fields": np.array(list(first.estimate)),
        "count": np.array(fields.count),
        "every": np.array(list(fields.every.values())),
        "numbers": np.array([sample.number for sample in fields.samples]),
        "inputs": np.array(list(first.inputs), dtype=str),
    }
    for k, sample in enumerate(fields.samples):
        arrays |= {f"{k}.axis.{name}": axis for name, axis in sample.axes.items()}
        arrays |= {f"{k}.estimate.{name}": a for name, a in sample.estimate.items()}
        arrays |= {f"{k}.data.{name}": a for name, a in sample.data.items()}
        for name, known in sample.inputs.items():
            arrays[f"{k}.input.{name}"] = known.values
            arrays |= {f"{k}.input.{name}.{i}": axis for i, axis in enumerate(known.axes)}
        arrays[f"{k}.noise_sd"] = np.array(list(sample.noise_sd.values()))
        if sample.points is not None:
            arrays[f"{k}.points"] = sample.points
        if sample.holes is not None:
            arrays[f"{k}.holes"] = sample.holes
    with (folder / FILE_NAME).open("wb") as stream:
        np.savez_compressed(stream, **arrays)


def load(folder: str | os.PathLike[str]) -> RunFields | None:
    """What `save` wrote there, None where there is none.

    Raises:
        DataError: it cannot be read.
    """
    path = Path(folder) / FILE_NAME
    if not path.exists():
        return None
    remedy = "run `pdedsl discover` again"
    try:
        with path.open("rb") as stream, np.load(stream, allow_pickle=False) as arrays:
            return _read(arrays)
    except (OSError, ValueError, EOFError, zipfile.BadZipFile) as error:
        raise DataError(f"cannot be read: {error}", where=str(path), remedy=remedy) from error
    except KeyError as error:
        message = f"has no array {error.args[0]}"
        raise DataError(message, where=str(path), remedy=remedy) from error


def _read(arrays: Any) -> RunFields:
    coordinates = [str(name) for name in arrays["coordinates"]]
    names = [str(name) for name in arrays["fields"]]
    known = [str(name) for name in arrays["inputs"]] if "inputs" in arrays.files else []
    samples = []
    for k, number in enumerate(arrays["numbers"]):
        axes = {name: arrays[f"{k}.axis.{name}"] for name in coordinates}
        estimate = {name: arrays[f"{k}.estimate.{name}"] for name in names}
        shape = tuple(len(axis) for axis in axes.values())
        points = arrays[f"{k}.points"] if f"{k}.points" in arrays.files else None
        data = {name: arrays[f"{k}.data.{name}"] for name in names}
        empty = arrays[f"{k}.holes"] if f"{k}.holes" in arrays.files else None
        measured = shape if points is None else points.shape[:1]
        on_grid = [*estimate.values(), *(() if empty is None else (empty,))]
        if any(a.shape != shape for a in on_grid) or any(
            a.shape != measured for a in data.values()
        ):
            raise ValueError(f"the arrays of sample {k} do not fit each other")
        inputs = {name: _input(arrays, f"{k}.input.{name}", len(axes)) for name in known}
        noise = dict(zip(names, map(float, arrays[f"{k}.noise_sd"]), strict=True))
        samples.append(RunSample(int(number), axes, estimate, noise, data, points, inputs, empty))
    if not samples:
        raise ValueError("it has no sample")
    every = dict(zip(coordinates, map(int, arrays["every"]), strict=True))
    return RunFields(tuple(samples), int(arrays["count"]), every)


def _input(arrays: Any, key: str, dimension: int) -> Known:
    axes = tuple(arrays[f"{key}.{i}"] for i in range(dimension))
    values = arrays[key]
    pairs = zip(values.shape, axes, strict=False)
    if values.ndim != dimension or any(n not in (1, len(axis)) for n, axis in pairs):
        raise ValueError(f"the array {key} does not fit its axes")
    return Known(axes, values)
