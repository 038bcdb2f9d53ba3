"""MathML: well-formed, with the order and numbers of the LaTeX; text never becomes markup."""

import re
from xml.etree import ElementTree

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from test_latex import HEAT, equations, pde, t, term, u, x

from pdedsl.errors import FormError
from pdedsl.form import make_symbol
from pdedsl.report.markup import Markup, element, joined
from pdedsl.report.mathml import (
    MathPrinter,
    equation_mathml,
    math_element,
    math_name,
    math_number,
    term_mathml,
)

ELEMENTS = {
    *("math", "mrow", "mi", "mn", "mo", "mtext", "mspace"),
    *("mfrac", "msqrt", "msub", "msup", "msubsup"),
}


def read(*pieces):
    return ElementTree.fromstring(math_element(*pieces))


def letters(*pieces):
    """What is shown, without its arrangement."""
    return "".join("".join(read(*pieces).itertext()).split()).replace("\u2061", "")


@settings(max_examples=100, deadline=None)
@given(equations())
def test_every_equation_is_well_formed(equation):
    left, right = equation_mathml(equation, (make_symbol("theta"), x))
    found = read(left, element("mo", "="), right)
    assert {e.tag for e in found.iter()} <= ELEMENTS
    for fixed, count in {"mfrac": 2, "msup": 2, "msub": 2, "msubsup": 3}.items():
        assert all(len(e) == count for e in found.iter(fixed))


def test_an_equation_reads_as_people_write_it():
    left, right = equation_mathml(HEAT, (t, x), standard_errors=[None, 0.0014])
    assert letters(left, element("mo", "="), right) == "∂tu−0.2500∂x2u=1.25e1.8t"
    assert "<msubsup><mo>∂</mo><mi>x</mi><mn>2</mn></msubsup>" in left


@pytest.mark.parametrize(
    ("expression", "shown"),
    [
        (-u, "−u"),
        (u - 3 * t, "u−3t"),
        (u * (1 - u), "u(1−u)"),
        (t / (1 + u), "tu+1"),
        (1 / u**2, "1u2"),
        (sympy.sqrt(u) * sympy.Abs(t), "u|t|"),
        (sympy.sin(3.5 * t) ** 2, "sin(3.5t)2"),
        (sympy.Float(1.5e-7) ** t, "(1.5⋅10−7)t"),
        (1e8 * u, "108u"),
        (sympy.S.Zero, "0"),
        (sympy.Rational(-2, 3) * u, "−23u"),
    ],
)
def test_functions_read_as_people_write_them(expression, shown):
    assert letters(MathPrinter().row(expression)) == shown


def test_a_fraction_is_one_and_a_square_root_too():
    assert len(list(read(MathPrinter().row(t / (1 + u))).iter("mfrac"))) == 1
    assert len(list(read(MathPrinter().row(sympy.sqrt(u))).iter("msqrt"))) == 1


def test_terms_have_a_before_and_h_in_brackets():
    shown = term_mathml(term((0, 1), u**2, 1 + x), (t, x))
    assert letters(shown) == "(x+1)∂x(u2)"


@pytest.mark.parametrize(
    ("name", "markup"),
    [
        ("u", "<mi>u</mi>"),
        ("lambda", "<mi>λ</mi>"),
        ("temp", '<mi mathvariant="normal">temp</mi>'),
        ("E2", "<msub><mi>E</mi><mn>2</mn></msub>"),
        ("_v", '<mi mathvariant="normal">_v</mi>'),
    ],
)
def test_names_are_letters_words_and_indices(name, markup):
    assert math_name(name) == markup


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf"), 0.0, -1e-300, 5e-324])
def test_any_number_is_shown(value):
    assert letters(math_number(value))


def test_as_many_standard_errors_as_terms_are_needed():
    with pytest.raises(FormError, match="as many standard errors"):
        equation_mathml(pde({term((1, 0)): 1.0}), (t, x), standard_errors=[])


@given(st.text())
def test_text_is_characters_and_never_markup(text):
    made = element("p", text, title=text)
    assert re.fullmatch('<p title="[^<>"]*">[^<>]*</p>', made, re.S)
    found = ElementTree.fromstring(made)
    assert not list(found)
    if text.isprintable():
        assert (found.text or "") == text
        assert found.attrib["title"] == text


def test_markup_is_not_escaped_twice_and_none_is_nothing():
    assert joined("<", None, Markup("<br>")) == "&lt;<br>"
    assert element("meta", charset="utf-8", content=None) == '<meta charset="utf-8">'
