"""Combinations of columns that vanish on the data: where there are several, none is the law.

The columns are the dictionary's terms and the parts of g that were found.
"""

from __future__ import annotations

import numpy as np
from scipy.linalg import eigh, qr

from pdedsl.optimize.evidence import energies, prior_share, whitened
from pdedsl.optimize.fit import inverse_root
from pdedsl.optimize.model import Library, Model, stacks_of
from pdedsl.optimize.orders import beside

WITHIN = 1.5
"""A combination vanishes if its energy is less than this times that of its noise."""

TELLING = 100.0
"""That says something if a smooth field would give it more than this times the noise."""

NEGLIGIBLE = 0.05
"""Share of a relation's largest term below which a term is left out."""

CERTAIN = 1e-20
"""Share of noise in a column's own energy below which it has none: it is of coordinates alone."""


def relations(library: Library, model: Model, *, least: int = 1) -> np.ndarray:
    """Independent combinations of the columns that vanish within the noise.

    A field that obeys one equation of the dictionary and no other has one. A wave that travels
    one way, u(x - c t), has two for the terms u_t, u_x, u_tt, u_xx; every mixture of them fits
    such data, and no criterion can tell which is the law. So it is with u = exp(-t), where
    u_t + u and u_tt - u vanish: whether u is of the dictionary or of g makes no difference.

    A column without noise, of coordinates alone, goes with whatever it helps to vanish.

    Args:
        library: the weak system.
        model: an equation, by whose noise covariance the columns are weighted.
        least: how many have to vanish for them to be looked at.

    Returns:
        Shape (relations, columns), each row with 1 in a place where the others have 0. Columns
        are the dictionary's terms, of a large one 0 beyond the order of the equation, the known
        part of g if there is one, and the model's features. Combinations without a term of the
        dictionary are left out.
    """
    near = beside(library, model.support)
    bound = dict(zip(model.support, model.psi, strict=False))
    beyond = model.psi[len(model.support) :]
    psi = np.concatenate([[bound.get(p, 0.0) for p in near], beyond])
    stacks = stacks_of(library, near, model.features)
    z, noise = whitened(stacks, psi)
    certain = np.diagonal(noise) <= CERTAIN * np.sum(z**2, axis=0)
    noisy = np.flatnonzero(~certain)
    factors, rest = _without(z[:, noisy], z[:, certain])
    found = _vanishing(rest.T @ rest, noise[np.ix_(noisy, noisy)])
    if len(found) < least:
        return _in_full(library, near, np.zeros((0, psi.size)))
    smooth = noise + sum(prior_share(s, psi) for s in stacks)
    rows = np.zeros((len(found), psi.size))
    rows[:, noisy] = found
    telling = _forms(rows, smooth) > TELLING * _forms(rows, noise)
    rows, found = rows[telling], found[telling]
    rows[:, certain] = -found @ factors.T
    size = np.sqrt(np.diagonal(smooth) + certain * np.sum(z**2, axis=0))
    return _in_full(library, near, _reduced(rows, size, len(near)))


def noise_shares(library: Library, model: Model) -> tuple[float, ...]:
    """How much of the energy of each dictionary term of an equation is noise, at most 1."""
    whole, noise = energies(stacks_of(library, model.support, model.features), model.psi)
    energy = np.maximum(np.diagonal(whole), np.finfo(float).tiny)
    share = np.diagonal(noise) / energy
    return tuple(float(min(1.0, each)) for each in share[: len(model.support)])


def _in_full(library: Library, near: tuple[int, ...], rows: np.ndarray) -> np.ndarray:
    """Rows over some terms of the dictionary, with zeros for all others."""
    count = len(library.system.problem.dictionary)
    full = np.zeros((len(rows), count + rows.shape[1] - len(near)))
    full[:, list(near)] = rows[:, : len(near)]
    full[:, count:] = rows[:, len(near) :]
    return full


def _forms(rows: np.ndarray, matrix: np.ndarray) -> np.ndarray:
    return np.einsum("kp,pq,kq->k", rows, matrix, rows)


def _without(z: np.ndarray, certain: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Coefficients of the least squares of z in other columns, and what they leave of z.

    What is left is as large as if no row had been used up.
    """
    if not certain.shape[1]:
        return np.zeros((0, z.shape[1])), z
    scale = inverse_root(np.sum(certain**2, axis=0))
    found, _, rank, _ = np.linalg.lstsq(certain * scale, z, rcond=1e-10)
    spared = max(1, len(z) - rank) / len(z)
    return scale[:, None] * found, (z - certain * scale @ found) / np.sqrt(spared)


def _vanishing(h: np.ndarray, noise: np.ndarray) -> np.ndarray:
    """Combinations that vanish within the noise, as rows."""
    unit = inverse_root(np.diagonal(noise))
    ridge = 1e-9 * np.eye(len(h))
    misfits, vectors = eigh(*(unit[:, None] * a * unit + e for a, e in ((h, 0), (noise, ridge))))
    return np.asarray((unit[:, None] * vectors[:, misfits < WITHIN]).T)


def _reduced(rows: np.ndarray, sizes: np.ndarray, terms: int) -> np.ndarray:
    """Rows combined so that each has a term that no other has, small terms left out.

    That term is of the dictionary, the first `terms` columns; rows without one are left out.
    """
    sized = rows * sizes
    if not len(rows) or not np.any(sized[:, :terms]):
        return rows[:0]
    _, triangle, order = qr(sized[:, :terms], pivoting=True, mode="economic")
    told = np.abs(np.diagonal(triangle))
    count = int(np.sum(told > 1e-6 * told[0]))
    pivots = order[:count]
    solved = np.linalg.lstsq(rows[:, pivots].T, np.eye(count), rcond=None)[0].T @ rows
    small = np.abs(solved * sizes) < NEGLIGIBLE * np.max(np.abs(solved * sizes), axis=1)[:, None]
    return np.where(small, 0.0, solved)
