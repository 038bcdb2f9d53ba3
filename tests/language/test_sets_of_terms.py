"""Sets of derivatives in one, two and three dimensions of space."""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import comb

import pytest

from pdedsl.errors import SpecificationError
from pdedsl.language import format_term, parse

SPACE = ("x", "y", "z")


def terms(entry, coordinates, fields="u, E1, E2, E3"):
    text = f"coordinates {', '.join(coordinates)}\nfields {fields}\nconstants m = 3\n"
    problem = parse(f"{text}dictionary {{ {entry} }}\ngrammar none\n").problem
    return [format_term(term, problem.coordinate_symbols) for term in problem.dictionary]


@pytest.mark.parametrize("time", [(), ("t",), ("time",)])
@pytest.mark.parametrize("dimension", [1, 2, 3])
def test_space_is_every_coordinate_but_time(time, dimension):
    xs = SPACE[:dimension]
    for coordinates in ((*time, *xs), (*xs, *time)):
        assert terms("laplacian(u)", coordinates) == [f"d_{x}{x}(u)" for x in xs]
        assert terms("laplacian(u^m)", coordinates) == [f"d_{x}{x}(u^3)" for x in xs]
        assert terms("laplacian(u^2)", coordinates) == [f"d_{x}{x}(u^2)" for x in xs]
        assert terms("grad(u)", coordinates) == [f"d_{x}(u)" for x in xs]
        assert terms("grad(u*E1)", coordinates) == [f"d_{x}(E1*u)" for x in xs]
        assert terms("div(grad(u))", coordinates) == [f"d_{x}{x}(u)" for x in xs]
        fields = [f"E{i + 1}" for i in range(dimension)]
        fluxes = [f"d_{x}({e})" for x, e in zip(xs, fields, strict=True)]
        assert terms(f"divergence({', '.join(fields)})", coordinates) == fluxes
        assert terms(f"div({', '.join(fields)})", coordinates) == fluxes


@pytest.mark.parametrize("order", [1, 2, 3])
@pytest.mark.parametrize("dimension", [1, 2, 3])
def test_derivatives_are_all_up_to_an_order_and_time_is_among_them(order, dimension):
    coordinates = ("t", *SPACE[: dimension - 1])
    expected = [
        f"d_{''.join(letters)}(u)"
        for k in range(1, order + 1)
        for letters in combinations_with_replacement(coordinates, k)
    ]
    found = terms(f"derivatives(u, {order})", coordinates)
    assert found == expected
    assert len(found) == comb(dimension + order, order) - 1


def test_coordinates_may_be_named_where_time_has_another_name():
    assert terms("laplacian(u, x, y)", ("tau", "x", "y")) == ["d_xx(u)", "d_yy(u)"]
    assert terms("grad(d_t(u))", ("t", "r", "theta")) == ["d_tr(u)", "d[t, theta](u)"]


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("divergence(E1, E2)", "a divergence takes as many components as space has"),
        ("divergence(E1)", "a divergence takes as many components as space has"),
        ("grad(u, x)", "grad( ) takes one expression"),
        ("a: grad(u)", "a name for a set of terms"),
        ("2*grad(u)", "grad( ) is a vector"),
        ("grad(x)", "a derivative of something without a field"),
    ],
)
def test_what_is_no_set_is_refused(entry, message):
    with pytest.raises(SpecificationError) as caught:
        terms(entry, ("t", "x", "y", "z"))
    assert caught.value.mistakes[0].message == message


def test_without_space_there_is_nothing_to_take_it_in():
    with pytest.raises(SpecificationError, match="needs a coordinate of space"):
        terms("laplacian(u)", ("t",))
    with pytest.raises(SpecificationError, match="needs a coordinate of space"):
        terms("grad(u)", ("time",))


@pytest.mark.parametrize("dimension", [1, 2, 3])
def test_what_a_set_makes_twice_stands_in_it_once(dimension):
    """The Laplacian of a Laplacian has 2 d_xxyy(u)."""
    xs = SPACE[:dimension]
    pairs = [f"d_{a}{a}{b}{b}(u)" for a, b in combinations_with_replacement(xs, 2)]
    assert sorted(terms("laplacian(laplacian(u))", ("t", *xs))) == sorted(pairs)
