"""Inputs while an equation is solved forward: what they are at any time, on any nodes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import sympy
from numpy.typing import NDArray
from scipy.interpolate import PchipInterpolator

from pdedsl.errors import DataError
from pdedsl.fields.inputs import HELD, SMOOTH, Known
from pdedsl.form import Problem
from pdedsl.run_fields import RunSample

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Forcing:
    """An input of one sample.

    Attributes:
        known: as the data have it.
        time: position of the coordinate that is time.
        between: what it is between its points.
    """

    known: Known
    time: int
    between: str

    @property
    def spacing(self) -> float:
        """The shortest time between two of its values, infinite where it does not change."""
        if self.known.values.shape[self.time] == 1:
            return np.inf
        return float(np.diff(self.known.axes[self.time]).min())

    def everywhere(self, times: Array, space: Sequence[Array]) -> Array:
        """At some times on a grid in space, shape (times, n_1, ..., n_k)."""
        found = self._at(times, space)
        return np.broadcast_to(found, (len(times), *(len(x) for x in space)))

    def at(self, nodes: Sequence[Array]) -> Callable[[float], Array]:
        """From a time its values at all nodes, shape (nodes,)."""
        times = self.known.axes[self.time]
        table = self._at(times, nodes)
        full = np.broadcast_to(table, (len(table), *(len(x) for x in nodes)))
        rows = full.reshape(len(table), -1)
        if len(rows) == 1:
            return lambda _: rows[0]

        first, last = float(times[0]), float(times[-1])
        if self.between == SMOOTH:
            curve = PchipInterpolator(times, rows)
            return lambda t: np.asarray(curve(min(max(t, first), last)))
        held = self.between == HELD and self.time == 0

        def value(t: float) -> Array:
            k = int(np.clip(np.searchsorted(times, t, side="right") - 1, 0, len(times) - 1))
            if held or k == len(times) - 1:
                return rows[k]
            part = max((t - times[k]) / (times[k + 1] - times[k]), 0.0)
            return (1 - part) * rows[k] + part * rows[k + 1]

        return value

    def _at(self, times: Array, space: Sequence[Array]) -> Array:
        axes = list(space)
        axes.insert(self.time, times)
        return np.moveaxis(self.known.at(axes, self.between), self.time, 0)


def forcings(
    problem: Problem, sample: RunSample, time: int, given: Sequence[sympy.Symbol]
) -> Mapping[str, Forcing]:
    """The inputs that the equations need.

    Raises:
        DataError: the run has not kept one.
    """
    found = {}
    for q in problem.inputs:
        name = q.symbol.name
        if q.symbol not in given:
            continue
        if name not in sample.inputs:
            message = f"the run has kept nothing of the input {name}"
            remedy = "run `pdedsl discover` again"
            raise DataError(message, where=f"sample {sample.number}", remedy=remedy)
        found[name] = Forcing(sample.inputs[name], time, q.between)
    return found
