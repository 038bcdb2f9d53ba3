"""Expressions of the search: small immutable trees."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
import sympy

from pdedsl.optimize.once import once
from pdedsl.optimize.operations import ARITHMETIC, FUNCTIONS, WITHIN, Array, function_of

Plan = tuple[Callable[..., Array] | None, "Plan | Array | None", "Plan | None", str | None]
"""How to compute an expression, see `Node.plan`."""

Bounds = tuple[float | None, float | None]
"""The least and the largest value, None for a free side."""

CHOSEN = "int"
"""Name of a number that was chosen from a range of whole numbers."""


@dataclass(frozen=True)
class Node:
    """One node of an expression.

    Attributes:
        op: "var", "const" (to be fitted), "num" (given), "+", "-", "*", "/", "^", "neg", the
            name of a function, or `WITHIN`.
        args: operands.
        name: of the variable, for "var"; `CHOSEN` for a "num" out of a range of whole numbers.
        value: of the number, for "const" and "num".
        bounds: of the constant, None for a free side; a "num" that has them is a constant held
            at one of them; those of `WITHIN` are of the coefficient of what is inside.
    """

    op: str
    args: tuple[Node, ...] = ()
    name: str = ""
    value: float = 0.0
    bounds: Bounds = (None, None)

    @once
    def size(self) -> int:
        """How many nodes there are."""
        return (self.op != WITHIN) + sum(a.size for a in self.args)

    @once
    def is_given(self) -> bool:
        """Whether nothing in it is to be fitted."""
        return not self.constants

    @once
    def constants(self) -> tuple[Node, ...]:
        """The constants to be fitted, left to right."""
        if self.op == "const":
            return (self,)
        found: tuple[Node, ...] = ()
        for argument in self.args:
            found += argument.constants
        return found

    @once
    def limits(self) -> tuple[Bounds, ...]:
        """Bounds of constants, and what else has bounds, left to right."""
        found: tuple[Bounds, ...] = ()
        if self.op == "const" or self.bounds != (None, None):
            found = (self.bounds,)
        for argument in self.args:
            found += argument.limits
        return found

    @once
    def key(self) -> str:
        """A text; where two have the same, so have their values."""
        if self.op == "var":
            return self.name
        if not self.args:
            return repr(self.value)
        if self.op == WITHIN:
            return self.args[0].key
        return f"({self.op} {' '.join([a.key for a in self.args])})"

    @once
    def plan(self) -> Plan:
        """All that whoever computes it has to know.

        The function, the plans of its operands, and the key if no constant is in it. Of a
        variable, which has no function, the last is its name; a number has only itself in place
        of an operand.
        """
        if self.op == "var":
            return None, None, None, self.name
        if not self.args:
            number = np.array(self.value, dtype=np.float64)
            number.flags.writeable = False
            return None, number, None, None
        second = self.args[1].plan if len(self.args) == 2 else None
        return function_of(self.op), self.args[0].plan, second, self.key if self.is_given else None

    @once
    def variables(self) -> frozenset[str]:
        """Names of the variables that occur."""
        if self.op == "var":
            return frozenset((self.name,))
        return frozenset().union(*(a.variables for a in self.args))

    @once
    def structure(self) -> str:
        """A text that is equal for expressions equal up to their constants and to operand order."""
        if self.op == "var":
            return self.name
        if self.op == "const":
            return "c" if self.bounds == (None, None) else f"c{self.bounds}"
        if self.op == "num":
            return repr(self.value)
        parts = [a.structure for a in self.args]
        if self.op in "+*":
            parts = sorted(_flattened(self, self.op))
        bounds = f" {self.bounds}" if self.op == WITHIN else ""
        return f"({self.op}{bounds} {' '.join(parts)})"

    @once
    def functions(self) -> int:
        """How many functions there are."""
        return (self.op in FUNCTIONS) + sum(a.functions for a in self.args)

    @once
    def nesting(self) -> int:
        """How many functions stand inside another function, each counted with its depth."""
        inner = sum(a.nesting for a in self.args)
        return inner + (sum(a.functions for a in self.args) if self.op in FUNCTIONS else 0)

    def __hash__(self) -> int:
        return self._hash

    @once
    def _hash(self) -> int:
        return hash((self.op, self.args, self.name, self.value, self.bounds))

    def __reduce__(self) -> tuple[object, ...]:
        """For another process, where texts have other hashes."""
        return Node, (self.op, self.args, self.name, self.value, self.bounds)


@cache
def variable(name: str) -> Node:
    """A coordinate or a field."""
    return Node("var", name=name)


def number(value: float) -> Node:
    """A number that is not fitted."""
    return Node("num", value=float(value))


def chosen(value: float) -> Node:
    """A whole number out of a range of them."""
    return Node("num", name=CHOSEN, value=float(value))


def is_chosen(node: Node) -> bool:
    """Whether a node is a number out of a range of whole numbers."""
    return node.op == "num" and node.name == CHOSEN


UNIT = number(1.0)


def constant(value: float, bounds: tuple[float | None, float | None] = (None, None)) -> Node:
    """A number that is fitted, starting from a value."""
    return Node("const", value=float(value), bounds=bounds)


def held(node: Node) -> Iterator[Node]:
    """The constants that are held at one of their bounds, left to right."""
    if node.op == "num" and node.bounds != (None, None):
        yield node
    for argument in node.args:
        yield from held(argument)


def hold(node: Node) -> Node:
    """The same expression, constants that are at one of their bounds no longer to be fitted."""
    if node.op == "const" and node.value in node.bounds:
        return replace(node, op="num")
    return replace(node, args=tuple(hold(a) for a in node.args)) if node.args else node


def given(node: Node, place: int, value: float) -> Node:
    """The same expression, the constant at a place, left to right, given and not to be fitted."""
    return _given(node, place, value)[0]


def _given(node: Node, place: int, value: float) -> tuple[Node, int]:
    """The expression, and the place counted from after it."""
    if node.op == "const":
        return (number(value) if place == 0 else node), place - 1
    args = []
    for argument in node.args:
        found, place = _given(argument, place, value)
        args.append(found)
    return replace(node, args=tuple(args)), place


def with_constants(node: Node, values: Iterable[float]) -> Node:
    """The same expression with its constants, left to right, set to new values."""
    return _replace(node, iter(values))


def _replace(node: Node, values: Iterator[float]) -> Node:
    if node.op == "const":
        return Node("const", value=float(next(values)), bounds=node.bounds)
    if not node.args:
        return node
    return Node(node.op, tuple(_replace(a, values) for a in node.args), bounds=node.bounds)


def _flattened(node: Node, op: str) -> Iterator[str]:
    for argument in node.args:
        if argument.op == op:
            yield from _flattened(argument, op)
        else:
            yield argument.structure


def to_sympy(node: Node, symbols: Mapping[str, sympy.Symbol]) -> sympy.Expr:
    """The expression in SymPy, constants as floats."""
    if node.op == "var":
        return symbols[node.name]
    if not node.args:
        whole = node.op == "num" and float(node.value).is_integer()
        return sympy.Integer(int(node.value)) if whole else sympy.Float(node.value)
    args = [to_sympy(a, symbols) for a in node.args]
    if node.op in ARITHMETIC:
        return ARITHMETIC[node.op](*args)
    return args[0] if node.op == WITHIN else FUNCTIONS[node.op].symbolic(args[0])
