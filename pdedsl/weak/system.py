"""The weak system: field estimates, test functions and dictionary made into columns and Z."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import starmap

import numpy as np
import sympy

from pdedsl.fields import FieldEstimate
from pdedsl.fields.arrays import together
from pdedsl.fields.inputs import HELD
from pdedsl.fields.resolution import unresolved
from pdedsl.form import ExtendedDerivative, MultiIndex, Problem
from pdedsl.weak.checks import Wish, not_finite
from pdedsl.weak.choice import Along, choose, refinement, turning_lengths
from pdedsl.weak.integrator import TermIntegrator, make_term_integrator, make_term_integrators
from pdedsl.weak.masked import Kept, kept_beside
from pdedsl.weak.noise import Column, Excess, SampleGroup
from pdedsl.weak.pieces import column_in_pieces, values_in_pieces
from pdedsl.weak.prior_modes import prior_modes
from pdedsl.weak.quadrature import (
    CUBIC,
    AxisQuadrature,
    riemann_quadrature,
    spline_quadrature,
)
from pdedsl.weak.testfunctions import TestFunctions

HELD_REFINED = 2
"""Nodes an interval of the first axis where an input jumps, so that a step is seen as one."""

FINE = 1000
"""Points of an axis beyond which steps are seen well enough without."""


@dataclass(frozen=True, eq=False)
class Cubic:
    """A group integrated by cubic splines alone: what differs tells the error of integration.

    Attributes:
        group: the fields at the nodes, by cubic splines between the points of the grid.
        columns: z of the P terms of the dictionary, each of shape (D, S).
        known: the same of the known part of g, or None.
    """

    group: SampleGroup
    columns: tuple[np.ndarray, ...]
    known: np.ndarray | None


@dataclass(frozen=True, eq=False)
class WeakSystem:
    """Everything the search needs of the data; it knows neither text nor estimators.

    Attributes:
        problem: coordinates, fields, dictionary, known part of g.
        groups: samples by common sampling grid.
        functions: test functions of each group.
        columns: for each group the P columns of the dictionary.
        known: for each group the column of the known part of g, or None.
        points: number of data values, over samples and fields.
        places: for each group the positions of its samples in the data.
        cubic: for each group the same by another rule; none where there is no other.
    """

    problem: Problem
    groups: tuple[SampleGroup, ...]
    functions: tuple[TestFunctions, ...]
    columns: tuple[tuple[Column, ...], ...]
    known: tuple[Column | None, ...]
    points: int
    places: tuple[tuple[int, ...], ...]
    cubic: tuple[Cubic, ...] = ()

    @property
    def z(self) -> np.ndarray:
        """Z of shape (rows, P), one row for each sample and test function."""
        parts = [
            np.array([c.values for c in columns]).reshape(len(columns), -1)
            for columns in self.columns
        ]
        return np.concatenate(parts, axis=1).T

    @property
    def rows(self) -> int:
        """D S, summed over groups."""
        return sum(columns[0].values.size for columns in self.columns)

    @property
    def disjoint(self) -> float:
        """How many supports of test functions fit into the data beside each other."""
        pairs = zip(self.groups, self.functions, strict=True)
        return sum(g.mean.shape[0] * f.disjoint * _share(g, f) for g, f in pairs)


def _share(group: SampleGroup, functions: TestFunctions) -> float:
    return 1.0 if group.kept is None else group.kept.splines.size / functions.count


def build(
    problem: Problem,
    estimates: Sequence[FieldEstimate],
    wish: Wish,
    *,
    riemann_points: int | None = None,
    at_least: int = 1,
) -> WeakSystem:
    """Integrate the dictionary over every sample.

    Args:
        problem: what to integrate.
        estimates: one a sample.
        wish: test functions as far as the user fixed them.
        riemann_points: points an axis of the paper's Riemann sum; None for spline quadrature.
        at_least: test functions are as many as so many samples would have, if those are more.
    """
    orders = [max(e.alpha.orders[i] for e in problem.dictionary) for i in range(_m(problem))]
    groups, functions, others = [], [], []
    for members in by_grid(estimates):
        chosen = _test_functions(problem, members, orders, wish, max(len(estimates), at_least))
        functions.append(chosen)
        groups.append(_group(problem, members, chosen, orders, riemann_points))
        if riemann_points is None:
            others.append(_by_cubic_splines(problem, groups[-1], members, chosen, orders))
    symbols = problem.coordinate_symbols, problem.field_symbols, problem.input_symbols
    integrators = make_term_integrators(problem.dictionary, *symbols)
    terms = list(zip(integrators, problem.dictionary, strict=True))
    columns = tuple(tuple(_column(g, i, e) for i, e in terms) for g in groups)
    known: tuple[Column | None, ...] = (None,) * len(groups)
    integrator = None
    if problem.known != 0:
        term = ExtendedDerivative(MultiIndex((0,) * _m(problem)), sympy.S.One, problem.known)
        integrator = make_term_integrator(term, *symbols)
        known = tuple(_column(g, integrator, term) for g in groups)
    points = sum(e.observed.size for e in estimates)
    index = {id(e): i for i, e in enumerate(estimates)}
    places = tuple(tuple(index[id(e)] for e in members) for members in by_grid(estimates))
    cubic = tuple(_cubic(g, integrators, integrator) for g in others)
    return WeakSystem(
        problem, tuple(groups), tuple(functions), columns, known, points, places, cubic
    )


def _m(problem: Problem) -> int:
    return len(problem.coordinates)


def by_grid(estimates: Sequence[FieldEstimate]) -> list[list[FieldEstimate]]:
    """Estimates that share a sampling grid, by order of appearance."""
    found: dict[tuple[bytes, ...], list[FieldEstimate]] = {}
    for estimate in estimates:
        key = tuple(axis.tobytes() for axis in estimate.grid.axes)
        found.setdefault(key, []).append(estimate)
    return list(found.values())


def _test_functions(
    problem: Problem,
    members: Sequence[FieldEstimate],
    orders: Sequence[int],
    wish: Wish,
    samples: int,
) -> TestFunctions:
    scales = np.array([[p.length_scales for p in e.prior] for e in members])
    turns = np.array([[turning_lengths(u, e.grid.axes) for u in e.mean] for e in members])
    typical = np.median(np.minimum(scales, turns).reshape(-1, len(orders)), axis=0)
    names = [c.symbol.name for c in problem.coordinates]
    clear = [name not in unresolved(members) for name in names]
    each = zip(names, members[0].grid.axes, typical.tolist(), orders, clear, strict=True)
    return choose(list(starmap(Along, each)), wish, samples=samples)


def _group(
    problem: Problem,
    members: Sequence[FieldEstimate],
    functions: TestFunctions,
    orders: Sequence[int],
    riemann_points: int | None,
) -> SampleGroup:
    axes = members[0].grid.axes
    if riemann_points is not None:
        rules = [
            riemann_quadrature(a, f, o, points=riemann_points)
            for a, f, o in zip(axes, functions.axes, orders, strict=True)
        ]
    else:
        finer = _refinements(problem, members, functions)
        rules = [
            spline_quadrature(a, f, o, refine=n)
            for a, f, o, n in zip(axes, functions.axes, orders, finer, strict=True)
        ]
    nodes = tuple(rule.nodes for rule in rules)
    excess: np.ndarray | Excess
    if all(rule.from_data is None for rule in rules):
        mean = together([e.mean for e in members])
        excess = Excess(together([e.observed for e in members]), mean)
    else:
        mean = np.array([e.on(nodes) for e in members])
        excess = np.array([_to_nodes(e.observed - e.mean, rules) for e in members])
    noise = np.array([e.noise_sd for e in members])
    prior = tuple(
        prior_modes([e.prior[j] for e in members], nodes, noise[:, j]) for j in range(mean.shape[1])
    )
    inputs = inputs_on(problem, members, nodes)
    kept = _beside_holes(members, functions)
    return SampleGroup(tuple(rules), mean, excess, noise, prior, inputs, kept)


def _beside_holes(members: Sequence[FieldEstimate], functions: TestFunctions) -> Kept | None:
    """What test functions the holes of any of the samples leave."""
    found = [e.holes for e in members if e.holes is not None]
    if not found:
        return None
    return kept_beside(np.any(found, axis=0), members[0].grid.axes, functions)


def _refinements(
    problem: Problem, members: Sequence[FieldEstimate], functions: TestFunctions
) -> list[int]:
    """Nodes for each interval of each axis."""
    axes = members[0].grid.axes
    finer = [refinement(a, f) for a, f in zip(axes, functions.axes, strict=True)]
    if axes[0].size <= FINE and _is_stepped(problem, members):
        finer[0] = max(finer[0], HELD_REFINED)
    return finer


def _is_stepped(problem: Problem, members: Sequence[FieldEstimate]) -> bool:
    """Whether an input is held between points of the first axis, and changes along it."""
    return any(
        q.between == HELD and any(e.inputs[j].values.shape[0] > 1 for e in members)
        for j, q in enumerate(problem.inputs)
    )


def inputs_on(
    problem: Problem, members: Sequence[FieldEstimate], nodes: Sequence[np.ndarray]
) -> tuple[np.ndarray, ...]:
    """The inputs of some samples at nodes of a quadrature, each of shape (D or 1, q_1, ..., q_M).

    It has length 1 along axes on which it does not change.
    """
    return tuple(
        _stacked([e.inputs[j].on_nodes(nodes, q.between) for e in members])
        for j, q in enumerate(problem.inputs)
    )


def _stacked(values: Sequence[np.ndarray]) -> np.ndarray:
    """An input of all samples, shape (D, q_1, ..., q_M), or (1, ...) where it is one for all."""
    first = values[0]
    if all(np.array_equal(v, first) for v in values):
        return first[None]
    return np.stack(np.broadcast_arrays(*values))


def _by_cubic_splines(
    problem: Problem,
    group: SampleGroup,
    members: Sequence[FieldEstimate],
    functions: TestFunctions,
    orders: Sequence[int],
) -> SampleGroup:
    """The group with cubic splines in place of quintic ones and of the estimates' own curves."""
    finer = _refinements(problem, members, functions)
    rules = tuple(
        spline_quadrature(a, f, o, refine=n, degree=CUBIC)
        for a, f, o, n in zip(members[0].grid.axes, functions.axes, orders, finer, strict=True)
    )
    if all(rule.from_data is None for rule in rules):
        return replace(group, quadrature=rules)
    mean = np.array([_to_nodes(e.mean, rules) for e in members])
    excess = np.array([_to_nodes(e.observed - e.mean, rules) for e in members])
    return replace(group, quadrature=rules, mean=mean, excess=excess)


def _cubic(
    group: SampleGroup, terms: Sequence[TermIntegrator], known: TermIntegrator | None
) -> Cubic:
    with np.errstate(all="ignore"):
        columns = tuple(values_in_pieces(group, term) for term in terms)
        return Cubic(group, columns, None if known is None else values_in_pieces(group, known))


def _to_nodes(values: np.ndarray, rules: Sequence[AxisQuadrature]) -> np.ndarray:
    """Interpolate an (N, n_1, ..., n_M) array on the sampling grid to the quadrature nodes."""
    for axis, rule in enumerate(rules):
        if rule.from_data is not None:
            moved = np.moveaxis(values, 1 + axis, -1) @ rule.from_data.T
            values = np.moveaxis(moved, -1, 1 + axis)
    return values


def _column(group: SampleGroup, integrator: TermIntegrator, term: ExtendedDerivative) -> Column:
    """The term's column, refused where a or h is not finite."""
    with np.errstate(all="ignore"):
        found = column_in_pieces(group, integrator)
    if not np.all(np.isfinite(found.values)):
        raise not_finite(term)
    return found
