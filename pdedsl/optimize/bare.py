"""The pilot where g = 0 is known: fits that are only on the way to the equation are spared.

Nothing stands in for g, so that the dictionary's terms alone tell whether any equation fits within
the noise. Where none does, the noise is raised before terms are dropped, and not after. Where
noise can excuse one equation only, see `clear`, terms go by total least squares, all within
two standard errors of zero at once, and log B is maximised for what remains.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pdedsl.form.consequences import derivatives_among
from pdedsl.optimize.clear import clear_start, clear_strengths, excused
from pdedsl.optimize.evidence import LOOSE, bearable, chi2_at
from pdedsl.optimize.fitted import maximised
from pdedsl.optimize.model import Library, Model, assessed, carried, inflated, releaded, stacks_of
from pdedsl.optimize.orders import growing, nested
from pdedsl.optimize.pilot import (
    CONVINCING,
    TOLD,
    best_lead,
    eliminate,
    even,
    penalised,
    refitted,
)
from pdedsl.parallel import Pool

FEW = 10
"""Terms of a dictionary that are tried on all test functions, where noise tells them apart or
explains none of their equations."""


def bare_pilot(library: Library, pool: Pool) -> tuple[Library, Model]:
    """The dictionary terms that occur, with the noise at which they were told from the others.

    Of a large dictionary those of low order alone where an equation of them fits within the
    noise, see `orders`; of any where the others add no more than that equation's derivatives.

    Args:
        library: the weak system.
        pool: fits.
    """
    ahead = law_ahead(library)
    if ahead is not None:
        noisy, model = _among(library, ahead[0], pool)
        if _holds(library, noisy, model) and _derivatives(library, model.support) == ahead[1]:
            return noisy, model
    for support in nested(library):
        noisy, model = _among(library, support, pool)
        if _holds(library, noisy, model):
            break
    return noisy, model


def law_ahead(library: Library) -> tuple[tuple[int, ...], int] | None:
    """Terms of low order among which the law is to be found, where noise excuses several equations.

    Once a law holds, so do its derivatives. Where noise excuses one equation only of the terms of
    low order, and of the whole dictionary as many as that one has derivatives there, and itself,
    nothing else is to be found.

    Args:
        library: the weak system.

    Returns:
        Positions of the terms, and how many derivatives there are; None where noise excuses one
        equation only, or others than these.
    """
    everything = tuple(range(len(library.system.problem.dictionary)))
    count = excused(library, everything, even(library, everything, ()))
    for support in growing(library)[:-1] if count > 1 else ():
        found = clear_start(library, support, (), even(library, support, ()))
        if found is not None:
            law = _thinned(library, _with_chi2(library, found))
            fits = _derivatives(library, law.support) == count - 1
            return (support, count - 1) if fits else None
    return None


def _derivatives(library: Library, support: tuple[int, ...]) -> int:
    """How many derivatives of an equation of these terms are in the dictionary."""
    problem = library.system.problem
    terms = [list(problem.dictionary)[p] for p in support]
    return len(derivatives_among(terms, problem.dictionary, problem.coordinate_symbols))


def _holds(library: Library, noisy: Library, model: Model) -> bool:
    """Whether an equation fits within the noise of the data, and is one."""
    fits = noisy.inflation == library.inflation
    return fits and penalised(noisy, model) > CONVINCING


def is_clear(library: Library) -> bool:
    """Whether noise can excuse one equation of the whole dictionary only, and its derivatives."""
    everything = tuple(range(len(library.system.problem.dictionary)))
    found = clear_start(library, everything, (), even(library, everything, ()))
    return found is not None or law_ahead(library) is not None


def _among(library: Library, support: tuple[int, ...], pool: Pool) -> tuple[Library, Model]:
    """The same for some of the dictionary."""
    found = clear_start(library, support, (), even(library, support, ()))
    model = _best(library, support) if found is None else _with_chi2(library, found)
    factor = inflation(library, model) / library.inflation
    if library.coarse is not None and len(support) <= FEW and not 0.5 < factor < LOOSE:
        return _among(replace(library, coarse=None), support, pool)
    if not 0.5 < factor < LOOSE:
        library = inflated(library, factor)
        model = assessed(library, model) if found is None else _with_chi2(library, model)
    if found is not None:
        model = maximised(library, _thinned(library, model), inner=False)
    return library, eliminate(library, model, pool=pool)


def _best(library: Library, support: tuple[int, ...]) -> Model:
    """All these terms, looked for with fewer test functions if there are such."""
    leads = range(len(support))
    if library.coarse is None:
        return best_lead(library, support, (), leads)
    return refitted(library, best_lead(library.coarse, support, (), leads))


def inflation(library: Library, model: Model) -> float:
    """By how much to multiply the noise variance for a model's misfit.

    A misfit beyond the noise is not noise: it is as smooth as whatever is missing, and rows
    whose test functions overlap see the same of it. It is counted as one independent value for
    every disjoint support, so that another term is believed only where it explains a large
    part of what is left (compare the coarsened posterior of Miller and Dunson, 2019).
    """
    rows = library.system.rows
    misfit = library.inflation * model.chi2 / rows
    if not np.isfinite(misfit):
        return library.inflation
    most = bearable(rows, library.system.points)
    return misfit * rows / library.system.disjoint if misfit > most else 1.0


def _thinned(library: Library, model: Model) -> Model:
    """Total least squares without what is near zero, while chi2 does not miss it.

    What chi2 may rise by for each number is what `penalised` gives for it; priors, which log B
    needs of all pairs of terms, are left for the terms that remain.
    """
    while len(model.support) > 1:
        model = releaded(library, model)
        strengths = clear_strengths(library, model)
        if strengths is None or not np.any(strengths < TOLD):
            break
        kept = tuple(p for p, s in zip(model.support, strengths, strict=True) if s >= TOLD)
        found = clear_start(library, kept, (), carried(model, kept).psi)
        if found is None:
            break
        shorter = _with_chi2(library, found)
        spared = model.free - shorter.free
        if shorter.chi2 - model.chi2 >= spared * np.log(library.system.points):
            break
        model = shorter
    return model


def _with_chi2(library: Library, model: Model) -> Model:
    """The model with its chi2; what log B it has is not asked yet."""
    stacks = stacks_of(library, model.support, model.features)
    return replace(model, chi2=chi2_at(stacks, model.psi))
