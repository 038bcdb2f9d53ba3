"""Search grammars: templates, defaults, stock grammars, and what is wrong with rules."""

from __future__ import annotations

import pytest

from pdedsl.errors import SpecificationError
from pdedsl.language import (
    Apply,
    Constant,
    Grammar,
    Integer,
    Number,
    Reference,
    Rule,
    Variable,
    format_template,
    minimum_depths,
    parse,
    stock_grammar,
)
from pdedsl.language.grammar import never_ending, unit_cycles, unreachable
from pdedsl.language.locate import stock_grammars

HEAD = "coordinates t, x\nfields u\nconstants K = 0.5\ndictionary { d_t(u) }\n"
T, U, C = Variable("t"), Variable("u"), Constant()


def grammar(rules: str, head: str = "g(t, u)"):
    return parse(f"{HEAD}grammar {head} {{\n{rules}\n}}").grammar


def template(text: str):
    return grammar(f"e ::= {text}").rules[0].alternatives[0]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("t", T),
        ("const", C),
        ("const in [0, 5]", Constant(0.0, 5.0)),
        ("const in [-inf, -K]", Constant(None, -0.5)),
        ("const in [0, inf]", Constant(0.0, None)),
        ("int in -1..3", Integer(-1, 3)),
        ("K", Number(0.5)),
        ("-2", Number(-2)),
        ("-t", Apply("neg", (T,))),
        ("-t^2", Apply("neg", (Apply("^", (T, Number(2))),))),
        ("2^t^u", Apply("^", (Number(2), Apply("^", (T, U))))),
        ("t - u - 1", Apply("-", (Apply("-", (T, U)), Number(1)))),
        ("t - (u - 1)", Apply("-", (T, Apply("-", (U, Number(1)))))),
        ("const * exp(const * t)", Apply("*", (C, Apply("exp", (Apply("*", (C, T)),))))),
        (
            "u*(1 - u/const)",
            Apply("*", (U, Apply("-", (Number(1), Apply("/", (U, C)))))),
        ),
        ("t ** 2", Apply("^", (T, Number(2)))),
    ],
)
def test_alternatives_are_templates(text, wanted):
    assert template(text) == wanted
    assert template(format_template(wanted)) == wanted


def test_variable_stands_for_every_argument():
    found = grammar("e ::= sin(variable) | variable*variable").rules[0].alternatives
    assert found[:2] == (Apply("sin", (T,)), Apply("sin", (U,)))
    assert set(found[2:]) == {Apply("*", (a, b)) for a in (T, U) for b in (T, U)}


def test_the_default_is_the_operations_of_the_paper_on_every_variable():
    found = parse(HEAD).grammar
    assert found == stock_grammar("elementary", ("t", "x", "u"))
    (rule,) = found.rules
    operators = {a.operator for a in rule.alternatives if isinstance(a, Apply)}
    assert operators == {"+", "-", "*", "/", "sin", "exp", "log"}
    leaves = {a for a in rule.alternatives if not isinstance(a, Apply)}
    assert leaves == {T, Variable("x"), U, C}


@pytest.mark.parametrize("name", ["elementary", "polynomial"])
def test_stock_grammars_are_found_and_sound(name):
    assert name in stock_grammars()
    found = stock_grammar(name, ("t", "u"))
    assert found.name == name
    assert not never_ending(found)
    assert not unreachable(found)
    assert not unit_cycles(found)


@pytest.mark.parametrize(
    ("head", "name", "arguments"),
    [
        ("polynomial", "polynomial", ("t", "x", "u")),
        ("polynomial g(t, x)", "g", ("t", "x")),
        ("polynomial(u)", "polynomial", ("u",)),
        ("elementary f", "f", ("t", "x", "u")),
    ],
)
def test_a_stock_grammar_is_named(head, name, arguments):
    found = parse(f"{HEAD}grammar {head}").grammar
    assert (found.name, found.arguments) == (name, arguments)


def test_grammar_none_is_no_grammar():
    assert parse(f"{HEAD}grammar none").grammar is None


def test_arguments_default_to_every_variable_and_a_name_is_not_needed():
    assert grammar("e ::= x", "g").arguments == ("t", "x", "u")
    assert grammar("e ::= x", "").name is None
    assert grammar("e ::= x", "(x)") == Grammar(("x",), (Rule("e", (Variable("x"),)),), None)


def test_rules_may_go_on_over_lines():
    found = grammar("e ::= t\n    | u |\n   const\n      + f\n\n f ::= 2")
    assert [rule.name for rule in found.rules] == ["e", "f"]
    assert found.rules[0].alternatives == (T, U, Apply("+", (C, Reference("f"))))


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ("e ::= t | f", "f is neither a rule nor declared"),
        ("e ::= t | x", "x is not an argument of g"),
        ("e ::= t\nf ::= u", "the rule f is never used"),
        ("e ::= e + t", "the rule e never ends"),
        ("e ::= f | t\nf ::= g1\ng1 ::= f + g1", "the rule g1 never ends"),
        ("e ::= t | e", "the rule e can become itself"),
        ("e ::= f | t\nf ::= e", "the rule f can become itself"),
        ("e ::= t\ne ::= u", "a second rule for e"),
        ("u ::= t", "the name u is taken"),
        ("sin ::= t", "the name sin is taken"),
        ("const ::= t", "the name const is taken"),
        ("e ::= int", "int needs a range"),
        ("e ::= const in [1, 1]", "a range of one number"),
        ("e ::= const in [inf, -inf]", "no number lies in this range"),
        ("e ::= const in [u, 3]", "this is not a number"),
        ("e ::= int in 2..1", "an empty range"),
        ("e ::= d_t(u)", "a derivative inside g"),
        ("e ::= d[t](u)", "a derivative inside g"),
        ("e ::= sine(t)", "did you mean sin?"),
        ("e ::= 1/0", "division by zero"),
        ("e ::= 1/(t-t)", "division by zero"),
        ("e ::= e + u/(u - u)*e | t", "division by zero"),
        ("e ::= e/(t - t) | t", "division by zero"),
        ("e ::= sin(-(t^(1/(K - 0.5)))) | t", "division by zero"),
        ("e ::= log(0) | t", "log has no real value here"),
        ("e ::= t | e*0^0", "zero to a power that need not be positive"),
        ("e ::= sqrt(-1) + e | t", "a root of a negative number"),
        ("", "a grammar without rules"),
    ],
)
def test_wrong_rules_are_refused(rules, message):
    with pytest.raises(SpecificationError, match=message.replace("?", r"\?")):
        grammar(rules)


@pytest.mark.parametrize("rule", ["t - t", "0", "1/t", "e/(e - e) | t", "t^0", "log(t - 5)", "0^2"])
def test_rules_that_have_a_value_somewhere_are_read(rule):
    assert grammar(f"e ::= {rule}") is not None


@pytest.mark.parametrize(
    ("head", "message"),
    [
        ("grammar polinomial", "did you mean polynomial"),
        ("grammar g(t, y) { e ::= t }", "y is no coordinate, field or input"),
        ("grammar g(t, t) { e ::= t }", "t is an argument twice"),
        ("grammar", "a grammar without a block"),
        ("grammar none g", "grammar none stands alone"),
        ("grammar none { e ::= t }", "grammar none has no rules"),
        ("grammar polynomial g(t) { e ::= t }", "a stock grammar with a block of its own"),
    ],
)
def test_wrong_heads_are_refused(head, message):
    with pytest.raises(SpecificationError, match=message):
        parse(HEAD + head)


def test_minimum_depths_count_the_rules_on_the_shortest_way_to_an_end():
    expr = Rule("expr", (Apply("+", (Reference("expr"), Reference("atom"))), Reference("atom")))
    atom = Rule("atom", (Apply("sin", (Reference("leaf"),)), Apply("*", (T, Reference("leaf")))))
    leaf = Rule("leaf", (T, Reference("expr")))
    found = minimum_depths(Grammar(("t",), (expr, atom, leaf)))
    assert found == {"expr": 3, "atom": 2, "leaf": 1}
