"""Large dictionaries, looked through by the order of their derivatives.

All derivatives of three fields of three coordinates up to the fourth order are 102 terms. Once
an equation holds, so do its derivatives, and of an equation of first order 19 of them are among
these terms: any mixture of all these fits as well. The equation of the lowest order is what they
follow from, and it is found among a dozen terms.

Where g is searched for, all is done with terms of low order first, and with more where no equation
of these fits within the noise. Otherwise terms would be added one by one up to the derivative of
the law that comes first, which holds too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pdedsl.optimize.model import Library

MANY = 12
"""Terms of a dictionary up to which it is looked at as a whole."""


def nested(library: Library) -> list[tuple[int, ...]]:
    """Terms up to a growing order of derivatives, the whole dictionary last.

    One set alone, the whole, where the dictionary has at most `MANY` terms. Sets of one term are
    left out, since no equation has fewer than two.
    """
    count = len(library.system.problem.dictionary)
    return [tuple(range(count))] if count <= MANY else growing(library)


def growing(library: Library) -> list[tuple[int, ...]]:
    """The same whatever the size of the dictionary."""
    orders = _orders(library)
    everything = tuple(range(len(orders)))
    sets = [tuple(p for p in everything if orders[p] <= k) for k in sorted(set(orders))]
    return [each for each in sets if len(each) > 1]


def limited(library: Library, support: Sequence[int] | None) -> Library:
    """The same library, of which only terms up to the order of these are looked at; None for all.

    What was remembered is shared.
    """
    orders = _orders(library)
    few = support is None or len(orders) <= MANY
    highest = None if few else max(orders[p] for p in support)
    coarse = None if library.coarse is None else limited(library.coarse, support)
    return replace(library, highest=highest, coarse=coarse)


def beside(library: Library, support: Sequence[int], *, beyond: int = 0) -> tuple[int, ...]:
    """The terms that are looked at beside those of an equation, which are among them.

    Args:
        library: the weak system.
        support: positions of the equation's terms.
        beyond: how much higher than theirs the order may be, where there are more than `MANY`.
    """
    orders = _orders(library)
    if len(orders) <= MANY:
        return tuple(range(len(orders)))
    own = max(orders[p] for p in support)
    most = own + beyond if library.highest is None else min(own + beyond, library.highest)
    return tuple(p for p, order in enumerate(orders) if order <= max(own, most))


def _orders(library: Library) -> list[int]:
    return [term.alpha.order for term in library.system.problem.dictionary]
