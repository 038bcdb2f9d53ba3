"""docs/language.md: what the code decides is in step with it, and nothing is left out."""

import re
import runpy
from pathlib import Path

import pytest

from pdedsl.language.layout import STATEMENTS
from pdedsl.language.scope import GRAMMAR_WORDS
from pdedsl.language.vector_calculus import VECTOR_OPERATORS

DOCS = Path(__file__).parents[1] / "docs"
PAGE = (DOCS / "language.md").read_text(encoding="utf-8")
MADE = runpy.run_path(str(DOCS / "make_language.py"))
GRAMMAR = MADE["ebnf"]()


def test_the_page_is_in_step_with_the_code():
    assert MADE["made"](PAGE) == PAGE, "run python docs/make_language.py"


@pytest.mark.parametrize("word", [*STATEMENTS, *GRAMMAR_WORDS, "derivatives"])
def test_every_word_has_its_place_on_the_page(word):
    by_hand = re.sub(r"<!-- .*? -->.*?<!-- end of .*? -->", "", PAGE, flags=re.S)
    assert re.search(rf"`[^`\n]*\b{word}\b", by_hand)


def test_vector_calculus_is_on_the_page():
    assert all(word in PAGE for word in VECTOR_OPERATORS if word != "curl")


def test_every_rule_of_the_grammar_is_used_and_defined():
    body = GRAMMAR.strip("`").removeprefix("ebnf\n")
    defined = set(re.findall(r"^(\w+) +::=", body, re.M))
    plain = re.sub(r'"[^"]*"|/\S+/', "", body)
    used = set(re.findall(r"\b[A-Za-z_]+\b(?! *::=)", plain))
    assert used - defined == {"NEWLINE"}
    assert defined - used == {"text"}


def test_the_grammar_says_what_the_lark_files_say():
    assert '(name ":")? expression' in GRAMMAR
    assert 'name ("in" interval)? STRING?' in GRAMMAR
    assert '"[" expression "," expression "]"' in GRAMMAR
    assert 'unary (("*" | "/") unary)*' in GRAMMAR
    assert "->" not in GRAMMAR
    assert "//" not in GRAMMAR


def test_every_option_has_a_meaning_and_every_limit_its_number():
    rows = [line.split(" | ") for line in MADE["options"]().split("\n")[2:]]
    assert len(rows) == len({row[0] for row in rows}) > 15
    assert all(cell.strip(" |`") for row in rows for cell in (row[1], row[2], row[4]))
    source = (Path(MADE["limits"].__file__)).read_text(encoding="utf-8")
    assert MADE["sizes"]().count("\n") - 1 == len(re.findall(r"^[A-Z_]+ = ", source, re.M))
