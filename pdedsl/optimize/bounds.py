"""Constants of g that have bounds: kept between them in the equation as it is read.

A constant inside a term is clipped in every step of a fit. One that is a whole term's factor is
that term's coefficient once the equation is in the scale it is read in, its first term having
coefficient 1. What ends at a bound is held there while all else is fitted again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from pdedsl.optimize.expression import Node
from pdedsl.optimize.expression import held as at_bounds
from pdedsl.optimize.model import Library, Model
from pdedsl.optimize.operations import WITHIN
from pdedsl.optimize.ranges import as_interval

Fit = Callable[[Library, Model, tuple[int, ...]], Model]
"""Fits a model's numbers, some entries of psi staying as they are."""


def as_read(library: Library, model: Model) -> Model:
    """The same equation in the scale it is read in."""
    lead = len(model.support) if library.has_known else 0
    scale = -model.psi[lead] if library.has_known else model.psi[lead]
    return replace(model, lead=lead, psi=model.psi / scale) if scale else model


def has_limits(features: Sequence[Node]) -> bool:
    """Whether the coefficient of some term of g has bounds."""
    return any(f.op == WITHIN for f in features)


def within_bounds(library: Library, model: Model, fit: Fit) -> tuple[Model, tuple[int, ...]]:
    """A fitted model whose coefficients are all within their bounds.

    One after the other, coefficients beyond a bound are put there and all else is fitted again.

    Args:
        library: the weak system.
        model: at the optimum of the criterion that `fit` has.
        fit: starts from a model.

    Returns:
        The model in the scale it is read in, as it was if it has no bounds; and the entries of
        psi that are held at one.
    """
    held: dict[int, float] = {}
    while has_limits(model.features):
        read = as_read(library, model)
        beyond = {k: v for k, v in _beyond(read).items() if k not in held}
        if not beyond:
            return read, tuple(sorted(held))
        held |= beyond
        psi = read.psi.copy()
        psi[list(held)] = list(held.values())
        model = fit(library, replace(read, psi=psi), tuple(sorted(held)))
    return model, ()


def _beyond(model: Model) -> dict[int, float]:
    """Entries of psi that are not within their bounds, and the nearest value that is."""
    first = model.psi.size - len(model.features)
    found = {}
    for k, feature in enumerate(model.features, start=first):
        if feature.op == WITHIN:
            allowed = -as_interval(feature.bounds)
            value = model.psi[k]
            nearest = float(np.clip(value, allowed.low, allowed.high))
            if nearest != value:
                found[k] = nearest
    return found


def reached(model: Model, held: Sequence[int]) -> tuple[str, ...]:
    """What ended at a bound that could have been left on one side: the bound and the range.

    Args:
        model: in the scale it is read in.
        held: entries of psi at a bound.
    """
    first = model.psi.size - len(model.features)
    found = [(-model.psi[k], model.features[k - first].bounds) for k in held]
    found += [(c.value, c.bounds) for f in model.features for c in at_bounds(f)]
    return tuple(
        f"{value:g} of {_text(*bounds)}" for value, bounds in found if len(set(bounds)) > 1
    )


def _text(low: float | None, high: float | None) -> str:
    return f"[{'-inf' if low is None else f'{low:g}'}, {'inf' if high is None else f'{high:g}'}]"
