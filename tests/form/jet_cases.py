"""Names and strategies for the tests of differential expressions."""

from __future__ import annotations

import sympy
from hypothesis import strategies as st

from pdedsl.form import ExtendedDerivative, JetSpace, MultiIndex, make_symbol, multi_indices

t, x, y, u, v, kappa, nu = map(make_symbol, ("t", "x", "y", "u", "v", "kappa", "nu"))
ONE = sympy.S.One
SPACE = JetSpace((t, x), (u, v))
COORDINATES = (t, x, y)
FIELDS = (u, v)


def d(field: sympy.Symbol, letters: str, space: JetSpace = SPACE) -> sympy.Symbol:
    """The jet that u_tx and the like mean."""
    orders = tuple(letters.count(c.name) for c in space.coordinates)
    return space.symbol(field, MultiIndex(orders))


def term(letters: str, h: sympy.Expr, a: sympy.Expr = ONE, space: JetSpace = SPACE):
    orders = tuple(letters.count(c.name) for c in space.coordinates)
    return ExtendedDerivative(MultiIndex(orders), sympy.sympify(a), sympy.sympify(h))


spaces = st.builds(
    lambda m, n: JetSpace(COORDINATES[:m], FIELDS[:n]), st.integers(1, 3), st.integers(1, 2)
)
numbers = st.integers(-6, 6).filter(bool).map(lambda n: sympy.Rational(n, 2))


def outer(space: JetSpace) -> st.SearchStrategy[sympy.Expr]:
    """Factors a(x)."""
    last = space.coordinates[-1]
    return st.sampled_from(
        [
            ONE,
            ONE,
            last,
            space.coordinates[0],
            last**2 + 1,
            sympy.exp(-last),
            sympy.sin(last),
            1 / last,
        ]
    )


def inner(space: JetSpace) -> st.SearchStrategy[sympy.Expr]:
    """h(x, u), polynomial and elementary, some of them not separable."""
    w, c = space.fields[-1], space.coordinates[-1]
    of_one = [u, u**2, u**3, sympy.sin(u), sympy.exp(2 * u), u * sympy.exp(u), 1 / u, sympy.sqrt(u)]
    of_all = [w, u * w, u**2 * w, sympy.exp(u) * w, u / w if w != u else u**4]
    mixed = [c * u, c * u + u**2, sympy.sin(c * u), sympy.exp(c + u), u * w / c, (u + c) ** 3]
    return st.sampled_from(of_one + of_all + mixed)


@st.composite
def sums(draw: st.DrawFn, most: int = 3) -> tuple[JetSpace, tuple[ExtendedDerivative, ...]]:
    """A space and extended derivatives of order 1 to 4 in it; high orders of simple h only."""
    space = draw(spaces)
    alphas = st.sampled_from(multi_indices(len(space.coordinates), 4))
    terms = []
    for _ in range(draw(st.integers(1, most))):
        alpha = draw(alphas)
        simple = st.sampled_from([u, u**2, u * space.fields[-1], sympy.sin(u)])
        h = draw(simple if alpha.order > 2 else inner(space))
        terms.append(ExtendedDerivative(alpha, draw(numbers) * draw(outer(space)), h))
    return space, tuple(terms)
