"""Which expressions are the same function, told by their values at a few places.

Structures tell that u * t is t * u; that t / (t / u) is u, only values do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from pdedsl.optimize.expression import Node, constants, variables
from pdedsl.optimize.operations import Array
from pdedsl.optimize.values import Values

Ranges = Mapping[str, tuple[float, float]]

NOWHERE = b"nowhere"
"""What an expression without a finite value is like."""

COUNT = 24
USUAL = (-2.7, 2.7)
"""Of a variable whose range is not told, and of constants in the unit of the variables."""

BITS = 36
"""Of values that are compared."""


@dataclass(frozen=True, eq=False)
class Places:
    """A few values of every variable, and of every constant.

    Attributes:
        ranges: of the variables, as the data have them.
    """

    ranges: Ranges = field(default_factory=dict)
    _numbers: dict[str, Array] = field(default_factory=dict)

    def likeness(self, node: Node, *, scaled: bool) -> bytes:
        """Equal for expressions with equal values, constants put in from left to right.

        Args:
            node: the expression.
            scaled: whether those equal up to a factor are equal.

        Returns:
            `NOWHERE` if the expression has no finite value.
        """
        inputs = {name: self._variable(name) for name in variables(node)}
        theta = [self._constant(f"{k}") for k, _ in enumerate(constants(node))]
        with np.errstate(all="ignore"):
            values = np.broadcast_to(Values(inputs).at(node, theta), COUNT).astype(np.float64)
            finite = np.isfinite(values)
            if not finite.any():
                return NOWHERE
            if scaled:
                values /= values[finite & (values != 0)][:1] if values[finite].any() else 1.0
            mantissas, exponents = np.frexp(np.where(finite & np.isfinite(values), values, 0.0))
        whole = np.rint(np.ldexp(mantissas, BITS)).astype(np.int64)
        shown = whole.tobytes() + exponents.astype(np.int16).tobytes() + finite.tobytes()
        return shown + repr(tuple(_bounds(node))).encode()

    def _variable(self, name: str) -> Array:
        return self._drawn(name, self.ranges.get(name, USUAL))

    def _constant(self, name: str) -> Array:
        """Half of them as large as the variables, half of them as one over these."""
        found = self._drawn(f"c{name}", USUAL)
        largest = max((max(map(abs, ends)) for ends in self.ranges.values()), default=1.0) or 1.0
        return found * np.repeat([largest, 1.0 / largest], COUNT // 2)

    def _drawn(self, name: str, ends: tuple[float, float]) -> Array:
        """The same for the same name."""
        if name not in self._numbers:
            seed = np.frombuffer(name.encode(), dtype=np.uint8)
            self._numbers[name] = np.random.default_rng(seed).uniform(*ends, COUNT)
        return self._numbers[name]


def _bounds(node: Node) -> Iterator[tuple[float | None, float | None]]:
    if node.op == "const" or node.bounds != (None, None):
        yield node.bounds
    for argument in node.args:
        yield from _bounds(argument)
