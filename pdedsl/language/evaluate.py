"""From nodes to mathematics: names looked up, operations carried out, derivatives recognised."""

from __future__ import annotations

from fractions import Fraction

import sympy

from pdedsl.errors import Span
from pdedsl.language import arithmetic, syntax
from pdedsl.language.combination import (
    Combination,
    Part,
    add,
    derive,
    divide_into,
    in_jets,
    multiply,
    of_jets,
)
from pdedsl.language.derivatives import from_bracket, from_call, from_name, spelled_out
from pdedsl.language.mistaken import each, wrong
from pdedsl.language.nearest import shown
from pdedsl.language.no_function import no_function
from pdedsl.language.rewriting_cost import refuse_costly
from pdedsl.language.scope import FUNCTION_NAMES, GRAMMAR_WORDS, Scope
from pdedsl.language.vector_calculus import VECTOR_CALCULUS, divergence, laplacian

_OUTSIDE = dict.fromkeys(
    GRAMMAR_WORDS, "write a number; coefficients of terms are found without being written"
) | {"inf": "it stands in ranges only, as in t in [0, inf]"}
_COMPONENTS = {
    "grad": "or make grad(u) an entry of its own, a term for each coordinate of space",
    "curl": "or write its components, such as d_x(E2) - d_y(E1)",
}


def evaluate(node: syntax.Node, scope: Scope) -> Combination:
    """What an expression means; Mistaken carries everything that is wrong in it."""
    match node:
        case syntax.Number(text, span):
            value = Combination((), arithmetic.literal(text, span))
        case syntax.Name(name, span):
            value = _name(name, span, scope)
        case syntax.Negative(operand, _):
            value = evaluate(operand, scope).negative()
        case syntax.Sum(items, span):
            value = add(each(lambda item: _signed(*item, scope), items), span)
        case syntax.Product(items, span):
            value = _product(items, span, scope)
        case syntax.Power():
            value = _power(node, scope)
        case syntax.Call():
            value = _call(node, scope)
        case syntax.Bracket():
            alpha = from_bracket(node, scope)
            value = derive(evaluate(node.argument, scope), alpha, scope, node.span)
        case syntax.RealRange() | syntax.WholeRange():
            remedy = "numbers to be fitted belong to the rules of a grammar; here write a number"
            raise wrong("a range of numbers outside a grammar", node.span, remedy)
    return value


def evaluate_free(node: syntax.Node, scope: Scope, what: str) -> sympy.Expr:
    """An expression without derivatives. `what` names the place, for the mistake."""
    refuse_costly((node,), scope)
    combination = evaluate(node, scope)
    if combination.bound:
        span = combination.bound[0].span
        raise wrong(f"a derivative in {what}", span, "only coordinates and fields may stand here")
    return arithmetic.check(combination.free, node.span)


def evaluate_number(node: syntax.Node, scope: Scope) -> sympy.Expr:
    """An expression that is a number, such as 2*L with a declared constant L."""
    value = evaluate_free(node, scope, "a number")
    if value.free_symbols:
        name = min(symbol.name for symbol in value.free_symbols)
        raise wrong("this is not a number", node.span, f"{name} has no fixed value")
    return value


def _name(name: str, span: Span, scope: Scope) -> Combination:
    found = scope.find(name)
    if found is not None:
        return Combination((), found)
    term = scope.terms.get(name)
    if term is not None:
        return _named_term(name, span, scope)
    abbreviated = from_name(name, scope)
    if abbreviated is not None:
        alpha, field = abbreviated
        return derive(Combination((), field), alpha, scope, span)
    if name in FUNCTION_NAMES:
        raise wrong(f"{name} is a function", span, f"write {name}( )")
    if name in GRAMMAR_WORDS:
        raise wrong(f"{name} outside the rules of a grammar", span, _OUTSIDE[name])
    meant = spelled_out(name, scope)
    remedy = scope.declare(name) if meant is None else f"write {meant}"
    raise wrong(f"{shown(name)} is not declared", span, remedy)


def _named_term(name: str, span: Span, scope: Scope) -> Combination:
    term = scope.terms[name]
    if term.is_zero_order:
        return Combination((), term.a * term.h)
    part = Part(Fraction(1), True, sympy.S.One, term.alpha, term.h, span)
    return Combination((part.times(term.a),))


def _signed(sign: str, node: syntax.Node, scope: Scope) -> Combination:
    value = evaluate(node, scope)
    return value.negative() if sign == "-" else value


def _product(items: tuple[tuple[str, syntax.Node], ...], span: Span, scope: Scope) -> Combination:
    """A product; a minus in front of its first factor is one in front of it all."""
    (operator, first), *rest = items
    if isinstance(first, syntax.Negative):
        return _product(((operator, first.operand), *rest), span, scope).negative()
    return multiply(each(lambda item: _factor(*item, scope), items), scope, span)


def _factor(operator: str, node: syntax.Node, scope: Scope) -> tuple[Combination, Span]:
    value = evaluate(node, scope)
    return (divide_into(value, scope, node.span) if operator == "/" else value), node.span


def _power(node: syntax.Power, scope: Scope) -> Combination:
    base, exponent = each(lambda n: evaluate(n, scope), (node.base, node.exponent))
    if not base.bound and not exponent.bound:
        return Combination((), arithmetic.power(base.free, exponent.free, node.span))
    first, second = in_jets(base, scope, node.span), in_jets(exponent, scope, node.span)
    return of_jets(arithmetic.power(first, second, node.span), scope, node.span)


def _call(node: syntax.Call, scope: Scope) -> Combination:
    name = node.name.name
    if name in FUNCTION_NAMES:
        return _function(node, scope)
    if name.startswith("d_"):
        alpha = from_call(node, scope)
        return derive(evaluate(node.arguments[0], scope), alpha, scope, node.span)
    if name == "derivatives":
        remedy = "it stands alone, as an entry of a dictionary"
        raise wrong("derivatives( ) is a set of terms", node.span, remedy)
    if name in VECTOR_CALCULUS:
        operator = laplacian if name == "laplacian" else divergence
        return operator(node, scope, evaluate)
    if name in ("grad", "curl"):
        remedy = f"take div( ) of it, {_COMPONENTS[name]}"
        raise wrong(f"{name}( ) is a vector", node.span, remedy)
    if scope.find(name) is not None:
        remedy = f"write {shown(name)} alone, or {shown(name)} * ( ) for a product"
        raise wrong(f"{shown(name)} is not a function", node.name.span, remedy)
    raise no_function(node)


def _function(node: syntax.Call, scope: Scope) -> Combination:
    name = node.name.name
    if len(node.arguments) != 1:
        raise wrong(f"{name} takes one argument", node.span, f"write {name}( ) without commas")
    argument = evaluate(node.arguments[0], scope)
    inner = in_jets(argument, scope, node.span) if argument.bound else argument.free
    if name == "sqrt":
        return of_jets(arithmetic.square_root(inner, node.span), scope, node.span)
    return of_jets(arithmetic.apply(name, inner, node.span), scope, node.span)
