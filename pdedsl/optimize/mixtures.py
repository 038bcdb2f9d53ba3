"""Equations that are another one and a multiple of its derivative: the other one is the law.

Where L(u) = 0 holds, so does L(u) + c d^delta L(u) = 0 for every c. With the right c less noise
gets into it, or a smooth field would leave more, so that log B prefers it to the law itself by
more than its additional terms cost. chi2 sees no difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
import sympy

from pdedsl.form import ExtendedDerivative, MultiIndex
from pdedsl.form.consequences import moved, step
from pdedsl.optimize.evidence import information
from pdedsl.optimize.expression import Node, to_sympy
from pdedsl.optimize.fitted import maximised, minimised
from pdedsl.optimize.model import Library, Model, assessed, carried, stacks_of, start

MOST = 8
"""Laws that are looked at for one equation."""

PICKED = 3.0
"""Deviations that chi2 must see for each number of a term that is one of many tried."""


@dataclass(frozen=True)
class _Step:
    """A derivative, and where the dictionary has that of a term or of a part of g.

    Attributes:
        terms: the place of its derivative for every term that has one.
        g: for every term of g the places of the derivatives of its addends, with factors.
    """

    terms: dict[int, int]
    g: tuple[tuple[tuple[int, float], ...], ...]


def law_of(library: Library, model: Model) -> Model | None:
    """The law of which an equation is a mixture with its derivative, at the maximum of log B.

    Args:
        library: the weak system.
        model: the equation, at the maximum of log B.

    Returns:
        None where the equation is no mixture. g is that of the equation. A part of the law whose
        derivative the dictionary lacks is taken not to matter, as where little is mixed in, or to
        have others in its place that chi2 does not miss.
    """
    tried = 0
    for delta in _deltas(library, model):
        taken = _taken(library, model.features, delta)
        for support in _supports(model.support, taken):
            tried += 1
            law = _fitted(library, model, support)
            if law is None:
                continue
            if _is_mixture(library, model, law, taken) or _is_enough(library, model, law, taken):
                return law
            if tried == MOST:
                return None
    return None


def _deltas(library: Library, model: Model) -> list[MultiIndex]:
    """By what a term of the equation may be the derivative of another one of the dictionary."""
    terms = list(library.system.problem.dictionary)
    found = {step(term, terms[q]) for term in terms for q in model.support}
    return sorted((d for d in found if d is not None), key=lambda d: (d.order, d.orders))


def _taken(library: Library, features: tuple[Node, ...], delta: MultiIndex) -> _Step:
    problem = library.system.problem
    terms = list(problem.dictionary)
    there = [moved(term, delta, problem.coordinate_symbols) for term in terms]
    of_terms = {p: terms.index(t) for p, t in enumerate(there) if t in terms}
    symbols = {s.name: s for s in problem.variables}
    of_g = []
    for feature in features:
        addends = sympy.Add.make_args(sympy.expand(to_sympy(feature, symbols)))
        pairs = (addend.as_coeff_Mul() for addend in addends)
        each = ((float(c), ExtendedDerivative(delta, sympy.S.One, h)) for c, h in pairs)
        of_g.append(tuple((terms.index(t), c) for c, t in each if t in terms))
    return _Step(of_terms, tuple(of_g))


def _supports(support: tuple[int, ...], taken: _Step) -> Iterator[tuple[int, ...]]:
    """Supports of laws that have, with their derivatives, all terms of an equation.

    Or of which an equation has all terms, and of their derivatives what the dictionary has.
    """
    terms = set(support)
    of_g = {q for places in taken.g for q, _ in places}
    able = sorted({*support, *(p for p, q in taken.terms.items() if q in terms)})
    for size in range(1, len(support)):
        for chosen in combinations(able, size):
            reached = {taken.terms[p] for p in chosen if p in taken.terms}
            if not (reached - set(chosen)) & terms:
                continue
            if terms <= {*chosen, *reached, *of_g} or {*chosen, *reached} <= terms:
                yield chosen


def _fitted(library: Library, model: Model, support: tuple[int, ...]) -> Model | None:
    """The equation with other dictionary terms, at the maximum of log B.

    One term alone, such as u = 0, is a law only if it has evidence of its own: with its
    derivative it makes any combination of the two.
    """
    starts = []
    if model.support[model.lead] in support:
        starts.append(carried(model, support))
    starts += [start(library, support, model.features, lead) for lead in range(len(support))]
    with np.errstate(all="ignore"):
        best = max((assessed(library, m) for m in starts), key=lambda m: m.evidence)
    found = maximised(library, best, inner=False)
    least = 0.0 if found.psi.size == 1 else -np.inf
    return found if np.isfinite(found.evidence) and found.evidence > least else None


def _is_enough(library: Library, model: Model, law: Model, taken: _Step) -> bool:
    """Whether chi2 does not miss what the law lacks of the equation.

    Where the dictionary lacks a part of the law's derivative, others stand in for it. The
    equation has to have all of it that there is.
    """
    reached = {taken.terms[p] for p in law.support if p in taken.terms}
    terms = set(model.support)
    if not (reached - set(law.support) and {*law.support, *reached} <= terms):
        return False
    rise = (minimised(library, m, final=False).chi2 for m in (law, model))
    less, more = rise
    return less - more < (model.free - law.free) * PICKED**2


def _is_mixture(library: Library, model: Model, law: Model, taken: _Step) -> bool:
    """Whether the law and a multiple of its derivative are worth more than the equation.

    They have the law's numbers and one more, which the penalty for numbers sets against log B.
    """
    count = len(library.system.problem.dictionary)
    fixed = law.psi[len(law.support) :]
    plain, derived = np.zeros((2, count + fixed.size))
    plain[list(law.support)] = law.psi[: len(law.support)]
    plain[count:] = fixed
    for p, value in zip(law.support, law.psi, strict=False):
        if p in taken.terms:
            derived[taken.terms[p]] += value
    for value, places in zip(law.psi[law.psi.size - len(law.features) :], taken.g, strict=True):
        for place, factor in places:
            derived[place] += factor * value
    support = tuple(sorted({*model.support, *np.flatnonzero(plain[:count] + derived[:count])}))
    columns = [*support, *range(count, plain.size)]
    wanted = np.zeros(plain.size)
    wanted[list(model.support)] = model.psi[: len(model.support)]
    wanted[count:] = model.psi[len(model.support) :]
    h = information(stacks_of(library, support, model.features), wanted[columns])
    pair = np.array([plain, derived])[:, columns]
    weights = np.linalg.lstsq(pair @ h @ pair.T, pair @ h @ wanted[columns], rcond=1e-12)[0]
    psi = weights @ pair
    lead = int(np.argmax(np.abs(psi[: len(support)])))
    if not np.all(np.isfinite(psi)) or psi[lead] == 0:
        return False
    mixture = assessed(library, replace(model, support=support, psi=psi / psi[lead], lead=lead))
    spared = model.free - (law.free + 1)
    worth = 0.5 * spared * float(np.log(library.system.points))
    return bool(mixture.evidence + worth > model.evidence)
