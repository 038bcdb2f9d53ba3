"""What `pdedsl check` remarks on: alternatives that say nothing, or say it twice."""

from __future__ import annotations

import pytest

from pdedsl.language import grammar_notes, parse, stock_grammar
from pdedsl.language.locate import stock_grammars

HEAD = "coordinates t, x\nfields u\nconstants K = 0.5\ndictionary { d_t(u) }\n"


def notes(rules):
    return grammar_notes(parse(f"{HEAD}grammar g(t, u) {{\n{rules}\n}}").grammar)


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ("e ::= t | u | t", "e: t is there twice, and is drawn twice as often"),
        ("e ::= variable | t | t", "e: t is there 3 times, and is drawn 3 times as often"),
        ("e ::= f | t\nf ::= u | t", "e: t is reached twice, by way of f and on its own"),
        ("e ::= a | b\na ::= t\nb ::= t", "e: t is reached twice, by way of a and by way of b"),
        ("e ::= t - t", "e: t - t is always 0"),
        ("e ::= t*u - u*t", "e: t*u - u*t is always 0"),
        ("e ::= t/t", "e: t/t is always 1"),
        ("e ::= e*0 | t", "e: e*0 is always 0"),
        ("e ::= sin(e*0) | t", "e: sin(e*0) is always 0"),
        ("e ::= e^0 | t", "e: e^0 is always 1"),
        ("e ::= t | 0/e", "e: 0/e is always 0"),
        ("e ::= t | u + e*0", "e: e*0 is always 0"),
        ("e ::= t | 1/(e*0)", "e: 1/(e*0) is never defined"),
        ("e ::= t | log(0*e)", "e: log(0*e) is never defined"),
        ("e ::= t | sqrt(0*e - 1)", "e: sqrt(0*e - 1) is never defined"),
        ("e ::= t | u*log(-exp(e))", "e: u*log(-exp(e)) is never defined"),
        ("e ::= t | sqrt(-2 - e^2)", "e: sqrt(-2 - e^2) is never defined"),
        ("e ::= t | asin(cosh(e) + 1)", "e: asin(cosh(e) + 1) is never defined"),
        ("e ::= t | log(-1/e^2)", "e: log(-1/e^2) is never defined"),
        ("e ::= t | log(const in [-2, -1])", "e: log(const in [-2, -1]) is never defined"),
        (
            "e ::= t | 1/(const - const)",
            "e: 1/(const - const) can only be a constant, as const alone is",
        ),
        ("e ::= t*(2*const)", "e: 2*const can only be a constant, as const alone is"),
        (
            "e ::= t | c + c\nc ::= const | 2",
            "e: c + c can only be a constant, as const alone is",
        ),
    ],
)
def test_what_says_nothing_new_is_noted(rules, expected):
    assert notes(rules) == (expected,)


@pytest.mark.parametrize(
    "rules",
    [
        "e ::= e + e | e*e | t | u | const",
        "e ::= e - e | e/e | t | const",
        "e ::= variable*variable",
        "e ::= log(e) | log(-e) | sqrt(-t*e) | asin(2*exp(e)) | t | log(sin(e) - 1/2)",
        "e ::= 2*K*u | -1/2*t",
        "e ::= const in [0, 5] | 2*(const in [0, 1]) | t",
        "e ::= t | int in 1..3 * u",
        "e ::= const - u | u - (t - const)",
        "e ::= f + f | t\nf ::= t | const",
    ],
)
def test_what_says_something_is_not_noted(rules):
    assert notes(rules) == ()


@pytest.mark.parametrize("name", stock_grammars())
def test_nothing_is_noted_of_stock_grammars(name):
    assert grammar_notes(stock_grammar(name, ("t", "u"), (), ("u",))) == ()
