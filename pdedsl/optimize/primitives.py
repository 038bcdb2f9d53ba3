"""A grammar as DEAP primitives: each nonterminal a type, each alternative a typed primitive.

Crossover and mutation exchange nodes of equal type only, so no offspring leaves the grammar.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from deap import gp

from pdedsl.language import (
    Apply,
    Constant,
    Grammar,
    Integer,
    Number,
    Reference,
    Template,
    Variable,
)
from pdedsl.optimize.expression import Node, chosen, constant, number, variable

Choice = Callable[[Sequence[Any]], Any]
"""Picks one of several, at random."""


class Whole(Number):
    """A number of a range of whole numbers, once it is chosen."""


class Production(gp.Primitive):
    """One alternative of a rule; its operands are the nonterminals and integers in it.

    Types are small integers, so that nothing depends on how Python hashes text.
    """

    __slots__ = ("depth", "template")

    def __init__(
        self, name: str, template: Template, types: Sequence[int], ret: int, depth: float
    ) -> None:
        super().__init__(name, list(types), ret)
        self.template = template
        self.depth = depth


@dataclass(frozen=True, eq=False)
class Primitives:
    """The productions of a grammar.

    Attributes:
        by_type: productions that yield each type; type 0 is the start.
    """

    by_type: tuple[tuple[Production, ...], ...]

    def generate(self, choice: Choice, depth: int, kind: int = 0) -> list[Production]:
        """A random derivation in prefix order, no higher than `depth` where the grammar allows."""
        choices = [p for p in self.by_type[kind] if p.depth <= depth]
        if not choices:
            least = min(p.depth for p in self.by_type[kind])
            choices = [p for p in self.by_type[kind] if p.depth == least]
        chosen = choice(choices)
        nodes = [chosen]
        for argument in chosen.args:
            nodes += self.generate(choice, depth - 1, argument)
        return nodes

    def joins(self) -> tuple[Production, ...]:
        """Productions that make one expression of two, both of the start's type."""
        return tuple(p for p in self.by_type[0] if p.args == [0, 0])


def primitives(grammar: Grammar) -> Primitives:
    """Turn every rule and every integer range of a grammar into a type."""
    kinds: dict[str | tuple[int, int], int] = {r.name: i for i, r in enumerate(grammar.rules)}
    rows: list[list[tuple[str, Template, list[int]]]] = []
    for rule in grammar.rules:
        row = []
        for position, template in enumerate(rule.alternatives):
            types = [kinds.setdefault(_key(slot), len(kinds)) for slot in _slots(template)]
            row.append((f"{rule.name}.{position}", template, types))
        rows.append(row)
    for lower, upper in (key for key in kinds if not isinstance(key, str)):
        rows.append([(f"int.{n}", Whole(float(n)), []) for n in range(lower, upper + 1)])
    depths = _least_depths([[types for _, _, types in row] for row in rows])
    return Primitives(
        tuple(
            tuple(
                Production(
                    name, template, types, kind, 1 + max((depths[k] for k in types), default=0)
                )
                for name, template, types in row
            )
            for kind, row in enumerate(rows)
        )
    )


def _least_depths(operands: Sequence[Sequence[Sequence[int]]]) -> list[float]:
    """The least height of a derivation of each type, a whole number counted; inf for one without.

    Args:
        operands: the types of the operands of each production of each type.
    """
    depths = [math.inf] * len(operands)
    while True:
        found = [
            min((1 + max((depths[k] for k in types), default=0) for types in row), default=math.inf)
            for row in operands
        ]
        if found == depths:
            return depths
        depths = found


def _key(slot: Reference | Integer) -> str | tuple[int, int]:
    return slot.name if isinstance(slot, Reference) else (slot.lower, slot.upper)


def _slots(template: Template):
    """The operands of a production: nonterminals and integers, left to right."""
    if isinstance(template, (Reference, Integer)):
        yield template
    elif isinstance(template, Apply):
        for argument in template.arguments:
            yield from _slots(argument)


def to_expression(nodes: Sequence[Production]) -> Node:
    """The expression that a derivation in prefix order stands for."""
    expression, end = _expression(nodes, 0)
    assert end == len(nodes)
    return expression


def _expression(nodes: Sequence[Production], at: int) -> tuple[Node, int]:
    production = nodes[at]
    operands, at = [], at + 1
    for _ in production.args:
        operand, at = _expression(nodes, at)
        operands.append(operand)
    return filled(production.template, operands), at


def filled(
    template: Template,
    operands: Iterable[Node],
    apply: Callable[[str, tuple[Node, ...]], Node] = Node,
) -> Node:
    """A production with operands in its slots, operations made by `apply`."""
    return _filled(template, iter(operands), apply)


def _filled(
    template: Template, operands: Iterator[Node], apply: Callable[[str, tuple[Node, ...]], Node]
) -> Node:
    match template:
        case Reference() | Integer():
            return next(operands)
        case Variable(name):
            return variable(name)
        case Constant(lower, upper):
            middle = 1.0 if lower is None or upper is None else (lower + upper) / 2
            return constant(middle, (lower, upper))
        case Whole(value):
            return chosen(value)
        case Number(value):
            return number(value)
        case Apply(operator, arguments):
            return apply(operator, tuple(_filled(a, operands, apply) for a in arguments))
    raise TypeError(template)
