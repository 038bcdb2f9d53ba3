"""The pilot where g = 0 is known: fits that are only on the way to the equation are spared.

Nothing stands in for g, so that the dictionary's terms alone tell whether any equation fits within
the noise. Where none does, the noise is raised before terms are dropped, and not after. Where
noise can excuse one equation only, see `clear`, terms go by total least squares, all within
two standard errors of zero at once, and log B is maximised for what remains.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from pdedsl.form.consequences import derivatives_among
from pdedsl.optimize.clear import clear_start, clear_strengths, told
from pdedsl.optimize.evidence import LOOSE, bearable, chi2_at
from pdedsl.optimize.fitted import maximised
from pdedsl.optimize.model import Library, Model, assessed, carried, inflated, releaded, stacks_of
from pdedsl.optimize.orders import MANY, growing, nested
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


Rougher = Callable[[Library], Library]
"""Gives a library one with fewer test functions to look for supports with."""


def as_it_is(library: Library) -> Library:
    """None with fewer test functions."""
    return library


def bare_pilot(library: Library, pool: Pool, rougher: Rougher = as_it_is) -> tuple[Library, Model]:
    """The dictionary terms that occur, with the noise at which they were told from the others.

    Of a large dictionary those of low order alone where an equation of them fits within the
    noise, see `orders`; of any other where more terms add no more than derivatives of that.

    Args:
        library: the weak system.
        pool: fits.
        rougher: asked where noise does not tell the terms apart, which leaves much to try.
    """
    everything = tuple(range(len(library.system.problem.dictionary)))
    if len(everything) <= MANY:
        found = told(library, everything, (), even(library, everything, ()))
        if found is not None and found.count == 1:
            return _among(library, everything, found.model, pool)
        law = None if found is None else _law_ahead(library, found.count, pool)
        if law is not None:
            return law
        return _among(rougher(library), everything, None, pool)
    library = rougher(library)
    for support in nested(library):
        start = clear_start(library, support, (), even(library, support, ()))
        noisy, model = _among(library, support, start, pool)
        if _holds(library, noisy, model):
            break
    return noisy, model


def _law_ahead(library: Library, count: int, pool: Pool) -> tuple[Library, Model] | None:
    """The law of terms of low order, where more of them add its derivatives and nothing else.

    Once a law holds, so do its derivatives. Where noise excuses one equation only of the terms of
    low order, and of the whole dictionary as many as that one has derivatives there, and itself,
    nothing else is to be found.

    Args:
        library: the weak system.
        count: how many equations of the whole dictionary noise excuses.
        pool: fits.

    Returns:
        None where there is no such law.
    """
    for support in growing(library)[:-1]:
        start = clear_start(library, support, (), even(library, support, ()))
        whole = None if start is None else _with_chi2(library, start)
        if whole is None or inflation(library, whole) > 1.0:
            continue
        law = _thinned(library, whole)
        if _derivatives(library, law.support) != count - 1:
            return None
        noisy, model = _among(library, support, start, pool)
        sure = _holds(library, noisy, model) and _derivatives(library, model.support) == count - 1
        return (noisy, model) if sure else None
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


def _among(
    library: Library, support: tuple[int, ...], start: Model | None, pool: Pool
) -> tuple[Library, Model]:
    """The same for some of the dictionary.

    Args:
        library: the weak system.
        support: positions of the terms.
        start: their equation where noise can excuse one only.
        pool: fits.
    """
    model = _best(library, support) if start is None else _with_chi2(library, start)
    factor = inflation(library, model) / library.inflation
    if library.coarse is not None and len(support) <= FEW and not 0.5 < factor < LOOSE:
        whole = replace(library, coarse=None)
        return _among(whole, support, start, pool)
    if not 0.5 < factor < LOOSE:
        library = inflated(library, factor)
        model = assessed(library, model) if start is None else _with_chi2(library, model)
    if start is not None:
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
