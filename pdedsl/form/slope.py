"""Derivatives of real functions, in which abs( ) and sign( ) are those of real numbers.

For algebra the sign of w is written |w|/w, so that a slope that jumps is told by its negative power
of w. What jumps must not be differentiated again: the derivative that a weak form has is another
one there.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from functools import reduce

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


def algebraic_slope(expression: sympy.Expr, symbol: sympy.Symbol, times: int = 1) -> sympy.Expr:
    """A derivative that holds wherever there is one, |w|/w for signs: that of |w|/w is zero.

    >>> u = sympy.Symbol("u", real=True)
    >>> algebraic_slope(u * sympy.Abs(u), u)
    2*Abs(u)
    """
    for _ in range(times):
        expression = without_signs(slope(without_signs(expression), symbol))
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
    result = _by_rules(outer, symbol)
    for part, stand_in in stand_ins.items():
        inner = part.args[0]
        own = sympy.sign(inner) if isinstance(part, sympy.Abs) else 2 * sympy.DiracDelta(inner)
        result += _by_rules(outer, stand_in) * own * _once(inner, symbol)
    return result.xreplace({stand_in: part for part, stand_in in stand_ins.items()})


def _by_rules(expression: sympy.Expr, symbol: sympy.Symbol) -> sympy.Expr:
    """What SymPy's derivative is, in a tenth of its time: it asks for signs that are not needed."""
    if symbol not in expression.free_symbols or expression == symbol:
        return sympy.Integer(expression == symbol)
    if expression.is_Add:
        return sympy.Add(*(_by_rules(summand, symbol) for summand in expression.args))
    if expression.is_Mul:
        return _of_product(expression.args, symbol)
    if expression.is_Pow and symbol not in expression.exp.free_symbols:
        base, exponent = expression.args
        return expression * (_by_rules(base, symbol) * exponent / base)
    if isinstance(expression, _OF_ONE):
        return expression.fdiff(1) * _by_rules(expression.args[0], symbol)
    return sympy.diff(expression, symbol)


def _of_product(factors: Sequence[sympy.Expr], symbol: sympy.Symbol) -> sympy.Expr:
    summands = []
    for i, factor in enumerate(factors):
        grown = _by_rules(factor, symbol)
        if grown != 0:
            summands.append(reduce(operator.mul, (*factors[:i], grown, *factors[i + 1 :])))
    return sympy.Add(*summands)


_OF_ONE = tuple(
    getattr(sympy, name)
    for name in (
        *("exp", "log", "sin", "cos", "tan", "asin", "acos", "atan"),
        *("sinh", "cosh", "tanh", "erf"),
    )
)


def without_signs(expression: sympy.Expr) -> sympy.Expr:
    """|w|/w for the sign of w."""
    signs = expression.atoms(sympy.sign)
    return expression.xreplace({s: sympy.Abs(s.args[0]) / s.args[0] for s in signs})


def jumps(expression: sympy.Expr) -> bool:
    """Whether it may jump, or have a pole, where something in an absolute value is zero.

    >>> u = sympy.Symbol("u", real=True)
    >>> jumps(u * sympy.Abs(u)), jumps(sympy.Abs(u) / u)
    (False, True)
    """
    inside = {a.args[0] for a in expression.atoms(sympy.Abs)}
    below = (p.base for p in expression.atoms(sympy.Pow) if not p.exp.is_nonnegative)
    bare = {b.args[0] if isinstance(b, sympy.Abs) else b for b in below}
    return any(_share_a_zero(z, b) for z in inside for b in bare)


def _share_a_zero(first: sympy.Expr, second: sympy.Expr) -> bool:
    """Whether two expressions have a factor in common, as far as can be seen."""
    symbols = first.free_symbols & second.free_symbols
    if not symbols:
        return False
    if first.is_polynomial(*symbols) and second.is_polynomial(*symbols):
        return not sympy.gcd(first, second).is_number
    factors = (sympy.Mul.make_args(sympy.factor_terms(e)) for e in (first, second))
    ours, theirs = ({f for f in each if f.free_symbols} for each in factors)
    return any((a / b).is_number for a in ours for b in theirs)


def _size(expression: sympy.Expr) -> int:
    return sum(1 for _ in sympy.preorder_traversal(expression))
