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

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pdedsl.optimize import symmetric
from pdedsl.optimize.bank import Stack
from pdedsl.optimize.symmetric import Factors, factored


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
        noise, smooth = factored(c), factored(c + weighted(s, psi, s.prior))
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


def values_at(stacks: Sequence[Stack], psi: np.ndarray) -> tuple[float, float]:
    """log B and chi2 of a psi, in a third of the time that log B takes with its gradient."""
    evidence, misfit = 0.0, 0.0
    for s in stacks:
        c = covariance(s, psi)
        with np.errstate(over="ignore", invalid="ignore"):
            more = _values_of(np.tensordot(psi, s.z, 1), c, c + weighted(s, psi, s.prior))
        evidence, misfit = evidence + more[0], misfit + more[1]
    return evidence, misfit


def evidence_of(r: np.ndarray, noise: np.ndarray, smooth: np.ndarray) -> float:
    """log B of residuals, shape (D, S), with C and C + M as triangles, shape (D or 1, T)."""
    return _values_of(r, noise, smooth)[0]


def _values_of(r: np.ndarray, noise: np.ndarray, smooth: np.ndarray) -> tuple[float, float]:
    """log B and chi2."""
    fit, other = _fit(factored(noise), r), _fit(factored(smooth), r)
    return 0.5 * (sum(other) - sum(fit)), fit[0]


def chi2_at(stacks: Sequence[Stack], psi: np.ndarray) -> float:
    """chi2 of a psi, without its gradient."""
    each = ((factored(covariance(s, psi)), np.tensordot(psi, s.z, 1)) for s in stacks)
    return sum(_fit(factors, r)[0] for factors, r in each)


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
    return weighted(s, psi, s.noise)


def information(stacks: Sequence[Stack], psi: np.ndarray) -> np.ndarray:
    """Z^T C^-1 Z with C at psi, shape (J, J)."""
    total = np.zeros((psi.size, psi.size))
    for s in stacks:
        total += _form(s.z, factored(covariance(s, psi)))
    return total


def whitener(s: Stack, psi: np.ndarray) -> np.ndarray:
    """A with A C A^T = 1 for every sample, shape (D or 1, S, S)."""
    return factored(covariance(s, psi)).whitener


def whitened(stacks: Sequence[Stack], psi: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Columns whitened at psi, shape (rows, J), and what noise alone gives to their squares."""
    columns, noise = [], np.zeros((psi.size, psi.size))
    for s in stacks:
        factors = factored(covariance(s, psi))
        columns.append(factors.white(s.z).reshape(len(s.z), -1))
        noise += _shared(s, s.noise, factors)
    return np.concatenate(columns, axis=1).T, noise


def energies(stacks: Sequence[Stack], psi: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """`information`, and what noise alone gives to it: two matrices of shape (J, J)."""
    columns, noise = whitened(stacks, psi)
    return columns.T @ columns, noise


def noise_share(s: Stack, psi: np.ndarray) -> np.ndarray:
    """E[z~ z~^T] that noise alone gives to columns whitened at psi, shape (J, J)."""
    return _share(s, psi, s.noise)


def prior_share(s: Stack, psi: np.ndarray) -> np.ndarray:
    """E[z~ z~^T] that smooth fields of the prior give to columns whitened at psi, shape (J, J)."""
    return _share(s, psi, s.prior)


def _share(s: Stack, psi: np.ndarray, blocks: np.ndarray) -> np.ndarray:
    return _shared(s, blocks, factored(covariance(s, psi)))


def _shared(
    s: Stack, blocks: np.ndarray, factors: Factors, weights: np.ndarray | None = None
) -> np.ndarray:
    """E[z~ z~^T] of columns whose covariances are given, with C factored.

    Args:
        s: the columns.
        blocks: their covariances.
        factors: of C.
        weights: of samples, or of all of them together where they are alike; None for 1.
    """
    inverse = factors.inverse
    if weights is not None:
        inverse = weights[:, None] * inverse
    alike = s.z.shape[1] // blocks.shape[1] if weights is None else 1
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


def spreads(
    stacks: Sequence[Stack], psi: np.ndarray, levels: Sequence[np.ndarray] = ()
) -> tuple[Spread, Spread]:
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

    Where the noise variance of a sample is f times what chi2 takes it for, its share of A is
    that of f C, and of B f times that: the sample's weight was f in a fit where 1 is best.

    Args:
        stacks: of every group.
        psi: where chi2 has its minimum.
        levels: f of the samples of every group, each of shape (D,); none for 1.

    Returns:
        Both pairs (A, B), matrices of shape (J, J).

    Source: estimating equations of functional errors-in-variables models, as in Fuller,
    Measurement Error Models, 1987, section 3.
    """
    count = psi.size
    data, signal = np.zeros((2, 2, count, count))
    for i, s in enumerate(stacks):
        factors = factored(covariance(s, psi))
        q = factors.solve(np.tensordot(psi, s.z, 1))
        d = _crossed(s, psi)
        moved = s.z - np.matmul(d, q[..., None])[..., 0]
        white = _white_both_ways(d, factors)
        a, b = _form(s.signal, factors), _form(moved, factors)
        if not levels:
            t = _independent(s, white, factors)
            data += b - t, b
            signal += a, a + t
            continue
        f = levels[i]
        root = np.sqrt(f)[:, None]
        data += b - _independent(s, white, factors, f), _form(root * moved, factors)
        twice = _independent(s, white, factors, f**2)
        signal += a, _form(root * s.signal, factors) + twice
    return (data[0], data[1]), (signal[0], signal[1])


def _independent(
    s: Stack, white: np.ndarray, factors: Factors, weights: np.ndarray | None = None
) -> np.ndarray:
    """T of `spreads`, summed over samples with weights, None for 1.

    Args:
        s: the columns.
        white: A D A^T of every column, as `_white_both_ways` gives it.
        factors: of C.
        weights: shape (D,).
    """
    alike = s.z.shape[1] // white.shape[2]
    if weights is None:
        weights = np.ones(s.z.shape[1])
    weights = weights.reshape(-1, alike).sum(axis=1)
    scaled = (np.sqrt(weights)[:, None] * white).reshape(len(white), -1)
    return _shared(s, s.noise, factors, weights) - scaled @ scaled.T


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


def weighted(s: Stack, psi: np.ndarray, blocks: np.ndarray) -> np.ndarray:
    """The sum of psi_j psi_k blocks_jk over pairs of columns, as triangles of shape (D or 1, T).

    Not finite where it is beyond all numbers, which `factored` makes NaN of.
    """
    with np.errstate(over="ignore", invalid="ignore"):
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
