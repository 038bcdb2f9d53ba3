"""Where functions of the fields are singular: an antiderivative must not be so anywhere else.

atan(u/v) has the gradient (v, -u)/(u^2 + v^2) and yet jumps where v = 0, so that its weak
derivative is another one. Such a function is no h.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import sympy


def no_more_singular(
    h: sympy.Expr, gradient: Iterable[sympy.Expr], fields: Sequence[sympy.Symbol]
) -> bool:
    """Whether h is singular only where its gradient is as well, as far as can be seen.

    >>> u, v = sympy.symbols("u v", real=True)
    >>> no_more_singular(sympy.log(sympy.Abs(u)), [1 / u], [u])
    True
    >>> no_more_singular(sympy.atan(u / v), [v / (u**2 + v**2), -u / (u**2 + v**2)], [u, v])
    False
    """
    allowed = [zero for c in gradient for zero in _zeros(c, fields)]
    return all(any(_divides(zero, a, fields) for a in allowed) for zero in _zeros(h, fields))


def _zeros(expression: sympy.Expr, fields: Sequence[sympy.Symbol]) -> list[sympy.Expr]:
    """Functions of the fields whose zeros are singularities of an expression."""
    found = [p.base for p in expression.atoms(sympy.Pow) if not p.exp.is_nonnegative]
    found += [f.args[0] for f in expression.atoms(sympy.log)]
    found += [sympy.cos(f.args[0]) for f in expression.atoms(sympy.tan)]
    bare = (z.args[0] if isinstance(z, sympy.Abs) else z for z in found)
    kept = (z for z in bare if not z.free_symbols.isdisjoint(fields))
    return [z for z in kept if not (z.is_nonzero or _is_definite(z, fields) or _is_area_sine(z))]


def _is_definite(z: sympy.Expr, fields: Sequence[sympy.Symbol]) -> bool:
    """Whether it is of second degree in one field and known to have no root."""
    held = [u for u in fields if u in z.free_symbols]
    if len(held) != 1 or not z.is_polynomial(held[0]):
        return False
    coefficients = sympy.Poly(z, held[0]).all_coeffs()
    if len(coefficients) != 3:
        return False
    a, b, c = coefficients
    return bool(sympy.factor(4 * a * c - b**2).is_positive)


def _is_area_sine(z: sympy.Expr) -> bool:
    """Whether it is w + sqrt(w^2 + c), which is above zero where c is."""
    roots = [p for p in z.args if p.is_Pow and p.exp == sympy.S.Half]
    return z.is_Add and any((sympy.expand(p.base - (z - p) ** 2)).is_positive for p in roots)


def _divides(zero: sympy.Expr, other: sympy.Expr, fields: Sequence[sympy.Symbol]) -> bool:
    """Whether the second is zero wherever the first is."""
    ratio = other / zero
    if ratio.is_number:
        return True
    held = {g: sympy.Dummy() for g in ratio.atoms(sympy.Function) if g.has(*fields)}
    ratio, symbols = ratio.xreplace(held), (*fields, *held.values())
    return bool(
        ratio.is_rational_function(*symbols) and sympy.cancel(ratio).is_polynomial(*symbols)
    )
