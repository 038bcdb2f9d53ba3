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

_PRICES = (
    {
        "atan": 500,
        "asin": 220,
        "acos": 220,
        "log": 220,
        "erf": 220,
        "exp": 40,
    }
    | dict.fromkeys(("sin", "cos", "tan", "tanh"), 50)
    | dict.fromkeys(("sinh", "cosh"), 110)
)
"""What finding the antiderivative of one of these costs more than that of a power."""

_FRACTION = 60
"""The same for a fraction, and for its being taken apart by the square of a degree."""

_DEGREE, _HIGHEST = 25, 8

_POWER = 15
"""The same for a power of a field, by its exponent: of u^3 exp(u) there are four summands."""

_VECTOR_ORDERS = {"laplacian": 2, "div": 1, "divergence": 1, "grad": 1, "curl": 1}


def refuse_costly(nodes: Iterable[syntax.Node], scope: Scope) -> None:
    """Raise Mistaken where the nodes up to one take more work than all together may."""
    spent = 0
    for node in nodes:
        more = cost(node, scope)
        if spent + more > limits.REWRITING:
            raise Mistaken(too_costly(node.span, more))
        spent += more


def too_costly(span: Span, more: int) -> Mistake:
    """What is said of the place where it becomes too much.

    Args:
        span: the place.
        more: what it costs alone.
    """
    instead = "write derivatives of products in place of products of derivatives, such as d_xx(u^3)"
    if more > limits.REWRITING:
        return Mistake("this takes too long to rewrite", span, instead)
    message = "with what stands before it, this takes too long to rewrite"
    return Mistake(message, span, f"write fewer such terms; or {instead}")


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
    return (1 + order) ** 3 * (work(node) + sum(_size(n, scope) for n in nodes)) + sum(
        map(_price, nodes)
    )


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


def _size(node: syntax.Node, scope: Scope) -> int:
    """One; for a power of a sum more by the square of its exponent, as it is multiplied out."""
    if not isinstance(node, syntax.Power) or not _may_be_sum(node.base, scope):
        return 1
    return 1 + _whole(node.exponent) ** 2


def _may_be_sum(node: syntax.Node, scope: Scope) -> bool:
    """Whether a power of it may have more than one summand when multiplied out."""
    if isinstance(node, syntax.Name):
        return node.name in scope.terms or (
            scope.find(node.name) is None and _order(node, scope) > 1
        )
    return any(
        isinstance(n, syntax.Sum | syntax.Bracket | syntax.Call) or _order(n, scope) > 0
        for n in all_nodes(node)
    )


def _whole(exponent: syntax.Node) -> int:
    """How often a base is multiplied by itself, at most."""
    digits = [n.text[:9] for n in all_nodes(exponent) if isinstance(n, syntax.Number)]
    below = isinstance(exponent, syntax.Product) and any(s == "/" for s, _ in exponent.items)
    held = digits[:1] if below else digits
    return max((min(int(d), limits.EXPONENT) for d in held if d.isdigit()), default=1)


def _price(node: syntax.Node) -> int:
    if isinstance(node, syntax.Product):
        below = [item for sign, item in node.items if sign == "/"]
        degree = sum(_degree(item) for item in below)
        return bool(below) * _FRACTION + _DEGREE * min(degree, _HIGHEST) ** 2
    if isinstance(node, syntax.Power) and isinstance(node.base, syntax.Name):
        return _POWER * min(_whole(node.exponent), _HIGHEST)
    return _PRICES.get(node.name.name, 0) if isinstance(node, syntax.Call) else 0


def _degree(node: syntax.Node) -> int:
    """Of what is below a line as a polynomial, about; zero where it is a single product."""
    if not any(isinstance(n, syntax.Sum) for n in all_nodes(node)):
        return 0
    return _degree_of(node)


def _degree_of(node: syntax.Node) -> int:
    if isinstance(node, syntax.Number):
        return 0
    inner = [_degree_of(child) for child in children(node)]
    if isinstance(node, syntax.Product):
        return sum(inner)
    if isinstance(node, syntax.Power):
        return _degree_of(node.base) * _whole(node.exponent)
    return max(inner, default=1)


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
