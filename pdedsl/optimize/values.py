"""Values of expressions on arrays, those of common parts once, and exact derivatives.

No SymPy and no code generation: a candidate is walked once, its arrays keep the shape of what
they depend on (a function of one coordinate costs one axis), and derivatives by its constants
and by the fields come along by the chain rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from pdedsl.optimize.expression import Node, Plan
from pdedsl.optimize.operations import ONE, Array, partials_of

Slopes = dict[int, Array]
"""Derivatives by the numbers that make a difference, by their place."""


class Values:
    """Expressions on arrays that broadcast together. Overflow and bad arguments give inf or NaN.

    Attributes:
        inputs: an array for every variable.
        room: for how many numbers; values of parts without constants are remembered, and where it
            is full, all of them are forgotten.
    """

    __slots__ = ("_of", "inputs", "room")

    def __init__(self, inputs: Mapping[str, Array], room: int = 0) -> None:
        self.inputs, self.room = inputs, room
        self._of = _remembering(inputs, room)

    def __reduce__(self) -> tuple[object, ...]:
        """For another process: nothing is remembered there."""
        return Values, (self.inputs, self.room)

    def of(self, node: Node) -> Array:
        """Values with the constants that it has; whoever takes them must not write into them."""
        return self._of(node.plan, self._of)

    def at(self, node: Node, theta: Sequence[Array]) -> Array:
        """Values with these numbers for the constants, left to right."""
        return self._at(node, iter(theta))

    def _at(self, node: Node, theta: Iterator[Array]) -> Array:
        if node.is_given:
            return self.of(node)
        if node.op == "const":
            return next(theta)
        return node.plan[0](*[self._at(a, theta) for a in node.args])

    def with_slopes(
        self, node: Node, by: Sequence[str] = (), theta: Sequence[Array] | None = None
    ) -> tuple[Array, list[Array | None]]:
        """Values, and derivatives by every constant left to right, then by named variables.

        Args:
            node: the expression.
            by: names of variables.
            theta: what to put for the constants; None for their own values.

        Returns:
            A derivative that vanishes everywhere is None.
        """
        own = [c.plan[1] for c in node.constants] if theta is None else theta
        places = {name: len(own) + i for i, name in enumerate(by)}
        values, slopes = _Forward(self, own, places).visit(node)
        return values, [slopes.get(place) for place in range(len(own) + len(by))]


def evaluate(node: Node, inputs: Mapping[str, Array]) -> Array:
    """Values of one expression, see `Values`."""
    return Values(inputs).of(node)


def with_slopes(
    node: Node, inputs: Mapping[str, Array], by: Sequence[str] = ()
) -> tuple[Array, list[Array | None]]:
    """Values and derivatives of one expression, see `Values.with_slopes`."""
    return Values(inputs).with_slopes(node, by)


def _remembering(inputs: Mapping[str, Array], room: int) -> Callable[[Plan, Any], Array]:
    """What computes expressions by their plans, given a plan and itself.

    It is called for every node of every candidate: what it needs are its own variables. Itself is
    not among them, since what it remembers would outlive it until garbage is collected.
    """
    arrays: dict[str, Array] = {}
    known, taken = arrays.get, 0

    def of(plan: Plan, me: Any) -> Array:
        nonlocal taken
        function, first, second, name = plan
        if function is None:
            return first if name is None else inputs[name]
        if name is None:
            if second is None:
                return function(me(first, me))
            return function(me(first, me), me(second, me))
        values = known(name)
        if values is None:
            if second is None:
                values = function(me(first, me))
            else:
                values = function(me(first, me), me(second, me))
            taken += values.size
            if taken > room:
                arrays.clear()
                taken = values.size
                if 4 * taken > room:
                    taken = 0
                    return values
            arrays[name] = values
        return values

    return of


class _Forward:
    """Forward-mode differentiation of one expression."""

    def __init__(self, values: Values, theta: Sequence[Array], places: Mapping[str, int]) -> None:
        self.values, self.theta, self.places = values, theta, places
        self.next = 0

    def visit(self, node: Node) -> tuple[Array, Slopes]:
        if node.op == "const":
            self.next += 1
            return self.theta[self.next - 1], {self.next - 1: ONE}
        if node.op == "var" and node.name in self.places:
            return self.values.of(node), {self.places[node.name]: ONE}
        if not node.args or (node.is_given and not self.places):
            return self.values.of(node), {}
        arguments, slopes = zip(*[self.visit(a) for a in node.args], strict=True)
        values = node.plan[0](*arguments)
        return values, _chain(node.op, arguments, values, slopes)


def _chain(op: str, arguments: Sequence[Array], values: Array, inner: Sequence[Slopes]) -> Slopes:
    """The chain rule for one operation."""
    total: Slopes = {}
    for partial, slopes in zip(partials_of(op), inner, strict=True):
        if not slopes:
            continue
        factor = None if partial is None else partial(arguments[0], arguments[-1], values)
        for place, slope in slopes.items():
            step = slope if factor is None else factor * slope
            total[place] = total[place] + step if place in total else step
    return total
