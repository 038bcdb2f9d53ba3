"""Other equations that hold on the data as well as the one that was found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from pdedsl.optimize.evidence import bearable, difference_variance, noise_share, prior_share
from pdedsl.optimize.fitted import maximised, minimised
from pdedsl.optimize.model import Library, Model, releaded, stacks_of
from pdedsl.optimize.pilot import CONVINCING, penalised
from pdedsl.optimize.relations import relations
from pdedsl.optimize.rival import Rival
from pdedsl.optimize.terms import Terms

EXCLUDED = 3.0
"""Deviations of a difference of chi2 from which on the worse equation does not hold."""

SHARP = 1e4
"""What a smooth field would give a combination, over its noise, from which on it is told."""

MOST = 3
"""How many other equations are named."""


def alternatives(library: Library, model: Model) -> tuple[Rival, ...]:
    """Equations that lack a term of the one that was found, and hold as well.

    A field exp(-t) obeys u_t = -u, u_tt = u and u_t + u_tt = 0, and so do many fields of this
    kind. Candidates are combinations of the dictionary's terms and the parts of g that vanish
    within the noise. One holds if chi2 does not tell it from the equation found, and there is
    convincing evidence for it against a smooth field. Much noise excuses much that is wrong: only
    what holds to a hundredth of what a smooth field would give, see `SHARP`, is told.

    Args:
        library: the weak system, at a noise level at which the equation holds.
        model: the equation.

    Returns:
        At most `MOST`, those with the most evidence first, each with columns of its own.
    """
    rows = relations(library, model)
    if len(rows) < 2:
        return ()
    best = minimised(library, model, final=False)
    tried: dict[tuple[object, ...], Rival | None] = {}
    for candidate in _candidates(library, model, rows):
        columns = (candidate.support, candidate.features)
        if columns not in tried:
            tried[columns] = _held(library, best, candidate)
    found = sorted((r for r in tried.values() if r is not None), key=lambda r: -r.value)
    return tuple(found[:MOST])


def judged(library: Library, rival: Rival) -> Rival:
    """The rival with the evidence that it has at another noise level."""
    model = maximised(library, rival.model, inner=False)
    return replace(rival, model=model, value=penalised(library, model, size=rival.size))


def _candidates(library: Library, model: Model, rows: np.ndarray) -> Iterator[Model]:
    """Combinations without one of the columns of the equation found."""
    terms = len(library.system.problem.dictionary)
    fixed = terms + library.has_known
    used = [*model.support, *range(fixed, rows.shape[1])]
    for column in used:
        pivot = int(np.argmax(np.abs(rows[:, column])))
        if rows[pivot, column] == 0:
            continue
        factors = rows[:, column] / rows[pivot, column]
        taken = factors[:, None] * rows[pivot]
        cancelled = np.abs(rows - taken) < 1e-9 * (np.abs(rows) + np.abs(taken))
        for k, row in enumerate(np.where(cancelled, 0.0, rows - taken)):
            if k == pivot:
                continue
            support = tuple(int(p) for p in np.flatnonzero(row[:terms]))
            kept = np.flatnonzero(row[fixed:])
            if support:
                psi = np.concatenate([row[list(support)], row[terms:fixed], row[fixed:][kept]])
                features = tuple(model.features[f] for f in kept)
                yield Model(support, features, psi, 0)


def _held(library: Library, best: Model, candidate: Model) -> Rival | None:
    """The candidate at its maximum of log B, None if it does not hold or says little."""
    likely = maximised(library, releaded(library, candidate), inner=False)
    size = Terms(candidate.features).size
    value = penalised(library, likely, size=size)
    if not value >= CONVINCING or _sharpness(library, likely) < SHARP:
        return None
    fitted = minimised(library, likely, final=False)
    most = bearable(library.system.rows, library.system.points)
    if not fitted.chi2 < most * library.system.rows:
        return None
    rise = max(0.0, fitted.chi2 - best.chi2)
    holds = rise <= EXCLUDED * np.sqrt(rise + _variance(library, best, fitted))
    return Rival(likely, size, value) if holds else None


def _sharpness(library: Library, model: Model) -> float:
    """What a smooth field would give the residual, over the noise."""
    stacks = stacks_of(library, model.support, model.features)
    noise, smooth = (
        sum(float(model.psi @ share(s, model.psi) @ model.psi) for s in stacks)
        for share in (noise_share, prior_share)
    )
    return smooth / noise if noise > 0 else 0.0


def _variance(library: Library, one: Model, other: Model) -> float:
    """Of the difference of chi2 of two equations if both hold."""
    support = tuple(sorted({*one.support, *other.support}))
    features = (*one.features, *other.features)
    stacks = stacks_of(library, support, features)
    psi, moved = (
        _padded(library, m, support, len(features), place)
        for m, place in ((one, 0), (other, len(one.features)))
    )
    return sum(difference_variance(s, psi, moved) for s in stacks)


def _padded(
    library: Library, model: Model, support: tuple[int, ...], features: int, place: int
) -> np.ndarray:
    """The model's psi over more columns; its features come at a place among all."""
    count = len(model.support)
    psi = np.zeros(len(support) + library.has_known + features)
    psi[[support.index(p) for p in model.support]] = model.psi[:count]
    if library.has_known:
        psi[len(support)] = model.psi[count]
    first = len(support) + library.has_known + place
    psi[first : first + len(model.features)] = model.psi[count + library.has_known :]
    return psi
