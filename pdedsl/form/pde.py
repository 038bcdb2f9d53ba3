"""The Variational-Ready PDE and its normal form."""

from __future__ import annotations

from dataclasses import dataclass

import sympy

from pdedsl.errors import FormError
from pdedsl.form.dictionary import Dictionary
from pdedsl.form.extended_derivative import ExtendedDerivative, expand
from pdedsl.form.simplify import multiplied_out_if_short


@dataclass(frozen=True)
class VariationalReadyPDE:
    """sum_p beta_p E_p[u](x) - g(x, u(x)) = 0.

    Only the direction of (beta, g) has a meaning; `normal_form` picks one.

    Attributes:
        dictionary: the P terms.
        beta: P coefficients.
        g: the derivative-free part, fields standing as plain symbols.

    Source: Kacprzyk, Qian, van der Schaar 2023, equation 5.
    """

    dictionary: Dictionary
    beta: tuple[float, ...]
    g: sympy.Expr

    def __post_init__(self) -> None:
        """Refuse a coefficient too few or too many, and an equation without derivatives."""
        if len(self.beta) != len(self.dictionary):
            raise FormError(f"{len(self.dictionary)} terms need as many coefficients")
        if not any(self.beta):
            raise FormError("every coefficient of the derivative-bound part is zero")

    @property
    def support(self) -> tuple[int, ...]:
        """Positions of the terms whose coefficient is not zero."""
        return tuple(p for p, b in enumerate(self.beta) if b != 0)

    def scaled(self, factor: float) -> VariationalReadyPDE:
        """The same equation with both parts multiplied by a number."""
        beta = tuple(b * factor for b in self.beta)
        return VariationalReadyPDE(self.dictionary, beta, multiplied_out_if_short(self.g * factor))

    def normal_form(self) -> VariationalReadyPDE:
        """The same equation with ||beta||_1 = 1 and its first non-zero coefficient positive."""
        sign = 1.0 if self.beta[self.support[0]] > 0 else -1.0
        return self.scaled(sign / sum(abs(b) for b in self.beta))

    def reading_form(self) -> VariationalReadyPDE:
        """The same equation as people write it: the first term present has coefficient 1."""
        return self.scaled(1.0 / self.beta[self.support[0]])

    def sparse(self) -> VariationalReadyPDE:
        """The same equation over the terms that it uses."""
        kept = self.support
        return VariationalReadyPDE(
            self.dictionary.subset(kept), tuple(self.beta[p] for p in kept), self.g
        )

    def as_equation(
        self, coordinates: tuple[sympy.Symbol, ...], fields: tuple[sympy.Symbol, ...]
    ) -> sympy.Eq:
        """The equation in SymPy's own derivatives, derivative-bound part on the left."""
        functions = {u: sympy.Function(u.name)(*coordinates) for u in fields}
        left = sum(
            (b * _unevaluated(e, coordinates, functions) for b, e in self._pairs()), sympy.S.Zero
        )
        return sympy.Eq(left, self.g.xreplace(functions), evaluate=False)

    def expanded(
        self, coordinates: tuple[sympy.Symbol, ...], fields: tuple[sympy.Symbol, ...]
    ) -> sympy.Expr:
        """Left side minus right side, every derivative carried out."""
        functions = {u: sympy.Function(u.name)(*coordinates) for u in fields}
        left = sum((b * expand(e, coordinates, fields) for b, e in self._pairs()), sympy.S.Zero)
        return multiplied_out_if_short(left - self.g.xreplace(functions))

    def _pairs(self) -> list[tuple[float, ExtendedDerivative]]:
        return [(b, e) for b, e in zip(self.beta, self.dictionary, strict=True) if b != 0]


def _unevaluated(
    term: ExtendedDerivative,
    coordinates: tuple[sympy.Symbol, ...],
    functions: dict[sympy.Symbol, sympy.Expr],
) -> sympy.Expr:
    inner = term.h.xreplace(functions)
    steps = [(x, n) for x, n in zip(coordinates, term.alpha.orders, strict=True) if n]
    return term.a * (sympy.Derivative(inner, *steps) if steps else inner)
