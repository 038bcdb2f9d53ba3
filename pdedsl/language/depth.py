"""How deeply a node is nested, found without recursion so that no text can be too deep for it."""

from __future__ import annotations

from pdedsl.language import syntax


def children(node: object) -> tuple[object, ...]:
    """The nodes directly inside a node of an expression, or of a piece that holds expressions."""
    match node:
        case syntax.Negative(operand):
            return (operand,)
        case syntax.Sum(items) | syntax.Product(items):
            return tuple(item for _, item in items)
        case syntax.Power(base, exponent):
            return (base, exponent)
        case syntax.Call(_, arguments):
            return arguments
        case syntax.Bracket(_, _, argument):
            return (argument,)
        case syntax.RealRange(_, interval):
            return (interval.lower, interval.upper)
        case syntax.Interval(lower, upper):
            return (lower, upper)
        case syntax.Coordinate(_, interval, _):
            return () if interval is None else (interval,)
        case syntax.Field(_, definition, _):
            return () if definition is None else (definition,)
        case syntax.Equation(left, right):
            return (left, right)
        case syntax.Constant(_, value):
            return (value,)
        case syntax.Term(_, expression):
            return (expression,)
        case syntax.Rule(_, alternatives):
            return alternatives
        case tuple():
            return node
    return ()


def depth(node: object) -> int:
    """The number of nodes on the longest way down."""
    deepest, level = 0, [node]
    while level:
        deepest += 1
        level = [child for parent in level for child in children(parent)]
    return deepest
