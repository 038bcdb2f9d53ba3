"""Which of several equations follow from the others.

An equation that holds makes its derivatives hold, and sums of both: Laplace's equations follow
from those of Cauchy and Riemann. What is left without them is independent and simplest.

Source: Kacprzyk, Qian, van der Schaar 2023, Section 9, on more than one equation for a field.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, islice, product
from typing import TypeAlias

import numpy as np
import sympy
from numpy.typing import NDArray

from pdedsl.form import ExtendedDerivative, MultiIndex, Problem, VariationalReadyPDE
from pdedsl.form.differential_polynomial import NotDecided, NotPolynomial, TooLarge
from pdedsl.language import format_term
from pdedsl.records import EquationRecord
from pdedsl.vectors import Box, Frame, Key, Stated, Vector, definitions, stated

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

MANY = 60
"""Derivatives of equations that are looked at, and no more."""

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
    every = [stated(record, pde, problem) for record, pde in equations]
    kept = list(definitions(problem))
    names = _shown([each.name for each in every], problem)
    found: dict[str, str] = {}
    for each in sorted(every, key=lambda s: (s.order(space), len(sympy.Add.make_args(s.whole)))):
        made = _made_of(each, kept, Frame(problem, box or {}))
        if made is None:
            kept.append(each)
        else:
            found[each.name] = _text(made, names, problem)
    return {each.name: found[each.name] for each in every if each.name in found}


def _shown(names: Sequence[str], problem: Problem) -> dict[str, str]:
    """How equations are called in a sum."""
    taken = {str(symbol) for symbol in problem.variables}
    return {name: f"[{name}]" if taken & set(names) else name for name in names}


Sum: TypeAlias = list[tuple[float, Vector]]


def _made_of(target: Stated, known: Sequence[Stated], frame: Frame) -> Sum | None:
    """An equation as a sum of derivatives of others, None if it is none."""
    space = frame.problem.space
    origin, highest = MultiIndex((0,) * len(space.coordinates)), target.order(space)
    try:
        whole = frame.vector(target, origin)
        near = (v for other in known for v in _derivatives(other, highest, frame))
        vectors = _useful(whole, list(islice(near, MANY)))
    except (NotPolynomial, NotDecided, TooLarge):
        return None
    for count in range(1, MOST + 1):
        for chosen in combinations(vectors, count):
            factors = _factors(whole, chosen)
            if factors is not None:
                return list(zip(factors, chosen, strict=True))
    return None


def _derivatives(other: Stated, highest: int, frame: Frame) -> Iterator[Vector]:
    """An equation and its derivatives up to an order."""
    problem = frame.problem
    more = highest - other.order(problem.space)
    for orders in product(range(max(more, -1) + 1), repeat=len(problem.coordinates)):
        if sum(orders) <= more:
            yield frame.vector(other, MultiIndex(orders))


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


def _factors(whole: Vector, chosen: Sequence[Vector]) -> list[float] | None:
    """What to multiply vectors with, so that they add up to an equation; None if nothing does."""
    keys = sorted({k for v in (whole, *chosen) for k in v.values}, key=str)
    if not set(whole.values) <= {k for v in chosen for k in v.values}:
        return None
    columns = np.array([[v.values.get(k, 0.0) for v in chosen] for k in keys])
    wanted = np.array([whole.values.get(k, 0.0) for k in keys])
    every = np.abs(np.column_stack([columns, wanted]))
    allowed = np.maximum((every / np.maximum(every.max(axis=0), NOTHING)).max(axis=1), NOTHING)
    for _ in range(TURNS):
        weighted = columns / allowed[:, None], wanted / allowed
        factors = np.linalg.lstsq(*weighted, rcond=1e-10)[0]
        if not np.all(factors):
            return None
        allowed = np.array([_allowed(k, whole, chosen, factors) for k in keys])
    for digits in DIGITS:
        plain = np.array([float(f"{f:.{digits}g}") for f in factors])
        allowed = np.array([_allowed(k, whole, chosen, plain) for k in keys])
        if np.all(np.abs(wanted - columns @ plain) <= allowed):
            return [float(f) for f in plain]
    return None


def _allowed(key: Key, whole: Vector, chosen: Sequence[Vector], factors: Array) -> float:
    """How much may be left of a coordinate."""
    parts = [(1.0, whole), *zip(np.abs(factors), chosen, strict=True)]
    size = max(f * abs(v.values.get(key, 0.0)) for f, v in parts)
    errors = [f * v.errors.get(key, 0.0) for f, v in parts]
    return max(CLOSE * size + ERRORS * float(np.hypot.reduce(errors)), NOTHING)


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
