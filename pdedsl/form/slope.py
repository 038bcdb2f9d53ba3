"""Derivatives of real functions, in which abs( ) and sign( ) are those of real numbers."""

from __future__ import annotations

import sympy


def slope(expression: sympy.Expr, symbol: sympy.Symbol, times: int = 1) -> sympy.Expr:
    """A derivative, by the chain rule wherever abs or sign is of more than SymPy knows to be real.

    SymPy takes the absolute value of log(u) for that of a complex number, and its derivative has
    parts of thousands of operations where sign(log(u))/u is meant.

    >>> u = sympy.Symbol("u", real=True)
    >>> slope(sympy.Abs(sympy.log(u)), u)
    sign(log(u))/u
    """
    for _ in range(times):
        expression = _once(expression, symbol)
    return in_factors(expression) if times > 1 else expression


def in_factors(expression: sympy.Expr) -> sympy.Expr:
    """The form in which SymPy gives derivatives of an order above 1."""
    return sympy.factor_terms(sympy.signsimp(expression))


def _once(expression: sympy.Expr, symbol: sympy.Symbol) -> sympy.Expr:
    parts = expression.atoms(sympy.Abs, sympy.sign) if expression.has(symbol) else set()
    outer, stand_ins = expression, {}
    for part in sorted(parts, key=lambda p: (-_size(p), sympy.default_sort_key(p))):
        if not part.args[0].is_extended_real and outer.has(part):
            stand_ins[part] = sympy.Dummy(real=True)
            outer = outer.xreplace({part: stand_ins[part]})
    result = sympy.diff(outer, symbol)
    for part, stand_in in stand_ins.items():
        inner = part.args[0]
        own = sympy.sign(inner) if isinstance(part, sympy.Abs) else 2 * sympy.DiracDelta(inner)
        result += sympy.diff(outer, stand_in) * own * _once(inner, symbol)
    return result.xreplace({stand_in: part for part, stand_in in stand_ins.items()})


def _size(expression: sympy.Expr) -> int:
    return sum(1 for _ in sympy.preorder_traversal(expression))
