"""The ablated version: derivatives by finite differences, squared errors on the sampling grid.

A Gaussian process is fitted to h(x, v) on the sampling grid and its mean differenced; to take a
further derivative another one is fitted to what came out. g is taken of the data as they are.

Source: Kacprzyk, Qian, van der Schaar 2023, appendix E.1 to E.3.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pdedsl.fields import FieldEstimate
from pdedsl.fields.gaussian_process import fit_grid
from pdedsl.form import ExtendedDerivative, Problem
from pdedsl.optimize.paper.system import PaperSystem, Part, inputs_of
from pdedsl.weak.checks import not_finite
from pdedsl.weak.functions import make_function
from pdedsl.weak.system import by_grid

STEP = 5e-4
"""Step of the finite differences over the width of the axis: the paper's 0.001 on [0, 2]."""


def pointwise_system(problem: Problem, estimates: Sequence[FieldEstimate]) -> PaperSystem:
    """Z and w as values at the points of the sampling grids.

    Args:
        problem: what to differentiate.
        estimates: one a sample; their data are used, not their means.

    Raises:
        DataError: a term that is not finite on the data.
    """
    made = [_pointwise_part(problem, members) for members in by_grid(estimates)]
    z, known, parts = zip(*made, strict=True)
    return PaperSystem(problem, np.concatenate(z), np.concatenate(known), parts)


def differentiated(
    axes: Sequence[np.ndarray], values: np.ndarray, orders: Sequence[int]
) -> np.ndarray:
    """Derivatives of fields on a grid, one finite difference of a Gaussian process after another.

    Args:
        axes: M of them.
        values: shape (D, n_1, ..., n_M).
        orders: how often to differentiate along each axis; the last axis comes first.

    Returns:
        Array of the shape of the values.
    """
    found = np.array(values, dtype=float)
    for i in reversed(range(len(axes))):
        for _ in range(orders[i]):
            found = _differenced(tuple(axes), found, i)
    return found


def _pointwise_part(
    problem: Problem, members: Sequence[FieldEstimate]
) -> tuple[np.ndarray, np.ndarray, Part]:
    axes = members[0].grid.axes
    known = [
        np.stack(np.broadcast_arrays(*(e.inputs[j].at(axes) for e in members)))
        for j in range(len(problem.inputs))
    ]
    inputs = inputs_of(problem, axes, np.array([e.observed for e in members]), known)
    shape = (len(members), *(axis.size for axis in axes))

    def rows(values: np.ndarray) -> np.ndarray:
        return np.broadcast_to(values, shape).ravel()

    symbols = problem.variables
    arrays = [inputs[s.name] for s in symbols]
    columns = []
    for term in problem.dictionary:
        with np.errstate(all="ignore"):
            h = _checked(term, make_function(term.h, symbols)(*arrays))
            a = _checked(term, make_function(term.a, symbols)(*arrays))
        derivative = differentiated(axes, np.broadcast_to(h, shape), term.alpha.orders)
        columns.append(rows(a * derivative))
    known = np.asarray(make_function(problem.known, symbols)(*arrays), dtype=float)
    return np.array(columns).T, rows(known), Part(inputs, rows)


def _checked(term: ExtendedDerivative, values: np.ndarray) -> np.ndarray:
    array = np.asarray(values, dtype=float)
    if not np.all(np.isfinite(array)):
        raise not_finite(term)
    return array


def _differenced(axes: tuple[np.ndarray, ...], values: np.ndarray, i: int) -> np.ndarray:
    """Central differences of the Gaussian process through each field; a constant field has none."""
    found = np.zeros_like(values)
    varying = np.flatnonzero(np.ptp(values.reshape(len(values), -1), axis=1) > 0)
    if not varying.size:
        return found
    step = STEP * float(axes[i][-1] - axes[i][0])
    ahead, behind = ((*axes[:i], axes[i] + s, *axes[i + 1 :]) for s in (step, -step))
    fits = fit_grid(axes, values[varying], (None,) * varying.size)
    for k, fit in zip(varying, fits, strict=True):
        found[k] = (fit.curve.on(ahead) - fit.curve.on(behind)) / (2 * step)
    return found
