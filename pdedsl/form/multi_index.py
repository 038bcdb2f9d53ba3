"""Multi-indices: which derivative is meant, one order per coordinate."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import comb, prod

from pdedsl.errors import FormError


@dataclass(frozen=True, order=True)
class MultiIndex:
    """alpha in N_0^M, so that d^alpha takes `orders[i]` derivatives in coordinate i.

    Source: Kacprzyk, Qian, van der Schaar 2023, appendix A.2.

    >>> MultiIndex((1, 2)).order
    3
    """

    orders: tuple[int, ...]

    def __post_init__(self) -> None:
        """Refuse orders that are not whole numbers from 0 up."""
        if not all(isinstance(n, int) and n >= 0 for n in self.orders):
            raise FormError(f"orders of a derivative are whole numbers from 0 up: {self.orders}")

    @property
    def order(self) -> int:
        """|alpha|, the total order."""
        return sum(self.orders)

    @property
    def sign(self) -> int:
        """(-1)^|alpha|, the sign that integration by parts leaves."""
        return -1 if self.order % 2 else 1

    def __add__(self, other: MultiIndex) -> MultiIndex:
        return MultiIndex(tuple(a + b for a, b in zip(self.orders, other.orders, strict=True)))

    def __sub__(self, other: MultiIndex) -> MultiIndex:
        return MultiIndex(tuple(a - b for a, b in zip(self.orders, other.orders, strict=True)))

    def binomial(self, gamma: MultiIndex) -> int:
        """C(alpha, gamma), the product of the binomial coefficients of the orders."""
        return prod(comb(a, c) for a, c in zip(self.orders, gamma.orders, strict=True))

    def below(self) -> Iterator[MultiIndex]:
        """Every gamma <= alpha componentwise, alpha included."""
        yield from (MultiIndex(orders) for orders in product(*(range(n + 1) for n in self.orders)))


def multi_indices(dimension: int, order: int) -> tuple[MultiIndex, ...]:
    """All non-trivial multi-indices up to a total order, by order and then by coordinate.

    >>> [m.orders for m in multi_indices(2, 2)]
    [(1, 0), (0, 1), (2, 0), (1, 1), (0, 2)]
    """
    every = (MultiIndex(orders) for orders in product(range(order + 1), repeat=dimension))
    chosen = [m for m in every if 0 < m.order <= order]
    return tuple(sorted(chosen, key=lambda m: (m.order, tuple(-n for n in m.orders))))
