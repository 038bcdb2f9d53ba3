"""Quadrature: matrices that turn values at nodes of an axis into integrals against test functions.

Two rules share one form, `AxisQuadrature`: exact integration of the interpolating spline of the
sampling grid's own points, and the paper's Riemann sum over a fine grid.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.interpolate import BSpline, make_interp_spline
from scipy.sparse import csr_array
from scipy.sparse.linalg import splu

from pdedsl.fields.curve import carried_degree
from pdedsl.weak.testfunctions import AxisTestFunctions, composite_gauss

QUINTIC, CUBIC = 5, 3
"""Degrees of the splines that integrate, and of those that tell how far these can be trusted."""

AT_ONCE = 2**20
"""Values of test functions at Gauss points that are made at a time."""


@dataclass(frozen=True, eq=False)
class AxisQuadrature:
    """Integrals against the test functions of one axis and their derivatives.

    Attributes:
        nodes: where a function has to be known, shape (q,).
        weights: for every order o a matrix W of shape (count, q) such that W @ f(nodes)
            is the integral of f times the o-th derivative of each test function.
        from_data: matrix of shape (q, n) that interpolates values on the sampling grid to
            the nodes, or None where the nodes are the grid itself.
    """

    nodes: np.ndarray
    weights: tuple[np.ndarray, ...]
    from_data: np.ndarray | None = None

    @cached_property
    def density(self) -> np.ndarray:
        """What a node has to do with test functions, shape (q,), where these are orthonormal.

        Its width, times how many of them there are for it as a share of the most.
        """
        width = np.gradient(self.nodes)
        weights = np.sum(self.weights[0] ** 2, axis=0) / width
        return weights / np.max(weights / width)

    @property
    def points(self) -> int:
        """How many points the sampling grid has along this axis."""
        return self.nodes.size if self.from_data is None else self.from_data.shape[1]


def cut_quadrature(
    quadrature: Sequence[AxisQuadrature], axis: int, cut: slice
) -> tuple[AxisQuadrature, ...]:
    """The rules of a piece of the grid, cut along an axis whose nodes are the grid's own."""
    whole = quadrature[axis]
    piece = AxisQuadrature(whole.nodes[cut], tuple(w[:, cut] for w in whole.weights))
    return tuple(piece if i == axis else rule for i, rule in enumerate(quadrature))


def cardinal_spline(nodes: np.ndarray, degree: int = QUINTIC) -> BSpline:
    """The vector of splines l_i with l_i(nodes[j]) = 1 if i = j and 0 otherwise."""
    return make_interp_spline(nodes, np.eye(nodes.size), k=carried_degree(nodes.size, degree))


def spline_quadrature(
    axis: np.ndarray,
    functions: AxisTestFunctions,
    orders: int,
    *,
    refine: int = 1,
    degree: int = QUINTIC,
) -> AxisQuadrature:
    """Interpolate by a spline on the grid and integrate that spline exactly.

    The error of quintic splines falls with the sixth power of the spacing for smooth integrands;
    the grid need not be even.

    Args:
        axis: sampling grid of this coordinate, strictly increasing.
        functions: test functions on it.
        orders: highest derivative of the test functions that is wanted.
        refine: how many intervals to make of one, for grids too coarse for their functions.
        degree: of the spline, odd; less where there are too few points.
    """
    nodes = _refined(axis, refine)
    wanted, degree = degree, carried_degree(nodes.size, degree)
    spline = make_interp_spline(nodes, np.zeros(nodes.size), k=degree)
    breakpoints = np.unique(np.concatenate([functions.breakpoints, np.unique(spline.t)]))
    points = (functions.degree + degree) // 2 + 1
    gauss, gauss_weights = composite_gauss(breakpoints, points)
    gauss = np.clip(gauss, nodes[0], nodes[-1])
    at_gauss = BSpline.design_matrix(gauss, spline.t, degree)
    at_nodes = splu(BSpline.design_matrix(nodes, spline.t, degree).T.tocsc())
    weights = []
    for order in range(orders + 1):
        moments = _moments(at_gauss, functions, order, gauss, gauss_weights)
        weights.append(_held(at_nodes.solve(moments).T))
    from_data = None if refine == 1 else _frozen(cardinal_spline(axis, wanted)(nodes))
    return AxisQuadrature(_frozen(nodes), tuple(weights), from_data)


def _moments(
    at_gauss: csr_array,
    functions: AxisTestFunctions,
    order: int,
    gauss: np.ndarray,
    gauss_weights: np.ndarray,
) -> np.ndarray:
    """Integrals of every basis spline times every test function, shape (q, count).

    Args:
        at_gauss: the q basis splines at the G Gauss points, shape (G, q).
        functions: test functions.
        order: of their derivative.
        gauss, gauss_weights: increasing, shape (G,).
    """
    moments = np.zeros((at_gauss.shape[1], functions.count))
    step = max(1, AT_ONCE // functions.count)
    for first in range(0, gauss.size, step):
        place = slice(first, first + step)
        splines = at_gauss[place]
        reached = slice(splines.indices.min(), splines.indices.max() + 1)
        values = functions.evaluate(gauss[place], order)
        values *= gauss_weights[place]
        moments[reached] += splines[:, reached].T @ values.T
    return moments


def riemann_quadrature(
    axis: np.ndarray, functions: AxisTestFunctions, orders: int, *, points: int = 200
) -> AxisQuadrature:
    """The paper's plain sum over an even grid of `points` nodes across the axis.

    Source: Kacprzyk, Qian, van der Schaar 2023, appendix E.3.
    """
    nodes = np.linspace(axis[0], axis[-1], points)
    step = nodes[1] - nodes[0]
    weights = tuple(_frozen(functions.evaluate(nodes, o) * step) for o in range(orders + 1))
    return AxisQuadrature(_frozen(nodes), weights, _frozen(cardinal_spline(axis)(nodes)))


def _refined(axis: np.ndarray, refine: int) -> np.ndarray:
    if refine == 1:
        return np.asarray(axis, dtype=float)
    position = np.linspace(0, axis.size - 1, refine * (axis.size - 1) + 1)
    return np.interp(position, np.arange(axis.size), axis)


def _frozen(array: np.ndarray) -> np.ndarray:
    return _held(np.array(array, dtype=float))


def _held(array: np.ndarray) -> np.ndarray:
    """An array of nobody else's, to be written to no more."""
    array.setflags(write=False)
    return array
