"""Expressions with protected operations: what equals what, and their values on the data.

Division by less than 0.001 gives 1, the logarithm is that of the absolute value and 0 below
0.001, and exp is 0 where its argument is 100 or more, of either sign, as in gplearn and its
guide. Functions that are not protected give NaN or infinity outside their domain.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from zlib import crc32

import numpy as np

from pdedsl.language import Apply, Reference
from pdedsl.optimize.expression import Node, number
from pdedsl.optimize.operations import ARITHMETIC, FUNCTIONS
from pdedsl.optimize.paper.programs import Program
from pdedsl.optimize.primitives import filled

SMALL = 1e-3
"""Below this a number is no denominator and has no logarithm."""

LARGE = 100.0
"""From this on a number has no exponential."""

BUDGET = 2**28
"""Bytes of values that are kept."""


class Piece:
    """A subexpression.

    Attributes:
        key: a 64-bit hash, equal for expressions that are equal with their numbers, up to the
            order of summands and factors. Of a million different ones the chance that any two
            share a key is below one in a million.
        op: as in `Node`.
        args: operands.
        leaf: the node of a variable or number, else None.
        size: how many nodes there are.
    """

    __slots__ = ("args", "key", "leaf", "op", "size")

    def __init__(self, op: str, args: Sequence[Piece], leaf: Node | None = None) -> None:
        self.op, self.args, self.leaf = op, args, leaf
        self.size = 1 + sum(a.size for a in args)
        if leaf is not None:
            self.key = hash((crc32(leaf.name.encode()), leaf.value))
            return
        keys = [a.key for a in args]
        if op in "+*":
            keys.sort()
        self.key = hash((crc32(op.encode()), *keys))


def piece_of(program: Program) -> Piece:
    """The expression that a program stands for."""
    piece, end = _piece(program, 0)
    assert end == len(program)
    return piece


def leaf(node: Node) -> Piece:
    """A variable or a number."""
    return Piece(node.op, (), node)


def _piece(program: Program, at: int) -> tuple[Piece, int]:
    production = program[at]
    operands, at = [], at + 1
    for _ in production.args:
        operand, at = _piece(program, at)
        operands.append(operand)
    template = production.template
    if isinstance(template, Apply) and all(isinstance(a, Reference) for a in template.arguments):
        return Piece(template.operator, operands), at
    return _as_piece(filled(production.template, operands, _applied)), at  # type: ignore[arg-type]


def _applied(op: str, args: tuple[object, ...]) -> Piece:
    return Piece(op, [_as_piece(a) for a in args])


def _as_piece(item: object) -> Piece:
    if isinstance(item, Piece):
        return item
    assert isinstance(item, Node)
    return leaf(item)


class Values:
    """Values of expressions on one set of arrays; those of common subexpressions are kept."""

    def __init__(self, inputs: Mapping[str, np.ndarray]) -> None:
        self.inputs = inputs
        self._kept: dict[int, np.ndarray] = {}
        self._bytes = 0

    def of(self, piece: Piece) -> np.ndarray:
        """The values, on the shape of what the expression depends on.

        Protection computes what it throws away: NumPy's warnings are for the caller to silence.
        """
        if piece.leaf is not None:
            node = piece.leaf
            return self.inputs[node.name] if node.op == "var" else np.float64(node.value)
        found = self._kept.get(piece.key)
        if found is None:
            found = _protected(piece.op, [self.of(a) for a in piece.args])
            self._keep(piece.key, found)
        return found

    def _keep(self, key: int, values: np.ndarray) -> None:
        if self._bytes > BUDGET:
            self._kept.clear()
            self._bytes = 0
        self._kept[key] = values
        self._bytes += values.nbytes + 100


def _protected(op: str, args: list[np.ndarray]) -> np.ndarray:
    if op == "/":
        return np.where(np.abs(args[1]) > SMALL, args[0] / args[1], 1.0)
    if op == "log":
        size = np.abs(args[0])
        return np.where(size > SMALL, np.log(size), 0.0)
    if op == "exp":
        return np.where(np.abs(args[0]) < LARGE, np.exp(args[0]), 0.0)
    return ARITHMETIC[op](*args) if op in ARITHMETIC else FUNCTIONS[op].function(args[0])


def readable(piece: Piece, values: Sequence[Values]) -> Node:
    """The expression without protection, as far as that is possible.

    What protection turned into a number everywhere on the data is that number, and a logarithm
    of what is not positive everywhere is that of its absolute value. Where protection acts on
    part of the data only, it cannot be written and is left out.

    Args:
        piece: the expression.
        values: on all data.
    """
    with np.errstate(all="ignore"):
        return _readable(piece, values)


def _readable(piece: Piece, values: Sequence[Values]) -> Node:
    if piece.leaf is not None:
        return piece.leaf
    last = [v.of(piece.args[-1]) for v in values]
    if piece.op == "/" and all(np.all(np.abs(x) <= SMALL) for x in last):
        return number(1.0)
    if piece.op == "log" and all(np.all(np.abs(x) <= SMALL) for x in last):
        return number(0.0)
    if piece.op == "exp" and all(np.all(np.abs(x) >= LARGE) for x in last):
        return number(0.0)
    args = tuple(_readable(a, values) for a in piece.args)
    if piece.op == "log" and not all(np.all(x > 0) for x in last):
        args = (Node("abs", args),)
    return Node(piece.op, args)
