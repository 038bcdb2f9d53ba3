"""Terms of g that are not needed: dropped one by one, and beside a shorter rival."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from pdedsl.optimize.fitted import maximised, minimised
from pdedsl.optimize.mixtures import PICKED
from pdedsl.optimize.model import (
    Library,
    Model,
)
from pdedsl.optimize.pilot import (
    CONVINCING,
)
from pdedsl.optimize.rival import Rival, rated
from pdedsl.optimize.terms import Terms
from pdedsl.parallel import ALONE, Pool

SPARED = 30.0
"""How much evidence a g may have before a shorter one that is as good to chi2, and is dropped."""


def shortened(library: Library, rival: Rival) -> Rival:
    """Drop additive terms of g one by one.

    A term goes while the penalised evidence rises without it, or, where that stays within
    `CONVINCING`, while chi2 does not miss it: its numbers are less than `PICKED` deviations each.
    """
    while True:
        trials = [_less(library, rival, k) for k in range(len(rival.model.features))]
        best = max(trials, key=lambda r: r.value, default=rival)
        if best.value <= rival.value and not is_needless(library, rival, best):
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


def is_needless(library: Library, rival: Rival, shorter: Rival) -> bool:
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
    return rated(library, fitted, replace(rival, size=Terms(features).size))
