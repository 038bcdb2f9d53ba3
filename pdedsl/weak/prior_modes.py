"""A field's prior at the quadrature nodes as a sum of few separable modes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

import numpy as np

from pdedsl.fields import GaussianPrior

LARGEST_RANK = 500
"""Most modes that are kept; the rest are far below the noise on real grids."""

FLOOR = 1e-4
"""Modes with less than this share of the noise variance at every sample are left out."""


@dataclass(frozen=True, eq=False)
class PriorModes:
    """F with K = F F^T, each column of F a product of one mode for every axis.

    Attributes:
        axes: for each of M axes the modes at the nodes, shape (D, q_i, r_i).
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
        values = np.array([v[: ranks[i]] for v, _ in axis])
        product = product[..., None] * values.reshape(len(axis), *(1,) * i, -1)
    largest = product.reshape(len(priors), -1).max(axis=0)
    order = np.argsort(largest, kind="stable")[::-1][:LARGEST_RANK]
    kept = order[largest[order] > FLOOR]
    modes = []
    for i, (axis, rank) in enumerate(zip(spectra, ranks, strict=True)):
        scale = [p.signal_sd if i == 0 else 1.0 for p in priors]
        each = zip(axis, scale, strict=True)
        modes.append(np.array([s * np.sqrt(v[:rank]) * q[:, :rank] for (v, q), s in each]))
    signal = np.array([p.signal_sd for p in priors])
    return PriorModes(tuple(modes), np.sort(kept) if kept.size else order[:1], signal)


def _spectrum(prior: GaussianPrior, axis: int, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Eigenvalues, the largest first, and eigenvectors."""
    values, vectors = np.linalg.eigh(prior.axis_covariance(axis, x, x))
    return np.maximum(values[::-1], 0.0), vectors[:, ::-1]


def _above(values: np.ndarray) -> int:
    return int(np.count_nonzero(values > FLOOR))
