"""The equation with g = 0, which is fitted and told of before g is searched for.

Source: Kacprzyk, Qian, van der Schaar 2023 advise it, since for g = 0 the inner problem has a
solution of its own.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from pdedsl.optimize.answer import Answer, estimated
from pdedsl.optimize.evidence import bearable
from pdedsl.optimize.fitted import maximised
from pdedsl.optimize.loss import Scored
from pdedsl.optimize.model import Library, Model, carried
from pdedsl.optimize.orders import beside
from pdedsl.optimize.pilot import best_lead, penalised, refitted
from pdedsl.optimize.refine import HOPELESS, quick, refine
from pdedsl.optimize.rival import Rival
from pdedsl.optimize.terms import Terms
from pdedsl.parallel import ALONE, Pool

CONVINCING = 10.0
"""Penalised evidence from which on an equation is told from a smooth field."""

NOTHING = Scored(Terms(()), float("nan"))
"""The candidate g = 0."""


@dataclass(frozen=True, eq=False)
class WithoutG:
    """The best equation with g = 0, or with nothing but the known part of g.

    Attributes:
        answer: its numbers estimated by chi2, without standard errors.
        is_enough: whether it explains the data within the noise, and better than a smooth field.
        gain: how much more evidence the equation with the g that was found has, None where g = 0
            has most or no g was looked for yet.
    """

    answer: Answer
    is_enough: bool
    gain: float | None = None


def fit_without_g(library: Library, base: Model, pool: Pool = ALONE) -> tuple[Rival, ...]:
    """The equation with g = 0 that has the most evidence; none where none can be fitted.

    Where the whole dictionary is `HOPELESS` behind the pilot, which has a polynomial for g, no
    part of it can come near. The equation is then that of the pilot's dictionary terms, and no
    terms are chosen. Should no g of the grammar be any better, g = 0 is judged again with them.

    Args:
        library: the weak system.
        base: the pilot's model, from whose dictionary terms the fit starts.
        pool: who fits.
    """
    if base.features and _is_hopeless(library, base):
        start = quick(library, (NOTHING, base))
        model = None if start is None else maximised(library, start.model)
        if model is not None and np.isfinite(model.evidence):
            return (Rival(model, NOTHING.terms.size, penalised(library, model)),)
    return tuple(refine(library, [NOTHING], base, pool=pool)[:1])


def _is_hopeless(library: Library, base: Model) -> bool:
    """Whether the whole dictionary without g has far less evidence than the pilot.

    It has more than any part of it, since a term's coefficient may be 0.
    """
    rough = library.coarse or library
    everything = beside(library, base.support)
    without = replace(base, features=(), psi=base.psi[: base.psi.size - len(base.features)])
    whole = best_lead(rough, everything, (), range(len(everything)), [carried(without, everything)])
    return whole.evidence < penalised(rough, refitted(rough, base)) - HOPELESS


def assess_without_g(library: Library, rival: Rival, best: Rival | None = None) -> WithoutG:
    """Say whether g = 0 is enough.

    Args:
        library: the weak system that both were fitted on.
        rival: the equation with g = 0.
        best: the one that was chosen, None before the search.
    """
    found = estimated(library, rival)
    most = bearable(library.system.rows, library.system.points)
    is_enough = found.chi2_per_dof <= most and found.evidence >= CONVINCING
    has_g = best is not None and bool(best.model.features)
    return WithoutG(found, is_enough, best.value - rival.value if best and has_g else None)
