"""Smoothing and interpolating splines, the estimators that a Gaussian process is compared with."""

from __future__ import annotations

import numpy as np
from scipy.optimize import minimize_scalar

from pdedsl.fields.arrays import Array
from pdedsl.fields.curve import SplineCurve
from pdedsl.fields.kronecker import apply_along

DEGREES = {"cubic": 3, "linear": 1, "nearest": 0}


def interpolating_curve(axes: tuple[Array, ...], values: Array, method: str) -> SplineCurve:
    """The data as they are, joined by a spline of the method's degree ("cubic", ...)."""
    return SplineCurve(axes, values, DEGREES[method])


def smoothing_curve(axes: tuple[Array, ...], values: Array) -> SplineCurve:
    """Natural cubic smoothing splines along one axis after the other.

    Each axis has one penalty for all lines along it, found by generalised cross-validation.

    Source: Green and Silverman 1994, sections 2.2 and 3.3.
    """
    scale = float(np.ptp(values))
    smooth = values / scale
    for i, axis in enumerate(axes):
        smooth = smooth_along(axis, smooth, i)
    return SplineCurve(axes, smooth * scale, 3, natural=True)


def smooth_along(axis: Array, values: Array, i: int, penalty: float | None = None) -> Array:
    """Minimise sum (v - s)^2 + penalty * integral s''^2 for every line along axis i.

    Args:
        axis: increasing points (n_i,), n_i at least 3.
        values: v, any shape with n_i at place i.
        i: the axis.
        penalty: in units of the mean spacing cubed; None for cross-validation.

    Returns:
        s at the points, shape of the values.
    """
    roughness, basis = np.linalg.eigh(_roughness_matrix(axis / np.mean(np.diff(axis))))
    roughness = np.maximum(roughness, 0.0)
    roughness[:2] = 0.0  # straight lines are smooth, rounding aside
    lines = np.moveaxis(apply_along(basis.T, values, i), i, 0)
    if penalty is None:
        penalty = _cross_validated(roughness, (lines.reshape(len(lines), -1) ** 2).sum(axis=1))
    kept = np.moveaxis((lines.T / (1 + penalty * roughness)).T, 0, i)
    return apply_along(basis, kept, i)


def _roughness_matrix(x: Array) -> Array:
    """The matrix of integral s''^2 for natural cubic splines through values at x."""
    h = np.diff(x)
    inner = np.arange(len(h) - 1)
    second = np.zeros((len(x), len(inner)))
    second[inner, inner] = 1 / h[:-1]
    second[inner + 1, inner] = -1 / h[:-1] - 1 / h[1:]
    second[inner + 2, inner] = 1 / h[1:]
    off = h[1:-1] / 6
    gram = np.diag((h[:-1] + h[1:]) / 3) + np.diag(off, 1) + np.diag(off, -1)
    return second @ np.linalg.solve(gram, second.T)


def _cross_validated(roughness: Array, energy: Array) -> float:
    """The penalty of least generalised cross-validation error."""

    def error(log_penalty: float) -> float:
        removed = 1 - 1 / (1 + np.exp(log_penalty) * roughness)
        return float(np.sum(removed**2 * energy) / np.sum(removed) ** 2)

    # from leaving the roughest component alone to leaving nothing but straight lines
    ladder = np.linspace(np.log(1e-2 / roughness[-1]), np.log(1e2 / roughness[2]), 40)
    best = int(np.argmin([error(p) for p in ladder]))
    bounds = (ladder[max(best - 1, 0)], ladder[min(best + 1, len(ladder) - 1)])
    return float(np.exp(minimize_scalar(error, bounds=bounds, method="bounded").x))
