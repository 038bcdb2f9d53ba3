"""Initial states in space that fit the data best: least squares over smooth modes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

MOST_TRIES = 4
ENOUGH = 1e-3  # of chi2: a smaller gain ends the tries


@dataclass(frozen=True, eq=False)
class Trial:
    """A solution from some state, seen where data are.

    Attributes:
        off: data minus solution over the noise, shape (measured values,).
        answers: how the solution over the noise answers to each change of the state, shape
            (measured values, changes); only where it is asked for.
    """

    off: Array
    answers: Callable[[], Array]


def improved(
    start: Array, changes: Array, together: int, tried: Callable[[Array], Trial | None]
) -> Array:
    """The state from which the solution is nearest to the data, the start plus smooth changes.

    As many changes are made as lower chi2 by more than two each, the smoothest ones first. Where
    the equation is not linear, steps are repeated as long as they get nearer.

    Args:
        start: shape (unknowns,).
        changes: shape (unknowns, count), the smoothest first.
        together: how many of them belong together.
        tried: the solution from a state, None where it has none up to the last of the data.

    Returns:
        shape (unknowns,), the start itself where nothing is nearer.

    Source: Akaike 1974 for how many; Gauss-Newton for the steps.
    """
    best = tried(start)
    for _ in range(MOST_TRIES):
        if best is None:
            break
        try:
            step = changes @ _step(best.off, best.answers(), together)
        except ArithmeticError:
            break
        now = tried(start + step)
        if now is None or _chi2(now) >= _chi2(best):
            break
        gain = 1 - _chi2(now) / _chi2(best)
        start, best = start + step, now
        if gain < ENOUGH:
            break
    return start


def _chi2(trial: Trial) -> float:
    return float(trial.off @ trial.off)


def _step(off: Array, answers: Array, together: int) -> Array:
    """Least squares over as many columns as are worth it, zero for the others."""
    gains = (np.linalg.qr(answers).Q.T @ off) ** 2
    count = answers.shape[1]
    counts = np.arange(0, count + 1, together)
    chi2 = off @ off - np.concatenate([[0.0], np.cumsum(gains)])[counts]
    spread = max(1.0, float(chi2[-1]) / max(len(off) - count, 1))  # an equation is never quite true
    used = int(counts[np.argmin(chi2 / spread + 2 * counts)])
    found = np.zeros(count)
    if used:
        found[:used] = np.linalg.lstsq(answers[:, :used], off, rcond=1e-10)[0]
    return found
