"""Derivatives carried out, within limits."""

from __future__ import annotations

import sympy

from pdedsl.errors import Span
from pdedsl.form import Jet, MultiIndex
from pdedsl.form.antiderivative import without_absolute_logarithms
from pdedsl.form.simplify import expanded_size, has_more_nodes
from pdedsl.form.slope import jumps
from pdedsl.form.vanishing import multiplied_out
from pdedsl.language import limits
from pdedsl.language.derivatives import operator_text
from pdedsl.language.mistaken import wrong
from pdedsl.language.scope import Scope


def derived(expression: sympy.Expr, alpha: MultiIndex, scope: Scope, span: Span) -> sympy.Expr:
    """d^alpha of an expression in jets."""
    for position, times in enumerate(alpha.orders):
        for _ in range(times):
            if expression.has(sympy.Abs):
                expression = multiplied_out(bounded(expression, span))
                _refuse_jumps(expression, scope, span)
            expression = bounded(scope.space.derivative(expression, position), span)
    return expression


def _refuse_jumps(expression: sympy.Expr, scope: Scope, span: Span) -> None:
    """Refuse what is no function, such as d_xx(abs(u)), or is not known not to be."""
    expression = without_absolute_logarithms(expression)
    inside = sympy.Tuple(*expression.atoms(sympy.Abs))
    if jumps(expression) or scope.space.derivatives(inside):
        remedy = "write the derivative of the whole product, or leave abs( ) out"
        raise wrong("abs( ) has no smooth derivative", span, remedy)


def bounded(expression: sympy.Expr, span: Span) -> sympy.Expr:
    """The expression, if it is not too long; multiplied out as far as derivatives need it."""
    nodes = limits.NODES_OF_SUMMAND * limits.SUMMANDS
    if expanded_size(expression) > limits.SUMMANDS or has_more_nodes(expression, nodes):
        remedy = "write derivatives of whole expressions, such as d_xx(u^3), in place of products"
        raise wrong("derivatives with too many summands when carried out", span, remedy)
    return expression


def readable(expression: sympy.Expr, scope: Scope) -> sympy.Expr:
    """The expression with its jets named as people write them: u_xx, d[theta](u)."""
    names = {}
    for symbol in scope.space.derivatives(expression):
        jet = scope.space.find(symbol)
        if jet is not None:
            names[symbol] = sympy.Symbol(jet_text(jet, scope), real=True)
    return expression.xreplace(names)


def jet_text(jet: Jet, scope: Scope) -> str:
    """u_xx, or d[theta, 2](u) where a coordinate is no single letter."""
    operator = operator_text(jet.alpha, scope.coordinates)
    u = jet.field.name
    return f"{u}_{operator[2:]}" if operator.startswith("d_") else f"{operator}({u})"
