"""Antiderivatives by another variable: f(u) du = g(w) dw, with w one of the functions in f.

All that is done is to divide f by dw/du and to see whether u is left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

import sympy

from pdedsl.form.slope import algebraic_slope

MAX_OPERATIONS = 60  # of what is integrated, and of what is cancelled
MAX_VARIABLES = 6  # that are tried

Rule: TypeAlias = Callable[[sympy.Expr, sympy.Symbol], sympy.Expr | None]

_SQUARES: dict[type[sympy.Expr], tuple[type[sympy.Expr], Callable[[sympy.Expr], sympy.Expr]]] = {
    sympy.sin: (sympy.cos, lambda y: 1 - y**2),
    sympy.cos: (sympy.sin, lambda y: 1 - y**2),
    sympy.sinh: (sympy.cosh, lambda y: y**2 - 1),
    sympy.cosh: (sympy.sinh, lambda y: y**2 + 1),
}
"""In what other function the square of one can be written, and how."""


def by_inner(f: sympy.Expr, u: sympy.Symbol, integrate: Rule) -> sympy.Expr | None:
    """Of g(w) dw/du, where w is a function or a whole power in f and `integrate` knows g's.

    >>> u = sympy.Symbol("u", real=True)
    >>> by_inner(sympy.cos(u) * sympy.sin(u) ** 4, u, sympy.integrate)
    sin(u)**5/5
    """
    if sympy.count_ops(f) > MAX_OPERATIONS:
        return None
    tangents = {g: sympy.sin(g.args[0]) / sympy.cos(g.args[0]) for g in f.atoms(sympy.tan)}
    y = sympy.Dummy("y", real=True)
    for squares in (False, True):
        for form in dict.fromkeys((f, f.xreplace(tangents))):
            for w in _variables(form, u):
                g = _by(form / algebraic_slope(w, u), w, u, y, squares=squares)
                found = None if g is None else integrate(g, y)
                if found is not None:
                    return found.xreplace({y: w})
    return None


def _variables(f: sympy.Expr, u: sympy.Symbol) -> list[sympy.Expr]:
    """Functions in f, the shortest first, then powers of u."""
    held = (g for g in f.atoms(sympy.Function) if u in g.free_symbols)
    functions = [g for g in held if not isinstance(g, sympy.Abs | sympy.sign)]
    functions.sort(key=lambda g: (sympy.count_ops(g), sympy.default_sort_key(g)))
    exponents = {p.exp for p in f.atoms(sympy.Pow) if p.base == u and p.exp.is_Integer}
    powers = [u ** abs(n) for n in sorted({n / 2 for n in exponents} | exponents, key=abs)]
    whole = [p for p in dict.fromkeys(powers) if p.is_Pow and p.exp.is_Integer and p.exp > 1]
    return [*functions, *whole][:MAX_VARIABLES]


def _by(
    ratio: sympy.Expr, w: sympy.Expr, u: sympy.Symbol, y: sympy.Symbol, *, squares: bool
) -> sympy.Expr | None:
    """The ratio in y = w; None if u is left in it."""
    for form in _forms(ratio, u):
        replaced = form.xreplace(dict(_replacements(form, w, u, y)))
        if squares:
            replaced = replaced.xreplace(dict(_squares(replaced, w, y)))
        if u not in replaced.free_symbols:
            return replaced
    return None


def _forms(ratio: sympy.Expr, u: sympy.Symbol) -> Iterator[sympy.Expr]:
    """As it is, and with what is above and below the line cancelled."""
    yield ratio
    functions = {g: sympy.Dummy(real=True) for g in ratio.atoms(sympy.Function)}
    outer = ratio.xreplace(functions)
    if outer.is_rational_function(u, *functions.values()) and (
        sympy.count_ops(outer) <= MAX_OPERATIONS
    ):
        yield sympy.cancel(outer).xreplace({d: g for g, d in functions.items()})


def _replacements(
    form: sympy.Expr, w: sympy.Expr, u: sympy.Symbol, y: sympy.Symbol
) -> Iterator[tuple[sympy.Expr, sympy.Expr]]:
    yield w, y
    for power in form.atoms(sympy.Pow):
        base, exponent = power.args
        if w.is_Pow and base == u and (exponent / w.exp).is_Integer:
            yield power, y ** (exponent / w.exp)


def _squares(
    form: sympy.Expr, w: sympy.Expr, y: sympy.Symbol
) -> Iterator[tuple[sympy.Expr, sympy.Expr]]:
    for power in form.atoms(sympy.Pow):
        base, exponent = power.args
        partner, square = _SQUARES.get(base.func, (None, None))
        if square is not None and partner is w.func and base.args == w.args and exponent.is_even:
            yield power, square(y) ** (exponent / 2)
