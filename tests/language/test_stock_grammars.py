"""Stock grammars: the laws they are there for, and with which arguments they go."""

from __future__ import annotations

from itertools import combinations

import pytest
from stock_laws import LAWS

from pdedsl.errors import FormError, SpecificationError
from pdedsl.language import derivable, expression_counts, parse, stock_grammar, unparse
from pdedsl.language.grammar import never_ending, unit_cycles, unreachable, variables
from pdedsl.language.locate import grammars_folder, stock_grammars

HEAD = "coordinates t, x\nfields u, v\ndictionary { d_t(u) }\n"
EVERYTHING = ("t", "x", "u", "v")
FIELDS = ("u", "v")
CASES = [(name, law, text) for name, laws in LAWS.items() for law, text in laws.items()]
NEEDS = {"forcing": "coordinate", "reaction": "field"}


def template(text):
    return parse(f"{HEAD}grammar {{ e ::= {text} }}").grammar.rules[0].alternatives[0]


def subsets():
    return [c for n in range(1, 5) for c in combinations(EVERYTHING, n)]


NAMES = {
    *("elementary", "polynomial", "rational", "trigonometric", "exponential"),
    *("reaction", "population", "forcing", "potential"),
}


def test_every_stock_grammar_has_laws():
    assert set(LAWS) == set(stock_grammars()) == NAMES


@pytest.mark.parametrize(("name", "law", "text"), CASES, ids=[f"{n}: {w}" for n, w, _ in CASES])
def test_named_laws_are_derivable(name, law, text):
    assert derivable(stock_grammar(name, EVERYTHING, (), FIELDS), template(text))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("polynomial", "const*sin(t)"),
        ("rational", "const*exp(t)"),
        ("trigonometric", "const*sin(sin(t))"),
        ("exponential", "const*exp(exp(t))"),
        ("reaction", "const*t"),
        ("population", "const*t"),
        ("forcing", "const*sin(const*u)"),
        ("potential", "const*exp(exp(u))"),
    ],
)
def test_what_is_no_such_law_is_not(name, text):
    assert not derivable(stock_grammar(name, EVERYTHING, (), FIELDS), template(text))


@pytest.mark.parametrize("name", stock_grammars())
def test_they_are_sound_with_any_arguments(name):
    for arguments in subsets():
        kinds = {"field" if a in FIELDS else "coordinate" for a in arguments}
        if NEEDS.get(name, "field") not in kinds and name in NEEDS:
            with pytest.raises(FormError, match=f"{name} needs a {NEEDS[name]}"):
                stock_grammar(name, arguments, (), FIELDS)
            continue
        grammar = stock_grammar(name, arguments, (), FIELDS)
        assert grammar.arguments == arguments
        assert variables(grammar) <= set(arguments)
        assert variables(grammar)
        assert not never_ending(grammar)
        assert not unreachable(grammar)
        assert not unit_cycles(grammar)
        assert sum(expression_counts(grammar, 12)) > 5


@pytest.mark.parametrize("name", stock_grammars())
@pytest.mark.parametrize("head", ["", " g(t, u)", "(t, x, u, v)", " rate(v, t)"])
def test_they_are_named_in_a_text_and_written_out_again(name, head):
    specification = parse(f"{HEAD}grammar {name}{head}")
    assert parse(unparse(specification)) == specification


@pytest.mark.parametrize("name", stock_grammars())
def test_their_rules_give_way_to_declared_names(name):
    text = stock_grammars()[name].read_text(encoding="utf-8")
    rules = [line.split("::=")[0].strip() for line in text.splitlines() if "::=" in line]
    head = f"coordinates t\nfields u, {', '.join(rules)}\ndictionary {{ d_t(u) }}\n"
    grammar = parse(f"{head}grammar {name}").grammar
    assert {rule.name for rule in grammar.rules} == {f"{rule}_" for rule in rules}
    assert set(rules) <= variables(grammar)


@pytest.mark.parametrize("name", stock_grammars())
def test_the_words_of_a_grammar_are_names_where_they_are_declared(name):
    text = "coordinates coordinate\nfields field\ndictionary { d[coordinate](field) }\n"
    assert variables(parse(f"{text}grammar {name}").grammar) <= {"coordinate", "field"}


def test_g_depends_on_what_its_stock_grammar_uses_unless_told_otherwise():
    assert parse(f"{HEAD}grammar reaction").grammar.arguments == FIELDS
    assert parse(f"{HEAD}grammar forcing").grammar.arguments == EVERYTHING
    assert parse(f"{HEAD}grammar reaction g(t, u)").grammar.arguments == ("t", "u")


def test_alternatives_that_need_a_field_are_left_out_where_there_is_none():
    assert derivable(stock_grammar("forcing", ("t", "u"), (), FIELDS), template("const*u"))
    only = stock_grammar("forcing", ("t",), (), FIELDS)
    assert not derivable(only, template("const*u"))
    assert derivable(only, template("const*sin(const*t)"))


def test_a_grammar_of_fields_without_a_field_is_refused():
    with pytest.raises(SpecificationError, match="needs a field among the arguments of g"):
        parse(f"{HEAD}grammar reaction g(t)")


@pytest.mark.parametrize("path", sorted(grammars_folder().glob("*.pde")), ids=lambda p: p.stem)
def test_each_begins_with_what_it_is_for_its_laws_and_where_they_are_from(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    comment = lines[: next(i for i, line in enumerate(lines) if not line.startswith("#"))]
    assert lines[len(comment)].startswith(f"grammar {path.stem}")
    laws = [line for line in comment if line.startswith("#   ")]
    assert len(laws) >= 4
    assert any(digits in "\n".join(comment) for digits in ("16", "17", "18", "19", "20"))


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("field", {"u", "v"}),
        ("sin(coordinate)", {"sin(t)", "sin(x)"}),
        ("field*coordinate", {"u*t", "v*t", "u*x", "v*x"}),
    ],
)
def test_a_text_may_write_field_and_coordinate_too(rule, expected):
    grammar = parse(f"{HEAD}grammar {{ e ::= {rule} }}").grammar
    assert set(grammar.rules[0].alternatives) == {template(e) for e in expected}


def test_field_and_coordinate_may_be_rules_and_names_of_ones_own():
    rules = "e ::= field + coordinate\nfield ::= t\ncoordinate ::= 2*u"
    assert variables(parse(f"{HEAD}grammar {{\n{rules}\n}}").grammar) == {"t", "u"}
    text = "coordinates t\nfields field\nconstants coordinate = 2\ndictionary { d_t(field) }\n"
    (rule,) = parse(f"{text}grammar {{ e ::= field*coordinate }}").grammar.rules
    assert len(rule.alternatives) == 1


def test_nesting_is_limited_by_rules():
    """A sine in a logarithm but in no sine or exponential: two rules do it."""
    grammar = parse(
        HEAD
        + """grammar g(t, u) {
    expr ::= expr + expr | expr*expr | sin(inner) | exp(inner) | log(expr) | t | u | const
    inner ::= inner + inner | inner*inner | log(inner) | t | u | const
}"""
    ).grammar
    for allowed in ("log(sin(t))", "sin(log(t*u))", "exp(t)*sin(u)", "log(log(exp(t)))"):
        assert derivable(grammar, template(allowed))
    for refused in ("sin(sin(t))", "exp(sin(u))", "sin(t + exp(u))", "exp(log(sin(t)))"):
        assert not derivable(grammar, template(refused))


@pytest.mark.parametrize("count", [3, 5])
@pytest.mark.parametrize("name", sorted(stock_grammars()))
def test_canonical_text_of_a_stock_grammar_of_many_fields_can_be_read(name, count):
    fields = ", ".join(f"u{i}" for i in range(count))
    head = f"coordinates t, x\nfields {fields}\ndictionary {{ d_t(u0) }}\n"
    found = parse(f"{head}grammar {name}\n")
    assert parse(unparse(found)) == found
