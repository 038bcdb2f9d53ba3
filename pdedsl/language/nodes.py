"""Going through the nodes of an expression."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from pdedsl.language import syntax


def all_nodes(node: syntax.Node) -> Iterator[syntax.Node]:
    """A node and all those inside of it, in the order of the text."""
    yield node
    for child in children(node):
        yield from all_nodes(child)


def rebuilt(node: syntax.Node, change: Callable[[syntax.Node], syntax.Node]) -> syntax.Node:
    """The expression with every node changed, those inside of a node before the node itself."""
    match node:
        case syntax.Negative(operand, _):
            node = replace(node, operand=rebuilt(operand, change))
        case syntax.Sum(items, _) | syntax.Product(items, _):
            node = replace(node, items=tuple((sign, rebuilt(n, change)) for sign, n in items))
        case syntax.Power(base, exponent, _):
            base, exponent = rebuilt(base, change), rebuilt(exponent, change)
            node = replace(node, base=base, exponent=exponent)
        case syntax.Call(_, arguments, _):
            node = replace(node, arguments=tuple(rebuilt(n, change) for n in arguments))
        case syntax.Bracket(_, _, argument, _):
            node = replace(node, argument=rebuilt(argument, change))
    return change(node)


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
