"""Entries of a dictionary: how derivatives are written, and what they become."""

from __future__ import annotations

import pytest
import sympy

from pdedsl.errors import SpecificationError
from pdedsl.form import make_symbol
from pdedsl.language import format_term, parse

t, x, theta, u, v = map(make_symbol, ("t", "x", "theta", "u", "v"))
HEAD = "coordinates t, x, theta\nfields u, v\nconstants L = 2, k = 0.5\ngrammar none\n"


def dictionary(entries: str):
    return parse(f"{HEAD}dictionary {{ {entries} }}").problem.dictionary


def only(entry: str):
    (term,) = dictionary(f"{entry}, d[theta, 3](v)").terms[:1]
    return term


@pytest.mark.parametrize(
    ("text", "orders", "a", "h"),
    [
        ("d_t(u)", (1, 0, 0), 1, u),
        ("d_txx(u^2)", (1, 2, 0), 1, u**2),
        ("d_xt(u)", (1, 1, 0), 1, u),
        ("d[theta, 2](u)", (0, 0, 2), 1, u),
        ("d[t, theta](u)", (1, 0, 1), 1, u),
        ("d[x, 2, t](u)", (1, 2, 0), 1, u),
        ("d[x, x](u)", (0, 2, 0), 1, u),
        ("u_t", (1, 0, 0), 1, u),
        ("v_xx", (0, 2, 0), 1, v),
        ("d_x(d_t(u))", (1, 1, 0), 1, u),
        ("d_x(3*t*d_t(u))", (1, 1, 0), 3 * t, u),
        ("x^2 * d_x(u)", (0, 1, 0), x**2, u),
        ("-3*d_x(u)", (0, 1, 0), -3, u),
        ("-d_x(u)/x", (0, 1, 0), -1 / x, u),
        ("x*d_x(u*v)*sin(t)/2", (0, 1, 0), x * sympy.sin(t) / 2, u * v),
        ("L*d_x(u^L)", (0, 1, 0), 2, u**2),
        ("(x + 1)*d_x(u)", (0, 1, 0), x + 1, u),
        ("d_x(u + x)", (0, 1, 0), 1, u + x),
        ("d_x(sqrt(u)*exp(-x))", (0, 1, 0), 1, sympy.sqrt(u) * sympy.exp(-x)),
        ("u", (0, 0, 0), 1, u),
        ("2*x*u^2", (0, 0, 0), 2 * x, u**2),
        ("(d_x(u))", (0, 1, 0), 1, u),
    ],
)
def test_a_term_is_a_multi_index_a_factor_and_what_is_differentiated(text, orders, a, h):
    term = only(text)
    assert (term.alpha.orders, term.a, term.h) == (orders, a, h)


def test_decimals_of_the_factor_are_floats_and_whole_numbers_are_exact():
    assert only("0.5*d_x(u)").a == sympy.Float(0.5)
    assert only("k*d_x(u)").a == sympy.Float(0.5)
    assert only("d_x(u)/2").a == sympy.Rational(1, 2)


def test_a_set_of_derivatives_is_every_mixed_one_up_to_its_order():
    orders = [term.alpha.orders for term in dictionary("derivatives(u^2, 2)")]
    assert len(orders) == len(set(orders)) == 9
    assert all(1 <= sum(alpha) <= 2 for alpha in orders)


def test_terms_keep_their_order_and_their_names():
    terms = dictionary("b: d_x(u)\n a: d_t(u), d_x(v)").terms
    assert [term.name for term in terms] == ["b", "a", None]


@pytest.mark.parametrize(
    "entries",
    [
        "d_x(u), u_x",
        "d_x(u), -2*d_x(u)",
        "d_x(u), d_x(2*u)",
        "d_x(t*u), t*d_x(u)",
        "x*d_x(u^2), d_x(u*u)*x/3",
        "d_tx(u), d_xt(u)",
        "(1 - x)*d_x(u), (x - 1)*d_x(u)",
        "(2*x + 2)*d_x(u), (x + 1)*d_x(u)",
        "u*v, v*u",
    ],
)
def test_a_term_may_not_stand_twice(entries):
    with pytest.raises(SpecificationError, match="twice, up to a factor"):
        dictionary(entries)


def test_a_zero_order_term_needs_a_grammar_that_cannot_make_it():
    text = "coordinates t, x\nfields u, v\ndictionary {{ d_t(u), u, x*u }}\n{}"
    for grammar in ("grammar none", "grammar elementary g(t, x)", "grammar polynomial g(v, t, x)"):
        assert len(parse(text.format(grammar)).problem.dictionary) == 3
    for grammar in ("", "grammar polynomial", "grammar elementary g(x, u)"):
        with pytest.raises(SpecificationError, match="which g could contain as well"):
            parse(text.format(grammar))


def test_only_what_g_depends_on_can_be_made_by_it():
    text = "coordinates t, x\nfields u\ndictionary { d_t(u), x*u }\ngrammar elementary g(t, u)"
    assert len(parse(text).problem.dictionary) == 2


@pytest.mark.parametrize(
    ("entry", "message", "remedy"),
    [
        ("d_x(u - u)", "a derivative of zero", "it is zero: take it out"),
        ("d_x(x)", "a derivative of something without a field", "carry it out by hand"),
        ("u - u", "a dictionary term without a field", "it is zero: take it out"),
        ("x", "a dictionary term without a field", "what holds coordinates only belongs to g"),
        ("2", "a dictionary term without a field", "a number alone belongs to g"),
        ("rate: 2", "a dictionary term without a field", "declared by: constants rate = 2"),
        ("u/(x - x)", "division by zero", "the denominator has to be something else"),
        ("u*0^0", "zero to a power that need not be positive", "above zero"),
    ],
)
def test_a_term_without_meaning_is_refused_for_its_own_reason(entry, message, remedy):
    with pytest.raises(SpecificationError) as caught:
        dictionary(entry)
    (mistake,) = caught.value.mistakes
    assert mistake.message == message
    assert remedy in mistake.remedy


@pytest.mark.parametrize(
    ("text", "again"),
    [
        ("x^2*d_x(u)", "x^2*d_x(u)"),
        ("d_x(u)*2/x", "(2/x)*d_x(u)"),
        ("-d_xt(u)", "-d_tx(u)"),
        ("(x+t)*d[theta](u)", "(t + x)*d[theta](u)"),
        ("d[theta,2,t](u)", "d[t, theta, 2](u)"),
        ("x*u*t", "t*x*u"),
        ("-(u + v)", "-u - v"),
    ],
)
def test_a_term_is_written_in_one_way(text, again):
    term = only(text)
    assert format_term(term, (t, x, theta)) == again
    assert only(again) == term
