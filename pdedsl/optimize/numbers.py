"""The numbers in a found g, each with a name and a standard error."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import sympy

from pdedsl.language import format_expression

STEP = 1e-3
"""Step of the numerical derivatives, in standard errors."""


@dataclass(frozen=True)
class FreeNumber:
    """A number in g: its name in the form of g, its value, standard error and 95 % interval."""

    name: str
    value: float
    standard_error: float | None
    interval: tuple[float, float] | None = None


@dataclass(frozen=True)
class FreeForm:
    """The part of g that was found with names for its numbers, as text of the language.

    Attributes:
        text: of g.
        numbers: in reading order.
        slopes: of the numbers by the parameters, shape (numbers, n); None where not known.
        values_at: the numbers at other parameters, None where those have another form.
    """

    text: str = "0"
    numbers: tuple[FreeNumber, ...] = ()
    slopes: np.ndarray | None = field(default=None, compare=False, repr=False)
    values_at: Callable[[np.ndarray], list[float] | None] = field(
        default=lambda _: [], compare=False, repr=False
    )


NOTHING = FreeForm()


def free_form(
    written: Callable[[np.ndarray], sympy.Expr],
    parameters: np.ndarray,
    covariance: np.ndarray,
    taken: frozenset[str],
) -> FreeForm:
    """Name the numbers of an expression and carry the errors of its parameters over to them.

    A number as it is written may be made of several parameters; its error is that of the linear
    approximation. It has none where a small step changes the form of what is written, nor if it
    is given or held at a bound: parameters of variance 0 are.

    Args:
        written: from parameters to the expression.
        parameters: shape (n,).
        covariance: of the parameters, shape (n, n).
        taken: names that no number may have.
    """
    shape, values = _opened(written(parameters))
    slopes = _slopes(written, parameters, covariance, shape, values)
    errors = [None] * len(values) if slopes is None else _errors(slopes, covariance)
    order = _reading_order(shape, len(values))
    names = _names(len(values), taken)
    named = {_hole(k): sympy.Symbol(n, real=True) for k, n in zip(order, names, strict=True)}
    numbers = (FreeNumber(n, values[k], errors[k]) for k, n in zip(order, names, strict=True))
    text = format_expression(shape.xreplace(named))

    def values_at(moved: np.ndarray) -> list[float] | None:
        other, found = _opened(written(moved))
        return [found[k] for k in order] if other == shape else None

    in_order = None if slopes is None else slopes[order]
    return FreeForm(text, tuple(numbers), in_order, values_at)


def _opened(expression: sympy.Expr) -> tuple[sympy.Expr, list[float]]:
    """The expression with a hole for every float, and the floats.

    Terms and factors are walked by what they are without their floats: SymPy sorts them by their
    digits too, which a small step may change.
    """
    values: list[float] = []

    def walk(node: sympy.Expr) -> sympy.Expr:
        if isinstance(node, sympy.Float):
            values.append(float(node))
            return _hole(len(values) - 1)
        if not node.args:
            return node
        args = sorted(node.args, key=_shape) if node.is_Add or node.is_Mul else node.args
        return node.func(*map(walk, args))

    return walk(expression), values


def _shape(node: sympy.Expr) -> str:
    """The node as text, all floats alike."""
    return str(node.xreplace(dict.fromkeys(node.atoms(sympy.Float), _ANY)))


_ANY = sympy.Symbol("any_number_", real=True)


def _hole(place: int) -> sympy.Symbol:
    return sympy.Symbol(f"hole_{place}_", real=True)


def _reading_order(shape: sympy.Expr, count: int) -> list[int]:
    text = format_expression(shape)
    return sorted(range(count), key=lambda k: text.find(_hole(k).name))


def _names(count: int, taken: frozenset[str]) -> list[str]:
    free = (n for k in range(1, count + len(taken) + 1) if (n := f"c{k}") not in taken)
    return [next(free) for _ in range(count)]


def _slopes(
    written: Callable[[np.ndarray], sympy.Expr],
    parameters: np.ndarray,
    covariance: np.ndarray,
    shape: sympy.Expr,
    values: list[float],
) -> np.ndarray | None:
    """Derivatives of the numbers as written; None where they cannot be had."""
    slopes = np.zeros((len(values), parameters.size))
    for j, variance in enumerate(np.diagonal(covariance)):
        step = STEP * np.sqrt(variance)
        if variance == 0:
            continue
        if not (np.isfinite(step) and step > 0):
            return None
        moved = parameters.copy()
        moved[j] += step
        other, numbers = _opened(written(moved))
        if other != shape:
            return None
        slopes[:, j] = (np.array(numbers) - values) / step
    return slopes


def _errors(slopes: np.ndarray, covariance: np.ndarray) -> list[float | None]:
    variances = np.einsum("kj,jl,kl->k", slopes, covariance, slopes)
    return [float(np.sqrt(v)) if np.isfinite(v) and v > 0 else None for v in variances]
