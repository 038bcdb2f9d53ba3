"""laplacian, divergence and gradient: sums over the coordinates of space."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from pdedsl.language import syntax
from pdedsl.language.combination import Combination, add, derive, divide_into, multiply
from pdedsl.language.mistaken import each, wrong
from pdedsl.language.scope import Scope

Evaluate: TypeAlias = Callable[[syntax.Node, Scope], Combination]

VECTOR_CALCULUS = ("laplacian", "div", "divergence")
VECTOR_OPERATORS = (*VECTOR_CALCULUS, "grad", "curl")
TIME = ("t", "time")  # names of the coordinate that is none of space
_SPACE = tuple("xyzrsq")  # names that a remedy may propose, for want of a better one


def laplacian(node: syntax.Call, scope: Scope, evaluate: Evaluate) -> Combination:
    """`laplacian(u)`: all second derivatives in space; `laplacian(u, x, y)` says in what."""
    inner = evaluate(node.arguments[0], scope)
    positions = _named(node, scope) if node.arguments[1:] else _space(node, scope)
    twice = [scope.space.unit(i) + scope.space.unit(i) for i in positions]
    return add([derive(inner, alpha, scope, node.span) for alpha in twice], node.span)


def divergence(node: syntax.Call, scope: Scope, evaluate: Evaluate) -> Combination:
    """`div(D*grad(u))`, or `divergence(E1, E2)` with a component for each coordinate of space."""
    positions = _space(node, scope)
    components: list[Combination] | None
    if len(node.arguments) > 1:
        components = each(lambda n: evaluate(n, scope), node.arguments)
    else:
        components = _vector(node.arguments[0], positions, scope, evaluate)
    if components is None and len(positions) == 1:
        components = [evaluate(node.arguments[0], scope)]
    if components is None or len(components) != len(positions):
        names = ", ".join(scope.coordinates[i].name for i in positions)
        remedy = f"write one for each of {names}, or grad( ) of something"
        raise wrong("a divergence takes as many components as space has", node.span, remedy)
    pairs = zip(components, positions, strict=True)
    terms = [derive(c, scope.space.unit(i), scope, node.span) for c, i in pairs]
    return add(terms, node.span)


def gradient(node: syntax.Call, scope: Scope, evaluate: Evaluate) -> list[Combination]:
    """The components of `grad(u)`, one for each coordinate of space."""
    if len(node.arguments) != 1:
        remedy = "write grad(u), a term for each coordinate of space"
        raise wrong("grad( ) takes one expression", node.span, remedy)
    components = _vector(node, _space(node, scope), scope, evaluate)
    assert components is not None, "the gradient of one expression is a vector"
    return components


def holds_vector_calculus(node: syntax.Node) -> bool:
    """Whether a product, or something with a sign, has a laplacian or divergence as a factor."""
    if isinstance(node, syntax.Negative):
        return holds_vector_calculus(node.operand)
    if isinstance(node, syntax.Product):
        return any(holds_vector_calculus(item) for _, item in node.items)
    return isinstance(node, syntax.Call) and node.name.name in VECTOR_CALCULUS


def _vector(
    node: syntax.Node, positions: tuple[int, ...], scope: Scope, evaluate: Evaluate
) -> list[Combination] | None:
    """The components of grad(h), or of a product with it; None for what is no vector."""
    if isinstance(node, syntax.Call) and node.name.name == "grad" and len(node.arguments) == 1:
        inner = evaluate(node.arguments[0], scope)
        return [derive(inner, scope.space.unit(i), scope, node.span) for i in positions]
    if isinstance(node, syntax.Negative):
        components = _vector(node.operand, positions, scope, evaluate)
        return None if components is None else [c.negative() for c in components]
    if not isinstance(node, syntax.Product):
        return None
    vectors = [
        None if operator == "/" else _vector(item, positions, scope, evaluate)
        for operator, item in node.items
    ]
    found = [vector for vector in vectors if vector is not None]
    if len(found) != 1:
        return None
    scalars = [item for item, v in zip(node.items, vectors, strict=True) if v is None]
    factors = [(evaluate(item, scope), item.span) for _, item in scalars]
    factors = [
        (divide_into(value, scope, span) if operator == "/" else value, span)
        for (operator, _), (value, span) in zip(scalars, factors, strict=True)
    ]
    return [multiply([*factors, (c, node.span)], scope, node.span) for c in found[0]]


def _space(node: syntax.Call, scope: Scope) -> tuple[int, ...]:
    """Positions of the coordinates of space: all but one that is called t or time."""
    found = tuple(i for i, x in enumerate(scope.coordinates) if x.name not in TIME)
    if not found:
        names = ", ".join(x.name for x in scope.coordinates)
        free = next((n for n in _SPACE if n not in scope.names), "POSITION")
        remedy = f"declare one, as in coordinates {names}, {free}; {names} is taken for time"
        raise wrong(f"{node.name.name}( ) needs a coordinate of space", node.span, remedy)
    return found


def _named(node: syntax.Call, scope: Scope) -> tuple[int, ...]:
    names = [x.name for x in scope.coordinates]
    found = []
    for argument in node.arguments[1:]:
        if not isinstance(argument, syntax.Name) or argument.name not in names:
            remedy = f"after the first comma stand coordinates: {', '.join(names)}"
            raise wrong("laplacian( ) takes one expression", argument.span, remedy)
        if names.index(argument.name) in found:
            remedy = "each second derivative is there once: take one of them out"
            raise wrong(f"{argument.name} is named twice", argument.span, remedy)
        found.append(names.index(argument.name))
    return tuple(found)
