"""Sums of products that depend on each other: which of them is a combination of earlier ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

import sympy

K = TypeVar("K")

NOTHING = 1e-10
"""Share of a row's largest number below which rounding is all that is left."""

Sparse = Mapping[sympy.Expr, float]


def by_products(expression: sympy.Expr) -> dict[sympy.Expr, float] | None:
    """An expression that is multiplied out, as a number for each of its products.

    None where a number is not real and finite.

    >>> x, u = sympy.symbols("x u")
    >>> by_products(2 * u + sympy.pi * x * u) == {u: 2.0, x * u: float(sympy.pi)}
    True
    """
    found: dict[sympy.Expr, float] = {}
    for summand in sympy.Add.make_args(expression):
        number, product = summand.as_independent(*summand.free_symbols, as_Add=False)
        if not (number.is_real and number.is_finite):
            return None
        found[product] = found.get(product, 0.0) + float(number)
    return {product: number for product, number in found.items() if number}


class Elimination:
    """Rows of numbers, each reduced by those before it.

    Args:
        matters: products that are to be eliminated first.
    """

    def __init__(self, matters: Callable[[sympy.Expr], bool] = lambda _: True) -> None:
        self.matters = matters
        self._rows: list[tuple[sympy.Expr, dict[sympy.Expr, float], dict[int, float]]] = []
        self._sizes: dict[int, float] = {}

    def add(self, row: Sparse, place: int) -> tuple[dict[sympy.Expr, float], dict[int, float]]:
        """Take a row in, and say what is left of it and of which rows that is made.

        Args:
            row: a number for each product.
            place: its name in combinations.

        Returns:
            The rest, without products that matter if the row depends on earlier ones in them;
            and the numbers by which rows, this one times 1 among them, add up to the rest.
        """
        rest, made = dict(row), {place: 1.0}
        for pivot, earlier, of in self._rows:
            factor = rest.get(pivot, 0.0) / earlier[pivot]
            if factor:
                _subtract(rest, earlier, factor)
                _subtract(made, of, factor)
        size = self._sizes[place] = max(map(abs, row.values()), default=0.0)
        rest = {product: c for product, c in rest.items() if abs(c) > NOTHING * size}
        made = {p: c for p, c in made.items() if abs(c) * self._sizes[p] >= NOTHING * size}
        first = [product for product in rest if self.matters(product)]
        if first:
            pivot = max(first, key=lambda product: abs(rest[product]))
            self._rows.append((pivot, rest, made))
        return rest, made


def _subtract(row: dict[K, float], other: Mapping[K, float], factor: float) -> None:
    for key, number in other.items():
        row[key] = row.get(key, 0.0) - factor * number
