"""Where noise can excuse one equation only, and fits need neither many starts nor many trials.

Of all combinations of some columns the noise alone makes a share of the energy:

    mu(psi) = psi^T N psi / psi^T Z^T C^-1 Z psi,   N = E[what noise gives to Z^T C^-1 Z].

Where the equation holds mu is about 1. If it is far below that for every combination independent
of the equation, all else is plain signal: the estimate is close to that of total least squares,
and log B has no other maximum of any height. Where columns drown in noise, or depend on each
other, there are several such combinations, and all of them have to be looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from scipy.linalg import solve_triangular

from pdedsl.optimize.bank import Stack
from pdedsl.optimize.evidence import chi2, whitened
from pdedsl.optimize.expression import Node
from pdedsl.optimize.fit import inverse_root
from pdedsl.optimize.model import Library, Model, carried, stacks_of
from pdedsl.optimize.orders import beside

FAINT = 0.2
"""Share of noise, over that of the equation, below which a combination is plain signal."""

ROUNDS = 5
"""How often total least squares are repeated with the weights of what they found."""

TOTAL = 3
"""The same where they are but a start."""

DEPENDENT = 1e-13
"""What columns of unit length may leave of one of them if they depend on each other."""

STILL = 1e-3
"""Change of direction below which they are not repeated."""


class Told(NamedTuple):
    """What noise can excuse of some terms.

    Attributes:
        count: how many independent equations.
        model: the one that is noise most of all, held at the dictionary term that noise shows best.
    """

    count: int
    model: Model


def told(
    library: Library, support: tuple[int, ...], features: tuple[Node, ...], psi: np.ndarray
) -> Told | None:
    """Total least squares, and how many other equations there may be.

    Args:
        library: the weak system.
        support: positions of the dictionary terms.
        features: of g.
        psi: coefficients whose noise gives the first weights.

    Returns:
        None where no equation is told from none.
    """
    found = _repeated(stacks_of(library, support, features), psi, ROUNDS)
    if found is None:
        return None
    lead = int(np.argmax(np.abs(found.sized[: len(support)])))
    held = found.psi[lead]
    return Told(found.count, Model(support, tuple(features), found.psi / held, lead))


def clear_start(
    library: Library, support: tuple[int, ...], features: tuple[Node, ...], psi: np.ndarray
) -> Model | None:
    """Total least squares where they tell the whole story, None where they do not; see `told`."""
    found = told(library, support, features, psi)
    return None if found is None or found.count > 1 else found.model


def total_least_squares(library: Library, model: Model) -> Model | None:
    """The combination of a model's columns that is noise most of all, by the weights of the model.

    Unlike least squares it is not drawn to the column with the least noise, and unlike log B it
    has one solution.

    Args:
        library: the weak system.
        model: whose noise gives the weights.

    Returns:
        None where no combination is told from none.
    """
    if not np.all(np.isfinite(model.psi)):
        return None
    found = _repeated(stacks_of(library, model.support, model.features), model.psi, TOTAL)
    if found is None:
        return None
    lead = int(np.argmax(np.abs(found.sized[: len(model.support)])))
    held = found.psi[lead]
    return replace(model, psi=found.psi / held, lead=lead) if held else None


def clear_strengths(library: Library, model: Model) -> np.ndarray | None:
    """How many standard errors every dictionary term is from zero, infinity for the lead.

    Args:
        library: the weak system.
        model: at a maximum of log B.

    Returns:
        None where noise may excuse other combinations than the model's own. Where it may not,
        the standard errors are nearly those of columns without noise.
    """
    columns, noise = whitened(stacks_of(library, model.support, model.features), model.psi)
    found = _least(columns, noise)
    if found is None or found.count > 1:
        return None
    free = np.delete(np.arange(model.psi.size), model.lead)
    strengths = np.full(model.psi.size, np.inf)
    if free.size:
        unit, inverse = _inverted(columns[:, free])
        strengths[free] = np.abs(model.psi[free]) / (unit * np.linalg.norm(inverse, axis=1))
    return strengths[: len(model.support)]


class Least(NamedTuple):
    """A combination of columns.

    Attributes:
        psi: its coefficients.
        sized: the same in units of each column's energy, of length 1.
        count: of how many independent ones noise may be all; 1 if all others are plain signal.
    """

    psi: np.ndarray
    sized: np.ndarray
    count: int


def _repeated(stacks: Sequence[Stack], psi: np.ndarray, rounds: int) -> Least | None:
    """Total least squares, each time with the weights of what was found, while that still moves.

    Args:
        stacks: of every group.
        psi: whose noise gives the first weights.
        rounds: at most.

    Returns:
        None where no combination is told from none.
    """
    before = found = None
    for _ in range(rounds):
        found = _least(*whitened(stacks, psi))
        if found is None:
            return None
        psi = found.psi
        if before is not None and abs(found.sized @ before) > 1 - STILL**2 / 2:
            break
        before = found.sized
    return found


def _is_clear(columns: np.ndarray, noise: np.ndarray) -> bool:
    """Whether noise can excuse one combination only."""
    found = _least(columns, noise)
    return found is not None and found.count == 1


def _least(columns: np.ndarray, noise: np.ndarray) -> Least | None:
    """The combination with the largest share of noise.

    Shares are told from the columns' triangular factor and not from their products, in which an
    equation that holds to eight digits is lost.

    Args:
        columns: whitened, shape (rows, J).
        noise: what it gives to their products, shape (J, J).

    Returns:
        None where no combination is told from none.
    """
    if not (np.all(np.isfinite(columns)) and np.all(np.isfinite(noise))):
        return None
    unit, inverse = _inverted(columns)
    if not np.all(np.isfinite(inverse)):
        return None
    shares, vectors = np.linalg.eigh(inverse.T @ (unit[:, None] * noise * unit) @ inverse)
    sized = inverse @ vectors[:, -1]
    if not shares[-1] > 0:
        return None
    count = max(1, int(np.sum(shares >= FAINT * min(1.0, shares[-1]))))
    return Least(unit * sized, sized / np.linalg.norm(sized), count)


def _inverted(columns: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """One over the lengths of columns, and R^-1 of their triangular factor at unit length.

    NaN where a column is a combination of others, as it is of more columns than rows, or zero.
    """
    unit = inverse_root(np.sum(columns**2, axis=0))
    triangle = np.linalg.qr(columns * unit, mode="r")
    if len(triangle) < unit.size or np.min(np.abs(np.diagonal(triangle))) < DEPENDENT:
        return unit, np.full((unit.size, unit.size), np.nan)
    return unit, solve_triangular(triangle, np.eye(unit.size))


def worthwhile(library: Library, model: Model, least: float) -> list[int] | None:
    """The absent dictionary terms that may raise log B by so much, by the slope of chi2 at zero.

    Where this tells anything the two agree, and chi2 needs no prior of all pairs of terms.

    Args:
        library: the weak system.
        model: at a maximum of log B.
        least: half of what a term has to be worth.

    Returns:
        Positions in the dictionary, the most promising first; None where the slopes do not tell,
        as noise may excuse several equations of the model's terms and one more.
    """
    near = beside(library, model.support, beyond=1)
    wide = carried(model, near)
    stacks = stacks_of(library, near, model.features)
    columns, noise = whitened(stacks, wide.psi)
    if not _is_clear(columns, noise):
        own = [p for p in range(wide.psi.size) if p >= len(near) or near[p] in model.support]
        each = ([*own, place] for place, p in enumerate(near) if p not in model.support)
        if not all(_is_clear(columns[:, some], noise[np.ix_(some, some)]) for some in each):
            return None
    slope = 0.5 * chi2(stacks, wide.psi).gradient
    fitted = [p for p in range(slope.size) if wide.psi[p] != 0 and p != wide.lead]
    held, gains = np.linalg.qr(columns[:, fitted])[0], {}
    for place, p in enumerate(near):
        if p in model.support:
            continue
        rest = columns[:, place] - held @ (held.T @ columns[:, place])
        own = rest @ rest
        gains[p] = slope[place] ** 2 / (2 * own) if own > 0 else np.inf
    return sorted((p for p in gains if gains[p] > least), key=lambda p: -gains[p])
