"""What kind of equation it is: its parts, whether it is linear, and which forms it can take."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass

import sympy

from pdedsl.form.jet import Jet, JetSpace
from pdedsl.form.rewriting import Obstruction, Rewriting, Undecided
from pdedsl.form.simplify import expanded_size
from pdedsl.form.slope import slope
from pdedsl.form.vanishing import bends, has_value, is_zero, multiplied_out
from pdedsl.form.variational import exactly, rewrite

MAX_SUMMANDS = 500
_STRUCTURE = (sympy.Rational(1, 2), sympy.Rational(-1, 2))  # of roots, no constants to be found


@dataclass(frozen=True)
class Classification:
    """An equation bound - free = 0, in jets, and what can be said of it.

    Attributes:
        order: of its highest derivative.
        bound: the derivative-bound part, all summands with a derivative.
        free: the derivative-free part g.
        linear: in the fields and their derivatives, with coefficients in the coordinates.
        quasilinear: in the derivatives of the highest order, with any other coefficients.
        linear_combination: whether it is a sum of constants times functions that hold none. Named
            constants and the numbers inside of functions are the constants meant: exp(2 t) has
            one; whole powers, square roots and signs have none.
        evolution: derivatives it can be solved for, as they occur once, with a constant factor.
        evolves_in: coordinates in which it is an evolution equation: the first derivative of a
            field can be solved for, and nothing else is differentiated in that coordinate.
        rewriting: the derivative-bound part as extended derivatives, or why it cannot be.

    Source: Kacprzyk, Qian, van der Schaar 2023, section 3, where the forms are defined.
    """

    order: int
    bound: sympy.Expr
    free: sympy.Expr
    linear: bool
    quasilinear: bool
    linear_combination: bool
    evolution: tuple[Jet, ...]
    evolves_in: tuple[sympy.Symbol, ...]
    rewriting: Rewriting | Obstruction | Undecided

    @property
    def variational_ready(self) -> bool | None:
        """Whether it is a sum of a d^alpha[h] and g; None if that was not decided."""
        if isinstance(self.rewriting, Undecided):
            return True if self.rewriting is Undecided.INTEGRAL else None
        return isinstance(self.rewriting, Rewriting)


def classify(expression: sympy.Expr, space: JetSpace) -> Classification:
    """The kind of the equation expression = 0; what is not proved to hold is said not to.

    Args:
        expression: in jets, or in SymPy's derivatives of u(t, x).
        space: its coordinates and fields; other symbols are constants.

    >>> t, u = sympy.symbols("t u", real=True)
    >>> space = JetSpace((t,), (u,))
    >>> found = classify(sympy.Function("u")(t).diff(t) - sympy.exp(2 * t) * u, space)
    >>> found.linear, found.linear_combination, found.evolves_in
    (True, False, (t,))
    """
    written = space.from_derivatives(expression)
    whole = exactly(written)
    if expanded_size(whole) <= MAX_SUMMANDS:
        written, whole = multiplied_out(written), multiplied_out(whole)
    derivatives = space.derivatives(whole)
    bound, free = _parts(written, derivatives)
    order = space.order(whole)
    highest = [s for s in derivatives if space.order(s) == order]
    evolution = _solvable(whole, space, derivatives)
    return Classification(
        order=order,
        bound=bound,
        free=-free,
        linear=_is_affine(whole, (*space.fields, *derivatives)),
        quasilinear=_is_affine(whole, highest),
        linear_combination=_is_linear_combination(whole, space, derivatives),
        evolution=evolution,
        evolves_in=_evolves_in(evolution, space, derivatives),
        rewriting=rewrite(bound, space),
    )


def _parts(whole: sympy.Expr, derivatives: Sequence[sympy.Symbol]) -> tuple[sympy.Expr, sympy.Expr]:
    held = set(derivatives)
    summands = sympy.Add.make_args(whole)
    bound = [s for s in summands if not s.free_symbols.isdisjoint(held)]
    return sympy.Add(*bound), sympy.Add(*(s for s in summands if s not in bound))


def _is_affine(expression: sympy.Expr, variables: Sequence[sympy.Symbol]) -> bool:
    """Whether it is of first degree in the variables together, with coefficients free of them.

    Values on a line are looked at first: second derivatives of nested functions are long.
    """
    if bends(expression, variables):
        return False
    for position, symbol in enumerate(variables):
        rate = slope(expression, symbol)
        others = rate.free_symbols & set(variables[position:])
        if not all(is_zero(slope(rate, other)) for other in others):
            return False
    return True


def _solvable(
    whole: sympy.Expr, space: JetSpace, derivatives: Sequence[sympy.Symbol]
) -> tuple[Jet, ...]:
    variables = {*space.coordinates, *space.fields, *derivatives}
    found = []
    for symbol in derivatives:
        factor = slope(whole, symbol)
        jet = space.find(symbol)
        if jet is None or _varies(factor, variables) or expanded_size(factor) > MAX_SUMMANDS:
            continue
        factor = multiplied_out(factor)
        if factor != 0 and factor.free_symbols.isdisjoint(variables):
            found.append(jet)
    return tuple(found)


def _varies(expression: sympy.Expr, variables: Set[sympy.Symbol]) -> bool:
    """Whether values show that an expression changes with one of the variables.

    Multiplied out it would show as well, which takes long where sums are below the line.
    """
    changing = sorted(expression.free_symbols & variables, key=lambda symbol: symbol.name)
    return any(has_value(slope(expression, symbol)) for symbol in changing)


def _evolves_in(
    evolution: Sequence[Jet], space: JetSpace, derivatives: Sequence[sympy.Symbol]
) -> tuple[sympy.Symbol, ...]:
    jets = [jet for jet in map(space.find, derivatives) if jet is not None]
    found = []
    for position, coordinate in enumerate(space.coordinates):
        moving = [jet for jet in jets if jet.alpha.orders[position]]
        first = [jet for jet in moving if jet in evolution and jet.alpha == space.unit(position)]
        if first and len(moving) == 1:
            found.append(coordinate)
    return tuple(found)


def _is_linear_combination(
    whole: sympy.Expr, space: JetSpace, derivatives: Sequence[sympy.Symbol]
) -> bool:
    variables = (*space.coordinates, *space.fields, *derivatives)
    functions = (
        summand.as_independent(*variables, as_Add=False)[1]
        for summand in sympy.Add.make_args(whole)
    )
    return not any(f.free_symbols - set(variables) or _holds_number(f) for f in functions)


def _holds_number(f: sympy.Expr) -> bool:
    """Whether a number other than a sign, a whole power or a square root is in a function."""
    if f.is_Pow and (f.exp.is_Integer or f.exp in _STRUCTURE):
        return _holds_number(f.base)
    if f.is_Number:
        return f not in (1, -1)
    if f.is_Mul and abs(f.as_coeff_Mul()[0]) != 1:
        return True
    if f.is_Add and any(summand.is_number for summand in f.args):
        return True
    return any(_holds_number(argument) for argument in f.args)
