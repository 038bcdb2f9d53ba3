"""The pilot: which dictionary terms, and roughly how much of each, before g is known.

g is stood in for by a polynomial, which is linear and so needs no search; the dictionary's
terms are then dropped one by one while the penalised evidence rises.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, product

import numpy as np

from pdedsl.optimize.clear import clear_start, clear_strengths
from pdedsl.optimize.evidence import noise_share
from pdedsl.optimize.expression import Node, number, variable
from pdedsl.optimize.features import inputs_of
from pdedsl.optimize.fit import inverse_root
from pdedsl.optimize.fitted import covariance_of, maximised, minimised
from pdedsl.optimize.kicks import kicked
from pdedsl.optimize.mixtures import law_of
from pdedsl.optimize.model import Library, Model, assessed, carried, releaded, stacks_of, start
from pdedsl.optimize.profile import strength
from pdedsl.optimize.symmetric import unpacked
from pdedsl.optimize.terms import hidden
from pdedsl.parallel import ALONE, Pool

DEGREE = 3
"""Total degree of the polynomial in the coordinates that stands in for g."""

HIGHEST, MOST = 9, 60
"""The same of another one, as high as this with at most so many monomials."""

TRIALS = 2
"""How many starts are followed, and how many of the weakest terms are tried without."""


CONVINCING = 10.0
"""A difference in log evidence that settles a matter."""

ROUGHLY = 30.0
"""The same where few test functions look, which take tiny high derivatives for evidence."""


TOLD = 2.0
"""Standard errors from zero at which the estimate by chi2 confirms a term."""


CLEAR = 10.0
"""Standard errors from zero beyond which no profile of chi2 is asked."""


def penalised(library: Library, model: Model, *, size: int = 0) -> float:
    """log B less half a log of the number of data for each number, and one for each node.

    Numbers are those that are fitted and those hidden in a unit, see `terms.hidden`. Every choice
    of so many dictionary terms is as likely beforehand, so that the logarithm of how many choices
    there are is taken off too: of ten terms that are not there, one is often three standard errors
    from zero. More than half of the terms cost as much as half of them, and never less.

    Source: Chen and Chen, Extended Bayesian information criteria for model selection with large
    model spaces, Biometrika 95, 2008.

    Args:
        library: what the model was fitted on.
        model: with its evidence.
        size: nodes of g, the structure's own cost.
    """
    numbers = model.free + sum(hidden(f) for f in model.features)
    terms = len(library.system.problem.dictionary)
    choices = math.comb(terms, min(len(model.support), terms // 2))
    each = 0.5 * float(np.log(library.system.points))
    return model.evidence - numbers * each - math.log(choices) - size


def pilot(
    library: Library,
    arguments: Sequence[str],
    pool: Pool = ALONE,
    support: tuple[int, ...] | None = None,
) -> Model:
    """Dictionary support and coefficients with g a polynomial in the arguments.

    Args:
        library: the weak system.
        arguments: coordinates, fields and inputs that g may depend on; none if g = 0 is known.
        pool: fits.
        support: positions of the dictionary terms to choose from; None for all.
    """
    chosen = support or tuple(range(len(library.system.problem.dictionary)))
    rough = library.coarse or library
    families = _families(rough, arguments)
    models = pool.map(_in_full, rough, [(chosen, features) for features in families])
    best = max(models, key=lambda m: penalised(rough, m))
    found = eliminate(rough, best, pool=pool)
    return found if rough is library else eliminate(library, refitted(library, found), pool=pool)


def refitted(library: Library, model: Model) -> Model:
    """A model that was fitted on fewer test functions, at the maximum of log B on all."""
    return maximised(library, assessed(library, model), inner=False)


def _in_full(library: Library, item: tuple[tuple[int, ...], tuple[Node, ...]]) -> Model:
    """These dictionary terms beside these terms of g."""
    support, features = item
    return best_lead(library, support, features, range(len(support)))


def eliminate(library: Library, model: Model, *, size: int = 0, pool: Pool = ALONE) -> Model:
    """Drop dictionary terms one by one.

    A term goes while the penalised evidence rises without it, or, where that stays within
    `CONVINCING`, while the term is not significant in the estimate by chi2; of several such
    terms, the one that the evidence misses least. A mixture of an equation and its derivative
    that is left gives way to the equation, see `mixtures`.
    """
    value = penalised(library, model, size=size)
    while len(model.support) > 1:
        strengths = clear_strengths(library, releaded(library, model))
        if strengths is not None and np.all(strengths > CLEAR):
            break
        shorter = _without_weak(library, model, strengths)
        if shorter is not None and penalised(library, shorter, size=size) > value:
            model, value = shorter, penalised(library, shorter, size=size)
            continue
        weakest = _weakest(library, model, strengths)
        trials = _shorter(library, model, weakest, size, pool)
        best = max(trials, key=lambda m: penalised(library, m, size=size), default=model)
        if best is model or penalised(library, best, size=size) <= value:
            needless = insignificant(library, model)
            trials = _shorter(library, model, needless, size, pool, roughly=np.inf)
            best = max(trials, key=lambda m: penalised(library, m, size=size), default=model)
            if best is model or penalised(library, best, size=size) <= value - CONVINCING:
                break
        model, value = best, penalised(library, best, size=size)
    law = law_of(library, model)
    return releaded(library, model if law is None else law)


def insignificant(library: Library, model: Model) -> list[int]:
    """The dictionary terms that chi2 does not tell from zero, the weakest first.

    log B alone lets terms stay that are mostly noise: a coefficient in front of a high
    derivative raises what a smooth field would leave, right or wrong. The estimate by chi2 has
    no such leaning, and its standard error counts the noise in the terms: a term is told from
    zero if it is `TOLD` of them away by the profile of chi2. No more is asked for, since the
    evidence wants it already. Far from zero the profile is not looked at, and not at all where
    noise can excuse no other equation: chi2 and log B agree there.
    """
    strengths = clear_strengths(library, releaded(library, model))
    if strengths is not None:
        return [model.support[p] for p in np.argsort(strengths) if strengths[p] <= TOLD]
    fitted = minimised(library, releaded(library, model), final=False)
    if not np.isfinite(fitted.chi2):
        return []
    strengths = _strengths(library, fitted)
    for place in np.flatnonzero(strengths < CLEAR):
        strengths[place] = strength(library, fitted, int(place))
    if strengths.size > 1:
        strengths[fitted.lead] = _strength_of_lead(library, fitted)
    order = np.argsort(strengths)
    return [fitted.support[p] for p in order if strengths[p] <= TOLD]


def _strength_of_lead(library: Library, model: Model) -> float:
    """The same for the term that is held, another one being held in its place."""
    others = [p for p in range(len(model.support)) if p != model.lead and model.psi[p] != 0]
    if not others:
        return np.inf
    stacks = stacks_of(library, model.support, model.features)
    noise = np.diagonal(sum(noise_share(s, model.psi) for s in stacks))
    held = max(others, key=lambda p: abs(model.psi[p]) * np.sqrt(noise[p]))
    moved = replace(model, lead=held, psi=model.psi / model.psi[held])
    return strength(library, moved, model.lead)


def _strengths(library: Library, model: Model) -> np.ndarray:
    """How many standard errors every dictionary term is from zero, infinity for the lead."""
    variance = np.diagonal(covariance_of(library, model))
    free = np.delete(np.arange(model.psi.size), model.lead)
    found = np.full(model.psi.size, np.inf)
    found[free] = np.abs(model.psi[free]) / np.sqrt(variance[: free.size])
    return found[: len(model.support)]


def _weakest(library: Library, model: Model, clear: np.ndarray | None) -> list[int]:
    """The dictionary terms fewest standard errors from zero, the lead aside if it can be.

    Args:
        library: the weak system.
        model: whose terms they are.
        clear: `clear_strengths`, beyond `CLEAR` of which no evidence rises without a term.
    """
    strengths = _strengths(library, model) if clear is None else clear
    order = np.argsort(strengths)[:TRIALS]
    return [model.support[p] for p in order if clear is None or clear[p] <= CLEAR]


def _shorter(
    library: Library,
    model: Model,
    dropped: Sequence[int],
    size: int,
    pool: Pool,
    *,
    roughly: float = ROUGHLY,
) -> list[Model]:
    """The model without each of some dictionary terms in turn.

    Where there are fewer test functions to look with, that is where maxima are looked for; only
    what these do not miss by more than `roughly` is fitted on all, from where it was.
    """
    rough = library.coarse
    if rough is None or not dropped:
        return pool.map(_less, library, [(model, p) for p in dropped])
    near = refitted(rough, model)
    least = penalised(rough, near, size=size) - roughly
    tried = pool.map(_less, rough, [(near, p) for p in dropped])
    return pool.map(refitted, library, [m for m in tried if penalised(rough, m, size=size) > least])


def _less(library: Library, item: tuple[Model, int]) -> Model:
    """A model without one of its dictionary terms."""
    return _without(library, *item)


def _without(library: Library, model: Model, *dropped: int) -> Model:
    support = tuple(p for p in model.support if p not in dropped)
    kept = model.support[model.lead]
    if kept not in support:
        return best_lead(library, support, model.features, range(len(support)))
    shrunk = carried(model, support)
    return best_lead(library, support, model.features, [shrunk.lead], [shrunk])


def _without_weak(library: Library, model: Model, strengths: np.ndarray | None) -> Model | None:
    """The model without all that is clearly near zero at once, if that is more than one term."""
    weak = [] if strengths is None else np.flatnonzero(strengths < TOLD)
    if len(weak) < 2:
        return None
    return _without(library, model, *(model.support[p] for p in weak))


def best_lead(
    library: Library,
    support: tuple[int, ...],
    features: tuple[Node, ...],
    leads: Sequence[int],
    others: Sequence[Model] = (),
) -> Model:
    """Maximise from the best starts; log B has a maximum for each kind of excuse.

    Where noise can excuse one equation only, one start is enough, see `clear`.

    Args:
        library: the weak system.
        support: positions of the dictionary terms.
        features: of g.
        leads: entries of the support to hold in least squares, a start each.
        others: more starts.
    """
    weights = others[0].psi if others else even(library, support, features)
    clear = clear_start(library, support, features, weights)
    if clear is not None:
        return maximised(library, clear, inner=False)
    starts = [*others, *(start(library, support, features, lead) for lead in leads)]
    starts = sorted((assessed(library, m) for m in starts), key=lambda m: -m.evidence)
    moved = sorted(kicked(library, starts[0]), key=lambda m: -m.evidence)
    found = (maximised(library, m, inner=False) for m in (*starts[:TRIALS], *moved[:1]))
    best = max(found, key=lambda m: m.evidence)
    for _ in range(TRIALS):
        higher = max(kicked(library, best), key=lambda m: m.evidence, default=best)
        if higher.evidence <= best.evidence:
            break
        best = maximised(library, higher, inner=False)
    return best


def even(library: Library, support: tuple[int, ...], features: tuple[Node, ...]) -> np.ndarray:
    """Coefficients at which every dictionary term lets in as much noise as any other."""
    size = len(support) + library.has_known + len(features)
    stacks = stacks_of(library, support, features)
    variance = np.zeros(size)
    for s in stacks:
        own = s.left == s.right
        diagonals = np.mean(unpacked(s.noise[own]).diagonal(axis1=-2, axis2=-1), axis=(1, 2))
        variance[s.left[own]] += diagonals
    return inverse_root(variance)


def _families(library: Library, arguments: Sequence[str]) -> list[tuple[Node, ...]]:
    """Polynomials of growing reach: coordinates; and u times linear ones; and powers of u.

    Inputs are there from the first, and in the third beside the fields. Several fields meet in
    products of two, as where one feeds on the other. The last is of a high degree in the
    coordinates: of a source with two waves along an axis a cubic leaves so much that terms of the
    dictionary follow what is left instead of the equation.
    """
    if not arguments:
        return [()]
    names = library.names
    scaled = _scaled(library, arguments)
    x = [scaled[n] for n in names.coordinates if n in scaled]
    u = [scaled[n] for n in names.fields if n in scaled]
    q = [scaled[n] for n in names.inputs if n in scaled]
    base = (*_monomials(x, DEGREE), *q)
    families = [base]
    if u:
        linear = tuple(_times(m, v) for v in u for m in _monomials(x, 1))
        powers = tuple(_times(m, v) for v in u for m in (v, _times(v, v)))
        beside = tuple(_times(k, v) for v in u for k in q)
        families += [base + linear, base + linear + powers + beside]
    if len(u) > 1:
        pairs = [_times(v, w) for v, w in combinations(u, 2)]
        meeting = tuple(_times(m, p) for p in pairs for m in _monomials(x, 2))
        families.append(base + linear + meeting)
    highest = _highest(len(x))
    return [*families, (*_monomials(x, highest), *q)] if highest > DEGREE else families


def _highest(coordinates: int) -> int:
    """The degree of polynomials in so many coordinates with at most `MOST` monomials."""
    degrees = range(HIGHEST + 1 if coordinates else 1)
    return max(d for d in degrees if math.comb(d + coordinates, d) <= MOST)


def _scaled(library: Library, arguments: Sequence[str]) -> dict[str, Node]:
    """Each argument shifted and scaled to about [-1, 1], so that powers stay apart."""
    inputs = inputs_of(library.system.groups[0], library.names)
    found = {}
    for name in arguments:
        values = inputs[name]
        low, high = float(np.min(values)), float(np.max(values))
        shifted = Node("-", (variable(name), number((low + high) / 2)))
        found[name] = Node("/", (shifted, number((high - low) / 2 or 1.0)))
    return found


def _monomials(x: Sequence[Node], degree: int) -> tuple[Node, ...]:
    chosen = [p for p in product(range(degree + 1), repeat=len(x)) if sum(p) <= degree]
    found = []
    for powers in sorted(chosen, key=lambda p: (sum(p), p)):
        node = number(1.0)
        for base, n in zip(x, powers, strict=True):
            for _ in range(n):
                node = _times(node, base)
        found.append(node)
    return tuple(found)


def _times(a: Node, b: Node) -> Node:
    return b if a == number(1.0) else Node("*", (a, b))
