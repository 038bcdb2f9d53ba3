"""Which of several equations follow from the others.

An equation that holds makes its derivatives hold, and sums of both: Laplace's equations follow
from those of Cauchy and Riemann. What is left without them is independent and simplest.

Source: Kacprzyk, Qian, van der Schaar 2023, Section 9, on more than one equation for a field.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, product
from typing import TypeAlias

import numpy as np
import sympy
from numpy.typing import NDArray

from pdedsl.form import (
    Dictionary,
    ExtendedDerivative,
    JetSpace,
    MultiIndex,
    Problem,
    VariationalReadyPDE,
)
from pdedsl.form.differential_polynomial import (
    Monomial,
    NotDecided,
    NotPolynomial,
    TooLarge,
    polynomial,
)
from pdedsl.form.evaluation import DEFAULT_RANGE, evaluate
from pdedsl.language import format_term
from pdedsl.records import EquationRecord

Array: TypeAlias = NDArray[np.float64]
Point: TypeAlias = Mapping[sympy.Symbol, float]

CLOSE = 0.02
"""Relative difference of coefficients that is always allowed; three standard errors as well."""

ERRORS = 3.0
PLACES = 8
MOST = 3
"""Of so many equations and derivatives one is put together."""

NOTHING = 1e-100
"""What a coefficient that vanishes has for a size."""

TURNS = 3
"""Of least squares, weighted by the errors of what they give."""

MANY = 60
"""Derivatives of equations that are looked at, and no more."""


@dataclass(frozen=True)
class Stated:
    """An equation as a sum that is zero.

    Attributes:
        name: what it is called where it is a part of another one.
        parts: summands in jets, and the standard error of each over its coefficient.
    """

    name: str
    parts: tuple[tuple[sympy.Expr, float], ...]


@dataclass(frozen=True)
class _Piece:
    """A derivative of an equation: by monomial in the jets, values at the places, and errors."""

    name: str
    alpha: MultiIndex
    values: Mapping[Monomial, Array]
    errors: Mapping[Monomial, float]


def following(
    equations: Sequence[tuple[EquationRecord, VariationalReadyPDE]], problem: Problem
) -> dict[str, str]:
    """The equations that are combinations of simpler ones and of their derivatives.

    Args:
        equations: of the same coordinates and fields, with the numbers that were found.
        problem: whose coordinates and fields these are.

    Returns:
        By the name of an equation what it is made of, such as "d_x(first) + 2*second". Every
        equation that is named there follows from no other itself.
    """
    space = problem.space
    stated = [_stated(record, pde, space) for record, pde in equations]
    kept = [*_definitions(problem)]
    found: dict[str, str] = {}
    for each in sorted(stated, key=lambda s: _simplicity(s, space)):
        made = _made_of(each, kept, problem)
        if made is None:
            kept.append(each)
        else:
            found[each.name] = made
    return {s.name: found[s.name] for s in stated if s.name in found}


def _stated(record: EquationRecord, pde: VariationalReadyPDE, space: JetSpace) -> Stated:
    errors = {b.term: b.standard_error or 0.0 for b in record.bound}
    parts = []
    for p in pde.support:
        term, beta = pde.dictionary[p], pde.beta[p]
        whole = VariationalReadyPDE(Dictionary((term,)), (beta,), sympy.S.Zero)
        in_jets = space.from_derivatives(whole.expanded(space.coordinates, space.fields))
        error = errors.get(format_term(term, space.coordinates), 0.0)
        parts.append((in_jets, error / abs(beta)))
    if pde.g != 0:
        doubts = [(n.standard_error or 0.0) / abs(n.value or 1.0) for n in record.free_numbers]
        parts.append((-pde.g, max(doubts, default=0.0)))
    return Stated(record.name, tuple(parts))


def _definitions(problem: Problem) -> Iterator[Stated]:
    """That a measured derivative is one."""
    space = problem.space
    for field in problem.fields:
        if field.definition is not None:
            measured = ExtendedDerivative(
                field.definition.alpha, sympy.S.One, field.definition.field
            )
            name = f"({field.symbol} - {format_term(measured, space.coordinates)})"
            yield Stated(name, ((field.symbol - space.symbol(*field.definition), 0.0),))


def _simplicity(stated: Stated, space: JetSpace) -> tuple[int, int]:
    """Order, and number of summands."""
    return _order(stated, space), len(stated.parts)


def _order(stated: Stated, space: JetSpace) -> int:
    return max(space.order(e) for e, _ in stated.parts)


def _made_of(target: Stated, known: Sequence[Stated], problem: Problem) -> str | None:
    """An equation as a sum of derivatives of others, None if it is none."""
    space = problem.space
    origin = MultiIndex((0,) * len(space.coordinates))
    places = list(_places(problem))
    try:
        whole = _piece(target, origin, problem, places)
        highest = _order(target, space)
        near = (a for other in known for a in _pieces(other, highest, problem, places))
        pieces = _useful(whole, list(islice(near, MANY)))
    except (NotPolynomial, NotDecided, TooLarge):
        return None
    for count in range(1, MOST + 1):
        for chosen in combinations(pieces, count):
            factors = _factors(whole, chosen)
            if factors is not None:
                return _text(factors, chosen, space)
    return None


def _pieces(
    other: Stated, highest: int, problem: Problem, places: Sequence[Point]
) -> Iterator[_Piece]:
    """An equation and its derivatives up to an order; none where inputs are in it."""
    inputs = {i.symbol for i in problem.inputs}
    more = highest - _order(other, problem.space)
    if any(e.free_symbols & inputs for e, _ in other.parts):
        more = min(more, 0)
    for orders in product(range(max(more, -1) + 1), repeat=len(problem.coordinates)):
        if sum(orders) <= more:
            yield _piece(other, MultiIndex(orders), problem, places)


def _piece(stated: Stated, alpha: MultiIndex, problem: Problem, places: Sequence[Point]) -> _Piece:
    values: dict[Monomial, Array] = {}
    variances: dict[Monomial, float] = {}
    for expression, share in stated.parts:
        derived = _derived(expression, alpha, problem.space)
        for monomial, factor in polynomial(derived, problem.space).items():
            part = np.array([evaluate(factor, place) for place in places])
            if not np.isfinite(part).all():
                raise NotDecided
            values[monomial] = values.get(monomial, 0.0) + part
            variances[monomial] = variances.get(monomial, 0.0) + (share * _size(part)) ** 2
    errors = {monomial: float(np.sqrt(v)) for monomial, v in variances.items()}
    return _Piece(stated.name, alpha, values, errors)


def _derived(expression: sympy.Expr, alpha: MultiIndex, space: JetSpace) -> sympy.Expr:
    for position, times in enumerate(alpha.orders):
        for _ in range(times):
            expression = space.derivative(expression, position)
    return expression


def _places(problem: Problem) -> Iterator[Point]:
    """Values of coordinates, fields and inputs, the same every time."""
    shares = np.random.default_rng(0).uniform
    low, high = DEFAULT_RANGE
    symbols = (
        *problem.space.coordinates,
        *problem.space.fields,
        *(i.symbol for i in problem.inputs),
    )
    for _ in range(PLACES):
        yield {symbol: float(shares(low, high)) for symbol in symbols}


def _useful(whole: _Piece, pieces: list[_Piece]) -> list[_Piece]:
    """Those all of whose monomials are in the equation or in another one that is useful."""
    while True:
        count = Counter(m for piece in pieces for m in piece.values)
        kept = [p for p in pieces if all(m in whole.values or count[m] > 1 for m in p.values)]
        if len(kept) == len(pieces):
            return kept
        pieces = kept


def _factors(whole: _Piece, chosen: Sequence[_Piece]) -> Array | None:
    """What to multiply pieces with, so that they add up to an equation; None if nothing does."""
    monomials = sorted({m for p in (whole, *chosen) for m in p.values}, key=str)
    if set(whole.values) - {m for p in chosen for m in p.values}:
        return None
    columns = np.stack([_column(p, monomials) for p in chosen], axis=1)
    wanted = _column(whole, monomials)
    allowed = _scales(np.column_stack([columns, wanted]), len(monomials))
    for _ in range(TURNS):
        weights = np.repeat(1.0 / allowed, PLACES)
        factors = np.linalg.lstsq(weights[:, None] * columns, weights * wanted, rcond=1e-10)[0]
        if not np.all(factors):
            return None
        allowed = np.array([_allowed(m, whole, chosen, factors) for m in monomials])
    left = (wanted - columns @ factors).reshape(len(monomials), PLACES)
    is_near = all(_size(rest) <= most for rest, most in zip(left, allowed, strict=True))
    return factors if is_near else None


def _allowed(monomial: Monomial, whole: _Piece, chosen: Sequence[_Piece], factors: Array) -> float:
    """How much may be left of the coefficient of a monomial."""
    parts = [(1.0, whole), *zip(np.abs(factors), chosen, strict=True)]
    size = max(f * _size(p.values[monomial]) for f, p in parts if monomial in p.values)
    errors = [f * p.errors.get(monomial, 0.0) for f, p in parts]
    return max(CLOSE * size + ERRORS * float(np.hypot.reduce(errors)), NOTHING)


def _scales(columns: Array, count: int) -> Array:
    """Of each monomial, the most that a column has, whose own most is 1."""
    shares = np.abs(columns) / np.maximum(np.abs(columns).max(axis=0), NOTHING)
    return np.maximum(shares.reshape(count, -1).max(axis=1), NOTHING)


def _column(piece: _Piece, monomials: Iterable[Monomial]) -> Array:
    nothing = np.zeros(PLACES)
    return np.concatenate([piece.values.get(m, nothing) for m in monomials])


def _size(values: Array) -> float:
    return float(np.sqrt(np.mean(np.square(values))))


def _text(factors: Array, chosen: Sequence[_Piece], space: JetSpace) -> str:
    """A sum such as "d_x(first) - 2*second"."""
    text = ""
    for factor, piece in sorted(zip(factors, chosen, strict=True), key=_in_text):
        name = piece.name
        if piece.alpha.order:
            inner = ExtendedDerivative(piece.alpha, sympy.S.One, sympy.Symbol("h"))
            name = format_term(inner, space.coordinates).replace(
                "(h)", name if name.startswith("(") else f"({name})"
            )
        size = "" if abs(abs(factor) - 1) < CLOSE else f"{abs(factor):.3g}*"
        sign = "-" if factor < 0 else "+"
        text += f" {sign} {size}{name}" if text else f"{sign.strip('+')}{size}{name}"
    return text


def _in_text(pair: tuple[float, _Piece]) -> tuple[bool, int, tuple[int, ...]]:
    """What is added comes first, low orders before high ones, time before space."""
    factor, piece = pair
    return factor < 0, piece.alpha.order, tuple(-n for n in piece.alpha.orders)
