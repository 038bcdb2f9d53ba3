"""Whole equations: split into a derivative-bound part on the left and g on the right."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction

import sympy

from pdedsl.errors import Span
from pdedsl.form import Dictionary, ExtendedDerivative, VariationalReadyPDE
from pdedsl.language import arithmetic, syntax
from pdedsl.language.combination import Combination, Loose, Part, of_inputs
from pdedsl.language.evaluate import evaluate
from pdedsl.language.mistaken import Mistaken, each, wrong
from pdedsl.language.rewriting_cost import refuse_costly
from pdedsl.language.scope import Scope
from pdedsl.language.settling import settle_each, settle_together
from pdedsl.language.terms import TermKey, normal, zero_order


@dataclass
class _Sides:
    """What has been gathered: for each term its coefficient on the left, and g's summands."""

    scope: Scope
    known: dict[TermKey, tuple[Fraction, ExtendedDerivative]]
    terms: dict[TermKey, ExtendedDerivative] = field(default_factory=dict)
    scales: dict[TermKey, Fraction] = field(default_factory=dict)
    free: list[sympy.Expr] = field(default_factory=list)

    def add(self, value: Combination, sign: int) -> None:
        """All summands of a combination that has no loose ones."""
        for part in value.parts:
            self.add_part(part, sign)
        if value.free != 0:
            self.add_free(value.free, sign)

    def add_part(self, part: Part, sign: int) -> None:
        if not self.scope.has_field(part.h):
            raise of_inputs(part.h, self.scope, part.span)
        written = ExtendedDerivative(part.alpha, part.a, part.h)
        self._add(written, sign * part.scale)

    def add_free(self, expression: sympy.Expr, sign: int) -> None:
        """A derivative-free summand: to g, unless it is a zero-order term of the dictionary."""
        for summand in self._summands(expression):
            term = zero_order(summand, self.scope)
            if normal(term, self.scope)[1] in self.known:
                self._add(term, Fraction(sign))
            else:
                self.free.append(summand if sign < 0 else -summand)

    def _summands(self, expression: sympy.Expr) -> tuple[sympy.Expr, ...]:
        zero_orders = any(term.is_zero_order for _, term in self.known.values())
        whole = normal(zero_order(expression, self.scope), self.scope)[1]
        if not zero_orders or whole in self.known:
            return (expression,)
        return tuple(sympy.Add.make_args(expression))

    def _add(self, written: ExtendedDerivative, scale: Fraction) -> None:
        number, key = normal(written, self.scope)
        unit, term = self.known.get(key, (None, written))
        first = self.terms.setdefault(key, term)
        unit = unit if unit is not None else normal(first, self.scope)[0]
        self.scales[key] = self.scales.get(key, Fraction(0)) + scale * number / unit


def read_equation(
    node: syntax.Equation, scope: Scope, dictionary: Dictionary | None
) -> VariationalReadyPDE:
    """The equation, over the terms that it has, in the order in which they are written.

    Terms of the dictionary keep their identity. Zero-order terms go to the left only if the
    dictionary has them.

    Raises:
        Mistaken: names, forms that have no weak form, or no derivative at all.
    """
    known = {}
    for term in dictionary or ():
        unit, key = normal(term, scope)
        known[key] = (unit, term)
    refuse_costly((node.left, node.right), scope)
    sides = _Sides(scope, known)
    left: list[Loose] = []
    gathered = each(lambda side: _summands(side[0], side[1], scope), both_sides(node))
    for summands in gathered:
        for sign, value in summands:
            settled, others = settle_each(value, scope)
            sides.add(settled, sign)
            left.extend(replace(o, expression=sign * o.expression) for o in others)
    sides.add(settle_together(left, scope), 1)
    if not any(sides.scales.values()):
        raise _without_derivative(node, sides, cancelled=bool(sides.terms or left))
    return _assembled(sides, node.span)


def _without_derivative(node: syntax.Equation, sides: _Sides, *, cancelled: bool) -> Mistaken:
    """The mistake of an equation of which no derivative is left."""
    if not cancelled:
        remedy = "write at least one derivative of a field, such as d_t(u)"
        return wrong("an equation without a derivative", node.span, remedy)
    numbers = (isinstance(side, syntax.Number) for side in (node.left, node.right))
    if sympy.Add(*sides.free) == 0 and not any(numbers):
        remedy = "write 0 in place of one of them, or what it should have been"
        return wrong("both sides of the equation are the same", node.span, remedy)
    remedy = "each is there with both signs: take one of the two out"
    return wrong("the derivatives in this equation cancel", node.span, remedy)


def _assembled(sides: _Sides, span: Span) -> VariationalReadyPDE:
    kept = [key for key in sides.terms if sides.scales[key] != 0]
    g = arithmetic.check(arithmetic.total(sides.free, span), span)
    terms = tuple(sides.terms[key] for key in kept)
    for term in terms:
        arithmetic.check(term.a, span)
    return VariationalReadyPDE(
        Dictionary(terms), tuple(_float(sides.scales[k], span) for k in kept), g
    )


def _float(scale: Fraction, span: Span) -> float:
    try:
        value = float(scale)
    except OverflowError:
        value = float("inf")
    if not 1e-300 <= abs(value) <= 1e300:
        raise wrong("a coefficient that is too large or too small", span, "rescale the equation")
    return value


def both_sides(node: syntax.Equation) -> tuple[tuple[syntax.Node, int], ...]:
    """Both sides with their signs, seen from the left."""
    return (node.left, 1), (node.right, -1)


def _summands(node: syntax.Node, sign: int, scope: Scope) -> list[tuple[int, Combination]]:
    """The summands of one side with their signs, seen from the left."""
    items = node.items if isinstance(node, syntax.Sum) else (("+", node),)
    values = each(lambda item: evaluate(item[1], scope), items)
    signs = [sign if operator == "+" else -sign for operator, _ in items]
    return list(zip(signs, values, strict=True))
