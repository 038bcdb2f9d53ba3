"""The order in which the terms of a sum are read."""

from __future__ import annotations

from collections.abc import Sequence

import sympy


def positive_first(terms: Sequence[sympy.Expr]) -> list[sympy.Expr]:
    """The terms as they are, but where the first has a minus, one without it goes before it.

    >>> t = sympy.Symbol("t")
    >>> positive_first([-4 * t, t**2, sympy.Integer(1)])
    [t**2, -4*t, 1]
    """
    found = list(terms)
    if found and found[0].could_extract_minus_sign():
        plain = next((k for k, e in enumerate(found) if not e.could_extract_minus_sign()), 0)
        found.insert(0, found.pop(plain))
    return found
