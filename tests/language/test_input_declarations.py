"""Inputs in a text: what may hold them, and what is said of one that has no use."""

import pytest
import sympy

from pdedsl.errors import SpecificationError
from pdedsl.form import Input, make_symbol
from pdedsl.language import parse, unparse
from pdedsl.language.grammar import variables
from pdedsl.language.notes import notes

Q = make_symbol("q")
HEAD = 'coordinates t "s", x\nfields u "m"\ninputs q "N"\n'
BODY = "dictionary { d_t(u) }\n"


@pytest.mark.parametrize("word", ["", " linear", " held"])
def test_a_declaration_says_what_an_input_is_between_its_points(word):
    text = f'coordinates t\nfields u\ninputs q{word} "N", s\n{BODY}'
    found = parse(text)
    assert found.problem.inputs[0] == Input(Q, "N", word.strip() or "smooth")
    assert f'inputs q{word} "N", s\n' in unparse(found)
    assert parse(unparse(found)) == found


def test_inputs_stand_in_g_in_what_is_known_and_in_what_is_expected():
    text = f"{HEAD}{BODY}known {{ -q*u }}\nexpect d_t(u) = 2*q^2 - q*u\n"
    found = parse(text)
    assert found.problem.known == -Q * make_symbol("u")
    assert Q in found.expected.g.free_symbols
    assert found.grammar.arguments == ("t", "x", "u", "q")


def test_terms_of_the_dictionary_hold_inputs_beside_fields():
    found = parse(f"{HEAD}dictionary {{ d_t(u), d_x(q*u), x*d_xx(q^2*u) }}\n")
    assert [term.h for term in found.problem.dictionary][1:] == [
        Q * make_symbol("u"),
        Q**2 * make_symbol("u"),
    ]


def test_an_input_without_a_derivative_stays_in_h():
    found = parse(f"{HEAD}dictionary {{ d_t(u), q*u }}\ngrammar none\n")
    (term,) = found.problem.dictionary.terms[1:]
    assert (term.a, term.h) == (sympy.S.One, Q * make_symbol("u"))


def test_terms_with_inputs_that_cannot_be_told_apart_are_refused():
    text = f"{HEAD}dictionary {{ d_t(u), d_x(q*u), d_x(2*q*u) }}\n"
    with pytest.raises(SpecificationError, match="twice, up to a factor"):
        parse(text)
    assert parse(f"{HEAD}dictionary {{ d_t(u), d_x(q*u), d_x(u) }}\n")  # q depends on x


@pytest.mark.parametrize("name", ["elementary", "polynomial", "reaction", "forcing", "potential"])
def test_stock_grammars_hold_inputs_as_they_hold_fields(name):
    assert "q" in variables(parse(f"{HEAD}{BODY}grammar {name}\n").grammar)


def test_equations_share_inputs():
    text = (
        "coordinates t\nfields u, v\ninputs q\n"
        "equation a {\ndictionary { d_t(u) }\ngrammar polynomial g(u, q)\n}\n"
        "equation b {\ndictionary { d_t(v) }\nknown { q*v }\n}\n"
    )
    found = parse(text)
    assert [part.problem.inputs for part in found.parts] == [(Input(Q),)] * 2
    assert parse(unparse(found)) == found


@pytest.mark.parametrize(
    ("body", "unused"),
    [
        ("grammar polynomial g(u)", True),
        ("grammar g(u, q) { e ::= e + e | const*u }", True),
        ("grammar none", True),
        ("grammar polynomial g(u, q)", False),
        ("grammar polynomial g(u)\nknown { q }", False),
        ("", False),
    ],
)
def test_an_input_without_use_is_told_with_its_place(body, unused):
    said = [note for note in notes(parse(f"{HEAD}{BODY}{body}\n")) if "input q" in note.message]
    assert bool(said) == unused
    for note in said:
        assert (note.span.line, note.span.column) == (3, 8)
        assert "q" in note.remedy


def test_an_input_has_a_unit_in_those_of_terms():
    from pdedsl.form.units import term_unit, unit_text

    found = parse(f"{HEAD}dictionary {{ d_t(u), d_t(q*u) }}\n").problem
    assert unit_text(term_unit(found.dictionary.terms[1], found)) == "N*m/s"
