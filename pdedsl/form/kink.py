"""Whether an expression has a kink in its derivatives, as abs(u_t) has one where u_t is zero."""

from __future__ import annotations

from collections.abc import Sequence

import sympy

from pdedsl.form.slope import without_signs
from pdedsl.form.vanishing import is_zero


def kinks(expression: sympy.Expr, symbols: Sequence[sympy.Symbol]) -> bool:
    """Whether it is proved to be one polynomial in the symbols here, and another one there.

    It is then no polynomial in them: that would be equal to both. Proved where a single absolute
    value has symbols in it, of something of first degree in one of them, which takes both signs.

    >>> v, w = sympy.symbols("v w", real=True)
    >>> kinks(w + v * sympy.Abs(v), (v, w)), kinks(w + sympy.Abs(v) ** 2, (v, w))
    (True, False)
    """
    whole = without_signs(expression)
    parts = [a for a in whole.atoms(sympy.Abs) if not a.free_symbols.isdisjoint(symbols)]
    if len(parts) != 1 or not _takes_both_signs(parts[0].args[0], symbols):
        return False
    inner = parts[0].args[0]
    sides = [sympy.cancel(whole.xreplace({parts[0]: sign * inner})) for sign in (1, -1)]
    if not all(side.is_polynomial(*symbols) for side in sides):
        return False
    return is_zero(sides[0] - sides[1]) is False


def _takes_both_signs(inner: sympy.Expr, symbols: Sequence[sympy.Symbol]) -> bool:
    """Whether it is of first degree in some symbol, with a factor that holds none of them."""
    slopes = (sympy.diff(inner, s) for s in symbols if inner.has(s))
    return any(slope != 0 and slope.free_symbols.isdisjoint(symbols) for slope in slopes)
