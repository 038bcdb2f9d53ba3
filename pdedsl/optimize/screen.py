"""The whitened weak system that candidates are scored on, many arrays at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce

import numpy as np

from pdedsl.optimize.expression import Node
from pdedsl.optimize.known import Known
from pdedsl.optimize.values import Values
from pdedsl.weak import AxisQuadrature

SphereSolver = Callable[[np.ndarray], np.ndarray]
"""Takes H of shape (k, s, s), gives gamma (k, s) of unit L1 norm with smallest gamma^T H gamma."""

DENSE = 256
"""Up to this many values a function is whitened by one matrix, beyond it axis by axis."""

VALUES = 2_000_000
"""How many values of expressions all groups remember together."""

COLUMNS = 2_000_000
"""How many numbers of whitened columns."""


@dataclass(frozen=True, eq=False)
class ScreenGroup:
    """Samples on one grid, as the screen sees them.

    Attributes:
        values: of expressions at the nodes, on arrays by name: coordinates of shape
            (1, ..., q_i, ..., 1), fields (D, q...).
        quadrature: one rule an axis.
        whitener: of the S integrals against all test functions on the grid, shape (D, R, S); R
            is less than S where some of them lie over holes.
    """

    values: Values
    quadrature: tuple[AxisQuadrature, ...]
    whitener: np.ndarray
    _dense: dict[tuple[bool, ...], np.ndarray] = field(default_factory=dict)

    @property
    def rows(self) -> int:
        """D R."""
        return self.whitener.shape[0] * self.whitener.shape[1]

    def whitened(self, arrays: Sequence[np.ndarray], count: int) -> np.ndarray:
        """Integrate `count` variants of every array against the test functions and whiten.

        Args:
            arrays: each broadcasts to (count, D, q_1, ..., q_M); an axis along which nothing
                changes may have length 1 or be missing in front. Small ones of equal shape go
                through one matrix product.
            count: of variants.

        Returns:
            Shape (len(arrays), count, D R).
        """
        found = np.empty((len(arrays), count, self.rows))
        alike: dict[tuple[int, ...], list[int]] = {}
        whole = [self._in_full(a) for a in arrays]
        for i, values in enumerate(whole):
            if values[0, 0].size > DENSE:
                found[i] = self._by_axes(values)
            else:
                alike.setdefault(values.shape[1:], []).append(i)
        for places in alike.values():
            done = self._by_matrix(np.concatenate([whole[i] for i in places]))
            ends = np.cumsum([len(whole[i]) for i in places])
            for i, block in zip(places, np.split(done, ends[:-1]), strict=True):
                found[i] = block
        return found

    def _in_full(self, values: np.ndarray) -> np.ndarray:
        missing = 2 + len(self.quadrature) - values.ndim
        return values.reshape((1,) * missing + values.shape)

    def _by_axes(self, values: np.ndarray) -> np.ndarray:
        """One axis after the other, the last one first, by as few products as there are axes."""
        found, behind = values, 1
        for rule, length in zip(self.quadrature[::-1], values.shape[:1:-1], strict=True):
            weights = rule.weights[0]
            if length == 1:
                weights = weights.sum(axis=1, keepdims=True)
            if behind == 1:
                found = found.reshape(-1, length) @ weights.T
            else:
                found = np.matmul(weights, found.reshape(-1, length, behind))
            behind *= len(weights)
        found = found.reshape(*values.shape[:2], behind)
        if found.shape[1] == 1:
            return found[:, 0] @ self.whitener.reshape(-1, behind).T
        done = np.matmul(found.transpose(1, 0, 2), self.whitener.transpose(0, 2, 1))
        return done.transpose(1, 0, 2).reshape(len(found), -1)

    def _by_matrix(self, values: np.ndarray) -> np.ndarray:
        matrix = self._matrix(tuple(n > 1 for n in values.shape[2:]))
        flat = values.reshape(*values.shape[:2], -1)
        if flat.shape[1] == 1:
            return flat[:, 0] @ matrix.reshape(-1, matrix.shape[-1]).T
        done = np.matmul(flat.transpose(1, 0, 2), matrix.transpose(0, 2, 1))
        return done.transpose(1, 0, 2).reshape(len(flat), -1)

    def _matrix(self, varying: tuple[bool, ...]) -> np.ndarray:
        """Whitened integrals of a function of some axes only, shape (D, R, nodes)."""
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
        coordinates: names of the variables that are no fields.
        spare: rows at the end that no candidate reaches.
        columns: of expressions without constants, whitened, shape (rows,).
    """

    groups: tuple[ScreenGroup, ...]
    z: np.ndarray
    noise: np.ndarray
    smooth: np.ndarray
    scales: Mapping[str, tuple[float, ...]]
    solver: SphereSolver
    coordinates: frozenset[str] = frozenset()
    spare: int = 0
    columns: Known = field(default_factory=lambda: Known(COLUMNS))

    @cached_property
    def gram(self) -> np.ndarray:
        """z^T z."""
        return self.z.T @ self.z

    def whitened(self, arrays: Sequence[Sequence[np.ndarray]], count: int) -> np.ndarray:
        """Whitened columns of arrays given for every group: (arrays of a group, count, rows)."""
        pairs = zip(self.groups, arrays, strict=True)
        parts = [g.whitened([np.asarray(a) for a in each], count) for g, each in pairs]
        if self.spare:
            parts.append(np.zeros((*parts[0].shape[:2], self.spare)))
        return parts[0] if len(parts) == 1 else np.concatenate(parts, axis=2)

    def column(self, feature: Node) -> np.ndarray:
        """The whitened column of an expression without constants, shape (rows,)."""
        found = self.columns.get(feature.key)
        if found is None:
            each = [[g.values.of(feature)] for g in self.groups]
            found = self.whitened(each, 1)[0, 0]
            self.columns.put(feature.key, found)
        return found

    @cached_property
    def compact(self) -> Screen:
        """The same for functions of the coordinates alone, in far fewer rows.

        Such a function is the same in every sample of a group: its whitened column is B w with
        one vector w of S integrals. Rows are turned by an orthogonal matrix so that B w = Q R w
        fills only S of them; what the dictionary has in the others stays as it is whatever
        the function, and is folded into s rows. Losses are those of the whole system.
        """
        groups, turned, rest, at = [], [], [], 0
        for group in self.groups:
            samples, size, _ = group.whitener.shape
            z = self.z[at : at + group.rows]
            at += group.rows
            q, r = np.linalg.qr(group.whitener.reshape(samples * size, -1))
            inside = q.T @ z
            inputs = {n: a for n, a in group.values.inputs.items() if n in self.coordinates}
            values = Values(inputs, group.values.room)
            groups.append(ScreenGroup(values, group.quadrature, r[None]))
            turned.append(inside)
            rest.append(z - q @ inside)
        folded = np.linalg.qr(np.concatenate(rest), mode="r")
        z = np.concatenate([*turned, folded])
        return replace(self, groups=tuple(groups), z=z, spare=len(folded), columns=Known(COLUMNS))
