"""Terms with all derivatives carried out, to compare them."""

from __future__ import annotations

import sympy

from pdedsl.form import ExtendedDerivative
from pdedsl.form.measured import in_other_fields
from pdedsl.form.simplify import expanded_size
from pdedsl.form.vanishing import multiplied_out
from pdedsl.language import jets, limits
from pdedsl.language.mistaken import Mistaken
from pdedsl.language.scope import Scope
from pdedsl.language.terms import Placed


def cost(term: ExtendedDerivative) -> int:
    """Nothing for the derivative of a field; else it grows with order, size and variables."""
    if term.h.is_Symbol:
        return 0
    variables = max(1, len(term.h.free_symbols))
    return int((1 + term.alpha.order) ** 3 * (1 + sympy.count_ops(term.h)) * variables)


def carried_out(placed: Placed, scope: Scope) -> sympy.Expr | None:
    """A term in jets of the fields that are no measured derivatives, multiplied out.

    None where that takes too long.
    """
    try:
        moved = jets.derived(placed.term.h, placed.term.alpha, scope, placed.span)
    except Mistaken:
        return None
    plain = in_other_fields(placed.term.a * moved, scope.space, scope.definitions)
    return None if expanded_size(plain) > limits.SUMMANDS else multiplied_out(plain)
