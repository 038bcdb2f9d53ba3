"""The fields whose derivatives are estimated, and the derivatives that are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import product
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from pdedsl.experiments import oscillator, problems, wave_derivatives
from pdedsl.experiments.simulation import ExactField

Orders = tuple[int, ...]


@dataclass(frozen=True)
class DerivativeSubject:
    """What is known about the derivatives of a problem's field.

    Attributes:
        exact: the fields that a seed and a number of samples stand for.
        orders: of the derivatives that are asked for.
        exists: where on the grid of some axes they exist.
    """

    exact: Callable[[int, int], tuple[ExactField, ...]]
    orders: tuple[Orders, ...]
    exists: Callable[..., NDArray[np.bool_]]


SUBJECTS: Mapping[str, DerivativeSubject] = MappingProxyType(
    {
        "oscillator": DerivativeSubject(
            oscillator.exact_fields,
            tuple((n,) for n in range(5)),
            lambda t: np.ones(t.shape, dtype=bool),
        ),
        "wave_source": DerivativeSubject(
            wave_derivatives.exact_fields,
            tuple(sorted(product(range(3), repeat=2), key=lambda o: (sum(o), o[::-1]))),
            wave_derivatives.is_off_characteristics,
        ),
    }
)


def name_of(problem: str, orders: Orders) -> str:
    """The derivative of u as it is written; "u" for none.

    >>> name_of("wave_source", (2, 1)), name_of("oscillator", (0,))
    ('d_ttx', 'u')
    """
    names = [name for name, _ in problems()[problem].coordinates]
    letters = "".join(name * order for name, order in zip(names, orders, strict=True))
    return f"d_{letters}" if letters else "u"
