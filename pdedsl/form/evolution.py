"""Evolution forms: equations solved for the highest derivatives in time of their fields."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import sympy

from pdedsl.errors import NoEvolutionError
from pdedsl.form.jet import Jet, JetSpace
from pdedsl.form.measured import in_other_fields
from pdedsl.form.multi_index import MultiIndex
from pdedsl.form.pde import VariationalReadyPDE
from pdedsl.form.problem import Problem
from pdedsl.form.slope import algebraic_slope
from pdedsl.form.vanishing import is_zero, multiplied_out

NAMES_OF_TIME = ("t", "time")


@dataclass(frozen=True)
class Flux:
    """c d^gamma[h]: gamma is none in time; c and h hold coordinates, fields and rates of change."""

    coefficient: sympy.Expr
    gamma: MultiIndex
    inner: sympy.Expr


@dataclass(frozen=True)
class Rate:
    """d_t^order of a field = local + sum of fluxes.

    Attributes:
        field: that moves.
        order: of its highest derivative in time.
        local: a function at one place, derivatives standing in it as jets.
        fluxes: what takes derivatives in space of a function.
    """

    field: sympy.Symbol
    order: int
    local: sympy.Expr
    fluxes: tuple[Flux, ...]


@dataclass(frozen=True)
class EvolutionForm:
    """Equations as rules for what comes next.

    Attributes:
        space: of the jets.
        time: position of the coordinate that is time.
        rates: one for each field that moves.
        given: fields without an equation, and inputs, whose values have to be known at all times.
    """

    space: JetSpace
    time: int
    rates: tuple[Rate, ...]
    given: tuple[sympy.Symbol, ...]

    def jets(self) -> tuple[Jet, ...]:
        """All that occur on the right sides, fields included."""
        parts = [e for r in self.rates for e in (r.local, *_both(r.fluxes))]
        return _jets(parts, self.space)

    def order_in(self, position: int) -> int:
        """The highest order of a derivative in a coordinate on the right sides."""
        fluxes = [f.gamma.orders[position] for r in self.rates for f in r.fluxes]
        return max([*fluxes, *(j.alpha.orders[position] for j in self.jets())], default=0)


@dataclass(frozen=True)
class _Piece:
    """b a d^gamma[h] of an equation, derivatives in time carried out."""

    factor: sympy.Expr
    gamma: MultiIndex
    inner: sympy.Expr


def time_position(problem: Problem, name: str | None = None) -> int:
    """Which coordinate is time: the one named, else t or time, else the first.

    Raises:
        NoEvolutionError: there is none of that name.
    """
    names = [x.name for x in problem.coordinate_symbols]
    if name is not None and name not in names:
        raise NoEvolutionError(f"there is no coordinate {name}; there is {', '.join(names)}")
    wanted = [name] if name else [n for n in NAMES_OF_TIME if n in names]
    return names.index(wanted[0]) if wanted else 0


def evolution_form(
    pdes: Sequence[VariationalReadyPDE], problem: Problem, time: int
) -> EvolutionForm:
    """Equations solved for the highest derivative in time of each field that has one.

    Derivatives in time are carried out by the chain rule, d_t(u^2) = 2 u u_t; what is left of a
    term keeps its form d^gamma[h]. A field that is the measurement of a derivative stands for it.

    Args:
        pdes: as many as fields move.
        problem: whose coordinates and fields they are in.
        time: position of the coordinate that is time.

    Raises:
        NoEvolutionError: it cannot be done, and why.

    >>> from pdedsl.form import Coordinate, Dictionary, ExtendedDerivative, Field, make_symbol
    >>> t, u = make_symbol("t"), make_symbol("u")
    >>> terms = Dictionary((ExtendedDerivative(MultiIndex((1,)), sympy.S.One, u**2),))
    >>> problem = Problem((Coordinate(t),), (Field(u),), terms)
    >>> evolution_form([VariationalReadyPDE(terms, (1,), u)], problem, 0).rates[0].local
    1/2
    """
    space = problem.space
    definitions = {f.symbol: f.definition for f in problem.fields if f.definition is not None}
    pieces = [_pieces(pde, space, definitions, time) for pde in pdes]
    orders = _orders(pieces, problem, time)
    if not orders:
        name = space.coordinates[time].name
        raise NoEvolutionError(f"no derivative in {name} occurs in it")
    if len(orders) != len(pdes):
        fields = ", ".join(u.name for u in orders)
        raise NoEvolutionError(
            f"{_count(len(pdes), 'equation')} cannot tell the rates of change of "
            f"{_count(len(orders), 'field')}: {fields}"
        )
    tops = [_top(u, n, space, time) for u, n in orders.items()]
    for each in pieces:
        _refuse_mixed(each, orders, space, time)
    local = [sympy.Add(*(p.factor * p.inner for p in each if not p.gamma.order)) for each in pieces]
    inverse = _inverse(local, tops)
    rest = [e.xreplace(dict.fromkeys(tops, sympy.S.Zero)) for e in local]
    rates = tuple(
        Rate(
            field,
            order,
            sympy.Add(*(-inverse[i, e] * rest[e] for e in range(len(pdes)))),
            _fluxes([inverse[i, e] for e in range(len(pdes))], pieces),
        )
        for i, (field, order) in enumerate(orders.items())
    )
    form = EvolutionForm(space, time, rates, ())
    return _with_given(form, orders, frozenset(problem.input_symbols))


def _pieces(
    pde: VariationalReadyPDE, space: JetSpace, definitions: dict[sympy.Symbol, Jet], time: int
) -> list[_Piece]:
    found = []
    for b, term in zip(pde.beta, pde.dictionary, strict=True):
        if b == 0:
            continue
        inner = in_other_fields(term.h, space, definitions)
        for _ in range(term.alpha.orders[time]):
            inner = space.derivative(inner, time)
        orders = tuple(0 if i == time else n for i, n in enumerate(term.alpha.orders))
        found.append(_carried_out(_Piece(b * term.a, MultiIndex(orders), inner), space, time))
    zero = MultiIndex((0,) * len(space.coordinates))
    found.append(_Piece(-sympy.S.One, zero, in_other_fields(pde.g, space, definitions)))
    return [p for p in found if p.inner != 0]


def _carried_out(piece: _Piece, space: JetSpace, time: int) -> _Piece:
    """As it is, unless derivatives in space stand inside: then these outside are carried out."""
    inside = (n for jet in _jets([piece.inner], space) for n in _in_space(jet.alpha, time))
    if not piece.gamma.order or not any(inside):
        return piece
    inner = piece.inner
    for position, order in enumerate(piece.gamma.orders):
        for _ in range(order):
            inner = space.derivative(inner, position)
    return replace(piece, gamma=MultiIndex((0,) * len(space.coordinates)), inner=inner)


def _orders(
    pieces: Sequence[Sequence[_Piece]], problem: Problem, time: int
) -> dict[sympy.Symbol, int]:
    """The highest order in time in which each field occurs that has one."""
    space = problem.space
    jets = _jets([p.inner for each in pieces for p in each], space)
    orders = {
        u: max((j.alpha.orders[time] for j in jets if j.field == u), default=0)
        for u in space.fields
    }
    for q in problem.input_symbols:
        if orders.pop(q):
            t = space.coordinates[time].name
            raise NoEvolutionError(
                f"the derivative of {q.name} in {t} occurs in it, and that of an input is not known"
            )
    return {u: n for u, n in orders.items() if n}


def _top(field: sympy.Symbol, order: int, space: JetSpace, time: int) -> sympy.Symbol:
    return space.symbol(field, time_index(space, time, order))


def time_index(space: JetSpace, time: int, order: int) -> MultiIndex:
    """The multi-index of derivatives in time alone."""
    return MultiIndex(tuple(order * int(i == time) for i in range(len(space.coordinates))))


def _refuse_mixed(
    pieces: Sequence[_Piece], orders: dict[sympy.Symbol, int], space: JetSpace, time: int
) -> None:
    for piece in pieces:
        for jet in _jets([piece.inner], space):
            if jet.alpha.orders[time] != orders.get(jet.field):
                continue
            mixed = jet.alpha + piece.gamma
            if any(_in_space(mixed, time)):
                t = space.coordinates[time].name
                raise NoEvolutionError(
                    f"the highest derivative of {jet.field.name} in {t} occurs in a mixed "
                    f"derivative ({_in_words(mixed, space)}), so that no place has a rate of "
                    "change of its own"
                )


def _inverse(local: Sequence[sympy.Expr], tops: Sequence[sympy.Symbol]) -> sympy.Matrix:
    """Of the matrix by which the highest derivatives in time occur in the equations."""
    matrix = sympy.Matrix([[multiplied_out(algebraic_slope(e, z)) for z in tops] for e in local])
    if matrix.free_symbols & set(tops):
        raise NoEvolutionError(
            "the highest derivative in time occurs in it otherwise than to the first power"
        )
    if is_zero(matrix.det()) is not False:
        raise NoEvolutionError(
            "the equations cannot be solved for the highest derivatives in time of their fields"
        )
    return matrix.inv(method="ADJ")


def _fluxes(row: Sequence[sympy.Expr], pieces: Sequence[Sequence[_Piece]]) -> tuple[Flux, ...]:
    return tuple(
        Flux(-factor * piece.factor, piece.gamma, piece.inner)
        for factor, each in zip(row, pieces, strict=True)
        if factor != 0
        for piece in each
        if piece.gamma.order
    )


def _with_given(
    form: EvolutionForm, orders: dict[sympy.Symbol, int], inputs: frozenset[sympy.Symbol]
) -> EvolutionForm:
    """The form with its fields that have no equation; refused where one is differentiated.

    An input may stand inside of a flux, whose differences are taken on the nodes.
    """
    given = {j.field: None for j in form.jets() if j.field not in orders}
    inside = {j.field for r in form.rates for f in r.fluxes for j in _jets([f.inner], form.space)}
    differentiated = (inside - inputs) | {j.field for j in form.jets() if j.alpha.order}
    for field in given:
        if field in differentiated:
            t = form.space.coordinates[form.time].name
            raise NoEvolutionError(
                f"{field.name} is differentiated in it, and no equation tells how {field.name} "
                f"changes with {t}"
            )
    return replace(form, given=tuple(given))


def _both(fluxes: Sequence[Flux]) -> list[sympy.Expr]:
    return [e for f in fluxes for e in (f.coefficient, f.inner)]


def _jets(expressions: Sequence[sympy.Expr], space: JetSpace) -> tuple[Jet, ...]:
    """The fields and derivatives in some expressions, in a fixed order."""
    symbols = {s for e in expressions for s in e.free_symbols}
    jets = [j for j in map(space.find, symbols) if j is not None]
    return tuple(sorted(jets, key=lambda j: (space.fields.index(j.field), j.alpha)))


def _in_space(alpha: MultiIndex, time: int) -> tuple[int, ...]:
    return tuple(n for i, n in enumerate(alpha.orders) if i != time)


def _in_words(alpha: MultiIndex, space: JetSpace) -> str:
    pairs = zip(space.coordinates, alpha.orders, strict=True)
    return " and ".join(f"{_times(n)} in {x.name}" for x, n in pairs if n)


def _times(n: int) -> str:
    return {1: "once", 2: "twice"}.get(n, f"{n} times")


def _count(n: int, what: str) -> str:
    return f"{n} {what}{'' if n == 1 else 's'}"
