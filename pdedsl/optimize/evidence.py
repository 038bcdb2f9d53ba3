"""chi2 and log B: does an equation explain the residual better than a smooth field does?

For coefficients psi of J columns the residual of a sample is r = sum psi_j z_j, its noise
covariance C = sum psi_j psi_k G_jk, and the covariance any smooth field gives it C + M:

    chi2  = sum over samples of r^T C^-1 r
    log B = sum over samples of log N(r; 0, C) - log N(r; 0, C + M)

Neither changes when psi is rescaled, nor under a change of basis of the test functions, nor when
a sample is measured in other units. Every sample is taken in units of its own noise here: terms
linear in the fields then have the same C for all samples, which is factored once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property

import numpy as np

from pdedsl.optimize import symmetric
from pdedsl.optimize.symmetric import Factors, factored
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


@dataclass(frozen=True, eq=False)
class Value:
    """A criterion at a psi.

    Attributes:
        value: of the criterion.
        gradient: by psi, shape (J,).
        by_residual: for each stack the derivative by r with C held, shape (D, S).
    """

    value: float
    gradient: np.ndarray
    by_residual: tuple[np.ndarray, ...] = ()


def chi2(stacks: Sequence[Stack], psi: np.ndarray) -> Value:
    """chi2 of a psi and its gradient, C moving with psi."""
    value, gradient, by_residual = 0.0, np.zeros(psi.size), []
    for s in stacks:
        r = np.tensordot(psi, s.z, 1)
        q = factored(covariance(s, psi)).solve(r)
        value += float(np.sum(q * r))
        gradient += 2 * np.einsum("jds,ds->j", s.z, q)
        _add_pairs(gradient, s, psi, s.noise, -_outer(q, s.noise))
        by_residual.append(2 * q)
    return Value(value, gradient, tuple(by_residual))


def log_evidence(stacks: Sequence[Stack], psi: np.ndarray) -> Value:
    """log B of a psi and its gradient."""
    value, gradient, by_residual = 0.0, np.zeros(psi.size), []
    for s in stacks:
        r = np.tensordot(psi, s.z, 1)
        c = covariance(s, psi)
        noise, smooth = factored(c), factored(c + _weighted(s, psi, s.prior))
        q, p = noise.solve(r), smooth.solve(r)
        alike = len(r) // len(c)
        logs = np.sum(smooth.log_determinants) - alike * np.sum(noise.log_determinants)
        value += 0.5 * float(np.sum((p - q) * r) + logs)
        gradient += np.einsum("jds,ds->j", s.z, p - q)
        by_m = 0.5 * (smooth.inverse - _outer(p, s.prior))
        by_c = _summed(by_m, s.noise) + 0.5 * (_outer(q, s.noise) - alike * noise.inverse)
        _add_pairs(gradient, s, psi, s.noise, by_c)
        _add_pairs(gradient, s, psi, s.prior, by_m)
        by_residual.append(p - q)
    return Value(value, gradient, tuple(by_residual))


def evidence_at(stacks: Sequence[Stack], psi: np.ndarray) -> float:
    """log B of a psi alone, in a third of the time that it takes with its gradient."""
    return values_at(stacks, psi)[0]


def values_at(stacks: Sequence[Stack], psi: np.ndarray) -> tuple[float, float]:
    """log B and chi2 of a psi, without gradients."""
    evidence, misfit = 0.0, 0.0
    for s in stacks:
        r = np.tensordot(psi, s.z, 1)
        c = covariance(s, psi)
        fit = _fit(factored(c), r)
        smooth = _fit(factored(c + _weighted(s, psi, s.prior)), r)
        evidence += 0.5 * (sum(smooth) - sum(fit))
        misfit += fit[0]
    return evidence, misfit


def _fit(factors: Factors, r: np.ndarray) -> tuple[float, float]:
    """r^T C^-1 r and log det C, summed over samples; C may be the same for all."""
    white = factors.white(r)
    logs = float(np.sum(factors.log_determinants)) * (len(r) // len(factors.lower))
    return float(np.vdot(white, white)), logs


LOOSE = 2.0
"""chi2 per row above which more is going on than an equation says, with however few rows."""

TIGHT = 1.35
"""chi2 per row that many rows may leave: noise levels are not known any better."""


def bearable(rows: int, points: int) -> float:
    """The chi2 per row that noise alone hardly ever leaves.

    Six deviations, those of chi2 and of a noise level that comes from the same data, between
    `TIGHT` and `LOOSE`; with few rows four deviations of chi2 where that is more.

    Args:
        rows: of the weak system.
        points: number of data values.
    """
    several = 1.0 + 6.0 * float(np.sqrt(2.0 / rows + 2.0 / points))
    few = 1.0 + 4.0 * float(np.sqrt(2.0 / rows))
    return max(few, min(LOOSE, max(TIGHT, several)))


def covariance(s: Stack, psi: np.ndarray) -> np.ndarray:
    """C, the noise covariance of the residual, as triangles of shape (D or 1, T)."""
    return _weighted(s, psi, s.noise)


def information(stacks: Sequence[Stack], psi: np.ndarray) -> np.ndarray:
    """Z^T C^-1 Z with C at psi, shape (J, J)."""
    total = np.zeros((psi.size, psi.size))
    for s in stacks:
        total += _form(s.z, factored(covariance(s, psi)))
    return total


def whitener(s: Stack, psi: np.ndarray) -> np.ndarray:
    """A with A C A^T = 1 for every sample, shape (D or 1, S, S)."""
    return factored(covariance(s, psi)).whitener


def energies(stacks: Sequence[Stack], psi: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """`information`, and what noise alone gives to it: two matrices of shape (J, J)."""
    whole, noise = np.zeros((2, psi.size, psi.size))
    for s in stacks:
        factors = factored(covariance(s, psi))
        whole += _form(s.z, factors)
        noise += _shared(s, s.noise, factors)
    return whole, noise


def noise_share(s: Stack, psi: np.ndarray) -> np.ndarray:
    """E[z~ z~^T] that noise alone gives to columns whitened at psi, shape (J, J)."""
    return _share(s, psi, s.noise)


def prior_share(s: Stack, psi: np.ndarray) -> np.ndarray:
    """E[z~ z~^T] that smooth fields of the prior give to columns whitened at psi, shape (J, J)."""
    return _share(s, psi, s.prior)


def _share(s: Stack, psi: np.ndarray, blocks: np.ndarray) -> np.ndarray:
    return _shared(s, blocks, factored(covariance(s, psi)))


def _shared(s: Stack, blocks: np.ndarray, factors: Factors) -> np.ndarray:
    """E[z~ z~^T] of columns whose covariances are given, with C factored."""
    inverse = factors.inverse
    alike = s.z.shape[1] // blocks.shape[1]
    if len(inverse) < blocks.shape[1]:
        blocks = blocks.sum(axis=1)
    inner = alike * symmetric.products(blocks, inverse)
    share = np.zeros((len(s.z), len(s.z)))
    factor = np.where(s.left == s.right, 1.0, 0.5)
    share[s.left, s.right] = factor * inner
    share[s.right, s.left] = factor * inner
    return share


Spread = tuple[np.ndarray, np.ndarray]
"""Curvature A of chi2 / 2 and covariance B of its gradient."""


def spreads(stacks: Sequence[Stack], psi: np.ndarray) -> tuple[Spread, Spread]:
    """Two estimates of the curvature A of chi2 / 2 and the covariance B of its gradient.

    At the true psi the gradient of chi2 / 2 by psi_a is (s_a + m_a)^T C^-1 r, where s_a is
    column a without noise and m_a the part of its noise that is independent of r. So

        A_ab = s_a^T C^-1 s_b,   B = A + T,
        T_ab = tr C^-1 (G_ab - D_a C^-1 D_b^T),   D_a = sum_k psi_k G_ak,

    and the minimiser of chi2 has covariance A^-1 B A^-1. The first estimate is of the data:
    B is (z_a - D_a C^-1 r)^T C^-1 (z_b - D_b C^-1 r), A is B - T. The second takes s_a from the
    field estimate. Where a column is mostly noise, T is most of B: the plain Z^T C^-1 Z would
    promise an accuracy that the data do not have, the first estimate of A is a difference of two
    large numbers, and the second counts noise that the field estimate has kept.

    Returns:
        Both pairs (A, B), matrices of shape (J, J).

    Source: estimating equations of functional errors-in-variables models, as in Fuller,
    Measurement Error Models, 1987, section 3.
    """
    count = psi.size
    a, b, t = np.zeros((3, count, count))
    for s in stacks:
        factors = factored(covariance(s, psi))
        q = factors.solve(np.tensordot(psi, s.z, 1))
        d = _crossed(s, psi)
        b += _form(s.z - np.matmul(d, q[..., None])[..., 0], factors)
        a += _form(s.signal, factors)
        white = _white_both_ways(d, factors).reshape(count, -1)
        t += _shared(s, s.noise, factors) - s.z.shape[1] // d.shape[1] * (white @ white.T)
    return (b - t, b), (a, a + t)


def difference_variance(s: Stack, one: np.ndarray, other: np.ndarray) -> float:
    """Variance of the difference of chi2 at two psi if both residuals hold nothing but noise.

    With r_1 and r_0 jointly normal, of covariances C_1 and C_0 and cross covariance K, it is
    4 (S - tr C_1^-1 K C_0^-1 K^T), summed over samples.
    """
    cross = np.tensordot(one, _crossed(s, other), 1)
    left, right = (symmetric.unpacked(factored(covariance(s, psi)).inverse) for psi in (one, other))
    both = np.matmul(np.matmul(left, cross), np.matmul(right, np.swapaxes(cross, 1, 2)))
    rows = cross.shape[0] * cross.shape[1]
    apart = rows - float(np.trace(both, axis1=1, axis2=2).sum())
    return 4.0 * max(0.0, apart) * (s.z.shape[1] // len(cross))


def _white_both_ways(d: np.ndarray, factors: Factors) -> np.ndarray:
    """A D A^T with A C A^T = 1, shape (J, S, D or 1, S) for D of shape (J, D or 1, S, S)."""
    columns = factors.white(np.moveaxis(d, 2, 1))
    return factors.white(np.swapaxes(columns, 1, 3))


def _form(z: np.ndarray, factors: Factors) -> np.ndarray:
    """z_a^T C^-1 z_b summed over samples, shape (J, J)."""
    white = factors.white(z).reshape(len(z), -1)
    return np.asarray(white @ white.T)


def _crossed(s: Stack, psi: np.ndarray) -> np.ndarray:
    """D_a, the covariance of column a with the residual, shape (J, D or 1, S, S)."""
    size = s.z.shape[-1]
    d = np.zeros((psi.size, s.noise.shape[1], size, size))
    for j, k, g in zip(s.left, s.right, s.cross, strict=True):
        d[j] += psi[k] * g
        if j != k:
            d[k] += psi[j] * np.swapaxes(g, 1, 2)
    return d


def _weighted(s: Stack, psi: np.ndarray, blocks: np.ndarray) -> np.ndarray:
    weights = psi[s.left] * psi[s.right]
    return (weights @ blocks.reshape(len(blocks), -1)).reshape(blocks.shape[1:])


def _outer(q: np.ndarray, blocks: np.ndarray) -> np.ndarray:
    """q q^T for every sample, or its sum where the blocks are the same for all samples."""
    return symmetric.outer(q, summed=blocks.shape[1] < len(q))


def _summed(slope: np.ndarray, blocks: np.ndarray) -> np.ndarray:
    """A slope for every sample, or its sum where the blocks are the same for all samples."""
    return slope.sum(axis=0, keepdims=True) if blocks.shape[1] < len(slope) else slope


def _add_pairs(
    gradient: np.ndarray, s: Stack, psi: np.ndarray, blocks: np.ndarray, slope: np.ndarray
) -> None:
    """Add the gradient of <slope, sum psi_j psi_k blocks_jk> by psi."""
    inner = symmetric.products(blocks, slope)
    np.add.at(gradient, s.left, psi[s.right] * inner)
    np.add.at(gradient, s.right, psi[s.left] * inner)
