"""A field's prior at the quadrature nodes as a sum of few separable modes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

import numpy as np

from pdedsl.fields import GaussianPrior
from pdedsl.fields.axis_modes import axis_modes
from pdedsl.weak.limits import LARGEST_RANK

FLOOR = 1e-4
"""Modes with less than this share of the noise variance at every sample are left out."""

LONG = 512
"""Nodes of an axis from which on its covariance is not decomposed as a matrix."""


@dataclass(frozen=True, eq=False)
class PriorModes:
    """F with K = F F^T, each column of F a product of one mode for every axis.

    Attributes:
        axes: for each of M axes the modes at the nodes that are used, shape (D, q_i, r_i).
        kept: which of the r_1 ... r_M products are used, as flat indices.
        signal_sd: standard deviation of the field about its mean, shape (D,).
    """

    axes: tuple[np.ndarray, ...]
    kept: np.ndarray
    signal_sd: np.ndarray

    @property
    def rank(self) -> int:
        """How many modes there are."""
        return int(self.kept.size)

    def at(self, axis: int, cut: slice) -> PriorModes:
        """The same modes on a piece of the grid, cut along an axis."""
        axes = (a[:, cut] if i == axis else a for i, a in enumerate(self.axes))
        return PriorModes(tuple(axes), self.kept, self.signal_sd)

    def factor(self) -> np.ndarray:
        """F in full, shape (D, q_1 ... q_M, rank); for small grids and tests."""
        samples = range(self.axes[0].shape[0])
        full = np.array([reduce(np.kron, [a[d] for a in self.axes]) for d in samples])
        return full[:, :, self.kept]


def prior_modes(
    priors: Sequence[GaussianPrior], nodes: Sequence[np.ndarray], noise_sd: np.ndarray
) -> PriorModes:
    """Eigenmodes of every axis' covariance, and the products that rise above the noise.

    Args:
        priors: of D samples.
        nodes: of the M axes.
        noise_sd: shape (D,).
    """
    spectra = [[_spectrum(p, i, x) for p in priors] for i, x in enumerate(nodes)]
    share = np.array([p.signal_sd**2 for p in priors]) / noise_sd**2
    tops = [np.array([values[0] for values, _ in axis]) for axis in spectra]
    product = share
    ranks = []
    for i, axis in enumerate(spectra):
        others = share * np.prod([t for j, t in enumerate(tops) if j != i], axis=0)
        ranks.append(max(1, *(_above(v * o) for (v, _), o in zip(axis, others, strict=True))))
        axis[:] = [_filled(v, q, ranks[i]) for v, q in axis]
        values = np.array([v for v, _ in axis])
        product = product[..., None] * values.reshape(len(axis), *(1,) * i, -1)
    largest = product.reshape(len(priors), -1).max(axis=0)
    order = np.argsort(largest, kind="stable")[::-1][:LARGEST_RANK]
    kept = order[largest[order] > FLOOR]
    places = np.unravel_index(np.sort(kept) if kept.size else order[:1], ranks)
    modes, among = [], []
    for i, axis in enumerate(spectra):
        used, place = np.unique(places[i], return_inverse=True)
        scale = [p.signal_sd if i == 0 else 1.0 for p in priors]
        each = zip(axis, scale, strict=True)
        modes.append(np.array([s * np.sqrt(v[used]) * q[:, used] for (v, q), s in each]))
        among.append(place)
    signal = np.array([p.signal_sd for p in priors])
    flat = np.ravel_multi_index(among, [m.shape[-1] for m in modes])
    return PriorModes(tuple(modes), flat, signal)


def _spectrum(prior: GaussianPrior, axis: int, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Eigenvalues, the largest first, and eigenvectors."""
    if len(x) > LONG:
        found = axis_modes(x, prior.length_scales[axis])
        return found.values[::-1], found.vectors[:, ::-1]
    values, vectors = np.linalg.eigh(prior.axis_covariance(axis, x, x))
    return np.maximum(values[::-1], 0.0), vectors[:, ::-1]


def _filled(values: np.ndarray, vectors: np.ndarray, rank: int) -> tuple[np.ndarray, np.ndarray]:
    """The first modes, with zeros for those that an axis has no more of."""
    lacking = max(0, rank - len(values))
    values = np.pad(values[:rank], (0, lacking))
    return values, np.pad(vectors[:, :rank], ((0, 0), (0, lacking)))


def _above(values: np.ndarray) -> int:
    return int(np.count_nonzero(values > FLOOR))
