"""Terms on the way: a d^alpha[h] known by the gradient of h, whether h is found or not."""

from __future__ import annotations

from dataclasses import dataclass, replace

import sympy

from pdedsl.form.differential_polynomial import Polynomial, bound_part, polynomial
from pdedsl.form.jet import JetSpace
from pdedsl.form.multi_index import MultiIndex
from pdedsl.form.separation import Gradient
from pdedsl.form.slope import algebraic_slope


@dataclass(frozen=True)
class Piece:
    """a d^alpha[h], by the gradient of h; h is None where it was not found."""

    alpha: MultiIndex
    a: sympy.Expr
    gradient: Gradient
    h: sympy.Expr | None

    def inside(self, space: JetSpace) -> Piece | None:
        """The piece with those factors of a that d^alpha acts on moved into h; None without any."""
        moving = [x for x, n in zip(space.coordinates, self.alpha.orders, strict=True) if n]
        still, factor = self.a.as_independent(*moving, as_Add=False)
        if factor.free_symbols.isdisjoint(moving):
            return None
        gradient = tuple(sympy.expand(factor * c) for c in self.gradient)
        h = None if self.h is None else sympy.expand(factor * self.h)
        return replace(self, a=still, gradient=gradient, h=h)

    def expanded(self, space: JetSpace) -> Polynomial:
        """What it is in jets; its derivative-free part is left out where h is not known."""
        result = bound_part(self.gradient, self.alpha, space)
        if self.h is not None:
            rest = self.h
            for x, n in zip(space.coordinates, self.alpha.orders, strict=True):
                rest = algebraic_slope(rest, x, n) if n else rest
            result += rest
        return polynomial(self.a * result, space)
