"""SymPy expressions as NumPy functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import sympy

Function = Callable[..., np.ndarray]


def make_function(expression: sympy.Expr, symbols: Sequence[sympy.Symbol]) -> Function:
    """Print a SymPy expression to a NumPy function of the symbols, in their order.

    Names never become code: every symbol is replaced by a dummy before printing.
    """
    dummies = [sympy.Dummy() for _ in symbols]
    safe = expression.xreplace(dict(zip(symbols, dummies, strict=True)))
    return sympy.lambdify(dummies, safe, modules="numpy", cse=True)
