"""Which of several equations follow from the others.

An equation that holds makes its derivatives hold, and sums of both: Laplace's equations follow
from those of Cauchy and Riemann. What is left without them is independent and simplest.

Source: Kacprzyk, Qian, van der Schaar 2023, Section 9, on more than one equation for a field.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import comb
from typing import TypeAlias

import numpy as np
import sympy
from numpy.typing import NDArray

from pdedsl.errors import FormError
from pdedsl.form import ExtendedDerivative, MultiIndex, Problem, VariationalReadyPDE
from pdedsl.language import format_term
from pdedsl.records import EquationRecord
from pdedsl.vectors import Box, Frame, Stated, Vector, definitions, stated

Array: TypeAlias = NDArray[np.float64]

CLOSE = 0.02
"""Relative difference of coefficients that is always allowed; three standard errors as well."""

ERRORS = 3.0
MOST = 3
"""Of so many equations and derivatives one is put together."""

NOTHING = 1e-100
"""What a coefficient that vanishes has for a size."""

TURNS = 3
"""Of least squares, weighted by the errors of what they give."""

MANY = 30_000
"""Sums that are tried of one, of two and of three; where there are more, none."""

DIGITS = (1, 2, 3)
"""Of a factor: as few as the errors allow."""


def following(
    equations: Sequence[tuple[EquationRecord, VariationalReadyPDE]],
    problem: Problem,
    box: Box | None = None,
) -> dict[str, str]:
    """The equations that are combinations of simpler ones and of their derivatives.

    Args:
        equations: of the same coordinates and fields, with the numbers that were found.
        problem: whose coordinates and fields these are.
        box: ranges of coordinates, fields and inputs by name, where functions are compared.

    Returns:
        By the name of an equation what it is made of, such as "d_x(first) + 2*second". Every
        equation that is named there follows from no other itself. Where an equation has the
        name of a variable, all names are in brackets.
    """
    space = problem.space
    every = [
        each for record, pde in equations if (each := _stated(record, pde, problem)) is not None
    ]
    kept, frame = list(definitions(problem)), Frame(problem, box or {})
    names = _shown([each.name for each in every], problem)
    found: dict[str, str] = {}
    for each in sorted(every, key=lambda s: (s.order(space), len(sympy.Add.make_args(s.whole)))):
        made = _made_of(each, kept, frame)
        if made is None:
            kept.append(each)
        else:
            found[each.name] = _text(made, names, problem)
    return {each.name: found[each.name] for each in every if each.name in found}


def _stated(record: EquationRecord, pde: VariationalReadyPDE, problem: Problem) -> Stated | None:
    try:
        return stated(record, pde, problem)
    except FormError:
        return None


def _shown(names: Sequence[str], problem: Problem) -> dict[str, str]:
    """How equations are called in a sum."""
    taken = {str(symbol) for symbol in problem.variables}
    return {name: f"[{name}]" if taken & set(names) else name for name in names}


Sum: TypeAlias = list[tuple[float, Vector]]


def _made_of(target: Stated, known: Sequence[Stated], frame: Frame) -> Sum | None:
    """An equation as a sum of derivatives of others, None if it is none."""
    space = frame.problem.space
    origin, highest = MultiIndex((0,) * len(space.coordinates)), target.order(space)
    whole = frame.vector(target, origin)
    if whole is None:
        return None
    near = (v for other in known for v in _derivatives(other, highest, frame))
    vectors = _useful(whole, list(near))
    wanted, columns = _Columns.of([whole], whole, vectors), _Columns.of(vectors, whole, vectors)
    for count in range(1, MOST + 1):
        if comb(len(vectors), count) > MANY:
            break
        for chosen in combinations(range(len(vectors)), count):
            factors = _factors(wanted, columns.some(chosen))
            if factors is not None:
                return [(f, vectors[k]) for f, k in zip(factors, chosen, strict=True)]
    return None


@dataclass(frozen=True, eq=False)
class _Columns:
    """Vectors as columns over the same coordinates, and their standard errors."""

    values: Array
    errors: Array

    @staticmethod
    def of(chosen: Sequence[Vector], whole: Vector, every: Sequence[Vector]) -> _Columns:
        """With rows for all coordinates of an equation and of every vector."""
        keys = list(dict.fromkeys(k for v in (whole, *every) for k in v.values))
        shape = len(keys), len(chosen)
        values = np.reshape([[v.values.get(k, 0.0) for v in chosen] for k in keys], shape)
        errors = np.reshape([[v.errors.get(k, 0.0) for v in chosen] for k in keys], shape)
        return _Columns(values, errors)

    def some(self, chosen: Sequence[int]) -> _Columns:
        """Of these places."""
        return _Columns(self.values[:, chosen], self.errors[:, chosen])


def _derivatives(other: Stated, highest: int, frame: Frame) -> Iterator[Vector]:
    """An equation and its derivatives up to an order."""
    problem = frame.problem
    more = highest - other.order(problem.space)
    for orders in product(range(max(more, -1) + 1), repeat=len(problem.coordinates)):
        if sum(orders) <= more:
            vector = frame.vector(other, MultiIndex(orders))
            if vector is not None:
                yield vector


def _useful(whole: Vector, vectors: list[Vector]) -> list[Vector]:
    """Those whose coordinates are all in the equation or in another one that is useful.

    Or are as good as zero by their errors.
    """
    while True:
        count = Counter(key for vector in vectors for key in vector.values)
        kept = [
            vector
            for vector in vectors
            if all(
                k in whole.values or count[k] > 1 or abs(x) <= ERRORS * vector.errors.get(k, 0.0)
                for k, x in vector.values.items()
            )
        ]
        if len(kept) == len(vectors):
            return kept
        vectors = kept


def _factors(wanted: _Columns, chosen: _Columns) -> list[float] | None:
    """What to multiply columns with, so that their sum is the wanted one; None if nothing does."""
    whole, columns = wanted.values[:, 0], chosen.values
    reached = np.any(columns != 0, axis=1)
    if np.any(whole[~reached] != 0):
        return None
    every = np.abs(np.column_stack([whole, columns]))
    allowed = (every / np.maximum(every.max(axis=0), NOTHING)).max(axis=1)
    for _ in range(TURNS):
        weights = 1.0 / np.maximum(allowed, NOTHING)
        pair = weights[reached, None] * columns[reached], weights[reached] * whole[reached]
        factors = np.linalg.lstsq(*pair, rcond=1e-10)[0]
        if not np.all(factors):
            return None
        allowed = _allowed(wanted, chosen, factors)
    if np.any(np.abs(whole - columns @ factors) > allowed):
        return None
    for digits in DIGITS:
        plain = np.array([float(f"{f:.{digits}g}") for f in factors])
        if np.all(np.abs(whole - columns @ plain) <= _allowed(wanted, chosen, plain)):
            return [float(f) for f in plain]
    return None


def _allowed(wanted: _Columns, chosen: _Columns, factors: Array) -> Array:
    """How much may be left of each coordinate."""
    every = np.column_stack([wanted.values, chosen.values * factors])
    errors = np.column_stack([wanted.errors, chosen.errors * factors])
    return CLOSE * np.abs(every).max(axis=1) + ERRORS * np.linalg.norm(errors, axis=1)


def _text(found: Sum, names: dict[str, str], problem: Problem) -> str:
    """A sum such as "d_x(first) - 2*second"."""
    text = ""
    order = list(names)
    for factor, vector in sorted(found, key=lambda pair: _in_text(*pair, order)):
        name = names.get(vector.name, vector.name)
        if vector.alpha.order:
            inner = ExtendedDerivative(vector.alpha, sympy.S.One, sympy.Symbol("h"))
            within = name if name.startswith("(") else f"({name})"
            name = format_term(inner, problem.space.coordinates).replace("(h)", within)
        size = "" if abs(factor) == 1 else f"{abs(factor):g}*"
        sign = "-" if factor < 0 else "+"
        text += f" {sign} {size}{name}" if text else f"{sign.strip('+')}{size}{name}"
    return text


def _in_text(
    factor: float, vector: Vector, names: list[str]
) -> tuple[bool, int, tuple[int, ...], int]:
    """What is added comes first, low orders before high ones, time before space."""
    place = names.index(vector.name) if vector.name in names else len(names)
    return factor < 0, vector.alpha.order, tuple(-n for n in vector.alpha.orders), place
