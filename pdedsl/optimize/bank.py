"""Products of pairs of columns, gathered for every set of columns that an equation asks for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property

import numpy as np

from pdedsl.optimize import symmetric
from pdedsl.weak.noise import Column, noise_gram, prior_gram


@dataclass(frozen=True, eq=False)
class Stack:
    """The columns of one group of samples, ready for many psi.

    Attributes:
        z: over the sample's unit, shape (J, D, S).
        signal: of the field estimate alone, the same shape.
        left, right: columns of every pair that noise gets into, shape (pairs,).
        noise: G_jk + G_kj (G_jj on the diagonal) over the square of the unit, as triangles of
            shape (pairs, D, T); (pairs, 1, T) where it is the same for all samples.
        cross: G_jk alone, one of shape (D or 1, S, S) for every pair.
        prior_of: gives M, see `prior`.
        units: of every sample, shape (D,).
    """

    z: np.ndarray
    signal: np.ndarray
    left: np.ndarray
    right: np.ndarray
    noise: np.ndarray
    cross: tuple[np.ndarray, ...]
    prior_of: Callable[[], np.ndarray]
    units: np.ndarray

    @property
    def prior(self) -> np.ndarray:
        """M, shape (pairs, D, T); computed when first asked for, which chi2 does not."""
        return self.prior_of()


@dataclass(frozen=True, eq=False)
class Bank:
    """Products of pairs of columns of one group of samples, each computed once.

    Attributes:
        noise_sd: of the group's samples, shape (D, N).
        inflation: of the noise variance over that for which the products are computed.
        base_sd: the noise for which they are, None for `noise_sd`. All banks that share products
            have the same, so that their digits do not depend on which of them computed them.
    """

    noise_sd: np.ndarray
    inflation: float = 1.0
    base_sd: np.ndarray | None = None
    _kept: dict[tuple[str, int, int, bool], tuple[Column, Column, _Product]] = field(
        default_factory=dict
    )

    def __getstate__(self) -> dict[str, object]:
        """For another process: the products stay here."""
        return vars(self) | {"_kept": {}}

    @cached_property
    def units(self) -> np.ndarray:
        """The noise of each sample, root mean square over its fields, shape (D,)."""
        return _levels(self.noise_sd)

    def inflated(self, factor: float) -> Bank:
        """The bank for a noise variance multiplied by a factor, with the same products.

        In units of its own noise that of the columns stays as it is.
        """
        base = self.noise_sd if self.base_sd is None else self.base_sd
        raised = self.noise_sd * np.sqrt(factor)
        return Bank(raised, self.inflation * factor, base, self._kept)

    def stack(self, columns: Sequence[Column], lasting: Sequence[bool]) -> Stack:
        """Gather the products of all pairs of J columns.

        Args:
            columns: J of them.
            lasting: which of them will come again; products of two such are remembered.
        """
        noisy = [j for j, c in enumerate(columns) if any(b is not None for b in c.noise)]
        pairs = [(j, k) for i, j in enumerate(noisy) for k in noisy[i:]]

        def of_pairs(kind: str) -> list[_Product]:
            return [
                self._product(
                    kind, columns[j], columns[k], same=j == k, store=lasting[j] and lasting[k]
                )
                for j, k in pairs
            ]

        noise = of_pairs("noise")
        units = self.units
        return Stack(
            np.array([c.values for c in columns]) / units[:, None],
            np.array([c.signal for c in columns]) / units[:, None],
            np.array([j for j, _ in pairs], dtype=int),
            np.array([k for _, k in pairs], dtype=int),
            _alike([p.both for p in noise]),
            tuple(p.alone for p in noise),
            cache(lambda: _alike([p.both for p in of_pairs("prior")]) / self.inflation),
            units,
        )

    def _product(self, kind: str, a: Column, b: Column, *, same: bool, store: bool) -> _Product:
        key = (kind, id(a), id(b), same)
        found = self._kept.get(key)
        if found is not None:
            return found[2]
        base = self.noise_sd if self.base_sd is None else self.base_sd
        units = _levels(base)
        if kind == "noise":
            alone = noise_gram(a, b, base / units[:, None])
        else:
            alone = prior_gram(a, b) * (1.0 / units[:, None, None] ** 2)
        both = alone if same else alone + np.swapaxes(alone, 1, 2)
        empty = np.zeros((0, 0, 0))
        product = _Product(alone if kind == "noise" else empty, symmetric.packed(both))
        if store:
            self._kept[key] = (a, b, product)
        return product


def _levels(noise_sd: np.ndarray) -> np.ndarray:
    """The noise of each sample, root mean square over its fields, shape (D,)."""
    if noise_sd.shape[1] == 1:
        return noise_sd[:, 0]
    return np.sqrt(np.mean(noise_sd**2, axis=1))


@dataclass(frozen=True, eq=False)
class _Product:
    """What noise or prior make of two columns.

    Attributes:
        alone: G_jk, shape (D or 1, S, S); not kept of the prior.
        both: what the pair adds to a quadratic form, G_jk + G_kj or G_jj, shape (D or 1, T).
    """

    alone: np.ndarray
    both: np.ndarray


def _alike(blocks: Sequence[np.ndarray]) -> np.ndarray:
    return np.array(np.broadcast_arrays(*blocks))
