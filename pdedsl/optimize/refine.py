"""The front of the search judged by evidence: fit, drop and add dictionary terms, choose."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pdedsl.optimize.bounds import has_limits, within_bounds
from pdedsl.optimize.captured import LEAST, captured
from pdedsl.optimize.clear import total_least_squares
from pdedsl.optimize.expression import Node
from pdedsl.optimize.features import Names, curvature, inputs_of, unresolved
from pdedsl.optimize.fitted import maximised
from pdedsl.optimize.loss import Scored
from pdedsl.optimize.model import (
    Library,
    Model,
    anchored,
    assessed,
    start,
)
from pdedsl.optimize.rival import BENT, Rival, rated
from pdedsl.optimize.tailoring import tailored
from pdedsl.optimize.values import evaluate
from pdedsl.parallel import ALONE, Pool
from pdedsl.weak import SampleGroup

COARSE = 0.5
"""A feature that is further from its neighbours' means, see `unresolved`, is an alias at best."""

HOPELESS = 60.0
"""Candidates this far behind the best after least squares are not fitted further."""

FINALISTS = 3
"""For how many candidates terms are added and dropped."""


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
    best = tailored(library, full[:FINALISTS], pool, afresh=bool(pilot.features))
    lawful = pool.map(_within_bounds, library, [*best, *full[FINALISTS:]])
    return sorted(lawful, key=lambda r: -r.value)


def widened(library: Library, rivals: Sequence[Rival], pool: Pool = ALONE) -> list[Rival]:
    """The rivals, the first few with the dictionary terms of higher order that they need.

    Args:
        library: where terms are looked at that were not when the rivals were found.
        rivals: the one with the most evidence first.
        pool: fits.
    """
    best = tailored(library, rivals[:FINALISTS], pool, afresh=False)
    return sorted([*best, *rivals[FINALISTS:]], key=lambda r: -r.value)


def _fitted(library: Library, rival: Rival) -> Rival:
    """The rival at the maximum of log B, the constants inside g's terms held."""
    return rated(library, maximised(library, rival.model, inner=False), rival)


def _within_bounds(library: Library, rival: Rival) -> Rival:
    """The rival with the coefficients of its terms where the grammar has them."""
    if not has_limits(rival.model.features):
        return rival
    model, _ = within_bounds(library, rival.model, lambda s, m, held: maximised(s, m, held=held))
    return rated(library, model, rival)


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
    return rated(library, model, rival)


def _is_aliased(group: SampleGroup, feature: Node, names: Names) -> bool:
    """Whether a function of the coordinates with constants is more than test functions show."""
    if feature.is_given or not feature.variables <= set(names.coordinates):
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
