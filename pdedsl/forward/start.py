"""Initial states that fit the data best."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares

from pdedsl.forward.arrange import Arranged
from pdedsl.forward.estimates import back
from pdedsl.forward.fitting import Trial, improved
from pdedsl.forward.modes import modes_on
from pdedsl.forward.motion import scale_of, stepped
from pdedsl.forward.places import Places
from pdedsl.forward.responses import responses
from pdedsl.forward.right_side import Printed, RightSide

Array = NDArray[np.float64]

LEAST_TIMES = 6
MOST_TRIES = 20
STEP = 1e-4  # relative to the scale of a number
FAR = 1e6  # the residual of what has no solution
WITHIN = 6  # steps of the answers within each interval of the data


@dataclass(frozen=True, eq=False)
class _Target:
    """What was measured of a level at the first times, shape (times, places...), and its noise."""

    level: int
    values: Array
    noise: float


def best_start(
    form: Printed,
    arranged: Arranged,
    places: Places,
    right_side: RightSide,
    start: Array,
    part: float,
) -> Array:
    """The initial state from which the solution is nearest to the data, by least squares.

    Without space it is any state; in space the start plus smooth waves, as many as the data tell.

    Args:
        form: printed.
        arranged: the sample; the estimate takes the place of data that are on no grid.
        places: nodes in space.
        right_side: of the equations there.
        start: where to begin, shape (levels, inner nodes).
        part: how much of the measured time is fitted, from the first on; 1 for all.
    """
    count = max(min(LEAST_TIMES, len(arranged.times)), int(np.ceil(part * len(arranged.times))))
    times = arranged.times[:count]
    targets = [t for k in range(len(form.levels)) if (t := _target(form, arranged, k, count))]
    if not arranged.axes.measured:
        return _any_state(form, arranged, right_side, (times, targets), start)
    seen = _Seen(form, arranged, places, right_side, times, targets)
    modes = modes_on(places, [len(x) for x in arranged.axes.measured])
    levels = len(form.levels)
    changes = np.stack([np.kron(unit, mode) for mode in modes.T for unit in np.eye(levels)], axis=1)
    scales = np.tile(
        [scale_of(arranged, v.field.name, v.order) for v in form.levels], modes.shape[1]
    )
    found = improved(start.ravel(), changes * scales, levels, seen.tried(changes * scales))
    return found.reshape(start.shape)


def _any_state(
    form: Printed,
    arranged: Arranged,
    right_side: RightSide,
    wanted: tuple[Array, list[_Target]],
    start: Array,
) -> Array:
    times, targets = wanted
    scale = np.array([scale_of(arranged, v.field.name, v.order) for v in form.levels])

    def state(numbers: Array) -> Array:
        return start + ((numbers - 1) * scale)[:, None]

    def off(numbers: Array) -> Array:
        levels = stepped(form, arranged, right_side, times, state(numbers)).values
        parts = [(levels[:, t.level] - t.values) / t.noise for t in targets]
        return np.clip(np.nan_to_num(np.concatenate(parts), nan=FAR), -FAR, FAR)

    found = least_squares(off, np.ones(len(start)), diff_step=STEP, max_nfev=MOST_TRIES)
    return state(found.x)


@dataclass(frozen=True, eq=False)
class _Seen:
    """Solutions in space where data are."""

    form: Printed
    arranged: Arranged
    places: Places
    right_side: RightSide
    times: Array
    targets: list[_Target]

    def tried(self, changes: Array) -> Callable[[Array], Trial | None]:
        """What becomes of a state, and how it answers to changes."""
        fine = _between(self.times)

        def trial(state: Array) -> Trial | None:
            levels = state.reshape(len(self.form.levels), -1)
            steps = stepped(self.form, self.arranged, self.right_side, fine, levels)
            if steps.trouble:
                return None
            full = [
                self.right_side.full(float(t), y)
                for t, y in zip(self.times, steps.values[::WITHIN], strict=True)
            ]
            off = [
                ((t.values - self._read(np.stack(full)[:, t.level])) / t.noise).ravel()
                for t in self.targets
            ]

            def answers() -> Array:
                each = responses(self.right_side, fine, steps.values, changes, WITHIN)
                return np.concatenate([self._answer(each, t) for t in self.targets])

            return Trial(np.concatenate(off), answers)

        return trial

    def _read(self, states: Array) -> Array:
        return back(states, self.arranged.axes, self.places)

    def _answer(self, each: Array, target: _Target) -> Array:
        """Of one level, from responses of shape (times, unknowns, changes)."""
        times, _, count = each.shape
        inner = len(self.places.inner)
        level = each.reshape(times, -1, inner, count)[:, target.level]
        full = np.zeros((times, count, self.places.count))
        full[..., self.places.inner] = np.moveaxis(level, -1, 1)
        read = self._read(full.reshape(times * count, -1)).reshape(times, count, -1)
        return np.moveaxis(read, 1, 2).reshape(-1, count) / target.noise


def _between(times: Array) -> Array:
    """These times and some between them."""
    parts = np.arange(WITHIN) / WITHIN
    inner = times[:-1, None] + np.diff(times)[:, None] * parts
    return np.append(inner.ravel(), times[-1])


def _target(form: Printed, arranged: Arranged, level: int, count: int) -> _Target | None:
    """What was measured of a level at the first times; None if it was not."""
    own = form.levels[level]
    name, derivative = arranged.source(own.field.name, own.order)
    if derivative:
        return None
    sample = arranged.sample
    measured = sample.estimate if sample.points is not None else sample.data
    values = np.moveaxis(np.asarray(measured[name]), form.form.time, 0)[:count]
    return _Target(level, values, sample.noise_sd[name] or float(np.std(values)) or 1.0)
