"""Expressions of the search: small immutable trees, evaluated on arrays with exact derivatives.

No SymPy and no code generation: a candidate is walked once, its arrays keep the shape of what
they depend on (a function of one coordinate costs one axis), and derivatives by its constants
and by the fields come along by the chain rule.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import sympy
from scipy.special import erf

from pdedsl.optimize.known import Known
from pdedsl.optimize.trigonometry import cosine, sine

Array = np.ndarray


WITHIN = "within"
"""What stands around a term of g whose coefficient has bounds. Its value is that of the term."""

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
    bounds: tuple[float | None, float | None] = (None, None)

    @cached_property
    def size(self) -> int:
        """How many nodes there are."""
        return (self.op != WITHIN) + sum(a.size for a in self.args)

    @cached_property
    def is_given(self) -> bool:
        """Whether nothing in it is to be fitted."""
        return self.op != "const" and all(a.is_given for a in self.args)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.op, self.args, self.name, self.value, self.bounds))

    def __reduce__(self) -> tuple[object, ...]:
        """For another process, where texts have other hashes."""
        return Node, (self.op, self.args, self.name, self.value, self.bounds)


@dataclass(frozen=True)
class Rule:
    """A function, its derivative given argument and value, and its SymPy name."""

    function: Callable[[Array], Array]
    slope: Callable[[Array, Array], Array]
    symbolic: Callable[[sympy.Expr], sympy.Expr]


FUNCTIONS: Mapping[str, Rule] = {
    "sin": Rule(sine, lambda x, y: cosine(x), sympy.sin),
    "cos": Rule(cosine, lambda x, y: -sine(x), sympy.cos),
    "tan": Rule(np.tan, lambda x, y: 1 + y * y, sympy.tan),
    "asin": Rule(np.arcsin, lambda x, y: 1 / np.sqrt(1 - x * x), sympy.asin),
    "acos": Rule(np.arccos, lambda x, y: -1 / np.sqrt(1 - x * x), sympy.acos),
    "atan": Rule(np.arctan, lambda x, y: 1 / (1 + x * x), sympy.atan),
    "sinh": Rule(np.sinh, lambda x, y: np.cosh(x), sympy.sinh),
    "cosh": Rule(np.cosh, lambda x, y: np.sinh(x), sympy.cosh),
    "tanh": Rule(np.tanh, lambda x, y: 1 - y * y, sympy.tanh),
    "exp": Rule(np.exp, lambda x, y: y, sympy.exp),
    "log": Rule(np.log, lambda x, y: 1 / x, sympy.log),
    "sqrt": Rule(np.sqrt, lambda x, y: 0.5 / y, sympy.sqrt),
    "abs": Rule(np.abs, lambda x, y: np.sign(x), sympy.Abs),
    "erf": Rule(erf, lambda x, y: 2 / np.sqrt(np.pi) * np.exp(-x * x), sympy.erf),
}


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


def constants(node: Node) -> Iterator[Node]:
    """The constants to be fitted, left to right."""
    if node.op == "const":
        yield node
    for argument in node.args:
        yield from constants(argument)


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


def variables(node: Node) -> frozenset[str]:
    """Names of the variables that occur."""
    if node.op == "var":
        return frozenset((node.name,))
    return frozenset().union(*(variables(a) for a in node.args))


def with_constants(node: Node, values: Sequence[float]) -> Node:
    """The same expression with its constants, left to right, set to new values."""
    return _replace(node, iter(values))


def _replace(node: Node, values: Iterator[float]) -> Node:
    if node.op == "const":
        return Node("const", value=float(next(values)), bounds=node.bounds)
    if not node.args:
        return node
    return Node(node.op, tuple(_replace(a, values) for a in node.args), bounds=node.bounds)


def structure(node: Node) -> str:
    """A text that is equal for expressions equal up to their constants and to operand order."""
    if node.op == "var":
        return node.name
    if node.op == "const":
        return "c" if node.bounds == (None, None) else f"c{node.bounds}"
    if node.op == "num":
        return repr(node.value)
    parts = [structure(a) for a in node.args]
    if node.op in "+*":
        parts = sorted(_flattened(node, node.op))
    bounds = f" {node.bounds}" if node.op == WITHIN else ""
    return f"({node.op}{bounds} {' '.join(parts)})"


def _flattened(node: Node, op: str) -> Iterator[str]:
    for argument in node.args:
        if argument.op == op:
            yield from _flattened(argument, op)
        else:
            yield structure(argument)


def evaluate(
    node: Node,
    inputs: Mapping[str, Array],
    theta: Sequence[Array] | None = None,
    known: Known | None = None,
) -> Array:
    """Values on arrays that broadcast together. Overflow and bad arguments give inf or NaN.

    Args:
        node: the expression.
        inputs: an array for every variable.
        theta: what to put for the constants, left to right; None for their own values.
        known: remembers the values of parts without constants, on these inputs.
    """
    return _evaluate(node, inputs, None if theta is None else iter(theta), known)


def _evaluate(
    node: Node,
    inputs: Mapping[str, Array],
    theta: Iterator[Array] | None,
    known: Known | None,
) -> Array:
    if node.op == "var":
        return inputs[node.name]
    if node.op == "const" and theta is not None:
        return next(theta)
    if not node.args:
        return np.float64(node.value)
    if known is None or not node.is_given:
        return _apply(node.op, [_evaluate(a, inputs, theta, known) for a in node.args])
    values = known.get(node)
    if values is None:
        values = _apply(node.op, [_evaluate(a, inputs, theta, known) for a in node.args])
        known.put(node, values)
    return values


ARITHMETIC: Mapping[str, Callable[..., Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "^": operator.pow,
    "neg": operator.neg,
}


def _apply(op: str, args: list[Array]) -> Array:
    if op in ARITHMETIC:
        return ARITHMETIC[op](*args)
    return args[0] if op == WITHIN else FUNCTIONS[op].function(args[0])


def with_slopes(
    node: Node,
    inputs: Mapping[str, Array],
    by: Sequence[str] = (),
    theta: Sequence[Array] | None = None,
    known: Known | None = None,
) -> tuple[Array, list[Array | None]]:
    """Values, and derivatives by every constant left to right and then by the named variables.

    A derivative that vanishes everywhere is None. `theta` and `known` are as in `evaluate`.
    """
    own = [np.float64(c.value) for c in constants(node)]
    slots = {name: len(own) + i for i, name in enumerate(by)}
    walker = _Forward(inputs, slots, own if theta is None else theta, len(own) + len(by), known)
    value, slopes = walker.visit(node)
    return value, slopes


class _Forward:
    """Forward-mode differentiation of one expression."""

    def __init__(
        self,
        inputs: Mapping[str, Array],
        slots: Mapping[str, int],
        theta: Sequence[Array],
        size: int,
        known: Known | None,
    ) -> None:
        self.inputs, self.slots, self.theta, self.size = inputs, slots, theta, size
        self.known = known
        self.next = 0

    def visit(self, node: Node) -> tuple[Array, list[Array | None]]:
        if node.op in ("var", "const", "num"):
            return self._leaf(node)
        if node.is_given and not self.slots:
            return _evaluate(node, self.inputs, None, self.known), [None] * self.size
        done = [self.visit(a) for a in node.args]
        values = [v for v, _ in done]
        result = _apply(node.op, values)
        factors = _partials(node.op, values, result)
        return result, self._chain(factors, [s for _, s in done])

    def _leaf(self, node: Node) -> tuple[Array, list[Array | None]]:
        slopes: list[Array | None] = [None] * self.size
        if node.op == "var":
            if node.name in self.slots:
                slopes[self.slots[node.name]] = np.float64(1.0)
            return self.inputs[node.name], slopes
        if node.op == "const":
            slopes[self.next] = np.float64(1.0)
            self.next += 1
            return self.theta[self.next - 1], slopes
        return np.float64(node.value), slopes

    def _chain(
        self, factors: list[Callable[[], Array]], slopes: list[list[Array | None]]
    ) -> list[Array | None]:
        total: list[Array | None] = [None] * self.size
        for factor, inner in zip(factors, slopes, strict=True):
            if all(s is None for s in inner):
                continue
            f = factor()
            for k, s in enumerate(inner):
                if s is not None:
                    step = f * s
                    old = total[k]
                    total[k] = step if old is None else old + step
        return total


def _partials(op: str, args: list[Array], result: Array) -> list[Callable[[], Array]]:
    """The derivative of an operation by each operand, computed only when asked for."""
    one = np.float64(1.0)
    x, y = args[0], args[-1]
    table: dict[str, list[Callable[[], Array]]] = {
        "+": [lambda: one, lambda: one],
        "-": [lambda: one, lambda: -one],
        "*": [lambda: y, lambda: x],
        "/": [lambda: 1 / y, lambda: -result / y],
        "^": [lambda: y * x ** (y - 1), lambda: result * np.log(x)],
        "neg": [lambda: -one],
        WITHIN: [lambda: one],
    }
    return table.get(op) or [lambda: FUNCTIONS[op].slope(x, result)]


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
