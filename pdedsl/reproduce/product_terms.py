"""Equations in u d_x^k(u) and in d_x^k(u^2), turned into each other."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

SQUARES = "(u^2)"


def dictionary_of(order: int, time: str = "t", space: str = "x") -> tuple[str, ...]:
    """The terms of an equation in the derivatives of u and of u^2 up to an order.

    >>> dictionary_of(1)
    ('u', 'd_t(u)', 'd_x(u)', 'd_x(u^2)')
    """
    orders = range(1, order + 1)
    derivatives = (f"d_{space * k}({h})" for k in orders for h in ("u", "u^2"))
    return ("u", f"d_{time}(u)", *derivatives)


def over_dictionary(
    found: Mapping[str, float], dictionary: Sequence[str], time: str = "t", space: str = "x"
) -> tuple[float, ...]:
    """The coefficients of u_t - right-hand side = 0 over our dictionary.

    u u_x is d_x(u^2) / 2 and nothing else. Of higher order they differ: u u_xx is
    d_xx(u^2) / 2 - (u_x)^2. As neither belongs to a true equation here, a coefficient c of
    u d_x^k(u) counts as c / 2 of d_x^k(u^2), which has the same highest derivative; it is an error
    in the place of its counterpart, no smaller and no larger for being of the other kind.

    Args:
        found: of the right-hand side, by the library's name: u, u_1, u_11, ..., uu_1, ... for
            products with u, and v_1, ... for derivatives of u^2.
        dictionary: P terms.

    Returns:
        P coefficients; that of the derivative in time is 1.

    >>> over_dictionary({"uu_1": -1.0, "u_11": 0.2}, dictionary_of(2))
    (0.0, 1.0, 0.0, 0.5, -0.2, 0.0)
    """
    bound = {f"d_{time}(u)": 1.0}
    for name, value in found.items():
        kind, _, ones = name.partition("_")
        field = "u" if kind == "u" else "u^2"
        term = f"d_{space * len(ones)}({field})" if ones else field
        bound[term] = -0.5 * value if kind == "uu" else -value
    return tuple(bound.get(term, 0.0) + 0.0 for term in dictionary)


def rmse_in_products(
    bound: Sequence[float], true: Sequence[float], dictionary: Sequence[str]
) -> float:
    """The RMSE as the paper takes it of these methods: at unit L1 norm in u d_x^k(u).

    Args:
        bound: P coefficients in any scale, not all 0, that of the time derivative positive.
        true: the same of the true equation.
        dictionary: P terms, the second factor of each squared one being turned into a product.

    >>> rmse_in_products((0, 1, 0, 0.5, -0.2, 0), (0, 2, 0, 1, -0.4, 0), dictionary_of(2))
    0.0
    """
    factors = [2.0 if SQUARES in term else 1.0 for term in dictionary]
    ours, theirs = (_unit([f * b for f, b in zip(factors, c, strict=True)]) for c in (bound, true))
    return math.dist(ours, theirs) / math.sqrt(len(factors))


def _unit(values: Sequence[float]) -> list[float]:
    norm = sum(map(abs, values))
    return [value / norm for value in values]
