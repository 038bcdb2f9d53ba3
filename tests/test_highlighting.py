"""The lexer and the TextMate grammar: they know the language's words and lose no character."""

import importlib
import json
import re
import runpy
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygments.token import Comment, Error, Keyword, Name, Number, Operator, String

from pdedsl import highlighting
from pdedsl.highlighting import PdeLexer
from pdedsl.language.layout import STATEMENTS
from pdedsl.language.parser import read_statements, tokens
from pdedsl.language.scope import FUNCTION_NAMES, GRAMMAR_WORDS
from pdedsl.language.source import clean
from pdedsl.language.stock import words_of
from pdedsl.language.vector_calculus import VECTOR_OPERATORS
from pdedsl.time_units import SECONDS

HOME = Path(__file__).parents[1]
SPECS = Path(__file__).parent / "language" / "specs"
FILES = sorted(
    [
        *(HOME / "examples").rglob("*.pde"),
        *(HOME / "grammars").glob("*.pde"),
        *(SPECS / "valid").glob("*.pde"),
        *(SPECS / "layout").glob("*.pde"),
    ]
)
EDITORS = HOME / "docs" / "editors"


def lexed(text):
    """Start, type and text of every token."""
    return list(PdeLexer().get_tokens_unprocessed(text))


def content(path):
    return clean(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_tokens_of_a_valid_file_are_its_text_and_none_is_an_error(path):
    found = lexed(content(path))
    assert "".join(text for _, _, text in found) == content(path)
    assert not [text for _, kind, text in found if kind in Error]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_tokens_have_the_types_that_the_parser_gives_them(path):
    text = content(path)
    types = {start: (kind, word) for start, kind, word in lexed(text)}
    outer = read_statements(text)[0]
    keywords = {s.keyword.span for each in outer for s in (each, *each.inner)}
    for token in (t for t in tokens(text) if t.type != "NEWLINE"):
        kind, word = types[token.start_pos]
        assert word == str(token)
        place = (token.line, token.column)
        if place in {(span.line, span.column) for span in keywords}:
            assert kind is Keyword
        elif token.type == "NUMBER":
            assert kind in Number
        elif token.type == "STRING":
            assert kind is String.Double
        elif token.type == "NAME":
            assert kind in Name or kind is Keyword.Pseudo
            assert (kind is Name.Function) == (word in FUNCTION_NAMES)
        elif token.type == "IN":
            assert kind in (Operator.Word, Name)
    comments = [word for kind, word in types.values() if kind is Comment.Single]
    assert "".join(comments) == "".join(comments_of(text))


def comments_of(text):
    """The comments, as what is left over between the tokens."""
    end = 0
    for token in [*(t for t in tokens(text) if t.type != "NEWLINE"), None]:
        start = len(text) if token is None else token.start_pos
        yield from re.findall(r"#[^\n]*", text[end:start])
        end = 0 if token is None else token.end_pos


@given(st.text(st.sampled_from('abdint_xu019 .\n\t"#{}[]():=|^*/+-,;é'), max_size=80))
def test_no_character_of_any_text_is_lost(text):
    assert "".join(word for _, _, word in lexed(text)) == text


def test_kinds_of_words_are_told_apart():
    text = 'data "t" { t = time }\ngrammar { e ::= sin(t) | const in [0, 1] | int in 1..3 }\n'
    text += "dictionary { flux: d_t(u), d[t, 2](in) }\nexpect u = laplacian(u) # sin\n"
    kinds = {word: kind for _, kind, word in lexed(text)}
    assert kinds["data"] is kinds["grammar"] is kinds["dictionary"] is kinds["expect"] is Keyword
    assert (kinds["time"], kinds["e"], kinds["flux"]) == (Name, Name.Class, Name.Label)
    assert kinds["d_t"] is kinds["d"] is kinds["laplacian"] is Name.Builtin
    assert (kinds["sin"], kinds["const"]) == (Name.Function, Keyword.Pseudo)
    assert (kinds["# sin"], kinds[".."]) == (Comment.Single, Operator)


def test_a_keyword_is_one_only_where_a_statement_begins():
    text = "fields test, data\ndictionary {\n    d_t(test)\n    test: d_t(data)\n    data_t\n}\n"
    found = [word for _, kind, word in lexed(text) if kind is Keyword]
    assert found == ["fields", "dictionary"]


def test_statements_inside_of_a_block_are_keywords_too():
    text = (
        "equation a { dictionary { d_t(data) } }\nequation b {\n    grammar none\n}\nsolve exact\n"
    )
    found = [word for _, kind, word in lexed(text) if kind is Keyword]
    assert found == ["equation", "dictionary", "equation", "grammar", "solve"]


def test_the_words_are_those_of_the_language():
    assert set(highlighting.STATEMENTS) == set(STATEMENTS)
    assert set(highlighting.FUNCTIONS) == set(FUNCTION_NAMES)
    assert set(highlighting.DERIVATIVES) == {"derivatives", *VECTOR_OPERATORS}
    assert set(highlighting.GRAMMAR_WORDS) == {*GRAMMAR_WORDS, *words_of((), ())}


def test_the_lexer_is_registered():
    project = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    module, name = project["entry-points"]["pygments.lexers"]["pde"].split(":")
    assert getattr(importlib.import_module(module), name) is PdeLexer
    assert PdeLexer.filenames == ["*.pde"]


def test_the_lexer_loads_nothing_heavy():
    code = "import sys, pdedsl.highlighting; print({'sympy', 'numpy', 'lark'} & set(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=HOME
    )
    assert done.stdout == "set()\n"


def test_the_textmate_grammar_is_in_step_and_its_patterns_can_be_read():
    made = runpy.run_path(str(EDITORS / "make_textmate.py"))
    text = (EDITORS / "pde.tmLanguage.json").read_text(encoding="utf-8")
    assert text == made["text"](), "run python docs/editors/make_textmate.py"
    for rule in json.loads(text)["patterns"]:
        assert re.compile(rule["match"])
    package = json.loads((EDITORS / "package.json").read_text(encoding="utf-8"))["contributes"]
    for part in (package["grammars"][0]["path"], package["languages"][0]["configuration"]):
        assert json.loads((EDITORS / part).read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_textmate_grammar_knows_every_character_of_a_valid_file(path):
    rules = json.loads((EDITORS / "pde.tmLanguage.json").read_text(encoding="utf-8"))["patterns"]
    any_rule = re.compile("|".join(f"(?:{rule['match']})" for rule in rules), re.M)
    left = re.sub(any_rule, "", content(path))
    assert left.strip() == ""


def test_units_of_time_are_those_of_the_language():
    assert set(highlighting.TIME_UNITS) == {name for name in SECONDS if name.isascii()}
    words = {text: kind for _, kind, text in lexed('data "a" { t in days since "2020-01-01" }')}
    assert words["in"] is Operator.Word
    assert words["since"] is Keyword.Pseudo
