"""What else the text of an equation tells, read when the table is made.

Rows that are in a file already count too, and nothing is searched for again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pdedsl.reproduce.case import Case
from pdedsl.reproduce.product_terms import rmse_in_products

_NUMBER = r"\d+(?:\.\d*)?(?:e[+-]?\d+)?"


def in_products(case: Case, equation: str, seed: int) -> Mapping[str, float]:
    """The RMSE as the paper takes it of PDE-FIND and WSINDy, with u d_x^k(u) for d_x^k(u^2).

    Args:
        case: with a subject and a target.
        equation: over the subject's dictionary, with g = 0; of others nothing is told.
        seed: of no use here.
    """
    del seed
    assert case.subject is not None, "a case without a subject has no equation"
    assert case.subject.target is not None, "the errors of an equation need the true one"
    dictionary, true = case.subject.dictionary, case.subject.target.bound
    bound = coefficients_of(equation, dictionary)
    if bound is None or not any(bound):
        return {}
    along = sum(b * t for b, t in zip(bound, true, strict=True))
    signed = [-b for b in bound] if along < 0 else bound
    return {"rmse_products": rmse_in_products(signed, true, dictionary)}


def coefficients_of(equation: str, dictionary: Sequence[str]) -> Sequence[float] | None:
    """The numbers in front of the terms of a linear combination = 0, None for other texts.

    The reader of `.pde` texts takes 30 ms an equation, which is half a minute for a whole figure.

    >>> coefficients_of("d_t(u) + -0.5*d_x(u^2) - 1e-3*u = 0", ["u", "d_t(u)", "d_x(u^2)"])
    (-0.001, 1.0, -0.5)
    >>> coefficients_of("d_t(u) = 3*u", ["u", "d_t(u)"])
    """
    left, _, right = equation.replace(" ", "").partition("=")
    names = "|".join(re.escape(term.replace(" ", "")) for term in dictionary)
    part = rf"([+-]*)(?:({_NUMBER})\*)?({names})(?=[+-]|$)"
    if right != "0" or not re.fullmatch(rf"(?:{part})+", left):
        return None
    found = {
        term: (-1.0) ** signs.count("-") * float(number or 1.0)
        for signs, number, term in re.findall(part, left)
    }
    return tuple(found.get(term.replace(" ", ""), 0.0) for term in dictionary)
