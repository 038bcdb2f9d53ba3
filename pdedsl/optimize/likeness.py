"""Which expressions are the same function, told by their values at a few places.

Structures tell that u * t is t * u; that t / (t / u) is u, only values do.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np

from pdedsl.optimize.expression import Array, Node, constants, evaluate, variables

PLACES = 8
NOWHERE = b"nowhere"


def likeness(node: Node, *, scaled: bool) -> bytes:
    """Equal for expressions with equal values in single precision, constants from left to right.

    Args:
        node: the expression.
        scaled: whether those equal up to a factor are equal.

    Returns:
        `NOWHERE` if the expression has no finite value.
    """
    inputs = {name: _numbers(name) for name in variables(node)}
    theta = [_numbers(f"{k}") for k, _ in enumerate(constants(node))]
    with np.errstate(all="ignore"):
        values = np.broadcast_to(evaluate(node, inputs, theta), PLACES).astype(np.float64)
        finite = np.isfinite(values)
        if not finite.any():
            return NOWHERE
        values[~finite] = np.nan
        scale = values[finite][0] if scaled else 1.0
        shown = (values / (scale or 1.0) + 0.0).astype(np.float32)
    return shown.tobytes() + repr(tuple(_bounds(node))).encode()


@cache
def _numbers(name: str) -> Array:
    """The same for the same name, a quarter of them negative."""
    seed = np.frombuffer(name.encode(), dtype=np.uint8)
    return np.random.default_rng(seed).uniform(-0.9, 2.7, PLACES)


def _bounds(node: Node) -> Iterator[tuple[float | None, float | None]]:
    if node.bounds != (None, None):
        yield node.bounds
    for argument in node.args:
        yield from _bounds(argument)
