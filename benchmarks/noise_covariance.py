"""What the noise covariance of refined grids costs: seconds of the processor and peak of memory.

    python benchmarks/noise_covariance.py

All pairs of the terms of one dictionary on one sample, as a run asks for them, added up. Memory
is the peak above what the terms themselves take.
"""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Iterator, Sequence
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


def cases() -> Iterator[tuple[str, tuple[int, ...], tuple[int, ...], list]]:
    """What is measured: name, points and functions of each axis, terms as (orders, a, h)."""
    yield "60 x 60, 10 terms, 3 nonlinear", (60, 60), (15, 26), TEN
    for a, h in ((1, U), (X, U), (1, U**2), (X, U**2)):
        yield f"20 x 20 x 20, a = {a}, h = {h}", (20, 20, 20), (8, 8, 8), [((1, 0, 0), a, h)]


def columns_of(points: Sequence[int], counts: Sequence[int], terms: list) -> list[Column]:
    """The columns of one sample of a smooth field, two intervals made of one."""
    axes = [np.linspace(0, 1, n) for n in points]
    rules = tuple(
        spline_quadrature(a, bsplines(0, 1, degree=7, count=c, support=0.3), 4, refine=2)
        for a, c in zip(axes, counts, strict=True)
    )
    nodes = np.meshgrid(*(r.nodes for r in rules), indexing="ij", sparse=True)
    mean = np.cos(3 * sum(nodes))[None, None]
    modes = PriorModes(
        tuple(np.zeros((1, r.nodes.size, 1)) for r in rules), np.zeros(1, int), np.ones(1)
    )
    group = SampleGroup(rules, mean, np.zeros_like(mean), np.ones((1, 1)), (modes,))
    made = []
    for orders, a, h in terms:
        term = ExtendedDerivative(MultiIndex(orders), sympy.sympify(a), sympy.sympify(h))
        made.append(column(group, make_term_integrator(term, (T, X, Y)[: len(points)], (U,))))
    return made


def covariance(columns: Sequence[Column]) -> np.ndarray:
    """The sum of all products, of which one at a time is held."""
    total = np.zeros(())
    for left, right in combinations_with_replacement(columns, 2):
        total = total + noise_gram(left, right, np.ones((1, 1)))
    return total


def main() -> None:
    """Print the table."""
    for name, points, counts, terms in cases():
        columns = columns_of(points, counts, terms)
        began = time.process_time()
        covariance(columns)
        seconds = time.process_time() - began
        columns = columns_of(points, counts, terms)
        tracemalloc.start()
        covariance(columns)
        peak = tracemalloc.get_traced_memory()[1] / 1e6
        tracemalloc.stop()
        size = int(np.prod(counts))
        print(f"{name:32s} {size:4d} functions {seconds:6.2f} s {peak:7.0f} MB", flush=True)


if __name__ == "__main__":
    main()
