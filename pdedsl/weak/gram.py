"""Products B_1 B_2^T of Jacobians, axis by axis wherever their factors allow it.

A Leibniz part of a Jacobian is W_1 x ... x W_M diag(v) R_1 x ... x R_M, with v = c h'(u) at the
nodes and R_i the interpolation from the sampling grid to the nodes, the identity where they are
the grid. In a product of two parts every axis has its own sum over k, l of
W[s, k] v[k] (R R^T)[k, l] v'[l] W'[s', l]. It is one over k alone where R is the identity, and also
where v or v' does not change along the axis, since R R^T W'^T is then known beforehand. A v that
changes along one axis only goes into W. What is left are parts that change along a refined axis and
another one (`Part.tangled`): products of two of these are made by `tangled`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pdedsl.form import MultiIndex
from pdedsl.weak.quadrature import AxisQuadrature
from pdedsl.weak.separable import contract_axis, contract_pairs, paired, row_products


@dataclass(frozen=True, eq=False)
class Part:
    """W_1 x ... x W_M diag(v) at the nodes.

    Attributes:
        weights: W_i of shape (K_i, q_i), or (D, K_i, q_i) for one a sample.
        values: v, shape (D or 1, q_1, ..., q_M) with length 1 along axes where nothing changes.
        tangled: whether v changes along a refined axis and another one.
    """

    weights: tuple[np.ndarray, ...]
    values: np.ndarray
    tangled: bool


def make_part(quadrature: Sequence[AxisQuadrature], gamma: MultiIndex, values: np.ndarray) -> Part:
    """A part for d^gamma of the test functions; what changes along one refined axis joins W."""
    weights = [q.weights[o] for q, o in zip(quadrature, gamma.orders, strict=True)]
    changing = [i for i, size in enumerate(values.shape[1:]) if size > 1]
    refined = [i for i in changing if quadrature[i].from_data is not None]
    if refined and len(changing) == 1:
        i = changing[0]
        weights[i] = weights[i] * values.reshape(values.shape[0], 1, -1)
        values = np.ones((1,) * values.ndim)
    return Part(tuple(weights), values, bool(refined) and len(changing) > 1)


def gram(quadrature: Sequence[AxisQuadrature], pairs: Sequence[tuple[Part, Part]]) -> np.ndarray:
    """The sum of products of two parts of which one at least is not tangled, (D or 1, S, S)."""
    total: np.ndarray | float = 0.0
    for left, right in pairs:
        found = left.values * right.values
        for axis in range(len(quadrature)):
            found = contract_along(quadrature, left, right, found, axis)
        total = total + found
    sizes = [q.weights[0].shape[0] for q in quadrature]
    return paired(np.asarray(total), sizes, sizes)


def contract_along(
    quadrature: Sequence[AxisQuadrature], left: Part, right: Part, values: np.ndarray, axis: int
) -> np.ndarray:
    """Sum the product of two parts' values over the nodes of one axis."""
    rule, a, b = quadrature[axis], left.weights[axis], right.weights[axis]
    if rule.from_data is None:
        return contract_pairs(values, a, b, 1 + axis)
    changing = left.values.shape[1 + axis] > 1, right.values.shape[1 + axis] > 1
    return contract_axis(values, _axis_pairs(rule.from_data, a, b, *changing), 1 + axis)


def _axis_pairs(
    from_data: np.ndarray, a: np.ndarray, b: np.ndarray, left: bool, right: bool
) -> np.ndarray:
    """What the pairs of rows sum the values of both with on a refined axis, (..., K K, q or 1).

    `left` and `right` tell whose values change along the axis; those of one may.
    """
    if right:
        return row_products(_back_and_forth(from_data, a), b)
    if left:
        return row_products(a, _back_and_forth(from_data, b))
    product = np.matmul(a @ from_data, np.swapaxes(b @ from_data, -1, -2))
    return product.reshape(*product.shape[:-2], -1, 1)


def _back_and_forth(from_data: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """W R R^T."""
    return (weights @ from_data) @ from_data.T
