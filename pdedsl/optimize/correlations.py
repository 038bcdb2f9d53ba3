"""Which of an equation's numbers are known together only."""

from __future__ import annotations

import numpy as np

from pdedsl.optimize.model import Model
from pdedsl.optimize.numbers import FreeForm


def correlations(
    model: Model, covariance: np.ndarray, free: FreeForm, places: np.ndarray
) -> np.ndarray:
    """Correlations of the coefficients and of the numbers in g, as they are written.

    Args:
        model: the equation, in the scale in which it is read.
        covariance: of psi without the lead, and theta.
        free: the numbers of g, with their slopes.
        places: in the covariance, of the parameters that those slopes are by.

    Returns:
        Shape (terms + numbers, terms + numbers), terms first, NaN for what has no standard error.
    """
    terms, size = len(model.support), len(covariance)
    rows = np.zeros((terms + len(free.numbers), size))
    for column, place in enumerate(np.delete(np.arange(model.psi.size), model.lead)):
        if place < terms:
            rows[place, column] = 1.0
    if free.slopes is not None:
        rows[terms:, places] = free.slopes
    if not np.all(np.isfinite(covariance)):
        return np.full((len(rows), len(rows)), np.nan)
    found = rows @ covariance @ rows.T
    variance = np.diagonal(found)
    deviation = np.sqrt(np.where(variance > 0, variance, np.nan))
    return np.clip(found / np.outer(deviation, deviation), -1.0, 1.0)
