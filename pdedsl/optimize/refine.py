"""The front of the search judged by evidence: fit, drop and add dictionary terms, choose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from pdedsl.optimize.bounds import has_limits, within_bounds
from pdedsl.optimize.captured import LEAST, captured
from pdedsl.optimize.clear import total_least_squares, worthwhile
from pdedsl.optimize.expression import Node, evaluate, variables
from pdedsl.optimize.features import Names, curvature, inputs_of, unresolved
from pdedsl.optimize.fitted import maximised, minimised
from pdedsl.optimize.loss import Scored
from pdedsl.optimize.mixtures import PICKED
from pdedsl.optimize.model import (
    Library,
    Model,
    anchored,
    as_one,
    assessed,
    carried,
    releaded,
    start,
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
from pdedsl.optimize.terms import Terms
from pdedsl.parallel import ALONE, Pool
from pdedsl.weak import SampleGroup

BENT = 0.2
"""A feature that bends more than this over one sigma of noise has no trustworthy covariance."""

COARSE = 0.5
"""A feature that is further from its neighbours' means, see `unresolved`, is an alias at best."""

HOPELESS = 60.0
"""Candidates this far behind the best after least squares are not fitted further."""

SPARED = 30.0
"""How much evidence a g may have before a shorter one that is as good to chi2, and is dropped."""

FINALISTS = 3
"""For how many candidates terms are added and dropped."""

WIDER = 3
"""How many of the terms that may be added are fitted on all test functions."""


@dataclass(frozen=True, eq=False)
class Rival:
    """A fitted equation and what speaks for it.

    Attributes:
        model: at the maximum of log B.
        size: nodes of g.
        value: penalised evidence.
        loss: of the screen, NaN where it was not screened.
    """

    model: Model
    size: int
    value: float
    loss: float = float("nan")


def refine(
    library: Library,
    candidates: Sequence[Scored],
    pilot: Model,
    *,
    fitted: int = 12,
    pool: Pool = ALONE,
) -> list[Rival]:
    """Judge candidates by penalised evidence, the best first.

    All are fitted quickly at the pilot's support, the best `fitted` of them by
    evidence, and for the best few of those dictionary terms are dropped and added.
    """
    tried = pool.map(quick, library, [(c, pilot) for c in candidates])
    good = [r for r in tried if r is not None and np.isfinite(r.value)]
    good.sort(key=lambda r: -r.value)
    near = [r for r in good if r.value > good[0].value - HOPELESS][:fitted]
    full = pool.map(_fitted, library, near)
    full.sort(key=lambda r: -r.value)
    best = _tailored(library, full[:FINALISTS], pool, afresh=bool(pilot.features))
    lawful = pool.map(_within_bounds, library, [*best, *full[FINALISTS:]])
    return sorted(lawful, key=lambda r: -r.value)


def widened(library: Library, rivals: Sequence[Rival], pool: Pool = ALONE) -> list[Rival]:
    """The rivals, the first few with the dictionary terms of higher order that they need.

    Args:
        library: where terms are looked at that were not when the rivals were found.
        rivals: the one with the most evidence first.
        pool: fits.
    """
    best = _tailored(library, rivals[:FINALISTS], pool, afresh=False)
    return sorted([*best, *rivals[FINALISTS:]], key=lambda r: -r.value)


def _fitted(library: Library, rival: Rival) -> Rival:
    """The rival at the maximum of log B, the constants inside g's terms held."""
    return _rival(library, maximised(library, rival.model, inner=False), rival)


def _within_bounds(library: Library, rival: Rival) -> Rival:
    """The rival with the coefficients of its terms where the grammar has them."""
    if not has_limits(rival.model.features):
        return rival
    model, _ = within_bounds(library, rival.model, lambda s, m, held: maximised(s, m, held=held))
    return _rival(library, model, rival)


def quick(library: Library, item: tuple[Scored, Model]) -> Rival | None:
    """The best of three quick fits; None for a candidate whose noise is beyond us.

    Args:
        library: the weak system.
        item: the candidate, and a model that has been fitted before.
    """
    candidate, pilot = item
    features = candidate.terms.features
    for group in library.system.groups:
        inputs = inputs_of(group, library.names)
        bent = (curvature(f, inputs, library.names.fields, group.noise_sd) for f in features)
        if any(b > BENT for b in bent):
            return None
        if any(unresolved(f, inputs) > COARSE for f in features):
            return None
        if any(_is_aliased(group, f, library.names) for f in features):
            return None
    with np.errstate(all="ignore"):
        starts = [pilot] if features == pilot.features else _starts(library, pilot, features)
        model = max((assessed(library, m) for m in starts), key=lambda m: m.evidence)
    rival = Rival(model, candidate.terms.size, -np.inf, candidate.loss)
    return _rival(library, model, rival)


def _is_aliased(group: SampleGroup, feature: Node, names: Names) -> bool:
    """Whether a function of the coordinates with constants is more than test functions show."""
    if feature.is_given or not variables(feature) <= set(names.coordinates):
        return False
    with np.errstate(all="ignore"):
        values = np.asarray(evaluate(feature, inputs_of(group, names)))
    return bool(np.min(captured(group.quadrature, values)) < LEAST)


def _starts(library: Library, pilot: Model, features: tuple[Node, ...]) -> list[Model]:
    """The pilot's dictionary terms beside other features, fitted in three ways."""
    beside = anchored(library, pilot, features)
    total = total_least_squares(library, beside)
    plain = start(library, pilot.support, features, pilot.lead)
    return [plain, beside] if total is None else [plain, beside, total]


def _rival(library: Library, model: Model, old: Rival) -> Rival:
    return Rival(model, old.size, worth(library, model, size=old.size), old.loss)


def worth(library: Library, model: Model, *, size: int) -> float:
    """Penalised evidence, no more than with all of g that depends on fields as one term.

    How far a smooth field may move a term is cut to chords, see `weak.noise.reaching`, for each
    term by itself. Of terms that cancel each other, such as sinh(u) and sin(u), this leaves what
    no field gives to their sum, and log B would reward them for it.

    Args:
        library: what the model was fitted on.
        model: at a maximum of log B.
        size: nodes of g.

    Returns:
        -inf where g is bent.
    """
    value, one = penalised(library, model, size=size), as_one(library, model)
    if one is None or not np.isfinite(value):
        return value
    if is_bent(library, one.features[-1]):
        return -np.inf
    with np.errstate(all="ignore"):
        evidence = assessed(library, one).evidence
    return min(value, penalised(library, replace(model, evidence=evidence), size=size))


def is_bent(library: Library, whole: Node) -> bool:
    """Whether a g bends too much over one sigma of noise, though no term of it may.

    Where the slopes of two terms cancel, as in 1000 sin(u) - 1000 u, next to no noise seems to
    get into g, and what the linear covariance leaves out is all there is.
    """
    return any(
        curvature(whole, inputs_of(group, library.names), library.names.fields, group.noise_sd)
        > BENT
        for group in library.system.groups
    )


def _tailored(
    library: Library, rivals: Sequence[Rival], pool: Pool, *, afresh: bool
) -> list[Rival]:
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
    rival = _shortened(library, _rival(library, maximised(library, rival.model), rival))
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
    return _shortened(library, _rival(library, model, rival))


def _with_everything(library: Library, model: Model) -> Model:
    """A model's g with the whole dictionary, or all of a large one up to the model's order.

    From there terms can be dropped one by one.

    A search whose base has wrong terms in place of a right one may be where neither adding nor
    dropping any single term is an improvement.
    """
    everything = beside(library, model.support)
    leads = range(len(everything))
    return best_lead(library, everything, model.features, leads, [carried(model, everything)])


def _shortened(library: Library, rival: Rival) -> Rival:
    """Drop additive terms of g one by one.

    A term goes while the penalised evidence rises without it, or, where that stays within
    `CONVINCING`, while chi2 does not miss it: its numbers are less than `PICKED` deviations each.
    """
    while True:
        trials = [_less(library, rival, k) for k in range(len(rival.model.features))]
        best = max(trials, key=lambda r: r.value, default=rival)
        if best.value <= rival.value and not _needless(library, rival, best):
            return rival
        rival = best


def spared(library: Library, rivals: Sequence[Rival], pool: Pool = ALONE) -> list[Rival]:
    """The rivals without those at the top that have more in g than chi2 misses.

    Terms of g that nearly cancel, such as sinh(u) - sin(u) beside u^3, can gain log B by what a
    smooth field would leave of them, though the residual is as it was. Where a shorter g beside
    the same dictionary terms is as good to chi2, the longer ones before it go, up to `SPARED` of
    evidence.

    Args:
        library: what they were fitted on.
        rivals: the one with the most evidence first.
        pool: fits.
    """
    if not rivals:
        return []
    near = [
        r
        for r in rivals[1:]
        if r.value > rivals[0].value - SPARED
        and r.model.support == rivals[0].model.support
        and r.size < rivals[0].size
        and r.model.free < rivals[0].model.free
    ]
    if not near:
        return list(rivals)
    best, *others = pool.map(_minimised, library, [rivals[0], *near])
    by_size = sorted(zip(near, others, strict=True), key=lambda pair: pair[0].size)
    for rival, fitted in by_size:
        place = next(i for i, r in enumerate(rivals) if r is rival)
        before = [r for r in rivals[:place] if r.model.support == rival.model.support]
        if len(before) == place and not _misses(fitted, best):
            return spared(library, rivals[place:], pool)
    return list(rivals)


def _minimised(library: Library, rival: Rival) -> Model:
    return minimised(library, rival.model, final=False)


def _misses(shorter: Model, longer: Model) -> bool:
    """Whether chi2 is lower by more than its numbers are worth with what the shorter one lacks."""
    return not shorter.chi2 - longer.chi2 < (longer.free - shorter.free) * PICKED**2


def _needless(library: Library, rival: Rival, shorter: Rival) -> bool:
    """Whether what the shorter one lacks is not worth its numbers to chi2 either.

    log B alone can keep a term of tiny effect on the residual: one that grows steeply with a
    field, such as exp(u), raises what a smooth field would leave.
    """
    if shorter is rival or shorter.value <= rival.value - CONVINCING:
        return False
    return not _misses(_minimised(library, shorter), _minimised(library, rival))


def _less(library: Library, rival: Rival, dropped: int) -> Rival:
    """The rival without an additive term of g, the numbers fitted again."""
    model = rival.model
    features = tuple(f for k, f in enumerate(model.features) if k != dropped)
    place = model.psi.size - len(model.features) + dropped
    shorter = replace(model, features=features, psi=np.delete(model.psi, place))
    fitted = maximised(library, shorter)
    return _rival(library, fitted, replace(rival, size=Terms(features).size))


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
