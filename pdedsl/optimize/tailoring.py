"""Dictionary terms added to and dropped from a fitted equation, as the evidence wants."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from pdedsl.optimize.clear import worthwhile
from pdedsl.optimize.fitted import maximised
from pdedsl.optimize.model import (
    Library,
    Model,
    carried,
    releaded,
)
from pdedsl.optimize.orders import beside
from pdedsl.optimize.pilot import (
    CONVINCING,
    best_lead,
    eliminate,
    insignificant,
    penalised,
    refitted,
)
from pdedsl.optimize.rival import Rival, rated
from pdedsl.optimize.shortening import shortened
from pdedsl.parallel import Pool

WIDER = 3
"""How many of the terms that may be added are fitted on all test functions."""


def tailored(library: Library, rivals: Sequence[Rival], pool: Pool, *, afresh: bool) -> list[Rival]:
    """Drop terms of g, add dictionary terms and drop others, as the evidence wants.

    Args:
        library: the weak system.
        rivals: at the maximum of log B.
        pool: fits.
        afresh: whether to start from the whole dictionary too, which a pilot with the same g
            has done before.
    """
    begun = pool.map(_begun, library, [(rival, afresh) for rival in rivals])
    starts = [(*each, rival.size) for rival, models in begun for each in models or ()]
    reduced = iter(pool.map(_reduced, library, starts))
    found = [
        (rival, None if models is None else [next(reduced) for _ in models])
        for rival, models in begun
    ]
    return pool.map(_ended, library, found)


def _begun(
    library: Library, item: tuple[Rival, bool]
) -> tuple[Rival, list[tuple[Model, bool]] | None]:
    """A rival without needless terms of g, and models with more of the dictionary.

    None in place of these where nothing more can come of the rival. With each model it is said
    whether it was fitted on all test functions; that with the whole dictionary need not be.
    """
    rival, afresh = item
    rival = shortened(library, rated(library, maximised(library, rival.model), rival))
    grown = _extended(library, rival)
    if not afresh and grown is rival.model and library.inflation == 1:
        return rival, None
    models = [(grown, True)]
    if afresh:
        rough = library.coarse or library
        models.append((_with_everything(rough, rival.model), rough is library))
    return rival, [(m, whole) for m, whole in models if np.isfinite(m.evidence)]


def _reduced(library: Library, item: tuple[Model, bool, int]) -> Model:
    """A model without the dictionary terms that the evidence does not miss, given the size of g.

    What was fitted on few test functions loses terms there; those that all of them tell from zero
    come back.
    """
    model, whole, size = item
    if not whole and library.coarse is not None:
        rough = eliminate(library.coarse, releaded(library.coarse, model), size=size)
        model = refitted(library, rough)
        value = penalised(library, model, size=size)
        model = _extended(library, Rival(model, size, value))
    return eliminate(library, releaded(library, model), size=size)


def _ended(library: Library, item: tuple[Rival, Sequence[Model] | None]) -> Rival:
    """A rival with the dictionary terms of the best of several models; as it is without any."""
    rival, found = item
    if found is None:
        return rival
    model = max(found, key=lambda m: penalised(library, m, size=rival.size), default=rival.model)
    if model.support != rival.model.support:
        model = maximised(library, model)
    return shortened(library, rated(library, model, rival))


def _with_everything(library: Library, model: Model) -> Model:
    """A model's g with the whole dictionary, or all of a large one up to the model's order.

    From there terms can be dropped one by one.

    A search whose base has wrong terms in place of a right one may be where neither adding nor
    dropping any single term is an improvement.
    """
    everything = beside(library, model.support)
    leads = range(len(everything))
    return best_lead(library, everything, model.features, leads, [carried(model, everything)])


def _extended(library: Library, rival: Rival) -> Model:
    """Add the dictionary terms that the evidence wants and chi2 tells from zero.

    Overwhelming evidence does for chi2, but not for what a large dictionary has beyond the order
    of the equation: log B leans towards tiny coefficients of high derivatives.
    """
    model, value = rival.model, penalised(library, rival.model, size=rival.size)
    while True:
        best, gain = model, 0.0
        for wider in _wider(library, model, rival.size):
            more = penalised(library, wider, size=rival.size) - value
            if more > gain:
                best, gain = wider, more
            if gain > CONVINCING:
                break
        added = set(best.support) - set(model.support)
        overwhelming = gain > CONVINCING and added <= set(beside(library, model.support))
        if not overwhelming and added.intersection(insignificant(library, best)):
            return model
        if best is model:
            return model
        model, value = best, value + gain


def _wider(library: Library, model: Model, size: int) -> Iterator[Model]:
    """The model with one of the other dictionary terms, the most promising first.

    Only the `WIDER` best are fitted. Where noise may excuse several equations, and there are fewer
    test functions to look with, those that have half a chance there, from where they were.
    """
    rough = library.coarse
    half = 0.25 * float(np.log(library.system.points))
    telling = worthwhile(library, model, half)
    if telling is not None:
        yield from (_with(library, model, p) for p in telling[:WIDER])
        return
    near = beside(library, model.support, beyond=1)
    absent = [p for p in near if p not in model.support]
    if rough is None:
        yield from (_with(library, model, p) for p in absent)
        return
    least = penalised(rough, refitted(rough, model), size=size) - half
    trials = [_with(rough, model, p) for p in absent]
    values = [penalised(rough, m, size=size) for m in trials]
    best = [p for p in np.argsort(values)[::-1] if values[p] > least]
    yield from (refitted(library, trials[p]) for p in best[:WIDER])


def _with(library: Library, model: Model, added: int) -> Model:
    support = tuple(sorted((*model.support, added)))
    wider = carried(model, support)
    return best_lead(library, support, model.features, [wider.lead], [wider])
