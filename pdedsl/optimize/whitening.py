"""The screen of a search: the weak system whitened by the noise of a fitted equation."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from pdedsl.optimize.batched import solve_each
from pdedsl.optimize.evidence import noise_share, prior_share, whitener
from pdedsl.optimize.features import inputs_of
from pdedsl.optimize.inner import Method, prepare_gram, smallest_on_sphere, solve_gram
from pdedsl.optimize.least_squares import sign_vectors
from pdedsl.optimize.model import Library, Model, stacks_of
from pdedsl.optimize.screen import VALUES, Screen, ScreenGroup, SphereSolver
from pdedsl.optimize.values import Values

DIRECT = 4
"""Up to this many terms the inner problem is solved by one small linear solve."""


def make_screen(library: Library, base: Model, method: Method) -> Screen:
    """Whiten the system with the noise covariance of a fitted model."""
    fixed = len(base.support) + library.has_known
    stacks = stacks_of(library, base.support, base.features)
    groups, parts = [], []
    noise = np.zeros((base.psi.size, base.psi.size))
    smooth = np.zeros_like(noise)
    for group, s in zip(library.system.groups, stacks, strict=True):
        a = whitener(s, base.psi)
        noise += noise_share(s, base.psi)
        smooth += noise_share(s, base.psi) + prior_share(s, base.psi)
        z = np.moveaxis(s.z[:fixed], 0, -1)
        parts.append(np.matmul(a, z).reshape(-1, fixed))
        unit = s.units[:, None, None]
        values = Values(inputs_of(group, library.names), VALUES // len(stacks))
        a = a / unit if group.kept is None else a @ group.kept.rows / unit
        groups.append(ScreenGroup(values, group.quadrature, a))
    z = np.concatenate(parts)
    noise, smooth = noise[:fixed, :fixed], smooth[:fixed, :fixed]
    energy = np.diagonal(smooth)
    norm = np.sqrt(np.where(energy > 0, energy, np.sum(z**2, axis=0)))
    units = np.outer(norm, norm)
    return Screen(
        tuple(groups),
        z / norm,
        noise / units,
        smooth / units,
        _scales(groups),
        _solver(method),
        frozenset(library.names.coordinates),
    )


def _scales(groups: Sequence[ScreenGroup]) -> dict[str, tuple[float, ...]]:
    """For each variable the magnitudes that constants beside it may have."""
    found = {}
    for name, values in groups[0].values.inputs.items():
        magnitude = float(np.max(np.abs(values))) or 1.0
        spread = float(np.ptp(values)) or magnitude
        found[name] = tuple(sorted({1.0, magnitude, 1 / magnitude, 1 / spread}))
    return found


def _solver(method: Method) -> SphereSolver:
    """The inner problem with w projected out: the smallest gamma^T H gamma on the sphere."""
    if method == "exact":
        return _smallest

    return partial(_smallest_by, method)


def _smallest_by(method: Method, h: np.ndarray) -> np.ndarray:
    """By a method that takes one problem at a time."""
    finite = np.all(np.isfinite(h), axis=(1, 2))
    zero = np.zeros(h.shape[1])
    return np.array(
        [
            solve_gram(prepare_gram(each, method), zero, 0.0).beta if ok else zero + np.nan
            for each, ok in zip(h, finite, strict=True)
        ]
    )


def _smallest(h: np.ndarray) -> np.ndarray:
    """H^-1 s for the sign vector s that makes it largest, scaled to the sphere."""
    size = h.shape[1]
    if size == 1:
        return np.ones((len(h), 1))
    if not np.all(np.isfinite(h)):
        h = np.where(np.all(np.isfinite(h), axis=(1, 2))[:, None, None], h, np.eye(size))
    if size > DIRECT:
        return smallest_on_sphere(h)[0]
    signs = sign_vectors(size)
    images = solve_each(h, np.broadcast_to(signs.T, (len(h), *signs.T.shape)))
    forms = np.einsum("ks,bsk->bk", signs, images)
    best = np.argmax(forms, axis=1)
    chosen = np.take_along_axis(images, best[:, None, None], axis=2)[..., 0]
    top = np.take_along_axis(forms, best[:, None], axis=1)
    gamma = chosen / top
    lost = np.flatnonzero(~(top[:, 0] > 0))
    if lost.size:
        gamma[lost] = smallest_on_sphere(h[lost])[0]
    return gamma
