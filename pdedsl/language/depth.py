"""How deeply nodes are nested, and how much work it is to evaluate them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pdedsl.errors import Span
from pdedsl.language import syntax


def depth(node: object) -> int:
    """The number of nodes on the longest way down, found without recursion."""
    deepest, level = 0, list(_nodes((node,)))
    while level:
        deepest += 1
        level = [child for parent in level for child in _nodes(vars(parent).values())]
    return deepest


def work(*nodes: object) -> int:
    """A measure of the time that SymPy takes for some nodes.

    Each function, power and division asks for the signs of all those inside of it, so it counts
    with the square of how many are nested in it, itself included; three times if SymPy may take
    the real parts of those.
    """
    return _work(nodes)[1]


def _work(values: Iterable[object]) -> tuple[int, int]:
    """The height of the nested functions, and their work."""
    height, total = 0, 0
    for node in _nodes(values):
        inner, spent = _work(vars(node).values())
        if _is_costly(node):
            inner += 1
            spent += inner**2 * (3 if inner > 1 and _takes_real_parts(node) else 1)
        height, total = max(height, inner), total + spent
    return height, total


def _is_costly(node: object) -> bool:
    if isinstance(node, syntax.Product):
        return any(operator == "/" for operator, _ in node.items)
    return isinstance(node, syntax.Call | syntax.Power)


def _takes_real_parts(node: object) -> bool:
    if isinstance(node, syntax.Call):
        return node.name.name in ("sinh", "cosh", "tanh", "sqrt")
    if isinstance(node, syntax.Power):
        exponent = node.exponent
        return not (isinstance(exponent, syntax.Number) and exponent.text.isdigit())
    return False


def _nodes(values: Iterable[object]) -> Iterator[object]:
    """The nodes among some values, lists of them included."""
    for value in values:
        if isinstance(value, tuple):
            yield from _nodes(value)
        elif value is not None and not isinstance(value, str | bool | Span):
            yield value
