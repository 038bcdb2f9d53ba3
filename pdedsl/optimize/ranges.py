"""Factors of g whose range is given: constants between bounds, and chosen whole numbers."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isnan

from pdedsl.optimize.expression import UNIT, Node, is_chosen
from pdedsl.optimize.operations import WITHIN

Bounds = tuple[float | None, float | None]


@dataclass(frozen=True)
class Interval:
    """The numbers from low to high, either of which may be infinite.

    >>> Interval(1.0, 2.0) * Interval(-3.0, inf)
    Interval(low=-6.0, high=inf)
    """

    low: float
    high: float

    def __add__(self, other: Interval) -> Interval:
        return Interval(self.low + other.low, self.high + other.high)

    def __neg__(self) -> Interval:
        return Interval(-self.high, -self.low)

    def __mul__(self, other: Interval) -> Interval:
        ends = [_product(a, b) for a in (self.low, self.high) for b in (other.low, other.high)]
        return Interval(min(ends), max(ends))

    def inverse(self) -> Interval | None:
        """1 over them; None where that is in two pieces, or nothing."""
        if self.low < 0 < self.high or self.low == self.high == 0:
            return None
        return Interval(_inverse(self.high, -inf), _inverse(self.low, inf))


def _product(a: float, b: float) -> float:
    product = a * b
    return 0.0 if isnan(product) else product


def _inverse(end: float, at_zero: float) -> float:
    return at_zero if end == 0 else 1 / end


@dataclass(frozen=True)
class Ranged:
    """A term with its factors of given range taken off."""

    interval: Interval
    rest: Node


def ranged_terms(node: Node) -> tuple[Ranged, ...] | None:
    """An expression as terms that have a factor of given range each; None if some have not.

    u (a + b t), where a and b have bounds, is two of them, of u and of u t.

    Args:
        node: without factors that take any value.
    """
    found = ranged(node)
    if found is not None:
        return (found,)
    if node.op in ("+", "-", "neg"):
        return _ranged_sum(node)
    return _ranged_product(node) if node.op in ("*", "/") else None


def _ranged_sum(node: Node) -> tuple[Ranged, ...] | None:
    terms: list[Ranged] = []
    for place, argument in enumerate(node.args):
        found = ranged_terms(argument)
        if found is None:
            return None
        is_negative = node.op != "+" and place == len(node.args) - 1
        terms += [Ranged(-r.interval, r.rest) for r in found] if is_negative else found
    return tuple(terms)


def _ranged_product(node: Node) -> tuple[Ranged, ...] | None:
    left, right = node.args
    found = ranged_terms(left)
    if found is not None:
        return tuple(Ranged(r.interval, joined(node.op, r.rest, right)) for r in found)
    found = ranged_terms(right) if node.op == "*" else None
    if found is not None:
        return tuple(Ranged(r.interval, joined("*", left, r.rest)) for r in found)
    return None


def ranged(node: Node) -> Ranged | None:
    """A product with its factors of given range taken off, None if it has none."""
    own = _range(node)
    if own is not None and _is_ranged(node):
        return Ranged(own, UNIT)
    if node.op == "neg":
        found = ranged(node.args[0])
        return None if found is None else Ranged(-found.interval, found.rest)
    if node.op not in ("*", "/"):
        return None
    first, second = node.args
    left, right = ranged(first), ranged(second)
    inverse = right.interval.inverse() if node.op == "/" and right is not None else None
    if right is not None and node.op == "/":
        right = None if inverse is None else Ranged(inverse, right.rest)
    if left is None and right is None:
        return None
    one = Interval(1.0, 1.0)
    interval = (left.interval if left else one) * (right.interval if right else one)
    rest = joined(node.op, left.rest if left else first, right.rest if right else second)
    return Ranged(interval, rest)


def joined(op: str, first: Node, second: Node) -> Node:
    """A product or quotient, 1 left out of it."""
    if second == UNIT:
        return first
    return second if op == "*" and first == UNIT else Node(op, (first, second))


def _is_ranged(node: Node) -> bool:
    if node.op == "const":
        return node.bounds != (None, None)
    return is_chosen(node) or any(_is_ranged(a) for a in node.args)


def _range(node: Node) -> Interval | None:
    """The range of an expression of given numbers; None if it has none, or none simple."""
    if node.op == "num":
        return Interval(node.value, node.value)
    if node.op == "const" and node.bounds != (None, None):
        return as_interval(node.bounds)
    if node.op not in ("+", "-", "*", "/", "neg"):
        return None
    parts = [_range(a) for a in node.args]
    known = [part for part in parts if part is not None]
    return _combined(node.op, known) if len(known) == len(parts) else None


def _combined(op: str, parts: list[Interval]) -> Interval | None:
    first, last = parts[0], parts[-1]
    if op == "/":
        inverse = last.inverse()
        return None if inverse is None else first * inverse
    if op == "*":
        return first * last
    return -first if op == "neg" else first + (last if op == "+" else -last)


def as_interval(bounds: Bounds) -> Interval:
    """Bounds, None for a free side, as an interval."""
    low, high = bounds
    return Interval(-inf if low is None else low, inf if high is None else high)


def within(term: Ranged) -> Node:
    """A feature whose coefficient in the equation has to be in a range."""
    low, high = term.interval.low, term.interval.high
    bounds = (None if low == -inf else low, None if high == inf else high)
    return Node(WITHIN, (term.rest,), bounds=bounds)
