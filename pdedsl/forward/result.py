"""Solutions beside the data: how far apart they are, and from when on."""

from __future__ import annotations

import csv
import io
import math
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pdedsl.errors import DataError
from pdedsl.files import write_whole
from pdedsl.run_fields import RunSample, share_of_holes

Array = NDArray[np.float64]

COLUMNS = ("sample", "field", "time", "error_data", "error_estimate", "noise_sd", "ratio")
TWICE = 2.0
"""Times the noise that a solution may be away from the estimate."""


@dataclass(frozen=True)
class ErrorRow:
    """One field of one sample at one time.

    Attributes:
        sample: its number in the data.
        field: its name.
        time: in the unit of the coordinate.
        error_data: root mean square over space of solution minus data, NaN where nothing was
            measured or the solution had ended.
        error_estimate: the same against the field estimate.
        noise_sd: standard deviation of the noise at one point.
        ratio: error_estimate / noise_sd.
    """

    sample: int
    field: str
    time: float
    error_data: float
    error_estimate: float
    noise_sd: float
    ratio: float


@dataclass(frozen=True)
class Summary:
    """One field of one sample.

    Attributes:
        sample: its number in the data.
        field: its name.
        relative: error against the estimate over the motion: the root mean square of the
            difference over that of the estimate's way from its first values.
        departure: the first time at which the error against the estimate is more than twice the
            noise, None for never.
        trouble: why the solution ended before its time, None if it did not.
        reached: the last time to which it was solved.
    """

    sample: int
    field: str
    relative: float
    departure: float | None
    trouble: str | None
    reached: float


@dataclass(frozen=True, eq=False)
class SampleSolution:
    """One sample solved forward.

    Attributes:
        measured: the sample it started from.
        time: name of the coordinate that is time.
        axes: values of each coordinate; times may go on beyond the data.
        fields: the solution on these axes, NaN where it was not reached.
        reached: the last time to which it was solved.
        trouble: why it ended before its time, None if it did not.
    """

    measured: RunSample
    time: str
    axes: Mapping[str, Array]
    fields: Mapping[str, Array]
    reached: float
    trouble: str | None = None

    @property
    def position(self) -> int:
        """Of time among the coordinates."""
        return list(self.axes).index(self.time)

    def rows(self) -> tuple[ErrorRow, ...]:
        """Its errors, by field and time."""
        return tuple(row for name in self.fields for row in self._rows(name))

    def summaries(self) -> tuple[Summary, ...]:
        """In a line for each field."""
        return tuple(self._summary(name) for name in self.fields)

    def by_time(self, values: Array) -> Array:
        """An array on its axes with time first and space flattened, shape (times, places)."""
        return np.moveaxis(values, self.position, 0).reshape(values.shape[self.position], -1)

    def _rows(self, name: str) -> list[ErrorRow]:
        times = self.axes[self.time]
        on_data = self._against_data(name)
        off = self._off(name)
        on_estimate = _rms(off, self._counted(len(off)))
        noise = self.measured.noise_sd[name]
        return [
            ErrorRow(
                self.measured.number,
                name,
                float(t),
                on_data[k] if k < len(on_data) else math.nan,
                float(on_estimate[k]) if k < len(on_estimate) else math.nan,
                noise,
                float(on_estimate[k]) / noise if k < len(on_estimate) and noise else math.nan,
            )
            for k, t in enumerate(times)
        ]

    def _off(self, name: str) -> Array:
        """Solution minus estimate, at the times that both have."""
        ours, estimate = self.by_time(self.fields[name]), self.by_time(self.measured.estimate[name])
        common = min(len(ours), len(estimate))
        return ours[:common] - estimate[:common]

    def _counted(self, times: int) -> NDArray[np.bool_]:
        """Where the estimate counts at the first times: beside holes of the data."""
        empty = self.measured.holes
        if empty is None:
            return np.ones((times, 1), dtype=bool)
        return ~self.by_time(empty)[:times]

    def _against_data(self, name: str) -> list[float]:
        data = self.measured.data[name]
        if self.measured.points is None:
            ours, measured = self.by_time(self.fields[name]), self.by_time(data)
            common = min(len(ours), len(measured))
            return [float(e) for e in _rms(ours[:common] - measured[:common])]
        return self._against_points(name, self.measured.points, data)

    def _against_points(self, name: str, points: Array, data: Array) -> list[float]:
        """Scattered points count at the time of the grid that is nearest to them."""
        from scipy.interpolate import interpn

        axes = tuple(self.axes.values())
        inside = np.clip(points, [a[0] for a in axes], [a[-1] for a in axes])
        off = interpn(axes, self.fields[name], inside) - data
        times, own = self.axes[self.time], points[:, self.position]
        within = own <= times[-1]
        nearest = np.abs(own[:, None] - times).argmin(axis=1)
        return [
            float(_rms(chosen[None])[0]) if len(chosen) else math.nan
            for chosen in (off[within & (nearest == k)] for k in range(len(times)))
        ]

    def _summary(self, name: str) -> Summary:
        off = self._off(name)
        estimate = self.by_time(self.measured.estimate[name])[: len(off)]
        solved = np.all(np.isfinite(off), axis=1)
        counted = np.broadcast_to(self._counted(len(off)), off.shape)[solved].reshape(1, -1)
        moved = _rms((estimate - estimate[:1])[solved].reshape(1, -1), counted)[0]
        error = _rms(off[solved].reshape(1, -1), counted)[0]
        rows = self._rows(name)
        departure = next(
            (r.time for r in rows if r.error_estimate > TWICE * r.noise_sd and r.noise_sd), None
        )
        return Summary(
            self.measured.number,
            name,
            float(error / moved) if moved else math.nan,
            departure,
            self.trouble,
            self.reached,
        )


@dataclass(frozen=True, eq=False)
class Simulation:
    """The equations of a run solved forward from measured initial states.

    Attributes:
        samples: one solution each.
        edges: where the values on the edges come from, in a sentence; empty without space.
        method: how it was solved, in a sentence.
    """

    samples: tuple[SampleSolution, ...]
    edges: str = ""
    method: str = ""

    @property
    def fields(self) -> tuple[Mapping[str, Array], ...]:
        """The solution of each sample by field, on the sample's axes."""
        return tuple(s.fields for s in self.samples)

    @property
    def error(self) -> tuple[ErrorRow, ...]:
        """By sample, field and time."""
        return tuple(row for s in self.samples for row in s.rows())

    @property
    def summaries(self) -> tuple[Summary, ...]:
        """By sample and field."""
        return tuple(row for s in self.samples for row in s.summaries())

    @property
    def holes(self) -> str:
        """What is said of holes in the data, a sentence; empty where there are none."""
        share = share_of_holes([s.measured for s in self.samples])
        if not share:
            return ""
        return (
            f"no data near {100 * share:.2g} % of the range: what the solution is there is not"
            " counted as error"
        )

    @property
    def is_whole(self) -> bool:
        """Whether every sample was solved to its end."""
        return all(s.trouble is None for s in self.samples)

    def __str__(self) -> str:
        return "\n".join(
            [*filter(None, (self.method, self.edges, self.holes)), *map(_line, self.summaries)]
        )

    def plot(self) -> Any:
        """Data, solution and error against time as a matplotlib `Figure`.

        Raises:
            PdedslError: matplotlib is not installed.
        """
        from pdedsl.forward.figure import figure

        return figure(self)

    def save(self, folder: str | os.PathLike[str]) -> Path:
        """Write `simulation.npz` and `error.csv` into a folder, and return it.

        Raises:
            DataError: it cannot be written there.
        """
        place = Path(folder)
        try:
            place.mkdir(parents=True, exist_ok=True)
            with (place / "simulation.npz").open("wb") as stream:
                np.savez_compressed(stream, **self._arrays())
            write_whole(place / "error.csv", self.table())
        except OSError as error:
            remedy = "give --out a folder that can"
            message = f"cannot be written: {error.strerror}"
            raise DataError(message, where=str(place), remedy=remedy) from error
        return place

    def table(self) -> str:
        """The errors as CSV, the names of the columns first; what is not known is empty."""
        out = io.StringIO()
        rows = csv.writer(out, lineterminator="\n")
        rows.writerow(COLUMNS)
        for r in self.error:
            numbers = (r.time, r.error_data, r.error_estimate, r.noise_sd, r.ratio)
            told = (f"{n:.8g}" if math.isfinite(n) else "" for n in numbers)
            rows.writerow([r.sample, r.field, *told])
        return out.getvalue()

    def _arrays(self) -> dict[str, Any]:
        first = self.samples[0]
        arrays: dict[str, Any] = {
            "coordinates": np.array(list(first.axes)),
            "fields": np.array(list(first.fields)),
            "numbers": np.array([s.measured.number for s in self.samples]),
            "reached": np.array([s.reached for s in self.samples]),
        }
        for k, sample in enumerate(self.samples):
            arrays |= {f"{k}.axis.{name}": axis for name, axis in sample.axes.items()}
            arrays |= {f"{k}.{name}": values for name, values in sample.fields.items()}
        return arrays


def _line(s: Summary) -> str:
    if s.departure is None:
        when = "never more than twice the noise from the estimate"
    else:
        when = f"more than twice the noise from the estimate from {s.departure:.4g} on"
    told = "not known" if math.isnan(s.relative) else f"{100 * s.relative:.3g} % of the motion"
    text = f"sample {s.sample}, {s.field}: error {told}, {when}"
    return text if s.trouble is None else f"{text}; ended at {s.reached:.6g}: {s.trouble}"


def _rms(values: Array, counted: NDArray[np.bool_] | None = None) -> Array:
    """Along the second dimension, of what counts there; NaN where that is nothing."""
    weights = np.broadcast_to(True if counted is None else counted, values.shape)
    count = weights.sum(axis=1)
    total = np.sum(np.where(weights, values, 0.0) ** 2, axis=1)
    return np.sqrt(np.divide(total, count, out=np.full(len(values), np.nan), where=count > 0))
