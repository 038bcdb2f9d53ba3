"""Evolution forms on nodes: right sides as NumPy functions, with their exact Jacobians."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import sympy
from numpy.typing import NDArray
from scipy import sparse

from pdedsl.form.evolution import EvolutionForm, Flux, Rate, time_index
from pdedsl.form.multi_index import MultiIndex
from pdedsl.form.slope import slope
from pdedsl.forward.places import Places
from pdedsl.weak.functions import Function, make_function

Array = NDArray[np.float64]
Known = Callable[[float], Array]


@dataclass(frozen=True)
class Level:
    """d_t^order of a field, a part of the state."""

    field: sympy.Symbol
    order: int


def levels(form: EvolutionForm) -> tuple[Level, ...]:
    """What the state is made of: each field that moves, and its rates of change."""
    return tuple(Level(r.field, k) for r in form.rates for k in range(r.order))


@dataclass(frozen=True, eq=False)
class _Part:
    """An expression as a function of the arguments, and its slopes by those of them it has."""

    value: Function
    slopes: Mapping[int, Function]


@dataclass(frozen=True, eq=False)
class _Flux:
    gamma: MultiIndex
    coefficient: _Part
    inner: _Part


@dataclass(frozen=True, eq=False)
class _Rate:
    local: _Part
    fluxes: tuple[_Flux, ...]


@dataclass(frozen=True, eq=False)
class Printed:
    """An evolution form as NumPy functions.

    Arguments are, in this order: time; the coordinates in space; the levels of the state; the
    fields that are given; derivatives in space of levels.

    Attributes:
        form: that was printed.
        levels: of the state.
        rates: what is printed.
        slopes_in_space: level and orders in space of each argument of the last kind.
        first: position of the first level among the arguments.
    """

    form: EvolutionForm
    levels: tuple[Level, ...]
    rates: tuple[_Rate, ...]
    slopes_in_space: tuple[tuple[int, tuple[int, ...]], ...]
    first: int

    @property
    def after(self) -> int:
        """Position of the first argument that is a derivative in space."""
        return self.first + len(self.levels) + len(self.form.given)

    def linear(
        self, rate: int, arguments: Sequence[Array], count: int
    ) -> list[tuple[int, tuple[int, ...], Array]]:
        """The right side of a rate linearised at some places: level, orders in space, factor.

        Slopes of the factors of fluxes are left out; they have derivatives of lower order.
        """
        found = []
        own = self.rates[rate]
        for a, f in own.local.slopes.items():
            level, orders = self._meant(a)
            found.append((level, orders, values(f, arguments, count)))
        for flux in own.fluxes:
            c = values(flux.coefficient.value, arguments, count)
            orders = in_space(flux.gamma, self.form.time)
            found += [
                (a - self.first, orders, c * values(f, arguments, count))
                for a, f in flux.inner.slopes.items()
            ]
        return found

    def _meant(self, argument: int) -> tuple[int, tuple[int, ...]]:
        if argument >= self.after:
            return self.slopes_in_space[argument - self.after]
        return argument - self.first, (0,) * (self.first - 1)


def printed(form: EvolutionForm) -> Printed:
    """Print an evolution form, once for all samples."""
    made = levels(form)
    space, time = form.space, form.time
    symbols = [space.coordinates[time]]
    symbols += [x for i, x in enumerate(space.coordinates) if i != time]
    first = len(symbols)
    symbols += [space.symbol(v.field, time_index(space, time, v.order)) for v in made]
    symbols += form.given
    after = len(symbols)
    in_levels = []
    for jet in form.jets():
        orders = in_space(jet.alpha, time)
        if any(orders):
            level = Level(jet.field, jet.alpha.orders[time])
            in_levels.append((made.index(level), orders))
            symbols.append(space.symbol(jet.field, jet.alpha))
    moving = [*range(first, first + len(made)), *range(after, len(symbols))]
    rates = tuple(_print(r, symbols, moving) for r in form.rates)
    return Printed(form, made, rates, tuple(in_levels), first)


def _print(rate: Rate, symbols: Sequence[sympy.Symbol], moving: Sequence[int]) -> _Rate:
    def part(expression: sympy.Expr) -> _Part:
        slopes = {
            a: make_function(slope(expression, symbols[a]), symbols)
            for a in moving
            if expression.has(symbols[a])
        }
        return _Part(make_function(expression, symbols), slopes)

    def flux(of: Flux) -> _Flux:
        return _Flux(of.gamma, part(of.coefficient), part(of.inner))

    return _Rate(part(rate.local), tuple(map(flux, rate.fluxes)))


def in_space(alpha: MultiIndex, time: int) -> tuple[int, ...]:
    """The orders in the coordinates that are not time."""
    return tuple(n for i, n in enumerate(alpha.orders) if i != time)


def values(function: Function, arguments: Sequence[Array], count: int) -> Array:
    """A printed function at some places, NaN where it is not real."""
    with np.errstate(all="ignore"):
        found = np.asarray(function(*arguments))
    if np.iscomplexobj(found):
        found = np.where(found.imag == 0, found.real, np.nan)
    return np.array(np.broadcast_to(found, (count,)), dtype=np.float64)


class RightSide:
    """dy/dt = f(t, y) on nodes; y holds the inner values of every level, one after the other."""

    def __init__(
        self,
        form: Printed,
        places: Places,
        edges: Known,
        given: Known,
        damping: Mapping[int, float] | None = None,
    ) -> None:
        """Prepare the derivatives.

        Args:
            form: printed.
            places: nodes in space.
            edges: from a time the values of all levels at the nodes of the edges, (levels, nodes).
            given: from a time the given fields at all nodes, (fields, nodes).
            damping: speed by position of an axis along which zigzags are dampened.
        """
        self.form, self.places, self.edges, self.given = form, places, edges, given
        self.inner = places.inner
        wanted = {in_space(f.gamma, form.form.time) for r in form.rates for f in r.fluxes}
        wanted |= {orders for _, orders in form.slopes_in_space}
        self.derivatives = {orders: places.derivative(orders) for orders in wanted}
        self.damping = sum(
            (speed / 2 * places.roughness(k) for k, speed in (damping or {}).items()),
            sparse.csr_array((len(self.inner), places.count)),
        )

    @property
    def size(self) -> int:
        """Of y."""
        return len(self.form.levels) * len(self.inner)

    def full(self, t: float, y: Array) -> Array:
        """All levels at all nodes, shape (levels, nodes)."""
        state = np.empty((len(self.form.levels), self.places.count))
        state[:, self.inner] = y.reshape(len(self.form.levels), -1)
        if len(self.places.edge):
            state[:, self.places.edge] = self.edges(t)
        return state

    def arguments(self, t: float, state: Array) -> tuple[list[Array], list[Array]]:
        """Of the printed functions: at all nodes, and at the inner ones; the same length."""
        given = self.given(t)
        everywhere = [np.float64(t), *self.places.coordinates, *state, *given]
        inside = [everywhere[0], *(a[self.inner] for a in everywhere[1:])]
        slopes = [self.derivatives[o] @ state[v] for v, o in self.form.slopes_in_space]
        return [*everywhere, *(np.float64(np.nan) for _ in slopes)], [*inside, *slopes]

    def __call__(self, t: float, y: Array) -> Array:
        """The rate of change of y."""
        state = self.full(t, y)
        everywhere, inside = self.arguments(t, state)
        result = np.empty((len(self.form.levels), len(self.inner)))
        position = 0
        for rate, printed_rate in zip(self.form.form.rates, self.form.rates, strict=True):
            last = position + rate.order - 1
            result[position:last] = state[position + 1 : last + 1, self.inner]
            result[last] = self._rate(printed_rate, everywhere, inside)
            if rate.order == 1:
                result[last] += self.damping @ state[last]
            position = last + 1
        return result.ravel()

    def _rate(self, rate: _Rate, everywhere: list[Array], inside: list[Array]) -> Array:
        total = values(rate.local.value, inside, len(self.inner))
        for flux in rate.fluxes:
            total += self._coefficient(flux, inside) * self._gradient(flux, everywhere)
        return total

    def _coefficient(self, flux: _Flux, inside: list[Array]) -> Array:
        return values(flux.coefficient.value, inside, len(self.inner))

    def _gradient(self, flux: _Flux, everywhere: list[Array]) -> Array:
        h = values(flux.inner.value, everywhere, self.places.count)
        return self.derivatives[in_space(flux.gamma, self.form.form.time)] @ h

    def jacobian(self, t: float, y: Array) -> sparse.csc_array:
        """Its derivative by y, exact, shape (size, size)."""
        everywhere, inside = self.arguments(t, self.full(t, y))
        count, n = len(self.inner), len(self.form.levels)
        blocks: list[list[sparse.sparray]] = [
            [sparse.csr_array((count, count)) for _ in range(n)] for _ in range(n)
        ]
        position = 0
        for rate, printed_rate in zip(self.form.form.rates, self.form.rates, strict=True):
            last = position + rate.order - 1
            for row in range(position, last):
                blocks[row][row + 1] = sparse.eye_array(count, format="csr")
            for level, block in self._slopes(printed_rate, everywhere, inside):
                blocks[last][level] = blocks[last][level] + block
            if rate.order == 1:
                blocks[last][last] = blocks[last][last] + self.damping[:, self.inner]
            position = last + 1
        return sparse.csc_array(sparse.block_array(blocks))

    def _slopes(
        self, rate: _Rate, everywhere: list[Array], inside: list[Array]
    ) -> list[tuple[int, sparse.sparray]]:
        count = len(self.inner)
        found = [self._slope(a, values(f, inside, count)) for a, f in rate.local.slopes.items()]
        for flux in rate.fluxes:
            c = sparse.diags_array(self._coefficient(flux, inside))
            matrix = self.derivatives[in_space(flux.gamma, self.form.form.time)]
            for a, f in flux.inner.slopes.items():
                h = values(f, everywhere, self.places.count)[self.inner]
                block = c @ matrix[:, self.inner] @ sparse.diags_array(h)
                found.append((a - self.form.first, block))
            if flux.coefficient.slopes:
                gradient = self._gradient(flux, everywhere)
                for a, f in flux.coefficient.slopes.items():
                    found.append(self._slope(a, gradient * values(f, inside, count)))
        return found

    def _slope(self, argument: int, factor: Array) -> tuple[int, sparse.sparray]:
        """The block of an argument at the same place, or of a derivative in space there."""
        diagonal = sparse.diags_array(factor)
        if argument < self.form.after:
            return argument - self.form.first, diagonal
        level, orders = self.form.slopes_in_space[argument - self.form.after]
        return level, diagonal @ self.derivatives[orders][:, self.inner]
