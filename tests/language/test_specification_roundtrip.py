"""Text and specification say the same."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from language_strategies import equations, expressions, problems, specifications, written

from pdedsl.errors import SpecificationError
from pdedsl.form import make_symbol
from pdedsl.language import (
    format_equation,
    format_expression,
    parse,
    parse_equation,
    parse_expression,
    unparse,
)

SLOW_TO_DRAW = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]
thorough = settings(max_examples=60, deadline=None, suppress_health_check=SLOW_TO_DRAW)


def names_of(specification):
    """The names of terms, which are no part of what makes two terms equal."""
    return [term.name for term in specification.problem.dictionary]


@thorough
@given(specifications())
def test_parsing_the_text_of_a_specification_gives_it_back(specification):
    text = unparse(specification)
    again = parse(text)
    assert again == specification
    assert names_of(again) == names_of(specification)
    assert unparse(again) == text


@pytest.mark.parametrize("name", ["search", "data", "in", "depth", "mean depth"])
def test_a_slice_may_have_the_name_of_a_statement(name):
    text = f'coordinates t\nfields u\ndata "a.npz" {{ "{name}" in [0, 1] }}\ndictionary {{ u_t }}\n'
    specification = parse(text)
    assert specification.data.slices[0].name == name
    assert parse(unparse(specification)) == specification


@pytest.mark.parametrize("number", ["1e-9", "1.0", "0.5", "3.0"])
@pytest.mark.parametrize("term", ["d_x(u*(t + 1))", "d_x(u)", "t*d_x(u*(t + 1))"])
def test_a_term_with_a_number_is_the_dictionarys_own_in_what_is_expected(number, term):
    """SymPy multiplies numbers into sums such as t + 1, which must not make another term of it."""
    text = (
        f"coordinates t, x\nfields u\ndictionary {{ d_t(u), {number}*{term} }}\n"
        f"grammar none\nexpect d_t(u) + {number}*{term} = 0\n"
    )
    specification = parse(text)
    assert specification.expected.dictionary == specification.problem.dictionary
    assert specification.expected.beta == (1.0, 1.0)
    assert parse(unparse(specification)) == specification


@thorough
@given(written())
def test_a_text_as_people_write_it_goes_round_too(text):
    try:
        specification = parse(text)
    except SpecificationError:
        assume(False)
    again = parse(unparse(specification))
    assert again == specification
    assert names_of(again) == names_of(specification)
    assert unparse(again) == unparse(specification)


@thorough
@given(st.data())
def test_parsing_the_text_of_an_expression_gives_it_back(data):
    symbols = tuple(map(make_symbol, ("t", "u", "E", "lambda")))
    expression = data.draw(expressions(symbols))
    assert parse_expression(format_expression(expression), symbols) == expression


@thorough
@given(st.data(), st.booleans())
def test_parsing_the_text_of_an_equation_gives_it_back(data, zero):
    problem = data.draw(problems(zero=zero))
    pde = data.draw(equations(problem))
    assert parse_equation(format_equation(pde, problem), problem) == pde


@given(st.floats(-1e299, 1e299, allow_subnormal=False).filter(lambda x: x == 0 or abs(x) > 1e-299))
def test_a_decimal_gives_the_same_float_back(value):
    x = make_symbol("x")
    assert float(parse_expression(repr(value), [x])) == value
    text = format_expression(parse_expression(f"{value!r}*x", [x]))
    assert parse_expression(text, [x]) == parse_expression(f"{value!r}*x", [x])


def test_a_slice_may_be_one_value():
    text = 'data "a.csv" { sample = run, run in [1, 1] }\n'
    text += "coordinates t\nfields u\ndictionary { d_t(u) }\n"
    (slice_,) = parse(text).data.slices
    assert (slice_.name, slice_.lower, slice_.upper) == ("run", 1.0, 1.0)
    assert parse(unparse(parse(text))).data == parse(text).data


def test_parentheses_of_the_canonical_text_do_not_make_it_too_long():
    rule = " | ".join(["x^-2"] * 118)
    text = f"coordinates t, x\nfields u\ndictionary {{ d_t(u) }}\ngrammar g(x) {{ e ::= {rule} }}\n"
    assert parse(unparse(parse(text))) == parse(text)
