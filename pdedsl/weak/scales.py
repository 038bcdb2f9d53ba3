"""How large the terms are in the units of the data, since their squares have to be numbers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pdedsl.fields import Dataset, Sample
from pdedsl.form import ExtendedDerivative, Problem
from pdedsl.weak.functions import make_function

POINTS = 200
"""How many points of a sample are looked at."""

DECADES = 100.0
"""How far a term may be from 1, either way."""


@dataclass(frozen=True, eq=False)
class Places:
    """Some points of a data set, and how wide its samples are.

    Attributes:
        x: coordinates, shape (M, n).
        u: fields, shape (N, n).
        q: inputs, shape (Q, n).
        widths: extent of every sample along every coordinate, shape (D, M).
    """

    x: np.ndarray
    u: np.ndarray
    q: np.ndarray
    widths: np.ndarray


def places(dataset: Dataset) -> Places:
    """Evenly chosen points of every sample, its first and last among them."""
    x, u, q, widths = [], [], [], []
    for sample in dataset.samples:
        values = sample.values.reshape(len(sample.values), -1)
        chosen = np.unique(np.linspace(0, values.shape[1] - 1, POINTS).astype(int))
        if isinstance(sample, Sample):
            index = np.unravel_index(chosen, sample.grid.shape)
            x.append(np.stack([a[i] for a, i in zip(sample.grid.axes, index, strict=True)]))
            widths.append([float(np.ptp(a)) for a in sample.grid.axes])
            known = [np.broadcast_to(a, sample.grid.shape)[index] for a in sample.inputs]
            q.append(np.reshape(known, (len(dataset.inputs), len(chosen))))
        else:
            x.append(sample.points[chosen].T)
            widths.append(np.ptp(sample.points, axis=0).tolist())
            known = [a[chosen] for a in sample.inputs]
            q.append(np.reshape(known, (len(dataset.inputs), len(chosen))))
        u.append(values[:, chosen])
    joined = (np.concatenate(each, axis=1) for each in (x, u, q))
    return Places(*joined, np.array(widths))


def term_size(problem: Problem, term: ExtendedDerivative, where: Places) -> float:
    """log10 of the order of a d^alpha[h]: the largest a and h, over widths to the orders.

    The one farthest from 0 of all samples; 0 where a or h is zero, or finite nowhere.
    """
    functions = [make_function(f, problem.variables) for f in (term.a, term.h)]
    with np.errstate(all="ignore"):
        factors = [_largest(f(*where.x, *where.u, *where.q)) for f in functions]
    if not all(factors):
        return 0.0
    sizes = float(np.sum(np.log10(factors))) - np.log10(where.widths) @ np.array(term.alpha.orders)
    return float(sizes[np.argmax(np.abs(sizes))])


def is_representable(size: float) -> bool:
    """Whether a term of that order can be squared, and summed, without over- or underflow."""
    return abs(size) <= DECADES


def _largest(values: np.ndarray | float) -> float:
    finite = np.abs(np.asarray(values, dtype=float))
    return float(np.max(finite, initial=0.0, where=np.isfinite(finite)))
