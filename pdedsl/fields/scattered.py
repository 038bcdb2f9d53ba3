"""Gaussian-process estimates from points that form no grid, read off on a grid made for them."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial, reduce
from math import ceil, prod

import numpy as np
from scipy.optimize import minimize
from sklearn.exceptions import ConvergenceWarning
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, Kernel, WhiteKernel

from pdedsl.errors import DataError
from pdedsl.fields.amplitudes import NOISE_FLOOR
from pdedsl.fields.arrays import Array
from pdedsl.fields.hyperparameters import LONGEST, NOISE_CEILING, SIGNAL_RANGE
from pdedsl.fields.prior import GaussianPrior

MOST_POINTS = 2000  # that the posterior mean is conditioned on
MOST_FOR_SCALES = 500  # that length scales are fitted on
AXIS_COUNTS = (20, 64)  # fewest and most points on an axis of the grid
NOWHERE = 1e3  # by how much, per point, a kernel without a likelihood is worse than the start
POINTS_A_SCALE = 5  # grid points within one length scale


@dataclass(frozen=True, eq=False)
class ScatteredCurve:
    """The posterior mean m + K(x, points) w of a Gaussian process.

    Attributes:
        points: observed points, shape (n, M).
        prior: its mean m and covariance K.
        weights: w = (K + sigma^2 I)^-1 (v - m), shape (n,).
    """

    points: Array
    prior: GaussianPrior
    weights: Array

    def on(self, axes: tuple[Array, ...]) -> Array:
        """Values on the tensor grid of M axes (n_i,), shape (n_1, ..., n_M)."""
        first, *rest = (
            self.prior.axis_covariance(i, axis, self.points[:, i]) for i, axis in enumerate(axes)
        )
        weighted = self.prior.signal_sd**2 * self.weights * first
        if not rest:
            return self.prior.mean + weighted.sum(axis=1)
        others = reduce(_row_products, rest)
        shape = tuple(len(axis) for axis in axes)
        return self.prior.mean + (weighted @ others.T).reshape(shape)


@dataclass(frozen=True, eq=False)
class ScatteredFit:
    """A fitted curve, and the standard deviation of the noise of one point."""

    curve: ScatteredCurve
    noise_sd: float


def chosen_points(count: int, seed: int) -> np.ndarray:
    """Which points are used, in order: all, or 2000 drawn without replacement."""
    if count <= MOST_POINTS:
        return np.arange(count)
    return np.sort(np.random.default_rng(seed).choice(count, MOST_POINTS, replace=False))


def fit_points(points: Array, field: Array, noise: float | None, seed: int) -> ScatteredFit:
    """Fit one field at scattered points: average as mean, one length scale per coordinate.

    Length scales, signal and noise maximise the marginal likelihood of at most 500 of the points,
    climbing from the best of a ladder of length scales and noise levels.

    Args:
        points: shape (n, M), n at most 2000.
        field: shape (n,), not constant.
        noise: known standard deviation of the noise, or None.
        seed: of the draw of points.
    """
    mean, width = float(field.mean()), float(np.ptp(field))
    scale = width * float(((field - mean) / width).std())
    values = (field - mean) / scale
    low, extent = points.min(axis=0), np.ptp(points, axis=0)
    unit = (points - low) / extent
    rng = np.random.default_rng(seed)
    part = rng.permutation(len(unit))[:MOST_FOR_SCALES]
    kernel = _fitted_kernel(unit[part], values[part], None if noise is None else noise / scale)
    regressor, more = _conditioned(kernel, unit, values)
    signal, lengths, sigma = _parameters(kernel)
    sigma = float(np.hypot(sigma, np.sqrt(more)))
    prior = GaussianPrior(mean, tuple((lengths * extent).tolist()), signal * scale)
    return ScatteredFit(ScatteredCurve(points, prior, regressor.alpha_ / scale), sigma * scale)


def _conditioned(
    kernel: Kernel, unit: Array, values: Array
) -> tuple[GaussianProcessRegressor, float]:
    """The posterior of a kernel, and the variance that had to be added to its noise.

    That is what rounding asks for, where fewer points found less noise than all of them bear.
    """
    signal = _parameters(kernel)[0]
    rounding = signal**2 * len(unit) * float(np.finfo(float).eps)
    for more in (0.0, *(rounding * 10.0**k for k in range(12))):
        regressor = GaussianProcessRegressor(kernel, alpha=more, optimizer=None)
        try:
            return regressor.fit(unit, values), more
        except np.linalg.LinAlgError:
            continue
    raise DataError(
        "these points give no smooth field",
        where="estimate",
        remedy="leave out points that nearly coincide, or state the noise, as in noise = 0.01",
    )


def automatic_axes(points: Array, length_scales: Array) -> tuple[Array, ...]:
    """Axes of a grid over the points' range.

    Points of a grid with holes keep their grid. Else each axis has evenly spaced points, five to
    a length scale, at least 20 and at most 64.

    Args:
        points: shape (n, M).
        length_scales: the shortest of all fields, shape (M,).
    """
    distinct = tuple(np.unique(column) for column in points.T)
    if prod(len(axis) for axis in distinct) <= 2 * len(points):
        return distinct
    return tuple(
        np.linspace(axis[0], axis[-1], _axis_count(float(np.ptp(axis)) / float(length)))
        for axis, length in zip(distinct, length_scales, strict=True)
    )


def _axis_count(widths: float) -> int:
    fewest, most = AXIS_COUNTS
    return min(max(ceil(POINTS_A_SCALE * widths) + 1, fewest), most)


def _fitted_kernel(unit: Array, values: Array, noise: float | None) -> Kernel:
    spacing = len(unit) ** (-1.0 / unit.shape[1])
    start = _best_start(unit, values, noise, spacing)
    with warnings.catch_warnings():
        # a length scale at its upper bound is an answer: the field does not vary along that axis
        warnings.simplefilter("ignore", ConvergenceWarning)
        climb = partial(_climbed, len(unit))
        regressor = GaussianProcessRegressor(start, alpha=0.0, optimizer=climb).fit(unit, values)
    return regressor.kernel_


def _climbed(
    count: int, criterion: Callable[[Array], tuple[float, Array]], start: Array, bounds: Array
) -> tuple[Array, float]:
    """Where the likelihood is highest, and less its log there, as scikit-learn asks for them.

    The criterion is taken per point, so that the first step is not far too long. Where a matrix has
    no Cholesky factor it is infinite, at which a search along a line would give up: there it is
    worse than at the start by much.
    """
    first = criterion(start)[0] / count

    def told(theta: Array) -> tuple[float, Array]:
        value, slope = criterion(theta)
        if not np.isfinite(value):
            return first + NOWHERE, np.zeros_like(theta)
        return value / count, slope / count

    found = minimize(told, start, jac=True, bounds=bounds, method="L-BFGS-B")
    return found.x, count * float(found.fun)


def _best_start(unit: Array, values: Array, noise: float | None, spacing: float) -> Kernel:
    levels = (1e-4, 1e-2, 0.1, 0.5) if noise is None else (max(noise, NOISE_FLOOR),)
    starts = [
        _kernel(np.full(unit.shape[1], length), level, noise is not None, spacing)
        for length in np.geomspace(1.5 * spacing, 2.0, 7)
        for level in levels
    ]
    judge = GaussianProcessRegressor(starts[-1], alpha=0.0, optimizer=None).fit(unit, values)
    return max(starts, key=lambda kernel: judge.log_marginal_likelihood(kernel.theta))


def _kernel(lengths: Array, noise: float, fixed: bool, spacing: float) -> Kernel:
    """s^2 RBF(l) + sigma^2, on the unit cube and for values of standard deviation 1."""
    squares = tuple(bound**2 for bound in SIGNAL_RANGE)
    limits = "fixed" if fixed else (NOISE_FLOOR**2, NOISE_CEILING**2)
    smooth = ConstantKernel(1.0, squares) * RBF(lengths, (0.5 * spacing, LONGEST))
    return smooth + WhiteKernel(noise**2, limits)


def _parameters(kernel: Kernel) -> tuple[float, Array, float]:
    signal = kernel.k1.k1.constant_value**0.5
    lengths = np.atleast_1d(kernel.k1.k2.length_scale)
    return float(signal), lengths, float(kernel.k2.noise_level**0.5)


def _row_products(left: Array, right: Array) -> Array:
    """All products of a row of (a, n) with a row of (b, n), shape (a b, n)."""
    return (left[:, None, :] * right[None, :, :]).reshape(-1, left.shape[1])
