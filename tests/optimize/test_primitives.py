"""Every random derivation stays inside its grammar."""

import random

import pytest

from pdedsl.language import (
    Apply,
    Constant,
    Grammar,
    Integer,
    Number,
    Reference,
    Rule,
    Variable,
    parse,
    stock_grammar,
)
from pdedsl.optimize.primitives import primitives, to_expression

TYPED = Grammar(
    ("t", "u"),
    (
        Rule(
            "sum",
            (
                Apply("+", (Reference("sum"), Reference("sum"))),
                Apply("*", (Constant(), Reference("wave"))),
                Apply("*", (Reference("power"), Constant(0.0, 4.0))),
            ),
        ),
        Rule("wave", (Apply("sin", (Apply("*", (Integer(1, 3), Variable("t"))),)), Variable("t"))),
        Rule("power", (Apply("^", (Variable("u"), Integer(1, 3))), Number(2.0))),
    ),
)


def parsed(nodes, kind=0, at=0):
    """Where a derivation of a type ends; fails where a production is not of the type wanted."""
    node = nodes[at]
    assert node.ret == kind
    at += 1
    for argument in node.args:
        at = parsed(nodes, argument, at)
    return at


def stands_for(node, template, grammar):
    """Whether an expression can be derived from a template, checked without any production."""
    match template:
        case Reference(name):
            return any(stands_for(node, a, grammar) for a in grammar.rule(name).alternatives)
        case Variable(name):
            return node.op == "var" and node.name == name
        case Constant(lower, upper):
            return node.op == "const" and node.bounds == (lower, upper)
        case Integer(lower, upper):
            return node.op == "num" and node.value.is_integer() and lower <= node.value <= upper
        case Number(value):
            return node.op == "num" and node.value == value
    pairs = zip(node.args, template.arguments, strict=False)
    return node.op == template.operator and all(stands_for(n, t, grammar) for n, t in pairs)


@pytest.mark.parametrize("grammar", [TYPED, stock_grammar("elementary", ("t", "u"))])
def test_random_derivations_are_of_the_grammar(grammar):
    made, rng = primitives(grammar), random.Random(0)
    for attempt in range(300):
        nodes = made.generate(rng.choice, 1 + attempt % 6)
        assert parsed(nodes) == len(nodes)
        assert stands_for(to_expression(nodes), Reference(grammar.start), grammar)


def test_random_derivations_reach_every_production():
    made, rng = primitives(TYPED), random.Random(1)
    drawn = {id(p) for _ in range(500) for p in made.generate(rng.choice, 5)}
    assert drawn == {id(p) for row in made.by_type for p in row}


def test_derivations_are_no_higher_than_asked():
    made, rng = primitives(TYPED), random.Random(2)

    def height(nodes, at=0):
        end, top = at + 1, 0
        for _ in nodes[at].args:
            inner, end = height(nodes, end)
            top = max(top, inner)
        return top + 1, end

    for depth in (3, 4, 5, 6):
        assert max(height(made.generate(rng.choice, depth))[0] for _ in range(100)) <= depth


@pytest.mark.parametrize(
    "text",
    [
        "e ::= e + e | const*u^(int in -100..100)",
        "e ::= e + e | (int in 1..3)*u",
        "e ::= e * e | e + e | (int in 1..3)",
        "e ::= e + e | f\n f ::= (int in 0..5)*u | e*e",
    ],
)
def test_whole_numbers_do_not_keep_a_derivation_from_its_end(text):
    grammar = parse(f"coordinates t\nfields u\ndictionary {{ d_t(u) }}\ngrammar {{ {text} }}\n")
    made, rng = primitives(grammar.grammar), random.Random(0)
    lengths = [len(made.generate(rng.choice, depth)) for depth in range(1, 7) for _ in range(200)]
    assert max(lengths) <= 2**8


def test_joins_make_one_of_two():
    (only,) = primitives(TYPED).joins()
    assert only.template.operator == "+"
    assert len(primitives(stock_grammar("elementary", ("t",))).joins()) == 4


def test_bounded_constants_start_in_the_middle_and_keep_their_bounds():
    made, rng = primitives(TYPED), random.Random(3)
    found = {
        (c.bounds, c.value)
        for _ in range(200)
        for c in to_expression(made.generate(rng.choice, 4)).constants
    }
    assert found == {((None, None), 1.0), ((0.0, 4.0), 2.0)}
