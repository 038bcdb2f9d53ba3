"""The Gaussian prior of a field: a constant mean and one length scale per axis."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pdedsl.fields.arrays import Array


@dataclass(frozen=True)
class GaussianPrior:
    """u ~ GP(mean, K), K = signal_sd^2 prod_i exp(-(x_i - y_i)^2 / (2 l_i^2)).

    On a tensor grid K is signal_sd^2 times the Kronecker product of the axes' matrices.

    Attributes:
        mean: the constant mean, in the field's unit.
        length_scales: l_i for each of M axes, in the axis' unit.
        signal_sd: standard deviation of the field about its mean, in the field's unit.
    """

    mean: float
    length_scales: tuple[float, ...]
    signal_sd: float

    def axis_covariance(self, axis: int, x: Array, y: Array) -> Array:
        """The factor of one axis between points x (n,) and y (m,), shape (n, m); 1 at distance 0.

        The factors do not hold the signal variance: K = signal_sd^2 kron(factors).

        >>> prior = GaussianPrior(0.0, (2.0,), 1.0)
        >>> prior.axis_covariance(0, np.array([0.0, 2.0]), np.array([0.0])).round(4).tolist()
        [[1.0], [0.6065]]
        """
        return correlation(x, y, self.length_scales[axis])


def correlation(x: Array, y: Array, length_scale: float) -> Array:
    """exp(-(x - y)^2 / (2 l^2)) between points x (n,) and y (m,), shape (n, m)."""
    scaled = np.subtract.outer(x, y) / length_scale
    return np.exp(-0.5 * scaled**2)
