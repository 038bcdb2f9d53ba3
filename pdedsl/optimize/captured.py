"""Whether test functions see a source, or something slower in its place.

Integrals of cos(w t) against functions that lie d apart are those of a frequency below pi / d,
but for a factor: 2 pi / d - w gives the same numbers as w, only far smaller. The linear
coefficient makes up for that, so that a wild oscillation of amplitude 10^5 explains the data as
well as a slow one of amplitude 3. What it gives itself away by is the share of its energy that
is in the span of the test functions.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pdedsl.weak.quadrature import AxisQuadrature

LEAST = 0.1
"""Share of its energy below which a function of the coordinates is an alias at best."""


def captured(quadrature: Sequence[AxisQuadrature], values: np.ndarray) -> np.ndarray:
    """The share of a function's energy that test functions see, where they look.

    What lies near the ends of the axes counts as much as there are test functions for it: a
    polynomial or a slow wave has about 1, wherever it is large.

    Args:
        quadrature: one rule for each of the M axes; its test functions are orthonormal.
        values: at the nodes, shape (..., q_1, ..., q_M); length 1 along axes on which nothing
            changes, which may also be missing in front.

    Returns:
        Shape (...), 0 where values are not finite or nothing is there.
    """
    missing = max(0, len(quadrature) - values.ndim)
    values = values.reshape((1,) * missing + values.shape)
    with np.errstate(all="ignore"):
        seen, energy = values, values**2
        for i, rule in enumerate(quadrature):
            axis = i - len(quadrature)
            weights, density = rule.weights[0], rule.density
            if values.shape[axis] == 1:
                weights, density = weights.sum(axis=1, keepdims=True), density.sum(keepdims=True)
            seen = _along(seen, weights, axis)
            energy = _along(energy, density[None], axis)
        axes = tuple(range(-len(quadrature), 0))
        share = np.sum(seen**2, axis=axes) / np.sum(energy, axis=axes)
    return np.where(np.isfinite(share), share, 0.0)


def _along(values: np.ndarray, matrix: np.ndarray, axis: int) -> np.ndarray:
    return np.moveaxis(np.moveaxis(values, axis, -1) @ matrix.T, -1, axis)
