"""The curve: one field of one sample as a function that can be read off at any grid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from scipy.interpolate import make_interp_spline

from pdedsl.fields.arrays import Array
from pdedsl.fields.kronecker import AxisSpectrum, apply_along, apply_each
from pdedsl.fields.prior import GaussianPrior

AT_ONCE = 2**20  # numbers of a covariance that are held at a time


class Curve(Protocol):
    """What an estimator must return for a field: something that can be evaluated on a grid."""

    def on(self, axes: tuple[Array, ...]) -> Array:
        """Values on the tensor grid of M axes (n_i,), shape (n_1, ..., n_M)."""
        ...


@dataclass(frozen=True, eq=False)
class GaussianProcessCurve:
    """The posterior mean m + K(x, grid) w of a Gaussian process on a grid.

    Attributes:
        axes: of the grid that was observed.
        prior: its mean m and covariance K.
        weights: w = (K + sigma^2 I)^-1 (v - m), shape of the grid.
    """

    axes: tuple[Array, ...]
    prior: GaussianPrior
    weights: Array

    def on(self, axes: tuple[Array, ...]) -> Array:
        """Values on the tensor grid of M axes (n_i,), shape (n_1, ..., n_M)."""
        factors = [
            self.prior.axis_covariance(i, new, old)
            for i, (new, old) in enumerate(zip(axes, self.axes, strict=True))
        ]
        return self.prior.mean + self.prior.signal_sd**2 * apply_each(factors, self.weights)


@dataclass(frozen=True, eq=False)
class ModesCurve:
    """The posterior mean of a Gaussian process on a large grid, as a sum of few modes.

    Attributes:
        axes: of the grid that was observed.
        prior: its mean m and covariance K.
        spectra: the modes of each axis' correlation that are above rounding.
        coefficients: of w = (K + sigma^2 I)^-1 (v - m) in these modes, shape (r_1, ..., r_M).
    """

    axes: tuple[Array, ...]
    prior: GaussianPrior
    spectra: tuple[AxisSpectrum, ...]
    coefficients: Array

    def on(self, axes: tuple[Array, ...]) -> Array:
        """Values on the tensor grid of M axes (n_i,), shape (n_1, ..., n_M)."""
        factors = [self._factor(i, new) for i, new in enumerate(axes)]
        order = np.argsort([f.shape[0] / f.shape[1] for f in factors], kind="stable")
        values = self.coefficients
        for i in order:  # what grows most comes last
            values = apply_along(factors[i], values, int(i))
        values *= self.prior.signal_sd**2
        values += self.prior.mean
        return values

    def _factor(self, i: int, new: Array) -> Array:
        """The correlation of new points with the observed ones, times the modes."""
        old, spectrum = self.axes[i], self.spectra[i]
        if np.array_equal(new, old):
            return spectrum.vectors * spectrum.values
        step = max(1, AT_ONCE // len(old))
        pieces = (new[k : k + step] for k in range(0, len(new), step))
        each = [self.prior.axis_covariance(i, piece, old) @ spectrum.vectors for piece in pieces]
        return np.concatenate(each)


@dataclass(frozen=True, eq=False)
class SplineCurve:
    """A tensor-product spline through values on a grid.

    Attributes:
        axes: of the grid.
        values: shape of the grid.
        degree: odd, as 3 (cubic) and 1 (linear), or 0 (the nearest point's value); of few points no
            more than they can carry.
        natural: whether the second derivative vanishes at the ends (cubic), or the third
            derivative is continuous next to them.
    """

    axes: tuple[Array, ...]
    values: Array
    degree: int
    natural: bool = False

    def on(self, axes: tuple[Array, ...]) -> Array:
        """Values on the tensor grid of M axes (n_i,), shape (n_1, ..., n_M)."""
        values = self.values
        for i, (new, old) in enumerate(zip(axes, self.axes, strict=True)):
            if self.degree == 0:
                values = np.take(values, _nearest_index(new, old), axis=i)
            else:
                ends = "natural" if self.natural else None
                degree = carried_degree(len(old), self.degree)
                values = make_interp_spline(old, values, degree, bc_type=ends, axis=i)(new)
        return values


def carried_degree(points: int, wanted: int) -> int:
    """The highest odd degree up to a wanted one of splines through so many points."""
    return min(wanted, points - 1 if points % 2 == 0 else points - 2)


def _nearest_index(new: Array, old: Array) -> np.ndarray:
    return np.searchsorted((old[1:] + old[:-1]) / 2, new)
