"""Which names of an equation without declarations are derivatives: u_xx is one, D_eff is not."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from pdedsl.language import syntax

USUAL = frozenset("txyzr")
"""Letters that are read as coordinates wherever they stand behind a name."""

_SHORT = re.compile(r"([A-Za-z]\w*?)_([a-z]+|([A-Z])\3*)")


class Abbreviation(NamedTuple):
    """u_xx: the derivative of `field` in each of the `letters`."""

    field: str
    letters: str


def as_abbreviation(name: str) -> Abbreviation | None:
    """A name as the derivative that it may be, None if it has not the form of one."""
    found = _SHORT.fullmatch(name)
    return None if found is None else Abbreviation(found[1], found[2])


def abbreviations(
    nodes: Iterable[syntax.Node], coordinates: Collection[str], fields: Collection[str]
) -> Mapping[str, Abbreviation]:
    """The names that are derivatives.

    Those are that have only letters of coordinates: usual ones, others that are known, and, where
    n is a field by another derivative, also a in n_a, n_aa and n_at; a capital, as S in V_S and
    V_SS, where it also stands by itself. Where an equation has no other derivative, all are that
    can be, but for capitals.

    Args:
        nodes: all of the equation.
        coordinates: those that derivatives of another form, such as d_s(u), are in.
        fields: the names that these differentiate.
    """
    names = dict.fromkeys(node.name for node in nodes if isinstance(node, syntax.Name))
    found = {name: short for name in names if (short := as_abbreviation(name)) is not None}
    known = {*USUAL, *coordinates}
    sure = {name: s for name, s in found.items() if known.issuperset(s.letters)}
    differentiated = {*fields, *(s.field for s in sure.values())}
    found = {
        name: s
        for name, s in found.items()
        if s.letters.islower() or (s.field in differentiated and s.letters[0] in names)
    }
    others = [s for s in found.values() if s.field in differentiated]
    known.update(s.letters[0] for s in others if len(set(s.letters)) == 1)
    more = {name for name, s in found.items() if s in others and known.issuperset(s.letters)}
    read = {name: s for name, s in found.items() if name in sure or name in more}
    return read if read or coordinates else found
