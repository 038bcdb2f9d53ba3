"""What `pdedsl check` says of a grammar: its rules, notes, how much it makes, and examples."""

from __future__ import annotations

import pytest

from pdedsl.language import derivable, parse, stock_grammar
from pdedsl.report.console import plain_console
from pdedsl.report.grammar import EXAMPLES, examples, show_grammar

HEAD = "coordinates t, x\nfields u\ndictionary { d_t(u) }\n"


def shown(text):
    console = plain_console(width=60)
    with console.capture() as captured:
        show_grammar(parse(HEAD + text), console)
    return captured.get()


@pytest.mark.parametrize("seed", [0, 1, 2**32 - 1])
def test_examples_are_different_expressions_of_the_grammar(seed):
    grammar = stock_grammar("elementary", ("t", "u"))
    texts = examples(grammar, seed)
    assert len(set(texts)) == EXAMPLES
    for text in texts:
        read = parse(f"{HEAD}grammar {{ e ::= {text} }}").grammar
        assert derivable(grammar, read.rules[0].alternatives[0])


def test_examples_depend_on_the_seed_alone():
    grammar = stock_grammar("elementary", ("t", "u"))
    assert examples(grammar, 3) == examples(grammar, 3) != examples(grammar, 4)


def test_a_small_grammar_is_shown_whole():
    text = shown("grammar g(t, u) { e ::= sin(t) | u }")
    assert "distinct expressions: 2 of up to 5, 2 of up to 10, 2 of up to 20" in text
    assert {"  sin(t)", "  u"} <= set(text.splitlines())


def test_rules_notes_and_counts_are_shown():
    text = shown("grammar g(t) { e ::= e + e | t - t | t | const }\nsearch { seed = 7 }")
    assert "g(t)" in text
    assert "  e ::= e + e | t - t | t | const" in text
    assert "note: e: t - t is always 0" in text
    assert "27 of up to 5, " in text
    assert "at random with seed 7" in text


def test_large_counts_are_rounded():
    assert "about 3.7e+18 of up to 20" in shown("grammar elementary g(t, x, u)")


def test_no_grammar_is_no_g():
    assert shown("grammar none") == "g = 0\n"
    assert shown("grammar none\nknown { -u }") == "g = -u\n"


def test_what_is_known_of_g_is_shown_beside_its_grammar():
    lines = shown("grammar polynomial g(t)\nknown { -u^2 }").splitlines()
    assert lines[:2] == ["g(t)", "  known of it: -u^2"]


def test_an_expression_that_is_long_at_its_shortest_is_shown():
    rule = " + ".join(["sin(const*t)"] * 16)
    text = shown(f"grammar g(t) {{ e ::= {rule} }}")
    assert f"  {rule}" in text
    assert "0 of up to 5" in text
