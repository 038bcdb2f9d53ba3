"""SymPy expressions as NumPy functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import sympy
from scipy.special import erf

EXACT = 2**53  # up to here a float has all whole numbers

Function = Callable[..., np.ndarray]


def make_function(expression: sympy.Expr, symbols: Sequence[sympy.Symbol]) -> Function:
    """Print a SymPy expression to a NumPy function of the symbols, in their order.

    Names never become code: every symbol is replaced by a dummy before printing. Exact numbers
    that no array holds become floats.
    """
    dummies = [sympy.Dummy() for _ in symbols]
    replaced: dict[sympy.Basic, sympy.Basic] = dict(zip(symbols, dummies, strict=True))
    for number in expression.atoms(sympy.Rational):
        if max(abs(number.p), number.q) > EXACT:
            replaced[number] = sympy.Float(float(number), precision=53)
    safe = expression.xreplace(replaced)
    return sympy.lambdify(dummies, safe, modules=["numpy", {"erf": erf}], cse=True)
