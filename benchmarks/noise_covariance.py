"""What the noise covariance of refined grids costs: seconds of the processor and peak of memory.

    python benchmarks/noise_covariance.py

All pairs of the terms of one dictionary on one sample, as a run asks for them, added up. Memory
is the peak above what the terms themselves take.
"""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

import numpy as np
import sympy

from pdedsl.form import ExtendedDerivative, MultiIndex, make_symbol
from pdedsl.weak import (
    Column,
    PriorModes,
    SampleGroup,
    bsplines,
    column,
    make_term_integrator,
    noise_gram,
    spline_quadrature,
)

T, X, Y, U = (make_symbol(name) for name in "txyu")
D_T, D_X, D_XX, D_XXX, D_XXXX = (1, 0), (0, 1), (0, 2), (0, 3), (0, 4)
TEN = [(a, 1, U) for a in (D_T, (2, 0), (1, 1), D_X, D_XX, D_XXX, D_XXXX)]
TEN += [(D_X, 1, U**2), (D_XX, 1, U**2), (D_X, 1, U**3)]


@dataclass(frozen=True)
class Case:
    """A dictionary on one sample of a smooth field; numbers are of each axis.

    Attributes:
        name: as printed.
        points, counts: of the sampling grid and of test functions.
        refine: how many intervals are made of one.
        terms: (orders, a, h).
    """

    name: str
    points: tuple[int, ...]
    counts: tuple[int, ...]
    refine: tuple[int, ...]
    terms: list


def cases() -> Iterator[Case]:
    """What is measured."""
    yield Case("60 x 60, 10 terms", (60, 60), (15, 26), (2, 2), TEN)
    yield Case("60 x 60, 10 terms, t as it is", (60, 60), (15, 26), (1, 2), TEN)
    for a, h in ((1, U), (X, U), (1, U**2), (X, U**2)):
        name = f"20 x 20 x 20, a = {a}, h = {h}"
        yield Case(name, (20,) * 3, (8,) * 3, (2,) * 3, [((1, 0, 0), a, h)])


def columns_of(case: Case) -> list[Column]:
    """The columns of a case, made anew."""
    axes = [np.linspace(0, 1, n) for n in case.points]
    rules = tuple(
        spline_quadrature(a, bsplines(0, 1, degree=7, count=c, support=0.3), 4, refine=r)
        for a, c, r in zip(axes, case.counts, case.refine, strict=True)
    )
    nodes = np.meshgrid(*(r.nodes for r in rules), indexing="ij", sparse=True)
    mean = np.cos(3 * sum(nodes))[None, None]
    modes = PriorModes(
        tuple(np.zeros((1, r.nodes.size, 1)) for r in rules), np.zeros(1, int), np.ones(1)
    )
    group = SampleGroup(rules, mean, np.zeros_like(mean), np.ones((1, 1)), (modes,))
    made = []
    for orders, a, h in case.terms:
        term = ExtendedDerivative(MultiIndex(orders), sympy.S.One * a, sympy.S.One * h)
        made.append(column(group, make_term_integrator(term, (T, X, Y)[: len(case.points)], (U,))))
    return made


def covariance(columns: Sequence[Column]) -> np.ndarray:
    """The sum of all products, of which one at a time is held."""
    total = np.zeros(())
    for left, right in combinations_with_replacement(columns, 2):
        total = total + noise_gram(left, right, np.ones((1, 1)))
    return total


def main() -> None:
    """Print the table."""
    for case in cases():
        columns = columns_of(case)
        began = time.process_time()
        covariance(columns)
        seconds = time.process_time() - began
        columns = columns_of(case)
        tracemalloc.start()
        covariance(columns)
        peak = tracemalloc.get_traced_memory()[1] / 1e6
        tracemalloc.stop()
        size = int(np.prod(case.counts))
        print(f"{case.name:32s} {size:4d} functions {seconds:6.2f} s {peak:7.0f} MB", flush=True)


if __name__ == "__main__":
    main()
