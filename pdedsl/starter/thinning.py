"""Large grids: every how manieth value of a coordinate is used in a starter text."""

from __future__ import annotations

from math import ceil, prod

from pdedsl.fields import Dataset, Sample

MOST_ON_AXIS = 1000  # the time that a field takes grows with the third power
MOST_IN_ALL = 500_000


def steps(dataset: Dataset) -> dict[str, int]:
    """By coordinate the step that makes every grid small enough, for those that need one.

    Scattered points need none, as no more than a part of them is used.
    """
    found = dict.fromkeys(dataset.coordinates, 1)
    for sample in dataset.samples:
        if isinstance(sample, Sample):
            for name, step in zip(dataset.coordinates, _steps(sample.grid.shape), strict=True):
                found[name] = max(found[name], step)
    return {name: step for name, step in found.items() if step > 1}


def _steps(shape: tuple[int, ...]) -> list[int]:
    """The steps for one grid.

    >>> _steps((300, 20)), _steps((5000, 20)), _steps((1000, 1000))
    ([1, 1], [5, 1], [2, 1])
    """
    found = [ceil(n / MOST_ON_AXIS) for n in shape]
    while (
        prod(kept := [ceil(n / step) for n, step in zip(shape, found, strict=True)]) > MOST_IN_ALL
    ):
        found[kept.index(max(kept))] += 1
    return found
