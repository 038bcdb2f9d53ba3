"""How long the real part of an expression may become, which SymPy asks for of sinh, cosh, tanh."""

from __future__ import annotations

import math

import sympy

HYPERBOLIC = (sympy.sinh, sympy.cosh, sympy.tanh)
LARGEST = 10**6  # of all sizes; beyond it they need not be told apart


def real_part_size(expression: sympy.Expr) -> int:
    """About how many operations its real and imaginary parts have when they are multiplied out.

    SymPy takes them apart whenever it wants to know whether a hyperbolic function of it is real,
    unless it is known that the expression itself is.

    >>> u = sympy.Symbol("u", real=True)
    >>> real_part_size(sympy.log(u) + u), real_part_size((sympy.log(u) + u) ** 3)
    (3, 10)
    """
    sizes = [real_part_size(part) for part in expression.args]
    if expression.is_Add:
        size = sum(sizes)
    elif expression.is_Mul:
        size = math.prod(sizes)
    elif expression.is_Pow and expression.exp.is_Integer:
        power = min(abs(int(expression.exp)), 200)
        size = math.comb(power + sizes[0] - 1, power) if sizes[0] < LARGEST else LARGEST
    elif not sizes or expression.is_extended_real:
        size = sum(sizes, start=1)
    else:
        size = (4 if isinstance(expression, HYPERBOLIC) else 2) * sum(sizes)
    return min(size, LARGEST)
