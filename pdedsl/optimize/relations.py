"""Combinations of dictionary terms that vanish on the data: more than one, and none is the law."""

from __future__ import annotations

import numpy as np
from scipy.linalg import eigh, qr

from pdedsl.optimize.evidence import noise_share, prior_share, whitener
from pdedsl.optimize.fit import inverse_root
from pdedsl.optimize.model import Library, Model, stacks_of

WITHIN = 1.5
"""A combination vanishes if its energy is less than this times that of its noise."""

TELLING = 100.0
"""That says something if a smooth field would give it more than this times the noise."""

NEGLIGIBLE = 0.05
"""Share of a relation's largest term below which a term is left out."""


def relations(library: Library, model: Model) -> np.ndarray:
    """Independent combinations of the P dictionary terms that vanish within the noise.

    A field that obeys one equation of the dictionary and no other has one. A wave that travels
    one way, u(x - c t), has two for the terms u_t, u_x, u_tt, u_xx; every mixture of them fits
    such data, and no criterion can tell which is the law.

    Args:
        library: the weak system.
        model: an equation, by whose noise covariance the columns are weighted.

    Returns:
        Shape (relations, P), each row with 1 in a place where the others have 0.
    """
    h, noise, smooth = _energies(library, model)
    unit = inverse_root(np.diagonal(noise))
    ridge = 1e-9 * np.eye(len(h))
    misfits, vectors = eigh(*(unit[:, None] * a * unit + e for a, e in ((h, 0), (noise, ridge))))
    vectors = vectors * unit[:, None]
    energies = np.einsum("pk,pq,qk->k", vectors, smooth, vectors)
    noises = np.einsum("pk,pq,qk->k", vectors, noise, vectors)
    found = vectors[:, (misfits < WITHIN) & (energies > TELLING * noises)]
    return _reduced(found.T, np.sqrt(np.diagonal(smooth)))


def noise_shares(library: Library, model: Model) -> tuple[float, ...]:
    """How much of the energy of each dictionary term of an equation is noise, at most 1."""
    h, noise, _ = _energies(library, model)
    share = np.diagonal(noise) / np.maximum(np.diagonal(h), np.finfo(float).tiny)
    return tuple(float(min(1.0, share[p])) for p in model.support)


def _energies(library: Library, model: Model) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """z^T z of the whitened dictionary; what noise gives to it; what a smooth field gives."""
    everything = tuple(range(len(library.system.problem.dictionary)))
    psi = np.zeros(len(everything))
    psi[list(model.support)] = model.psi[: len(model.support)]
    h, noise, smooth = np.zeros((3, psi.size, psi.size))
    if library.has_known:
        psi = np.append(psi, model.psi[len(model.support)])
    kept = slice(len(everything))
    for s in stacks_of(library, everything, ()):
        z = np.matmul(whitener(s, psi), np.moveaxis(s.z, 0, -1)).reshape(-1, psi.size)
        share = noise_share(s, psi)
        h += (z.T @ z)[kept, kept]
        noise += share[kept, kept]
        smooth += (share + prior_share(s, psi))[kept, kept]
    return h, noise, smooth


def _reduced(rows: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """Rows combined so that each has a term that no other has, small terms left out."""
    if not len(rows):
        return rows
    sized = rows * sizes
    _, _, order = qr(sized, pivoting=True, mode="economic")
    pivots = order[: len(rows)]
    solved = np.linalg.solve(rows[:, pivots], rows)
    small = np.abs(solved * sizes) < NEGLIGIBLE * np.max(np.abs(solved * sizes), axis=1)[:, None]
    return np.where(small, 0.0, solved)
