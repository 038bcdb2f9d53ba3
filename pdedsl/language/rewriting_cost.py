"""How much work it is to carry out and rewrite derivatives, told from the nodes alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pdedsl.errors import Mistake, Span
from pdedsl.language import limits, syntax
from pdedsl.language.depth import work
from pdedsl.language.derivatives import from_bracket, from_call, from_name
from pdedsl.language.mistaken import Mistaken
from pdedsl.language.nodes import all_nodes, children
from pdedsl.language.scope import Scope

_PRICES = {
    "atan": 500,
    "asin": 220,
    "acos": 220,
    "log": 220,
    "erf": 220,
    "exp": 40,
} | dict.fromkeys(("sin", "cos", "tan", "sinh", "cosh", "tanh"), 50)
"""What finding the antiderivative of one of these costs more than that of a power."""

_FRACTION = 60
"""The same for a fraction, which may have to be taken apart."""

_VECTOR_ORDERS = {"laplacian": 2, "div": 1, "divergence": 1, "grad": 1, "curl": 1}


def refuse_costly(nodes: Iterable[syntax.Node], scope: Scope) -> None:
    """Raise Mistaken where the nodes up to one take more work than all together may."""
    spent = 0
    for node in nodes:
        spent += cost(node, scope)
        if spent > limits.REWRITING:
            raise Mistaken(too_costly(node.span))


def too_costly(span: Span) -> Mistake:
    """What is said of the place where it becomes too much."""
    message = "products of derivatives that take too long to rewrite"
    remedy = "write derivatives of products in their place, such as d_xx(u^3), or fewer"
    return Mistake(message, span, remedy)


def cost(node: syntax.Node, scope: Scope) -> int:
    """Zero where all derivatives stand as they are, as in x^2*d_x(u) but not in u*d_x(u)."""
    if isinstance(node, syntax.Sum | syntax.Negative):
        return sum(cost(child, scope) for child in children(node))
    if not _is_carried_out(node, scope):
        return 0
    apart = _summands(node)
    if len(apart) > 1:  # a derivative of a sum is the sum of derivatives
        return sum(cost(each, scope) for each in apart)
    order = sum(_order(inner, scope) for inner in all_nodes(node))
    nodes = list(all_nodes(node))
    return (1 + order) ** 3 * (work(node) + sum(map(_size, nodes))) + sum(map(_price, nodes))


def _summands(node: syntax.Node) -> list[syntax.Node]:
    """The derivatives of single summands that a derivative of a sum is, down through all of them.

    Only where all of it is derivatives of sums: factors around a sum are left as they are.
    """
    if isinstance(node, syntax.Sum | syntax.Negative):
        return [each for child in children(node) for each in _summands(child)]
    if isinstance(node, syntax.Bracket):
        return [replace(node, argument=a) for a in _summands(node.argument)]
    if isinstance(node, syntax.Call) and node.arguments and _is_linear(node.name.name):
        first, *coordinates = node.arguments
        return [replace(node, arguments=(a, *coordinates)) for a in _summands(first)]
    return [node]


def _is_linear(name: str) -> bool:
    """Whether a call of this name is linear in its first argument, if it is right at all."""
    return name.startswith("d_") or name in ("laplacian", "div")


def _size(node: syntax.Node) -> int:
    """One; for a power more by the square of its exponent, as it may be multiplied out."""
    if not isinstance(node, syntax.Power):
        return 1
    numbers = (n.text for n in all_nodes(node.exponent) if isinstance(n, syntax.Number))
    return 1 + sum(min(int(n[:9]), limits.EXPONENT) ** 2 for n in numbers if n.isdigit())


def _price(node: syntax.Node) -> int:
    if isinstance(node, syntax.Product):
        return _FRACTION * any(sign == "/" for sign, _ in node.items)
    return _PRICES.get(node.name.name, 0) if isinstance(node, syntax.Call) else 0


def _is_carried_out(node: syntax.Node, scope: Scope) -> bool:
    parts = children(node)
    bound = [child for child in parts if _holds(child, scope, derivative=True)]
    if not bound:
        return False
    others = [child for child in parts if child not in bound]
    if isinstance(node, syntax.Product):
        crowded = len(bound) > 1 or any(_holds(o, scope, derivative=False) for o in others)
        return crowded or _is_carried_out(bound[0], scope)
    if isinstance(node, syntax.Sum | syntax.Negative):
        return any(_is_carried_out(child, scope) for child in bound)
    return True


def _holds(node: syntax.Node, scope: Scope, *, derivative: bool) -> bool:
    """Whether a derivative, or else a field, is in a node."""
    if derivative:
        return any(_order(inner, scope) > 0 for inner in all_nodes(node))
    return any(isinstance(n, syntax.Name) and scope.is_function(n.name) for n in all_nodes(node))


def _order(node: syntax.Node, scope: Scope) -> int:
    """The order of the derivative that a node itself takes."""
    try:
        if isinstance(node, syntax.Bracket):
            return from_bracket(node, scope).order
        if isinstance(node, syntax.Call) and node.name.name.startswith("d_"):
            return from_call(node, scope).order
    except Mistaken:
        return 0  # what is wrong is told when it is evaluated
    if isinstance(node, syntax.Call):
        return _VECTOR_ORDERS.get(node.name.name, 0)
    if isinstance(node, syntax.Name):
        term = scope.terms.get(node.name)
        found = None if scope.find(node.name) is not None else from_name(node.name, scope)
        return term.alpha.order if term is not None else found[0].order if found else 0
    return 0
