"""Levenberg-Marquardt on the projected residual, from several starts of many candidates at once."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pdedsl.optimize.batched import solve_each
from pdedsl.optimize.block import Block, State

STEPS = 14
"""Most steps downhill."""

PROMISING = 10.0
"""Descents that have slowed down end early while their misfit is above this."""

SLOW = 0.1
"""Share of the loss that a step of such a descent has to gain."""

STILL = 1e-3
"""The same for one that is promising."""


def descend(block: Block, theta: np.ndarray, box: tuple[np.ndarray, np.ndarray]) -> State:
    """Follow every start downhill; a candidate is done once two steps in a row gain little.

    What becomes of a candidate does not depend on its company, but for rounding.

    Args:
        block: C candidates.
        theta: shape (C, n, k).
        box: lower and upper bounds of the constants, each of shape (C, k).
    """
    done = dict(_ended(block, theta, box))
    parts = [done[c] for c in range(len(theta))]
    names = State.__dataclass_fields__
    return State(*(np.concatenate([getattr(p, n) for p in parts]) for n in names))


def _ended(
    block: Block, theta: np.ndarray, box: tuple[np.ndarray, np.ndarray]
) -> Iterator[tuple[int, State]]:
    """Each candidate's last state, as soon as it is there."""
    low, high = (b[:, None, :] for b in box)
    active = np.arange(len(theta))
    state = block.at(theta)
    jacobian = block.jacobian(state)
    damping = np.full(theta.shape[:2], 1e-3)
    calm = np.zeros(len(theta), dtype=int)
    for step in range(STEPS):
        here = block.of(active)
        moved = state.theta - _step(jacobian, state.residual, damping)
        trial = here.at(np.clip(moved, low[active], high[active]))
        better = trial.loss < state.loss
        gain = np.where(better, 1 - trial.loss / state.loss, 0.0).max(axis=1)
        damping = np.where(better, damping * 0.1, np.maximum(damping, 1e-6) * 10)
        state = state.merged(trial, better)
        near = state.misfit.min(axis=1) < PROMISING
        calm = np.where(gain < np.where(near, STILL, SLOW), calm + 1, 0)
        over = (calm == 2) | ~np.isfinite(state.loss).any(axis=1) | (step == STEPS - 1)
        for i in np.flatnonzero(over):
            yield int(active[i]), state.of(np.array([i]))
        rest = np.flatnonzero(~over)
        if not rest.size:
            return
        active, state = active[rest], state.of(rest)
        jacobian, damping, calm = jacobian[rest], damping[rest], calm[rest]
        new = np.flatnonzero(better[rest].any(axis=1))
        if new.size:
            jacobian[new] = block.of(active[new]).jacobian(state.of(new))


def _step(jacobian: np.ndarray, residual: np.ndarray, damping: np.ndarray) -> np.ndarray:
    """Steps of shape (C, n, k), zero where none can be found."""
    normal = np.matmul(jacobian, np.swapaxes(jacobian, 2, 3))
    slope = np.matmul(jacobian, residual[..., None])[..., 0]
    diagonal = np.einsum("cnkk->cnk", normal)
    scale = np.where(diagonal > 0, 1 / np.sqrt(np.where(diagonal > 0, diagonal, 1.0)), 0.0)
    unit = normal * scale[..., None] * scale[..., None, :]
    place = np.arange(unit.shape[-1])
    unit[..., place, place] += damping[..., None] + (diagonal <= 0)
    good = np.all(np.isfinite(unit), axis=(2, 3)) & np.all(np.isfinite(slope), axis=2)
    unit[~good] = np.eye(unit.shape[-1])
    step = scale * solve_each(unit, (scale * slope)[..., None])[..., 0]
    return np.where(good[..., None] & np.isfinite(step), step, 0.0)
