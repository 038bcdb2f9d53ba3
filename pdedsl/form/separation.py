"""Gradients in the fields as sums of a(x) times a gradient, with as few summands as can be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import sympy

from pdedsl.form.jet import JetSpace
from pdedsl.form.slope import algebraic_slope
from pdedsl.form.vanishing import is_zero, multiplied_out

Gradient: TypeAlias = tuple[sympy.Expr, ...]  # one entry a field: functions of x and u


def curl(gradient: Gradient, space: JetSpace) -> tuple[int, int] | None:
    """Positions of two fields whose mixed derivatives disagree, None if there are none.

    Raises:
        ArithmeticError: it cannot be decided.
    """
    for j in range(len(gradient)):
        for k in range(j):
            crossed = algebraic_slope(gradient[j], space.fields[k])
            equal = is_zero(crossed - algebraic_slope(gradient[k], space.fields[j]))
            if equal is None:
                raise ArithmeticError
            if not equal:
                return k, j
    return None


def separate(gradient: Gradient, space: JetSpace) -> list[tuple[sympy.Expr, Gradient]]:
    """Pairs of a(x) and a gradient in u that sum up to the given one, which must have no curl.

    Summands of a x-factor times a function of the fields are written as a matrix over the
    different factors and functions; as many of its columns as its rank are kept, each with what
    depends on it. What mixes x and u, such as sin(x u), gets a = 1. If the parts have a curl,
    which only factors can bring that depend on each other, such as sin(x)^2 and cos(x)^2 - 1,
    then the whole is kept together with a = 1.
    """
    entries: dict[tuple[sympy.Expr, tuple[int, sympy.Expr]], sympy.Expr] = {}
    for j, component in enumerate(gradient):
        for summand in sympy.Add.make_args(multiplied_out(component)):
            if summand != 0:
                number, a, f = _factors(summand, space)
                entries[a, (j, f)] = entries.get((a, (j, f)), sympy.S.Zero) + number
    rows = sorted({a for a, _ in entries}, key=sympy.default_sort_key)
    columns = sorted({f for _, f in entries}, key=lambda c: (c[0], sympy.default_sort_key(c[1])))
    matrix = sympy.Matrix(
        len(rows), len(columns), lambda i, k: entries.get((rows[i], columns[k]), 0)
    )
    reduced, pivots = matrix.rref()
    pairs = [
        (
            sympy.Add(*(matrix[i, pivot] * a for i, a in enumerate(rows))),
            _gradient(reduced.row(p), columns, len(gradient)),
        )
        for p, pivot in enumerate(pivots)
    ]
    if len(pairs) == 1 or all(curl(f, space) is None for _, f in pairs):
        return pairs
    return [(sympy.S.One, gradient)]


def _factors(summand: sympy.Expr, space: JetSpace) -> tuple[sympy.Expr, sympy.Expr, sympy.Expr]:
    """A rational number, a factor without fields, and the rest."""
    factor, f = summand.as_independent(*space.fields, as_Add=False)
    if not f.free_symbols.isdisjoint(space.coordinates):
        factor, f = summand.as_independent(*space.coordinates, *space.fields, as_Add=False)
    number, a = factor.as_coeff_Mul()
    return number, a, f


def _gradient(
    row: Sequence[sympy.Expr], columns: Sequence[tuple[int, sympy.Expr]], fields: int
) -> Gradient:
    parts = [sympy.S.Zero] * fields
    for number, (j, f) in zip(row, columns, strict=True):
        parts[j] += number * f
    return tuple(parts)
