"""Which expressions are the same function, told by their values at a few places.

Structures tell that u * t is t * u; that t / (t / u) is u, only values do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from pdedsl.optimize.expression import Node
from pdedsl.optimize.once import once
from pdedsl.optimize.operations import Array
from pdedsl.optimize.values import Values

Ranges = Mapping[str, tuple[float, float]]

NOWHERE = b"nowhere"
"""What an expression without a finite value is like."""

COUNT = 24
USUAL = (-2.7, 2.7)
"""Of a variable whose range is not told, and of constants in the unit of the variables."""

ROOM = 500_000
"""How many values of parts without constants are remembered."""

BITS = 36
"""Of values that are compared."""


@dataclass(frozen=True, eq=False)
class Places:
    """A few values of every variable, and of every constant.

    Attributes:
        ranges: of the variables, as the data have them.
    """

    ranges: Ranges = field(default_factory=dict)
    _constants: list[Array] = field(default_factory=list)

    @once
    def _values(self) -> Values:
        """Of expressions at these places."""
        return Values(_Drawn(self.ranges), ROOM)

    def likeness(self, node: Node, *, scaled: bool) -> bytes:
        """Equal for expressions with equal values, constants put in from left to right.

        Args:
            node: the expression.
            scaled: whether those equal up to a factor are equal.

        Returns:
            `NOWHERE` if the expression has no finite value.
        """
        values = np.empty(COUNT)
        with np.errstate(all="ignore"):
            values[:] = self._values.at(node, self._theta(len(node.constants)))
            finite = np.isfinite(values)
            if not finite.all():
                if not finite.any():
                    return NOWHERE
                values[~finite] = 0.0
            if scaled:
                values /= next(iter(values[values != 0]), 1.0)
                values[~np.isfinite(values)] = 0.0
            mantissas, exponents = np.frexp(values)
        mantissas *= 2.0**BITS
        shown = np.rint(mantissas).astype(np.int64).tobytes() + exponents.tobytes()
        return shown + finite.tobytes() + repr(node.limits).encode()

    def _theta(self, count: int) -> list[Array]:
        """Values of so many constants, half of them as large as the variables, half one over."""
        while len(self._constants) < count:
            found = _drawn(f"c{len(self._constants)}", USUAL)
            largest = max((max(map(abs, ends)) for ends in self.ranges.values()), default=1.0)
            factors = [largest or 1.0, 1.0 / (largest or 1.0)]
            self._constants.append(found * np.repeat(factors, COUNT // 2))
        return self._constants[:count]


class _Drawn(dict[str, Array]):
    """Values of variables, drawn when first asked for."""

    def __init__(self, ranges: Ranges) -> None:
        self.ranges = ranges

    def __missing__(self, name: str) -> Array:
        self[name] = _drawn(name, self.ranges.get(name, USUAL))
        return self[name]


def _drawn(name: str, ends: tuple[float, float]) -> Array:
    """The same for the same name."""
    seed = np.frombuffer(name.encode(), dtype=np.uint8)
    return np.random.default_rng(seed).uniform(*ends, COUNT)
