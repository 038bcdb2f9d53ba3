"""Names are ordinary, whatever they mean to Python or SymPy."""

from __future__ import annotations

import keyword

import pytest
import sympy

from pdedsl.errors import SpecificationError
from pdedsl.form import make_symbol
from pdedsl.language import parse, parse_expression, unparse

SYMPY = ("E", "I", "N", "S", "O", "Q", "C", "pi", "oo", "zoo", "nan", "beta", "gamma", "Symbol")
OURS = ("title", "data", "fields", "grammar", "known", "search", "test", "none", "fit", "d", "d_t")
OTHERS = ("exec", "eval", "print", "u_", "_", "__", "__class__")
SPECIAL = sorted({*keyword.kwlist, *keyword.softkwlist, *SYMPY, *OURS, *OTHERS})


@pytest.mark.parametrize("name", SPECIAL)
def test_any_name_may_be_a_coordinate_a_field_or_a_constant(name):
    as_coordinate = f"coordinates {name}, q\nfields w\ndictionary {{ d[{name}](w), {name}*d_q(w) }}"
    as_field = f"coordinates q\nfields {name}\ndictionary {{ d_q({name}^2) }}"
    as_constant = f"coordinates q\nfields w\nconstants {name} = 2\ndictionary {{ {name}*d_q(w) }}"
    for text in (as_coordinate, as_field, as_constant):
        specification = parse(text)
        assert parse(unparse(specification)) == specification
    assert parse(as_field).problem.field_symbols == (sympy.Symbol(name, real=True),)
    assert parse(as_constant).problem.dictionary[0].a == 2


@pytest.mark.parametrize("name", ["sin", "sqrt", "abs", "const", "int", "variable", "inf"])
def test_words_of_the_language_are_refused_as_names(name):
    with pytest.raises(SpecificationError, match=f"{name} is a"):
        parse(f"coordinates t, {name}\nfields u\ndictionary {{ d_t(u) }}")


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("coordinates x, x, y\nfields u\ndictionary { d[x, x](u), d_y(u) }", [(1, 16)]),
        ("coordinates x, x\nfields u, u\ndictionary { d[x, x](u) }", [(1, 16), (2, 11)]),
        ("coordinates t, u\nfields u, v\ndictionary { d_t(v), d[u](v) }", [(2, 8)]),
        ("coordinates x\nfields x\ndictionary { d_x(x) }", [(2, 8)]),
    ],
)
def test_a_name_declared_twice_is_the_only_mistake(text, places):
    with pytest.raises(SpecificationError, match="is declared twice") as caught:
        parse(text)
    assert [(m.span.line, m.span.column) for m in caught.value.mistakes] == places


def test_symbols_are_real():
    assert parse_expression("sqrt(E^2)", [make_symbol("E")]) == sympy.Abs(make_symbol("E"))


def test_nothing_is_evaluated_as_python():
    for text in ("__import__", "exec(1)", "u.diff", "lambda: 0", "[u for u in u]", "u if u else u"):
        with pytest.raises(SpecificationError):
            parse_expression(text, [make_symbol("u")])


def test_a_measured_derivative_may_have_its_own_name():
    text = "coordinates t\nfields u, u_t = d_t(u)\ndictionary { d_t(u_t) }\n"
    specification = parse(f"{text}known {{ u_t }}\n")
    assert specification.problem.known == make_symbol("u_t")
    assert parse(unparse(specification)) == specification
    chained = parse("coordinates t, x\nfields u, v = d_t(u), v_x = d_x(v)\ndictionary { u_x }\n")
    assert chained.problem.fields[2].definition.alpha.orders == (1, 1)


def test_an_abbreviation_is_a_derivative_of_the_longest_field_it_begins_with():
    text = "coordinates t\nfields u, u_a\ndictionary { u_a_t, u_t }\ngrammar none\n"
    first, second = parse(text).problem.dictionary
    assert (first.h.name, first.alpha.orders) == ("u_a", (1,))
    assert (second.h.name, second.alpha.orders) == ("u", (1,))


def test_names_of_stock_rules_give_way_to_declared_names():
    text = "coordinates sum\nfields term\ndictionary { d[sum](term) }\ngrammar polynomial"
    grammar = parse(text).grammar
    assert [rule.name for rule in grammar.rules] == ["sum_", "term_", "monomial"]
    assert parse(unparse(parse(text))) == parse(text)
