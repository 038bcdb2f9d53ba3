"""Derivatives of noisy fields, taken in the three ways that the paper compares.

Source: Kacprzyk, Qian, van der Schaar 2023, appendix "Challenges of derivative estimation".
"""

from __future__ import annotations

import numpy as np
from numpy.polynomial.hermite_e import HermiteE
from numpy.typing import NDArray
from scipy.interpolate import make_interp_spline

from pdedsl.fields.curve import GaussianProcessCurve, ModesCurve
from pdedsl.fields.kronecker import apply_each
from pdedsl.fields.smoothing import smoothing_curve

Array = NDArray[np.float64]
Axes = tuple[Array, ...]
Orders = tuple[int, ...]


def by_differences(values: Array, axes: Axes, orders: Orders) -> Array:
    """Central differences of the data, one-sided at the ends, repeated for higher orders.

    Inside and at the ends the error of a first derivative falls with the square of the spacing.

    Args:
        values: shape (n_1, ..., n_M), each n_i at least 3.
        axes: M increasing arrays (n_i,).
        orders: M of them.
    """
    for i, (axis, order) in enumerate(zip(axes, orders, strict=True)):
        for _ in range(order):
            values = np.gradient(values, axis, axis=i, edge_order=2)
    return values


def by_spline(values: Array, axes: Axes, orders: Orders) -> Array:
    """Derivatives of natural cubic smoothing splines, by generalised cross-validation.

    They are those of `estimate spline`, fitted along one axis after the other. Beyond order 3
    along an axis the derivative of a cubic is 0, so that its relative error is 1. Arguments as in
    `by_differences`.
    """
    curve = smoothing_curve(axes, values)
    smooth = curve.values
    for i, (axis, order) in enumerate(zip(axes, orders, strict=True)):
        spline = make_interp_spline(axis, smooth, curve.degree, bc_type="natural", axis=i)
        smooth = spline(axis, nu=order)
    return smooth


def of_gaussian_process(
    curve: GaussianProcessCurve | ModesCurve, axes: Axes, orders: Orders
) -> Array:
    """The derivative of a posterior mean, in closed form.

    The n-th derivative of exp(-z^2 / 2) is (-1)^n He_n(z) exp(-z^2 / 2) with the Hermite
    polynomial He_n, and z = (x - y) / l.

    Args:
        curve: the posterior mean.
        axes: M arrays (m_i,), where it is wanted.
        orders: M of them.

    Returns:
        shape (m_1, ..., m_M).

    Source: Rasmussen and Williams 2006, section 9.4.
    """
    prior = curve.prior
    factors = []
    for i, (new, old, order) in enumerate(zip(axes, curve.axes, orders, strict=True)):
        length = prior.length_scales[i]
        polynomial = HermiteE.basis(order)(np.subtract.outer(new, old) / length)
        factors.append((-1 / length) ** order * polynomial * prior.axis_covariance(i, new, old))
    constant = 0.0 if any(orders) else prior.mean
    if isinstance(curve, ModesCurve):
        modes = zip(factors, curve.spectra, strict=True)
        found = apply_each([f @ s.vectors for f, s in modes], curve.coefficients)
    else:
        found = apply_each(factors, curve.weights)
    return constant + prior.signal_sd**2 * found
