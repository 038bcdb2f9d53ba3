"""Square roots of what is known to have one."""

from __future__ import annotations

import sympy


def real_root(square: sympy.Expr) -> sympy.Expr | None:
    """A real root, of either sign, for functions that are even in it; None if none is known.

    >>> k = sympy.Symbol("k", real=True)
    >>> real_root(4 * k**2), real_root(k)
    (2*k, None)
    """
    if square.is_number:
        return sympy.sqrt(square) if square.is_positive else None
    root = sympy.sqrt(sympy.factor(square))
    root = root.xreplace({a: a.args[0] for a in root.atoms(sympy.Abs)})
    known = all(p.exp.is_Integer for p in root.atoms(sympy.Pow) if p.free_symbols)
    same = sympy.expand(root**2 - square) == 0
    real = not root.has(sympy.I) and all(s.is_extended_real for s in root.free_symbols)
    return root if known and same and real else None
