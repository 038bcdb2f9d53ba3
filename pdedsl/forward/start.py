"""Initial states that fit the data best, where there is no space."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares

from pdedsl.forward.arrange import Arranged
from pdedsl.forward.right_side import Printed

Array = NDArray[np.float64]

MOST_TRIES = 20
STEP = 1e-4  # relative to the scale of a number
FAR = 1e6  # the residual of what has no solution


def fitted(
    form: Printed,
    arranged: Arranged,
    start: Array,
    scale: Array,
    solution: Callable[[Array], Array],
) -> Array:
    """The initial state from which the solution is nearest to the data, by least squares.

    Args:
        form: printed.
        arranged: the sample; the estimate takes the place of data that are on no grid.
        start: where to begin, one number for each level.
        scale: of each.
        solution: from a state the levels at all times, shape (times, levels).
    """
    known = [
        (k, *target)
        for k, v in enumerate(form.levels)
        if (target := _target(arranged, v.field.name, v.order)) is not None
    ]

    def off(numbers: Array) -> Array:
        levels = solution(start + (numbers - 1) * scale)
        parts = [(levels[:, k] - data) / noise for k, data, noise in known]
        return np.clip(np.nan_to_num(np.concatenate(parts), nan=FAR), -FAR, FAR)

    found = least_squares(off, np.ones(len(start)), diff_step=STEP, max_nfev=MOST_TRIES)
    return np.asarray(start + (found.x - 1) * scale)


def _target(arranged: Arranged, field: str, order: int) -> tuple[Array, float] | None:
    """What was measured of a level, and its noise; None if it was not."""
    name, derivative = arranged.source(field, order)
    if derivative:
        return None
    sample = arranged.sample
    measured = sample.estimate if sample.points is not None else sample.data
    values = np.asarray(measured[name])
    return values, sample.noise_sd[name] or float(np.std(values)) or 1.0
