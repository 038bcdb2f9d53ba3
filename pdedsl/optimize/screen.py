"""The whitened weak system that candidates are scored on, many arrays at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import reduce

import numpy as np

from pdedsl.form import MultiIndex
from pdedsl.weak import AxisQuadrature, integrate

SphereSolver = Callable[[np.ndarray], np.ndarray]
"""Takes H of shape (k, s, s), gives gamma (k, s) of unit L1 norm with smallest gamma^T H gamma."""

DENSE = 256
"""Up to this many values a function is whitened by one matrix, beyond it axis by axis."""


@dataclass(frozen=True, eq=False)
class ScreenGroup:
    """Samples on one grid, as the screen sees them.

    Attributes:
        inputs: arrays by name, coordinates of shape (1, ..., q_i, ..., 1), fields (D, q...).
        quadrature: one rule an axis.
        whitener: shape (D, S, S).
    """

    inputs: Mapping[str, np.ndarray]
    quadrature: tuple[AxisQuadrature, ...]
    whitener: np.ndarray
    _dense: dict[tuple[bool, ...], np.ndarray] = field(default_factory=dict)

    def whitened(self, values: np.ndarray, count: int) -> np.ndarray:
        """Integrate `count` arrays against the test functions and whiten, shape (count, D S).

        Args:
            values: broadcasts to (count, D, q_1, ..., q_M); an axis along which nothing
                changes may have length 1 or be missing in front.
            count: of arrays.
        """
        dimension = len(self.quadrature)
        full = values.reshape((1,) * (2 + dimension - values.ndim) + values.shape)
        rows = self.whitener.shape[0] * self.whitener.shape[1]
        if full[0, 0].size > DENSE:
            w = integrate(self.quadrature, MultiIndex((0,) * dimension), full)
            w = np.broadcast_to(w, (w.shape[0], *self.whitener.shape[:2]))
            done = np.matmul(self.whitener, np.moveaxis(w, 0, -1)).reshape(rows, -1)
        else:
            done = self._by_matrix(full)
        return np.broadcast_to(done.T, (count, rows))

    def _by_matrix(self, full: np.ndarray) -> np.ndarray:
        matrix = self._matrix(tuple(n > 1 for n in full.shape[2:]))
        if full.shape[1] == 1:
            return matrix.reshape(-1, matrix.shape[-1]) @ full.reshape(full.shape[0], -1).T
        flat = full.reshape(*full.shape[:2], -1).transpose(1, 2, 0)
        return np.matmul(matrix, flat).reshape(-1, full.shape[0])

    def _matrix(self, varying: tuple[bool, ...]) -> np.ndarray:
        """Whitened integrals of a function of some axes only, shape (D, S, nodes)."""
        if varying not in self._dense:
            weights = [
                q.weights[0] if v else q.weights[0].sum(axis=1, keepdims=True)
                for q, v in zip(self.quadrature, varying, strict=True)
            ]
            self._dense[varying] = self.whitener @ reduce(np.kron, weights)
        return self._dense[varying]


@dataclass(frozen=True, eq=False)
class Screen:
    """A whitened weak system.

    Attributes:
        groups: samples by sampling grid.
        z: whitened dictionary columns, each over the norm that a smooth field and its noise
            give it, shape (rows, s).
        noise: what noise alone gives to z^T z, shape (s, s).
        smooth: what a smooth field and its noise give to z^T z, unit diagonal, shape (s, s).
        scales: for each variable, typical magnitudes of constants beside it.
        solver: the inner solver.
    """

    groups: tuple[ScreenGroup, ...]
    z: np.ndarray
    noise: np.ndarray
    smooth: np.ndarray
    scales: Mapping[str, tuple[float, ...]]
    solver: SphereSolver
    _gram: list[np.ndarray] = field(default_factory=list)

    @property
    def gram(self) -> np.ndarray:
        """z^T z."""
        if not self._gram:
            self._gram.append(self.z.T @ self.z)
        return self._gram[0]

    def whitened(self, arrays: list[np.ndarray], count: int) -> np.ndarray:
        """Whitened columns of arrays given for every group, shape (count, rows)."""
        pairs = zip(self.groups, arrays, strict=True)
        return np.concatenate([g.whitened(np.asarray(a), count) for g, a in pairs], axis=1)
