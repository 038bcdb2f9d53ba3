"""Units of terms and coefficients: products of symbols, and none where it is not certain."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdedsl.form import VariationalReadyPDE
from pdedsl.form.same_units import is_same_unit
from pdedsl.form.units import coefficient_units, read_unit, term_unit, unit_text
from pdedsl.language import parse, parse_equation

HEAD = 'coordinates t "s", x "m", y\nfields u "K", v "mol/L", w "1"\n'
symbols = st.sampled_from(["m", "s", "kg", "K", "mol", "°C", "%", "µm", "Ω"])
exponents = st.integers(-4, 4).filter(bool)


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("N", "kg*m/s^2", True),
        ("J/s", "W", True),
        ("V*A", "W", True),
        ("rad/s", "Hz", True),
        ("m/h", "m/hours", True),
        ("°C/s", "K/sec", True),
        ("m/s", "km/s", False),
        ("m/min", "m/s", False),
        ("%", "1", False),
        ("K", "K/s", False),
    ],
)
def test_units_that_are_made_of_the_same_are_the_same(first, second, same):
    assert is_same_unit(read_unit(first), read_unit(second)) == same
    assert is_same_unit(read_unit(second), read_unit(first)) == same


@given(st.dictionaries(symbols, exponents, max_size=4))
def test_the_text_of_a_unit_is_read_as_the_same_unit(unit):
    assert read_unit(unit_text(unit)) == unit


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("m", {"m": 1}),
        ("kg*m^2/s^2", {"kg": 1, "m": 2, "s": -2}),
        ("m/s/s", {"m": 1, "s": -2}),
        ("m·s^-1", {"m": 1, "s": -1}),
        ("mol/(L*s)", {"mol": 1, "L": -1, "s": -1}),
        ("1/km²", {"km": -2}),
        ("m/m", {}),
        ("1", {}),
        *((text, None) for text in ("cells per mm", "N m", "a.u.", "m2", "", "/s", "m^", "(m)")),
        *((text, None) for text in ("m^(1/2)", "m^0.5", "log10 K", "x_1", "mol/(L/s)", None)),
    ],
)
def test_simple_texts_are_units_and_others_are_not_guessed(text, unit):
    assert read_unit(text) == unit


@pytest.mark.parametrize(
    ("term", "unit"),
    [
        ("d_t(u)", "K/s"),
        ("d_xx(u)", "K/m^2"),
        ("d_tx(u^2)", "K^2/(m*s)"),
        ("u*u_x", "K^2/m"),
        ("x^2*d_xx(v)", "mol/L"),
        ("d_x(sqrt(u))", "K^(1/2)/m"),
        ("d_t(exp(w))", "1/s"),
        ("d_t(u + 3*u)", "K/s"),
        ("d_t(w^w)", "1/s"),
        *((term, None) for term in ("d_y(u)", "d_t(exp(u))", "d_x(1 + u)", "y*d_x(u)")),
        *((term, None) for term in ("9.81*d_x(u)", "d_t(u + v)", "d_t(u^w)", "sin(x)*d_t(u)")),
    ],
)
def test_the_unit_of_a_term_follows_or_is_not_told(term, unit):
    problem = parse(f"{HEAD}dictionary {{ {term} }}\ngrammar none\n").problem
    found = term_unit(problem.dictionary[0], problem)
    assert (None if found is None else unit_text(found)) == unit


def test_numbers_that_may_be_constants_have_no_certain_unit():
    problem = parse(f"{HEAD}dictionary {{ 2*d_x(u), -d_t(u) }}\ngrammar none\n").problem
    first, second = problem.dictionary
    assert term_unit(first, problem, pure=False) is None
    assert unit_text(term_unit(second, problem, pure=False)) == "K/s"


def test_coefficients_are_relative_to_the_first():
    text = f"{HEAD}dictionary {{ d_t(u), d_xx(u), d_x(u^2), d_y(u) }}\ngrammar none\n"
    problem = parse(text).problem
    pde = parse_equation("d_t(u) - 2*d_xx(u) + d_x(u^2) - d_y(u) = 0", problem)
    assert coefficient_units(pde, problem) == ("1", "m^2/s", "m/(K*s)", None)
    scaled = VariationalReadyPDE(pde.dictionary, (2.0, *pde.beta[1:]), pde.g)
    assert coefficient_units(scaled, problem) == (None,) * 4
    bare = replace(problem, coordinates=tuple(replace(x, unit=None) for x in problem.coordinates))
    assert coefficient_units(pde, bare) == (None,) * 4
