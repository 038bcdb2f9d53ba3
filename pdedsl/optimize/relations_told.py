"""What is said where more than one combination of the dictionary's terms vanishes on the data."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import sympy

from pdedsl.form import MultiIndex, Problem, VariationalReadyPDE
from pdedsl.form.consequences import differentiated
from pdedsl.language import format_equation


def derivatives(pde: VariationalReadyPDE, rows: np.ndarray, problem: Problem) -> str | None:
    """That the derivatives of an equation hold too, where the dictionary has their terms.

    Args:
        pde: the equation, without g.
        rows: what vanishes, coefficients over the dictionary; see `relations`.
        problem: whose dictionary it is.

    Returns:
        The end of a sentence; None where something else vanishes besides the equation.
    """
    coordinates = problem.coordinate_symbols
    of = dict(zip(pde.dictionary, pde.beta, strict=True))
    beta = np.array([of.get(term, 0.0) for term in problem.dictionary])
    others = [row for row in rows if np.any((row != 0) != (beta != 0))]
    found = [differentiated(beta, row, problem.dictionary, coordinates) for row in others]
    if len(others) != len(rows) - 1:
        return None
    named = [
        f"{_text(row, problem)}, its derivative by {_steps(delta, coordinates)}"
        for row, delta in zip(others, found, strict=True)
        if delta is not None
    ]
    if len(named) < len(others):
        return None
    return f"; what follows from it holds as well, as it must: {'; '.join(named)}"


def collinear(rows: np.ndarray, problem: Problem) -> str:
    """What vanishes besides the equation, as equations."""
    texts = [_text(row, problem) for row in rows]
    count = {2: "two", 3: "three", 4: "four"}.get(len(texts), str(len(texts)))
    return (
        f"the dictionary's terms are collinear on these data: {count} independent equations hold"
        f" within the noise, {', and '.join(texts)}, and so does every mixture of them; take terms"
        " out of the dictionary, or data of more kinds of motion"
    )


def _text(row: Sequence[float], problem: Problem) -> str:
    beta = tuple(float(f"{b:.3g}") for b in row)
    return format_equation(VariationalReadyPDE(problem.dictionary, beta, sympy.S.Zero), problem)


def _steps(delta: MultiIndex, coordinates: Sequence[sympy.Symbol]) -> str:
    pairs = zip(coordinates, delta.orders, strict=True)
    return " and ".join(f"{x}" if n == 1 else f"{x} ({n} times)" for x, n in pairs if n)
