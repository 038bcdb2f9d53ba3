"""A fitted equation, and the evidence that it may claim."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from pdedsl.optimize.expression import Node
from pdedsl.optimize.features import curvature, inputs_of
from pdedsl.optimize.model import (
    Library,
    Model,
    as_one,
    assessed,
)
from pdedsl.optimize.pilot import (
    penalised,
)

BENT = 0.2
"""A feature that bends more than this over one sigma of noise has no trustworthy covariance."""


@dataclass(frozen=True, eq=False)
class Rival:
    """A fitted equation and what speaks for it.

    Attributes:
        model: at the maximum of log B.
        size: nodes of g.
        value: penalised evidence.
        loss: of the screen, NaN where it was not screened.
    """

    model: Model
    size: int
    value: float
    loss: float = float("nan")


def rated(library: Library, model: Model, old: Rival) -> Rival:
    """Another model of the same candidate, with its penalised evidence."""
    return Rival(model, old.size, worth(library, model, size=old.size), old.loss)


def worth(library: Library, model: Model, *, size: int) -> float:
    """Penalised evidence, no more than with all of g that depends on fields as one term.

    How far a smooth field may move a term is cut to chords, see `weak.noise.reaching`, for each
    term by itself. Of terms that cancel each other, such as sinh(u) and sin(u), this leaves what
    no field gives to their sum, and log B would reward them for it.

    Args:
        library: what the model was fitted on.
        model: at a maximum of log B.
        size: nodes of g.

    Returns:
        -inf where g is bent.
    """
    value, one = penalised(library, model, size=size), as_one(library, model)
    if one is None or not np.isfinite(value):
        return value
    if is_bent(library, one.features[-1]):
        return -np.inf
    with np.errstate(all="ignore"):
        evidence = assessed(library, one).evidence
    return min(value, penalised(library, replace(model, evidence=evidence), size=size))


def is_bent(library: Library, whole: Node) -> bool:
    """Whether a g bends too much over one sigma of noise, though no term of it may.

    Where the slopes of two terms cancel, as in 1000 sin(u) - 1000 u, next to no noise seems to
    get into g, and what the linear covariance leaves out is all there is.
    """
    return any(
        curvature(whole, inputs_of(group, library.names), library.names.fields, group.noise_sd)
        > BENT
        for group in library.system.groups
    )
