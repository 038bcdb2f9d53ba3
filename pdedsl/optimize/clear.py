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

import numpy as np
from scipy.linalg import LinAlgError, eigh

from pdedsl.optimize.bank import Stack
from pdedsl.optimize.evidence import chi2, energies
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

STILL = 1e-3
"""Change of direction below which they are not repeated."""


def clear_start(
    library: Library, support: tuple[int, ...], features: tuple[Node, ...], psi: np.ndarray
) -> Model | None:
    """Total least squares where they tell the whole story, None where they do not.

    Args:
        library: the weak system.
        support: positions of the dictionary terms.
        features: of g.
        psi: coefficients whose noise gives the first weights.

    Returns:
        The combination that is noise most of all, held at the dictionary term that noise shows
        best; None if another combination may be noise as well.
    """
    found = _repeated(stacks_of(library, support, features), psi, ROUNDS)
    if found is None or not found[2]:
        return None
    psi, sized, _ = found
    lead = int(np.argmax(np.abs(sized[: len(support)])))
    return Model(support, tuple(features), psi / psi[lead], lead)


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
    psi, sized, _ = found
    lead = int(np.argmax(np.abs(sized[: len(model.support)])))
    return replace(model, psi=psi / psi[lead], lead=lead) if psi[lead] else None


def clear_strengths(library: Library, model: Model) -> np.ndarray | None:
    """How many standard errors every dictionary term is from zero, infinity for the lead.

    Args:
        library: the weak system.
        model: at a maximum of log B.

    Returns:
        None where noise may excuse other combinations than the model's own. Where it may not,
        the standard errors are nearly those of columns without noise.
    """
    whole, noise = energies(stacks_of(library, model.support, model.features), model.psi)
    found = _least(whole, noise)
    if found is None or not found[2]:
        return None
    free = np.delete(np.arange(model.psi.size), model.lead)
    strengths = np.full(model.psi.size, np.inf)
    if free.size:
        variance = np.diagonal(np.linalg.inv(whole[np.ix_(free, free)]))
        strengths[free] = np.abs(model.psi[free]) / np.sqrt(variance)
    return strengths[: len(model.support)]


Least = tuple[np.ndarray, np.ndarray, bool]
"""A combination of columns; the same in units of each column's energy, of length 1; whether every
other one is plain signal."""


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
        found = _least(*energies(stacks, psi))
        if found is None:
            return None
        psi, sized, _ = found
        if before is not None and abs(sized @ before) > 1 - STILL**2 / 2:
            break
        before = sized
    return found


def _least(whole: np.ndarray, noise: np.ndarray) -> Least | None:
    """The combination with the largest share of noise, and whether it is the only one.

    Returns:
        Its coefficients; the same in units of each column's energy, of length 1; whether every
        other one is plain signal. None where no combination is told from none.
    """
    unit = inverse_root(np.diagonal(whole))
    scaled = unit[:, None] * whole * unit
    if not (np.all(np.isfinite(scaled)) and np.all(np.isfinite(noise)) and np.all(unit)):
        return None
    try:
        shares, vectors = eigh(unit[:, None] * noise * unit, scaled)
    except LinAlgError:  # columns that depend on each other
        return None
    sized = vectors[:, -1]
    if not shares[-1] > 0:
        return None
    alone = shares.size < 2 or shares[-2] < FAINT * min(1.0, shares[-1])
    return unit * sized, sized / np.linalg.norm(sized), bool(alone)


def worthwhile(library: Library, model: Model, least: float) -> list[int] | None:
    """The absent dictionary terms that may raise log B by so much, by the slope of chi2 at zero.

    Where this tells anything the two agree, and chi2 needs no prior of all pairs of terms.

    Args:
        library: the weak system.
        model: at a maximum of log B.
        least: half of what a term has to be worth.

    Returns:
        Positions in the dictionary, the most promising first; None where the slopes do not tell.
    """
    near = beside(library, model.support, beyond=1)
    wide = carried(model, near)
    stacks = stacks_of(library, near, model.features)
    curvature, noise = energies(stacks, wide.psi)
    found = _least(curvature, noise)
    if found is None or not found[2]:
        return None
    slope = 0.5 * chi2(stacks, wide.psi).gradient
    fitted = [p for p in range(slope.size) if wide.psi[p] != 0 and p != wide.lead]
    gains = {}
    for place, p in enumerate(near):
        if p in model.support:
            continue
        own = curvature[place, place]
        if fitted:
            held = np.linalg.solve(curvature[np.ix_(fitted, fitted)], curvature[fitted, place])
            own -= curvature[place, fitted] @ held
        gains[p] = slope[place] ** 2 / (2 * own) if own > 0 else np.inf
    return sorted((p for p in gains if gains[p] > least), key=lambda p: -gains[p])
