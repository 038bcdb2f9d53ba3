"""What the paper's loss needs of the data: Z once, and from values of g the right-hand side w.

For a candidate g the loss is min ||Z beta - w||^2 over the unit L1 sphere. Here Z and w are weak
integrals at the field estimate; in `ablation` they are derivatives and values on the sampling grid.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import starmap

import numpy as np
import sympy

from pdedsl.fields import FieldEstimate
from pdedsl.form import ExtendedDerivative, MultiIndex, Problem
from pdedsl.weak.checks import Wish, fine_axes, not_finite
from pdedsl.weak.choice import Along, choose
from pdedsl.weak.integrator import integrate, make_term_integrator
from pdedsl.weak.quadrature import AxisQuadrature, riemann_quadrature, spline_quadrature
from pdedsl.weak.system import by_grid, inputs_on
from pdedsl.weak.testfunctions import TestFunctions


@dataclass(frozen=True, eq=False)
class Part:
    """Samples on one sampling grid.

    Attributes:
        inputs: for every coordinate an array of shape (1, ..., q_i, ..., 1), for every field one
            of shape (D, q_1, ..., q_M).
        rows: makes values on these arrays, broadcast or not, a vector with one entry a row of Z.
    """

    inputs: Mapping[str, np.ndarray]
    rows: Callable[[np.ndarray], np.ndarray]


@dataclass(frozen=True, eq=False)
class PaperSystem:
    """The inner problem of every candidate.

    Attributes:
        problem: coordinates, fields, dictionary, known part of g.
        z: shape (rows, P).
        known: the rows of the known part of g, shape (rows,).
        parts: samples by sampling grid; their rows follow each other.
        functions: test functions of each part; none where there is no weak form.
    """

    problem: Problem
    z: np.ndarray
    known: np.ndarray
    parts: tuple[Part, ...]
    functions: tuple[TestFunctions, ...] = ()


def weak_system(
    problem: Problem,
    estimates: Sequence[FieldEstimate],
    wish: Wish,
    *,
    riemann_points: int | None = 200,
) -> PaperSystem:
    """Z and w as integrals against test functions, at the field estimate itself.

    Nothing is linearised and no noise is carried along, as it is in `pdedsl.weak.system`.

    Args:
        problem: what to integrate.
        estimates: one a sample.
        wish: test functions as far as they are fixed.
        riemann_points: points an axis of the Riemann sum; None for spline quadrature on the
            sampling grid.

    Raises:
        DataError: rough or short test functions, a term that is not finite on the data.
    """
    made = [
        _weak_part(problem, members, wish, len(estimates), riemann_points)
        for members in by_grid(estimates)
    ]
    z, known, parts, functions = zip(*made, strict=True)
    return PaperSystem(problem, np.concatenate(z), np.concatenate(known), parts, functions)


def inputs_of(
    problem: Problem,
    axes: Sequence[np.ndarray],
    fields: np.ndarray,
    known: Sequence[np.ndarray],
) -> dict[str, np.ndarray]:
    """Arrays that broadcast together, by name.

    Args:
        problem: names the coordinates, fields and inputs.
        axes: M of them.
        fields: shape (D, N, q_1, ..., q_M).
        known: inputs, each of shape (D or 1, q_1, ..., q_M), with length 1 where it is constant.
    """
    x = np.meshgrid(*axes, indexing="ij", sparse=True)
    found = {s.name: a[None] for s, a in zip(problem.coordinate_symbols, x, strict=True)}
    found |= {s.name: fields[:, j] for j, s in enumerate(problem.field_symbols)}
    return found | {s.name: q for s, q in zip(problem.input_symbols, known, strict=True)}


def _weak_part(
    problem: Problem,
    members: Sequence[FieldEstimate],
    wish: Wish,
    samples: int,
    riemann_points: int | None,
) -> tuple[np.ndarray, np.ndarray, Part, TestFunctions]:
    axes = members[0].grid.axes
    dimension = len(axes)
    orders = [max(e.alpha.orders[i] for e in problem.dictionary) for i in range(dimension)]
    functions = _functions(problem, members, wish, samples, riemann_points)
    rules = tuple(
        spline_quadrature(a, f, o)
        if riemann_points is None
        else riemann_quadrature(a, f, o, points=riemann_points)
        for a, f, o in zip(axes, functions.axes, orders, strict=True)
    )
    nodes = tuple(rule.nodes for rule in rules)
    inputs = inputs_of(
        problem,
        nodes,
        np.array([e.on(nodes) for e in members]),
        inputs_on(problem, members, nodes),
    )
    weak = _Weak(rules, len(members), inputs)
    known = ExtendedDerivative(MultiIndex((0,) * dimension), sympy.S.One, problem.known)
    columns = [weak.integrated(problem, term) for term in (*problem.dictionary, known)]
    return np.array(columns[:-1]).T, columns[-1], Part(inputs, weak.rows), functions


def _functions(
    problem: Problem,
    members: Sequence[FieldEstimate],
    wish: Wish,
    samples: int,
    riemann_points: int | None,
) -> TestFunctions:
    """Test functions that span enough of the nodes they are summed over."""
    axes = members[0].grid.axes
    if riemann_points is not None:
        axes = fine_axes(axes, riemann_points)
    orders = [max(e.alpha.orders[i] for e in problem.dictionary) for i in range(len(axes))]
    scales = np.array([[p.length_scales for p in e.prior] for e in members])
    typical = np.median(scales.reshape(-1, len(axes)), axis=0).tolist()
    names = [c.symbol.name for c in problem.coordinates]
    each = starmap(Along, zip(names, axes, typical, orders, strict=True))
    return choose(list(each), wish, samples=samples)


@dataclass(frozen=True, eq=False)
class _Weak:
    """Integrals over samples on one grid."""

    quadrature: tuple[AxisQuadrature, ...]
    samples: int
    inputs: Mapping[str, np.ndarray]

    def rows(self, values: np.ndarray) -> np.ndarray:
        """Integrals of values at the nodes against every test function, sample by sample."""
        return self._flat(self._against(values, MultiIndex((0,) * len(self.quadrature))))

    def integrated(self, problem: Problem, term: ExtendedDerivative) -> np.ndarray:
        """The same for an extended derivative, integrated by parts."""
        symbols = problem.coordinate_symbols, problem.field_symbols, problem.input_symbols
        moved = make_term_integrator(term, *symbols)
        x, *functions = ([self.inputs[s.name] for s in each] for each in symbols)
        with np.errstate(all="ignore"):
            h = moved.h(*x, *(values for each in functions for values in each))
            total = sum(self._against(p.coefficient(*x) * h, p.gamma) for p in moved.parts)
        found = self._flat(np.asarray(total))
        if not np.all(np.isfinite(found)):
            raise not_finite(term)
        return found

    def _against(self, values: np.ndarray, gamma: MultiIndex) -> np.ndarray:
        array = np.asarray(values, dtype=float)
        lacking = 1 + len(self.quadrature) - array.ndim
        return integrate(self.quadrature, gamma, array.reshape((1,) * lacking + array.shape))

    def _flat(self, integrals: np.ndarray) -> np.ndarray:
        return np.broadcast_to(integrals, (self.samples, integrals.shape[-1])).ravel()
