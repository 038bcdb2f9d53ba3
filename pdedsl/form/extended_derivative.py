"""The extended derivative a(x) d^alpha[h(x, u)], the unit a dictionary is made of."""

from __future__ import annotations

from dataclasses import dataclass, field

import sympy

from pdedsl.form.multi_index import MultiIndex
from pdedsl.form.simplify import multiplied_out_if_short


@dataclass(frozen=True)
class ExtendedDerivative:
    """E = (alpha, a, h), acting on a field as E[u](x) = a(x) d^alpha[h(x, u(x))].

    Attributes:
        alpha: multi-index, one order per coordinate.
        a: SymPy expression of the coordinates.
        h: SymPy expression of the coordinates and fields, fields standing as plain symbols.
        name: what the user calls the term, if anything; not part of its identity.

    Source: Kacprzyk, Qian, van der Schaar 2023, definition 1.
    """

    alpha: MultiIndex
    a: sympy.Expr
    h: sympy.Expr
    name: str | None = field(default=None, compare=False)

    @property
    def is_zero_order(self) -> bool:
        """Whether no derivative is taken (the paper calls such a term degenerate)."""
        return self.alpha.order == 0


def expand(
    term: ExtendedDerivative,
    coordinates: tuple[sympy.Symbol, ...],
    fields: tuple[sympy.Symbol, ...],
) -> sympy.Expr:
    """The term as ordinary SymPy derivatives of the fields, product and chain rule carried out.

    >>> x, u = sympy.symbols("x u")
    >>> expand(ExtendedDerivative(MultiIndex((1,)), sympy.S(1), u**2), (x,), (u,))
    2*u(x)*Derivative(u(x), x)
    """
    functions = {u: sympy.Function(u.name)(*coordinates) for u in fields}
    inner = term.h.xreplace(functions)
    steps = [(x, n) for x, n in zip(coordinates, term.alpha.orders, strict=True) if n]
    return multiplied_out_if_short(term.a * (sympy.diff(inner, *steps) if steps else inner))
