"""A sample's motion from some state, in steps that suit the size of its fields."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pdedsl.forward.arrange import Arranged
from pdedsl.forward.estimates import spline
from pdedsl.forward.right_side import Printed, RightSide
from pdedsl.forward.stepping import Care, Steps, solve

Array = NDArray[np.float64]

TOLERANCES = (1e-9, 1e-6)  # of a step; the second with space, or inputs, which have corners


def stepped(
    form: Printed, arranged: Arranged, right_side: RightSide, times: Array, start: Array
) -> Steps:
    """Solve from a state, shape (levels, inner nodes), at some times, the first its own."""
    count = start.shape[1]
    scales = [scale_of(arranged, v.field.name, v.order) for v in form.levels]
    largest = {name: float(np.abs(values).max()) or 1.0 for name, values in arranged.values.items()}

    def size(y: Array) -> float:
        """Of the fields relative to the data; their rates of change are not looked at."""
        parts = y.reshape(len(form.levels), count)
        own = [
            float(np.abs(part).max()) / largest[v.field.name]
            for v, part in zip(form.levels, parts, strict=True)
            if v.order == 0
        ]
        return max(own)

    scale = np.repeat(scales, count)
    inputs = arranged.inputs.values()
    tolerance = TOLERANCES[bool(arranged.axes.measured or inputs)]
    longest = min((each.spacing for each in inputs), default=np.inf)
    return solve(right_side, times, start.ravel(), scale, size, Care(tolerance, longest))


def scale_of(arranged: Arranged, field: str, order: int) -> float:
    """The typical size of d_t^order of a field in the data, never zero."""
    name, k = arranged.source(field, order)
    curve = spline(arranged.times, arranged.values[name])
    values = curve.derivative(k)(arranged.times) if k else arranged.values[name]
    return float(np.sqrt(np.mean(values**2))) or 1.0
