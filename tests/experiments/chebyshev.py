"""An equation put to a field by Chebyshev series: how far from zero its terms add up."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.polynomial import chebyshev

from pdedsl.language import parse, parse_equation
from pdedsl.weak.functions import make_function


def nodes(low: float, high: float, count: int) -> np.ndarray:
    """Chebyshev's points on an interval, increasing, without its ends."""
    return low + (high - low) * (1 + chebyshev.chebpts1(count)) / 2


def derived(values: np.ndarray, axis: int, order: int, low: float, high: float) -> np.ndarray:
    """A derivative of values on `nodes` along an axis."""
    count = values.shape[axis]
    basis = chebyshev.chebvander(chebyshev.chebpts1(count), count - 1)
    coefficients = np.linalg.solve(basis, np.moveaxis(values, axis, 0).reshape(count, -1))
    for _ in range(order):
        coefficients = chebyshev.chebder(coefficients, scl=2 / (high - low))
    found = basis[:, : len(coefficients)] @ coefficients
    shape = np.moveaxis(values, axis, 0).shape
    return np.moveaxis(found.reshape(shape), 0, axis)


def misfit(
    equation: str,
    names: Sequence[str],
    fields: Sequence[str],
    ranges: Sequence[tuple[float, float]],
    counts: Sequence[int],
    draw: Callable[[list[np.ndarray]], np.ndarray],
) -> float:
    """The largest sum of the equation's terms over the largest of them, away from the edges.

    Args:
        equation: in the language.
        names, fields: of coordinates and fields.
        ranges, counts: of the coordinates, and nodes along each.
        draw: from M axes the fields on their grid, shape (N, *grid).
    """
    head = f"coordinates {', '.join(names)}\nfields {', '.join(fields)}\n"
    problem = parse(f"{head}dictionary {{ d_{names[0]}({fields[0]}) }}\n").problem
    pde = parse_equation(equation, problem)
    axes = [nodes(*r, n) for r, n in zip(ranges, counts, strict=True)]
    values = list(draw(axes))
    places = np.meshgrid(*axes, indexing="ij")
    symbols = (*problem.coordinate_symbols, *problem.field_symbols)
    terms = []
    for beta, term in zip(pde.beta, pde.dictionary, strict=True):
        inner = np.broadcast_to(make_function(term.h, symbols)(*places, *values), places[0].shape)
        for axis, (order, r) in enumerate(zip(term.alpha.orders, ranges, strict=True)):
            inner = derived(inner, axis, order, *r) if order else inner
        terms.append(beta * make_function(term.a, symbols)(*places, *values) * inner)
    terms.append(-make_function(pde.g, symbols)(*places, *values) * np.ones(places[0].shape))
    inside = tuple(slice(n // 6, n - n // 6) for n in counts)
    return float(np.max(np.abs(sum(terms)[inside])) / max(np.max(np.abs(t[inside])) for t in terms))
