"""The numbers inside a found g, read off by fitting the true form to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import sympy
from numpy.typing import NDArray
from scipy.optimize import least_squares

from pdedsl.form import make_symbol
from pdedsl.form.evaluation import DEFAULT_RANGE, evaluate
from pdedsl.language import parse_expression
from pdedsl.reproduce.case import Template

Array = NDArray[np.float64]
Box = Mapping[str, tuple[float, float]]
POINTS = 64


@dataclass(frozen=True)
class Fit:
    """The template's numbers that come nearest to a found g.

    Attributes:
        values: of c1, c2, ...
        rest: what is left of g, root mean square over that of the true g.
    """

    values: tuple[float, ...]
    rest: float


def expression_of(
    template: Template, variables: tuple[sympy.Symbol, ...]
) -> tuple[sympy.Expr, tuple[sympy.Symbol, ...]]:
    """The true g in its variables and the symbols of its numbers, and those symbols."""
    numbers = tuple(map(make_symbol, template.names))
    return parse_expression(template.text, (*variables, *numbers)), numbers


def true_free(template: Template, variables: tuple[sympy.Symbol, ...]) -> sympy.Expr:
    """The true g."""
    expression, numbers = expression_of(template, variables)
    return expression.xreplace(
        {c: sympy.Float(v) for c, v in zip(numbers, template.values, strict=True)}
    )


def fit(
    free: sympy.Expr, template: Template, variables: tuple[sympy.Symbol, ...], box: Box
) -> Fit | None:
    """Fit the template to g by least squares on 64 points, starting from the true numbers.

    Args:
        free: the found g, in the scale of the template.
        template: with at least one number.
        variables: coordinates and fields.
        box: range of each variable by name, (0.2, 1.2) for those not named.

    Returns:
        None if g is undefined at one of the points.
    """
    expression, numbers = expression_of(template, variables)
    points = _points(variables, box)
    wanted = np.array([evaluate(free, point) for point in points])
    if not np.isfinite(wanted).all():
        return None
    start = np.array(template.values)

    def values(c: Array) -> Array:
        held = dict(zip(numbers, c.tolist(), strict=True))
        return np.array([evaluate(expression, point | held) for point in points])

    def residual(c: Array) -> Array:
        return np.nan_to_num(values(c), nan=1e6, posinf=1e6, neginf=-1e6) - wanted

    truth = values(start)
    found = least_squares(residual, start, x_scale=np.abs(start))
    rest = float(np.linalg.norm(found.fun) / np.linalg.norm(truth))
    return Fit(tuple(found.x.tolist()), rest)


def _points(variables: tuple[sympy.Symbol, ...], box: Box) -> list[dict[sympy.Symbol, float]]:
    """The same points every time."""
    shares = np.random.default_rng(0).uniform(size=(POINTS, len(variables)))
    ranges = [box.get(v.name, DEFAULT_RANGE) for v in variables]
    return [
        {
            v: float(low + (high - low) * share)
            for v, (low, high), share in zip(variables, ranges, row, strict=True)
        }
        for row in shares
    ]
