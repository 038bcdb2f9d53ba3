"""The same problems with all derivatives up to an order in place of the hand-chosen dictionary."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations_with_replacement

from pdedsl.reproduce.gallery.entry import Entry

HIGHEST = 4
"""Order up to which there is every derivative."""


def wide(entry: Entry, highest: int = HIGHEST) -> Entry:
    """A problem with `derivatives(u, 4)` of every field whose derivatives it chose from.

    What else the hand-chosen dictionary has, such as d_x(u^2), stays beside them. A derivative
    that is measured, as in `v = d_x(u)`, is left out, since g may have v.

    Args:
        entry: the problem.
        highest: order of the derivatives.

    Source: compare Kacprzyk, Qian, van der Schaar 2023, Appendix F.12.
    """
    names = tuple(name for name, _ in entry.coordinates)
    each = [field.partition(" = ") for field in entry.fields]
    fields = [f for f, *_ in each if any(_is_of(term, f) for term in entry.dictionary)]
    measured = {definition for _, _, definition in each}
    every = [
        term for f in fields for term in derivatives(names, f, highest) if term not in measured
    ]
    beside = [term for term in entry.dictionary if term not in every]
    return replace(entry, dictionary=(*every, *beside))


def derivatives(coordinates: tuple[str, ...], of: str, highest: int) -> list[str]:
    """All derivatives of a function up to an order, as text, coordinates being single letters.

    >>> derivatives(("t", "x"), "u", 2)
    ['d_t(u)', 'd_x(u)', 'd_tt(u)', 'd_tx(u)', 'd_xx(u)']
    """
    return [
        f"d_{''.join(letters)}({of})"
        for order in range(1, highest + 1)
        for letters in combinations_with_replacement(coordinates, order)
    ]


def _is_of(term: str, field: str) -> bool:
    """Whether a term is a derivative of a field, and of nothing else."""
    return re.fullmatch(rf"d_\w+\({field}\)", term) is not None
