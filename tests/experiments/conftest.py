"""What the tests of simulated fields share: differentiation, and where published fields are."""

import os
from pathlib import Path

import numpy as np
import pytest
from numpy.polynomial import chebyshev

REPOSITORY = Path(__file__).parents[2]


class Axis:
    """Chebyshev points on an interval, with the matrix that differentiates there."""

    def __init__(self, lower, upper, count=40):
        reference = chebyshev.chebpts1(count)
        self.points = lower + (upper - lower) * (reference + 1) / 2
        values = chebyshev.chebvander(reference, count - 1)
        slopes = chebyshev.chebval(reference, chebyshev.chebder(np.eye(count))).T
        self.matrix = 2 / (upper - lower) * np.linalg.solve(values.T, slopes.T).T

    def __call__(self, values, dimension, order=1):
        for _ in range(order):
            values = np.moveaxis(np.tensordot(self.matrix, values, (1, dimension)), 0, dimension)
        return values


@pytest.fixture
def chebyshev_axis():
    return Axis


@pytest.fixture
def published():
    """Opens a published `.npz` from $PDEDSL_DATA or a `shared/data` beside the repository."""
    folder = Path(os.environ.get("PDEDSL_DATA", REPOSITORY.parent / "shared" / "data"))

    def open_file(name):
        if not (folder / name).exists():
            pytest.skip(f"no published fields at hand: {name}")
        return np.load(folder / name)

    return open_file
