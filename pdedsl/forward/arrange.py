"""Samples with time first, and which axes in space are periods of the data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from pdedsl.errors import DataError, PdedslError
from pdedsl.form import Problem
from pdedsl.forward.differences import least_count
from pdedsl.forward.estimates import Axes, period
from pdedsl.forward.inputs import Forcing, forcings
from pdedsl.forward.right_side import Printed, in_space
from pdedsl.run_fields import RunFields, RunSample

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Arranged:
    """A sample with time first.

    Attributes:
        sample: as the run kept it.
        times: of the estimate.
        axes: in space.
        values: of each field, shape (times, n_1, ..., n_k).
        measured: by field and order in time the field that is the measurement of that derivative.
        inputs: what the equations need of the quantities that are known, by name.
    """

    sample: RunSample
    times: Array
    axes: Axes
    values: Mapping[str, Array]
    measured: Mapping[tuple[str, int], str]
    inputs: Mapping[str, Forcing] = field(default_factory=dict)

    def source(self, field: str, order: int) -> tuple[str, int]:
        """The field, and the derivative of it in time, that tell d_t^order of a field."""
        known = self.measured.get((field, order))
        return (field, order) if known is None else (known, 0)


def chosen(fields: RunFields, wanted: tuple[int, ...] | None) -> list[RunSample]:
    """The samples of these numbers, all where none are named.

    Raises:
        DataError: there is no such sample.
        PdedslError: none at all is asked for.
    """
    if wanted is None:
        return list(fields.samples)
    kept = {s.number: s for s in fields.samples}
    for number in wanted:
        if number not in kept:
            numbers = ", ".join(map(str, kept))
            message = f"the run has kept no sample {number}"
            raise DataError(message, where="samples", remedy=f"it has {numbers}")
    if not wanted:
        raise PdedslError("no sample is asked for\n  name at least one")
    return [kept[n] for n in wanted]


def arrange(form: Printed, problem: Problem, sample: RunSample) -> Arranged:
    """A sample with time first.

    Raises:
        DataError: too few times or places.
    """
    names = [x.name for x in problem.coordinate_symbols]
    time = form.form.time
    times = sample.axes[names[time]]
    if len(times) < 2:
        message = f"one value of {names[time]} is no motion"
        raise DataError(message, where=f"sample {sample.number}", remedy="measure at more times")
    space = tuple(sample.axes[n] for i, n in enumerate(names) if i != time)
    values = {name: np.moveaxis(v, time, 0) for name, v in sample.estimate.items()}
    none = (False,) * len(space)
    for k, x in enumerate(space):
        needed = least_count(form.form.order_in(coordinate_of(form, k)))
        if len(x) < max(2, min(needed, 4)):
            name = names[coordinate_of(form, k)]
            message = f"{len(x)} values of {name} are too few"
            raise DataError(message, where=f"sample {sample.number}", remedy="measure at more")
    measured = {
        (f.definition.field.name, f.definition.alpha.orders[time]): f.symbol.name
        for f in problem.fields
        if f.definition is not None and not any(in_space(f.definition.alpha, time))
    }
    inputs = forcings(problem, sample, time, form.form.given)
    return Arranged(sample, times, Axes(space, none, none), values, measured, inputs)


def coordinate_of(form: Printed, position: int) -> int:
    """The position among all coordinates of an axis in space."""
    return position + (position >= form.form.time)


def order_along(form: Printed, position: int) -> int:
    """The highest order of a derivative along an axis in space."""
    return form.form.order_in(coordinate_of(form, position))


def periods(own: Arranged, all_samples: Sequence[Arranged], wanted: str | None) -> Axes:
    """The axes of a sample, with the periods that all samples have."""
    periodic, closed = [], []
    for k, x in enumerate(own.axes.measured):
        found = [
            period(
                a.axes.measured[k],
                [np.moveaxis(v, 1 + k, 0) for v in a.values.values()],
                [a.sample.noise_sd[name] for name in a.values],
            )
            for a in all_samples
        ]
        is_one = all(p for p, _ in found)
        ends = all(c for p, c in found if p) and any(p for p, _ in found)
        if wanted == "periodic" and not is_one:
            ends = False
        periodic.append(is_one if wanted is None else wanted == "periodic")
        closed.append(ends)
        if periodic[-1] and np.ptp(np.diff(x)) > 1e-6 * np.diff(x).mean():
            raise PdedslError(
                "periodic edges need points at equal distances\n  leave them to the data"
            )
    return Axes(own.axes.measured, tuple(periodic), tuple(closed))
