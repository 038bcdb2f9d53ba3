"""Jets: derivatives of fields as plain symbols, and total derivatives of functions of them.

u_xx becomes one symbol, u_x another, and a differential expression an ordinary function of the
coordinates, the fields and these. The names of the symbols, `u[0,2]` for d_xx of u in (t, x), are
none in the language, so that they never meet a declared name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import sympy
from sympy.core.function import AppliedUndef

from pdedsl.errors import FormError
from pdedsl.form.extended_derivative import ExtendedDerivative
from pdedsl.form.multi_index import MultiIndex
from pdedsl.form.slope import algebraic_slope


class Jet(NamedTuple):
    """d^alpha of a field; alpha may be zero, which is the field itself."""

    field: sympy.Symbol
    alpha: MultiIndex


@dataclass(frozen=True)
class JetSpace:
    """Coordinates, fields, and the derivatives of the fields in the coordinates.

    Attributes:
        coordinates: M symbols.
        fields: N symbols, standing for the fields themselves.
    """

    coordinates: tuple[sympy.Symbol, ...]
    fields: tuple[sympy.Symbol, ...]

    @cached_property
    def _fields(self) -> Mapping[str, sympy.Symbol]:
        return {field.name: field for field in self.fields}

    def symbol(self, field: sympy.Symbol, alpha: MultiIndex) -> sympy.Symbol:
        """The symbol that stands for d^alpha of a field."""
        if alpha.order == 0:
            return field
        return sympy.Symbol(f"{field.name}[{','.join(map(str, alpha.orders))}]", real=True)

    def find(self, symbol: sympy.Symbol) -> Jet | None:
        """What a symbol stands for; None for coordinates and constants."""
        name, bracket, orders = symbol.name.partition("[")
        field = self._fields.get(name)
        if field is not None and field == symbol:
            return Jet(field, MultiIndex((0,) * len(self.coordinates)))
        if field is not None and bracket:
            return Jet(field, MultiIndex(tuple(map(int, orders[:-1].split(",")))))
        return None

    def derivatives(self, expression: sympy.Expr) -> tuple[sympy.Symbol, ...]:
        """The symbols of derivatives in an expression, by order, field and multi-index."""
        found = []
        for symbol in expression.free_symbols:
            jet = self.find(symbol)
            if jet is not None and jet.alpha.order > 0:
                backwards = tuple(-n for n in jet.alpha.orders)
                found.append((jet.alpha.order, self.fields.index(jet.field), backwards, symbol))
        return tuple(symbol for *_, symbol in sorted(found, key=lambda item: item[:3]))

    def order(self, expression: sympy.Expr) -> int:
        """The highest order of a derivative in an expression, 0 if there is none."""
        last = self.derivatives(expression)[-1:]
        return max((jet.alpha.order for jet in map(self.find, last) if jet is not None), default=0)

    def unit(self, position: int) -> MultiIndex:
        """The multi-index of one derivative in one coordinate."""
        return MultiIndex(tuple(int(i == position) for i in range(len(self.coordinates))))

    def derivative(self, expression: sympy.Expr, position: int) -> sympy.Expr:
        """The total derivative in one coordinate: D_x = d_x + u_x d_u + u_xx d_(u_x) + ..."""
        result = algebraic_slope(expression, self.coordinates[position])
        step = self.unit(position)
        held = expression.free_symbols
        fields = [field for field in self.fields if field in held]
        for symbol in (*fields, *self.derivatives(expression)):
            jet = self.find(symbol)
            partial = algebraic_slope(expression, symbol)
            if jet is not None and partial != 0:
                result += partial * self.symbol(jet.field, jet.alpha + step)
        return result

    def from_derivatives(self, expression: sympy.Expr) -> sympy.Expr:
        """An expression in SymPy's functions u(t, x) and their derivatives, in jets.

        Raises:
            FormError: a function that is no field, or a field at other arguments.
        """
        replaced: dict[sympy.Expr, sympy.Expr] = {}
        carried_out = expression.doit() if expression.has(sympy.Derivative) else expression
        for node in carried_out.atoms(sympy.Derivative):
            if node.expr.is_Function:
                alpha = MultiIndex(
                    tuple(
                        int(sum(n for x, n in node.variable_count if x == c))
                        for c in self.coordinates
                    )
                )
                replaced[node] = self.symbol(self._field(node.expr), alpha)
        for node in carried_out.atoms(AppliedUndef):
            replaced[node] = self._field(node)
        return carried_out.xreplace(replaced)

    def to_derivatives(self, expression: sympy.Expr) -> sympy.Expr:
        """An expression in jets as SymPy's functions u(t, x) and their derivatives."""
        replaced = {}
        for symbol in expression.free_symbols:
            jet = self.find(symbol)
            if jet is not None:
                function = sympy.Function(jet.field.name)(*self.coordinates)
                steps = list(zip(self.coordinates, jet.alpha.orders, strict=True))
                taken = [(x, n) for x, n in steps if n]
                replaced[symbol] = sympy.Derivative(function, *taken) if taken else function
        return expression.xreplace(replaced)

    def expand(self, term: ExtendedDerivative) -> sympy.Expr:
        """a(x) d^alpha[h(x, u)] in jets, product and chain rule carried out."""
        result = term.h
        for position, order in enumerate(term.alpha.orders):
            for _ in range(order):
                result = self.derivative(result, position)
        return term.a * result

    def _field(self, function: sympy.Expr) -> sympy.Symbol:
        for field in self.fields:
            if field.name == function.func.__name__ and function.args == self.coordinates:
                return field
        raise FormError(f"{function} is no field of {_names(self.fields, self.coordinates)}")


def _names(fields: Sequence[sympy.Symbol], coordinates: Sequence[sympy.Symbol]) -> str:
    inside = ", ".join(x.name for x in coordinates)
    return ", ".join(f"{u.name}({inside})" for u in fields)
