"""Going through the nodes of an expression."""

from __future__ import annotations

from collections.abc import Iterator

from pdedsl.language import syntax


def all_nodes(node: syntax.Node) -> Iterator[syntax.Node]:
    """A node and all those inside of it, in the order of the text."""
    yield node
    for child in children(node):
        yield from all_nodes(child)


def children(node: syntax.Node) -> tuple[syntax.Node, ...]:
    """The expressions that a node is made of."""
    match node:
        case syntax.Negative(operand, _):
            return (operand,)
        case syntax.Sum(items, _) | syntax.Product(items, _):
            return tuple(item for _, item in items)
        case syntax.Power(base, exponent, _):
            return (base, exponent)
        case syntax.Call(_, arguments, _):
            return arguments
        case syntax.Bracket(_, _, argument, _):
            return (argument,)
        case _:
            return ()
