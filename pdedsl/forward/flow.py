"""Equations of first order in space: where the flow enters, and how fast it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pdedsl.forward.right_side import Printed

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Flow:
    """Along one axis.

    Attributes:
        speed: the largest.
        enters: whether it comes in on the left and on the right, at any time.
    """

    speed: float
    enters: tuple[bool, bool]


def flow(form: Printed, position: int, arguments: Sequence[Array], shape: tuple[int, ...]) -> Flow:
    """How an equation of first order carries its field along an axis.

    With several fields or second derivatives in time waves go both ways, and both edges count as
    those of inflow.

    Args:
        form: printed.
        position: of the axis among those in space.
        arguments: of the printed functions on the measured grid and at all times, flattened.
        shape: of that grid, (times, n_1, ..., n_k).
    """
    count = int(np.prod(shape))
    speeds = []
    for number in range(len(form.rates)):
        speed = np.zeros(count)
        for _, orders, factor in form.linear(number, arguments, count):
            if orders[position] == 1 and sum(orders) == 1:
                speed = speed - factor
        speeds.append(np.nan_to_num(speed, nan=0.0, posinf=0.0, neginf=0.0))
    largest = float(max(np.abs(s).max() for s in speeds))
    if len(form.levels) > 1:
        return Flow(largest, (True, True))
    along = np.moveaxis(speeds[0].reshape(shape), 1 + position, 0)
    return Flow(largest, (bool(along[0].max() > 0), bool(along[-1].min() < 0)))
