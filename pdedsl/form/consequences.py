"""Equations that hold because another one does: its derivatives."""

from __future__ import annotations

from collections.abc import Sequence

import sympy

from pdedsl.form.dictionary import Dictionary
from pdedsl.form.extended_derivative import ExtendedDerivative
from pdedsl.form.multi_index import MultiIndex

CLOSE = 0.1
"""Relative difference up to which coefficients count as those of the derivative."""


def differentiated(
    beta: Sequence[float],
    other: Sequence[float],
    dictionary: Dictionary,
    coordinates: Sequence[sympy.Symbol],
) -> MultiIndex | None:
    """By which multi-index an equation without g has to be derived to become another one.

    A derivative of a(x) d^alpha[h] is a term of the same kind where a does not depend on the
    coordinates it is taken by: only those are looked at.

    Args:
        beta: coefficients of the equation, one for each term.
        other: those of what may be its derivative, up to a factor.
        dictionary: the terms.
        coordinates: their symbols, in the order of the multi-indices.

    Returns:
        The multi-index, not zero; None if the other equation is no derivative of it.
    """
    terms = list(dictionary)
    used = [p for p, b in enumerate(beta) if b]
    wanted = [p for p, b in enumerate(other) if b]
    if not used or len(used) != len(wanted):
        return None
    for target in wanted:
        delta = step(terms[used[0]], terms[target])
        if delta is None:
            continue
        there = [moved(terms[p], delta, coordinates) for p in used]
        places = [terms.index(m) if m in terms else -1 for m in there]
        if sorted(places) != wanted:
            continue
        factor = other[places[0]] / beta[used[0]]
        pairs = [(other[q], factor * beta[p]) for p, q in zip(used, places, strict=True)]
        if all(abs(a - b) <= CLOSE * abs(b) for a, b in pairs):
            return delta
    return None


def derivatives_among(
    terms: Sequence[ExtendedDerivative],
    dictionary: Dictionary,
    coordinates: Sequence[sympy.Symbol],
) -> list[MultiIndex]:
    """By which multi-indices, none of them zero, all of some terms can be derived in a dictionary.

    Args:
        terms: of an equation without g.
        dictionary: where their derivatives have to be.
        coordinates: their symbols, in the order of the multi-indices.
    """
    there = list(dictionary)
    steps = [step(terms[0], target) for target in there] if terms else []
    found = {
        delta
        for delta in steps
        if delta is not None and all(moved(t, delta, coordinates) in there for t in terms)
    }
    return sorted(found, key=lambda delta: (delta.order, delta.orders))


def step(one: ExtendedDerivative, other: ExtendedDerivative) -> MultiIndex | None:
    """What the second has more in its multi-index, if that is something and all there is."""
    more = [b - a for a, b in zip(one.alpha.orders, other.alpha.orders, strict=True)]
    alike = (one.a, one.h) == (other.a, other.h)
    return MultiIndex(tuple(more)) if alike and min(more) >= 0 and any(more) else None


def moved(
    term: ExtendedDerivative, delta: MultiIndex, coordinates: Sequence[sympy.Symbol]
) -> ExtendedDerivative | None:
    """The derivative of a term, None where its factor depends on what it is derived by."""
    by = {x for x, n in zip(coordinates, delta.orders, strict=True) if n}
    if term.a.free_symbols & by:
        return None
    orders = (a + b for a, b in zip(term.alpha.orders, delta.orders, strict=True))
    return ExtendedDerivative(MultiIndex(tuple(orders)), term.a, term.h)
