"""Whether an initial state decides what follows, or noise in it would grow without bound."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pdedsl.errors import NoEvolutionError
from pdedsl.forward.places import Places
from pdedsl.forward.right_side import Printed

Array = NDArray[np.float64]

MOST_PLACES = 60
HOPELESS = 25.0
"""Logarithm of how much rounding errors may grow; exp(25) is 7e10."""


def refuse_ill_posed(
    form: Printed, places: Places, arguments: Sequence[Array], duration: float
) -> None:
    """Refuse equations whose shortest waves grow the most: elliptic ones, heat backwards in time.

    The equation is linearised and its coefficients are frozen at some places of the initial state;
    waves exp(i k x) then grow with the real part of an eigenvalue of its symbol. It is ill-posed
    where that still rises at the shortest wave of the nodes and rounding errors would be all there
    is in the end.

    Args:
        form: printed.
        places: nodes.
        arguments: of the printed functions at the nodes that are looked at.
        duration: how long it is to be solved.

    Raises:
        NoEvolutionError: it is ill-posed.

    Source: Hadamard 1923; Kreiss and Lorenz 1989, chapter 2, on frozen coefficients.
    """
    count = max(np.size(a) for a in arguments)
    shortest = [np.pi / (2 * axis.spacing) for axis in places.axes]
    for position, k in enumerate(shortest):
        waves = np.zeros((2, len(shortest)))
        waves[:, position] = k, k / 2
        high, low = (float(np.max(_growth(form, arguments, count, w))) for w in waves)
        if high * duration > HOPELESS and high > 1.2 * low + 1 / duration:
            t = form.form.space.coordinates[form.form.time].name
            x = _names(form)[position]
            raise NoEvolutionError(
                f"short waves in {x} grow without bound in {t} (it is elliptic, or heat backwards "
                "in time), so that an initial state does not decide what follows"
            )


def some(count: int) -> NDArray[np.int64]:
    """A few of so many places, spread evenly."""
    return np.unique(np.linspace(0, count - 1, min(count, MOST_PLACES)).astype(np.int64))


def _names(form: Printed) -> list[str]:
    space = form.form.space
    return [x.name for i, x in enumerate(space.coordinates) if i != form.form.time]


def _growth(form: Printed, arguments: Sequence[Array], count: int, wave: Array) -> Array:
    """The largest real part of an eigenvalue of the symbol at each place, shape (places,)."""
    size = len(form.levels)
    symbol = np.zeros((count, size, size), dtype=complex)
    position = 0
    for number, rate in enumerate(form.form.rates):
        last = position + rate.order - 1
        for row in range(position, last):
            symbol[:, row, row + 1] = 1.0
        for level, orders, factor in form.linear(number, arguments, count):
            power = np.prod([(1j * k) ** n for k, n in zip(wave, orders, strict=True)])
            symbol[:, last, level] += factor * power
        position = last + 1
    usable = np.all(np.isfinite(symbol), axis=(1, 2))
    if not np.any(usable):
        return np.zeros(1)
    return np.linalg.eigvals(symbol[usable]).real.max(axis=1)
