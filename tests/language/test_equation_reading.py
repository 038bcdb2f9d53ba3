"""Equations: derivatives to the left, g to the right, terms of the dictionary recognised."""

from __future__ import annotations

import pytest
import sympy

from pdedsl.errors import SpecificationError
from pdedsl.form import make_symbol
from pdedsl.language import format_equation, parse, parse_equation

t, x, u, v = map(make_symbol, ("t", "x", "u", "v"))
PROBLEM = parse(
    "coordinates t, x\nfields u, v\ngrammar elementary g(t, x)\n"
    "dictionary { d_t(u), flux: d_x(u^2/2), d_xx(u), 3*x*d_x(u), decay: u*v, -d_t(v) }"
).problem


def read(text: str):
    return parse_equation(text, PROBLEM)


def terms(pde):
    return [PROBLEM.dictionary.terms.index(term) for term in pde.dictionary]


@pytest.mark.parametrize(
    ("text", "positions", "beta", "g"),
    [
        ("d_t(u) = 0", [0], (1.0,), 0),
        ("u_t - 0.25*u_xx = 1.25*exp(1.8*t)", [0, 2], (1.0, -0.25), 1.25 * sympy.exp(1.8 * t)),
        ("0.25*u_xx + x = u_t", [2, 0], (0.25, -1.0), -x),
        ("u_t + flux = sin(x)", [0, 1], (1.0, 1.0), sympy.sin(x)),
        ("u_t + 2*d_x(u^2) = 0", [0, 1], (1.0, 4.0), 0),
        ("x*u_x = 0", [3], (1 / 3,), 0),
        ("2*u_t = u_t + u_xx", [0, 2], (1.0, -1.0), 0),
        ("u_t + u_xx - d_xx(u) = t", [0], (1.0,), t),
        ("u_t + 3*decay = 2*v*u + t", [0, 4], (1.0, 1.0), t),
        ("u_t = t - u*v", [0, 4], (1.0, 1.0), t),
        ("v_t = v", [5], (-1.0,), v),
        ("u_t = (u_xx + t)*2", [0, 2], (1.0, -2.0), 2 * t),
        ("-(u_t - u_xx) = -(t + x)", [0, 2], (-1.0, 1.0), -t - x),
        ("u_t + u*u_x = t", [0, 1], (1.0, 1.0), t),
        ("u*u_x + u_t + 3*x*d_x(u) = 0", [1, 0, 3], (1.0, 1.0, 1.0), 0),
        ("u_xx = -2*laplacian(u)", [2], (3.0,), 0),
    ],
)
def test_terms_are_collected_and_keep_their_identity(text, positions, beta, g):
    pde = read(text)
    assert terms(pde) == positions
    assert pde.beta == beta
    assert sympy.expand(pde.g - g) == 0
    assert parse_equation(format_equation(pde, PROBLEM), PROBLEM) == pde


@pytest.mark.parametrize(
    "text",
    [
        "u*u_xx + u_x^2 = v",
        "u*u_xx = v - u_x^2",
        "u_x^2 + d_xx(v) = v + v_xx - u*u_xx",
        "d_x(u*u_x) = v",
        "div(u*grad(u)) = v",
        "laplacian(u^2)/2 = v",
    ],
)
def test_summands_are_rewritten_together_where_they_cannot_be_alone(text):
    pde = read(text)
    (term,) = pde.dictionary
    assert (term.alpha.orders, term.h) == ((0, 2), u**2)
    assert pde.beta == (0.5,)
    assert pde.g == v


def test_what_a_rewriting_leaves_without_a_derivative_goes_to_g():
    pde = read("u_t + sin(x*u)*(u + x*u_x) = 0")
    assert [e.h for e in pde.dictionary] == [u, sympy.cos(x * u)]
    assert pde.beta == (1.0, -1.0)
    assert read("u_t + exp(x + u)*u_x = 0").g == 0
    assert read("u_t + sin(x*u)*u_x = 0").g != 0


def test_terms_that_the_dictionary_lacks_are_added():
    pde = read("u_t + 2*t*d_tt(v) = 0")
    added = pde.dictionary[1]
    assert (added.alpha.orders, added.a, added.h) == ((2, 0), t, v)
    assert pde.beta == (1.0, 2.0)


def test_an_equation_may_stand_in_for_the_dictionary():
    spec = parse("coordinates t, x\nfields u\nexpect u_t + 0.5*d_x(u^2) = 0.2*u_xx")
    assert spec.problem.dictionary == spec.expected.dictionary
    assert spec.expected.beta == (1.0, 0.5, -0.2)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("u = t", "an equation without a derivative"),
        ("u_t = u_t", "both sides of the equation are the same"),
        ("u_t*u_x = u_x*u_t", "both sides of the equation are the same"),
        ("u_t - u_t = 0", "the derivatives in this equation cancel"),
        ("u_t + u = u_t", "the derivatives in this equation cancel"),
        ("u_t", "an equation needs two sides"),
        ("u_t == 0", "an equation has one ="),
        ("u_t = flx", "did you mean flux?"),
        ("u_t + u*u_xx = 0", r"left over, -u_x\^2"),
        ("u_t + u*u_xx = u_x^2", r"left over, -2\*u_x\^2"),
        ("u_t*u_x = 0", "a product of derivatives"),
        ("1e200*1e200*u_t = 0", "too large"),
        ("", "an equation needs two sides"),
    ],
)
def test_wrong_equations_are_refused(text, message):
    with pytest.raises(SpecificationError, match=message):
        read(text)


def test_coefficients_are_collected_without_rounding():
    assert read("0.1*u_t + 0.2*u_t - 0.3*u_t + u_xx = 0").beta[0] == pytest.approx(2.8e-17, rel=0.1)
    assert read("0.1*3*x*u_x = 0").beta == (0.1,)


@pytest.mark.parametrize(
    ("text", "again"),
    [
        ("u_t-0.25*u_xx=1.25*exp(1.8*t)", "d_t(u) - 0.25*d_xx(u) = 1.25*exp(1.8*t)"),
        ("-u_t=v^2/2", "-d_t(u) = v^2/2"),
        ("v_t = 1", "d_t(v) = 1"),
    ],
)
def test_an_equation_is_written_in_one_way(text, again):
    assert read(again) == read(text)
    assert format_equation(read(text), PROBLEM) == again
