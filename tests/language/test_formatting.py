"""Canonical layout: it says the same, keeps every comment in its place, and is left as it is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from language_strategies import specifications

from pdedsl.errors import SpecificationError
from pdedsl.language import format_text, parse, unparse
from pdedsl.language.formatting import arranged
from pdedsl.language.locate import stock_grammars
from pdedsl.language.parser import tokens

HOME = Path(__file__).parents[2]
SPECS = Path(__file__).parent / "specs"
VALID = sorted([*(SPECS / "valid").glob("*.pde"), *(HOME / "examples").rglob("*.pde")])
WRONG = sorted((SPECS / "wrong").glob("*.pde"))
TEXTS = [path.read_text(encoding="utf-8") for path in VALID]
SLOW_TO_DRAW = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]
UNTIDY = re.compile(r"[ \t]$|\t|\n\n\n|\A\n|\n\n\Z|\{( *#[^\n]*)?\n\n|\n\n *\}", re.M)
thorough = settings(max_examples=20, deadline=None, suppress_health_check=SLOW_TO_DRAW)


def visible(text):
    return [token for token in tokens(text) if token.type != "NEWLINE"]


@st.composite
def disturbed(draw, text):
    """The text with other spaces, blank lines and comments: the layout of another author."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    made, end = "", 0
    for token in visible(text):
        made += draw(spaces(text[end : token.start_pos])) + str(token)
        end = token.end_pos
    return made + text[end:]


@st.composite
def spaces(draw, between):
    """White space that separates as much as other white space does."""
    comments = st.sampled_from(["", "", "#", '# a { b, c ( d " e ::= f', "#expect u"])
    padding = draw(st.sampled_from(["", "", " ", "\t ", "    "]))
    if "\n" not in between:
        return between + padding
    beside = "" if "#" in between else draw(comments)
    above = "".join(f"{padding}{draw(comments)}\n" for _ in range(draw(st.integers(0, 2))))
    first, rest = between.split("\n", 1)
    return f"{first}{padding}{beside}\n{above}{rest}{padding}"


def pieces(text):
    """The tokens, one sign for powers, without commas that a new line may stand for."""
    return [re.sub(r"\*\*", "^", str(t)) for t in visible(text) if t.type != "COMMA"]


def comments(text):
    """Each comment with the number of tokens before it, and whether it has a line to itself."""
    text, found, end, count = text.replace("\r\n", "\n") + "\n", [], 0, 0
    every = visible(text)
    for position, token in enumerate([*every, None]):
        start = len(text) if token is None else token.start_pos
        for match in re.finditer(r"#[^\n]*", text[end:start]):
            alone = position == 0 or "\n" in text[end : end + match.start()]
            found.append((match[0].strip(), count, alone))
        if token is not None:
            end, count = token.end_pos, count + (token.type != "COMMA")
    return found


@thorough
@given(st.data())
def test_any_layout_becomes_one_that_says_the_same_and_stays(data):
    text = data.draw(st.sampled_from(TEXTS) | specifications().map(unparse))
    other = data.draw(disturbed(text))
    formatted = format_text(other)
    assert parse(formatted) == parse(text)
    assert parse(formatted).given == parse(text).given
    assert unparse(parse(formatted)) == unparse(parse(text))
    assert pieces(formatted) == pieces(other)
    assert comments(formatted) == comments(other)
    assert format_text(formatted) == formatted


@thorough
@given(specifications())
def test_what_unparse_writes_is_canonical(specification):
    text = unparse(specification)
    assert format_text(text) == text


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_layout_is_canonical_once_and_for_all(path):
    text = path.read_text(encoding="utf-8")
    formatted = format_text(text)
    assert parse(formatted) == parse(text)
    assert format_text(formatted) == formatted
    assert not UNTIDY.search(formatted)
    assert formatted.endswith("\n")


@pytest.mark.parametrize("path", stock_grammars().values(), ids=lambda path: path.stem)
def test_stock_grammars_are_in_canonical_layout_and_may_be_brought_there(path):
    text = path.read_text(encoding="utf-8")
    assert format_text(text) == text
    untidy = text.replace(" | ", "|  ").replace("(field)", " ( field )").replace("\n    ", "\n\t")
    assert pieces(format_text(untidy)) == pieces(text)
    assert comments(format_text(untidy)) == comments(text)
    assert format_text(format_text(untidy)) == format_text(untidy)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("grammar { e ::= f }", "f is neither a rule nor declared"),
        ("grammar(field) { e ::= e }", "never ends"),
        ("grammar { e ::= t }", "t is neither a rule nor declared"),
        ("grammar(field) { e ::= field ) }", r"closes nothing"),
        ("grammar polynomial g(field) { e ::= field }", "no coordinates are declared"),
        ("grammar(t) { e ::= t }", "no coordinates are declared"),
        ("grammar { e ::= variable }\nfields u", "no coordinates are declared"),
    ],
)
def test_a_grammar_alone_has_to_be_right_and_nothing_else(text, message):
    with pytest.raises(SpecificationError, match=message):
        format_text(text)


@pytest.mark.parametrize("path", WRONG, ids=lambda path: path.stem)
def test_a_text_with_mistakes_has_no_layout(path):
    with pytest.raises(SpecificationError):
        format_text(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "text",
    [
        "grammar (t) { e ::= t }",
        "grammar in(t) { e ::= t }",
        "coordinates in in [-1, 1]",
        "dictionary { d[in, 2](u), -in*d_in(u), -(u - -1)^-in, (u) }",
        "grammar { a ::= int in -1..3 | const in [-1, -x] | -in - in/-(x) }",
    ],
)
def test_spaces_around_names_signs_and_brackets(text):
    assert arranged(text) == f"{text}\n"


def test_the_layout_is_this():
    before = (SPECS / "layout" / "before.pde").read_text(encoding="utf-8")
    after = (SPECS / "layout" / "after.pde").read_text(encoding="utf-8")
    assert format_text(before) == after
