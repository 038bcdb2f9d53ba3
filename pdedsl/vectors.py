"""Equations and their derivatives as vectors, so that sums of them can be compared.

Coordinates are products of derivatives of the fields, such as u_x u_xx, each with a function of
coordinates and fields beside it, such as exp(2 t). Numbers that were found inside of functions
differ a little from equation to equation: functions count as the same if they are proportional
within `ALIKE` at a few places.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

import numpy as np
import sympy
from numpy.typing import NDArray

from pdedsl.form import (
    ExtendedDerivative,
    JetSpace,
    MultiIndex,
    Problem,
    VariationalReadyPDE,
    expand,
    make_symbol,
)
from pdedsl.form.differential_polynomial import (
    Monomial,
    NotDecided,
    NotPolynomial,
    TooLarge,
    polynomial,
)
from pdedsl.form.evaluation import DEFAULT_RANGE, evaluate
from pdedsl.language import format_term, parse_expression
from pdedsl.records import EquationRecord

Array: TypeAlias = NDArray[np.float64]
Point: TypeAlias = Mapping[sympy.Symbol, float]
Box: TypeAlias = Mapping[str, tuple[float, float]]
Key: TypeAlias = tuple[Monomial, int]
"""A product of derivatives, and the number of the function beside it."""

ALIKE = 0.02
"""Difference of two functions over their size up to which they are the same."""

PLACES = 16


@dataclass(frozen=True)
class Stated:
    """An equation as a sum in jets that is zero.

    Attributes:
        name: what it is called where it is a part of another one.
        whole: the sum.
        doubts: what a number of it is multiplied with, and that number's standard error.
    """

    name: str
    whole: sympy.Expr
    doubts: tuple[tuple[sympy.Expr, float], ...] = ()

    def order(self, space: JetSpace) -> int:
        """The highest order of a derivative."""
        return space.order(self.whole)


@dataclass(frozen=True)
class Vector:
    """A derivative of an equation.

    Attributes:
        name: of the equation.
        alpha: by what it is derived.
        values: coordinates that are not zero.
        errors: standard errors of some of them.
    """

    name: str
    alpha: MultiIndex
    values: Mapping[Key, float]
    errors: Mapping[Key, float]


def stated(record: EquationRecord, pde: VariationalReadyPDE, problem: Problem) -> Stated:
    """An equation that was found, with the errors of its numbers.

    Raises:
        FormError: the derivatives cannot be carried out, as the second of abs(u).
    """
    space = problem.space
    errors = {b.term: b.standard_error or 0.0 for b in record.bound}
    parts, doubts = [-pde.g], []
    for p in pde.support:
        term = pde.dictionary[p]
        in_jets = space.from_derivatives(expand(term, space.coordinates, space.fields))
        parts.append(pde.beta[p] * in_jets)
        doubts.append((in_jets, errors.get(format_term(term, space.coordinates), 0.0)))
    doubts += _doubts_of_g(record, problem)
    return Stated(record.name, sympy.Add(*parts), tuple(doubts))


def _doubts_of_g(record: EquationRecord, problem: Problem) -> Iterator[tuple[sympy.Expr, float]]:
    if not record.free_numbers:
        return
    numbers = {make_symbol(n.name): n for n in record.free_numbers}
    form = parse_expression(record.free_form, (*problem.variables, *numbers))
    values = {symbol: sympy.Float(n.value) for symbol, n in numbers.items()}
    for symbol, n in numbers.items():
        if n.standard_error:
            yield sympy.diff(form, symbol).xreplace(values), n.standard_error


def definitions(problem: Problem) -> Iterator[Stated]:
    """That a measured derivative is one."""
    space = problem.space
    for each in problem.fields:
        if each.definition is not None:
            measured = ExtendedDerivative(each.definition.alpha, sympy.S.One, each.definition.field)
            name = f"({each.symbol} - {format_term(measured, space.coordinates)})"
            yield Stated(name, each.symbol - space.symbol(*each.definition))


@dataclass
class Frame:
    """Coordinates that grow as they are needed.

    Attributes:
        problem: whose coordinates, fields and inputs functions are of.
        box: ranges in which functions are compared, by name; (0.2, 1.2) for what is not there.
    """

    problem: Problem
    box: Box = field(default_factory=dict)
    _functions: dict[Monomial, list[Array]] = field(default_factory=dict)
    _values: dict[sympy.Expr, Array] = field(default_factory=dict)
    _vectors: dict[tuple[str, MultiIndex], Vector | None] = field(default_factory=dict)

    def vector(self, of: Stated, alpha: MultiIndex) -> Vector | None:
        """A derivative of an equation, None where it cannot be written so."""
        key = of.name, alpha
        if key not in self._vectors:
            try:
                self._vectors[key] = self._made(of, alpha)
            except (NotPolynomial, NotDecided, TooLarge):
                self._vectors[key] = None
        return self._vectors[key]

    def _made(self, of: Stated, alpha: MultiIndex) -> Vector:
        values = self._along(of.whole, alpha)
        squares: dict[Key, float] = {}
        for expression, error in of.doubts:
            if error:
                for key, value in self._along(expression, alpha).items():
                    squares[key] = squares.get(key, 0.0) + (error * value) ** 2
        return Vector(of.name, alpha, values, {k: float(np.sqrt(v)) for k, v in squares.items()})

    def _along(self, expression: sympy.Expr, alpha: MultiIndex) -> dict[Key, float]:
        space = self.problem.space
        for position, times in enumerate(alpha.orders):
            for _ in range(times):
                expression = space.derivative(expression, position)
        found: dict[Key, float] = {}
        for monomial, factor in polynomial(expression, space).items():
            for addend in sympy.Add.make_args(factor):
                key, value = self._placed(monomial, addend)
                found[key] = found.get(key, 0.0) + value
        return found

    def _placed(self, monomial: Monomial, function: sympy.Expr) -> tuple[Key, float]:
        """Which coordinate a product goes to, and its value there."""
        number, rest = function.as_coeff_Mul()
        if rest not in self._values:
            self._values[rest] = np.array([evaluate(rest, place) for place in self._places])
        values = float(number) * self._values[rest]
        size = float(np.linalg.norm(values))
        if not np.isfinite(size) or not size:
            raise NotDecided
        known = self._functions.setdefault(monomial, [])
        for place, unit in enumerate(known):
            along = float(unit @ values)
            if np.linalg.norm(values - along * unit) <= ALIKE * size:
                return (monomial, place), along
        known.append(values / size)
        return (monomial, len(known) - 1), size

    @cached_property
    def _places(self) -> Sequence[Point]:
        """Values of coordinates, fields and inputs, the same every time."""
        rng = np.random.default_rng(0)
        ranges = {s: self.box.get(s.name, DEFAULT_RANGE) for s in self.problem.variables}
        return [{s: float(rng.uniform(*ends)) for s, ends in ranges.items()} for _ in range(PLACES)]
