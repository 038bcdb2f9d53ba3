"""Folders of texts: valid ones go round, wrong ones have their message beside them."""

from __future__ import annotations

from pathlib import Path

import pytest

from pdedsl.errors import SpecificationError
from pdedsl.language import parse, parse_file, unparse

SPECS = Path(__file__).parent / "specs"
VALID = sorted((SPECS / "valid").glob("*.pde"))
WRONG = sorted((SPECS / "wrong").glob("*.pde"))


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_valid_texts_go_round(path):
    specification = parse_file(path)
    text = unparse(specification)
    assert parse(text) == specification
    assert unparse(parse(text)) == text
    assert specification.folder == path.parent


@pytest.mark.parametrize("path", WRONG, ids=lambda path: path.stem)
def test_wrong_texts_are_refused_with_the_message_beside_them(path):
    with pytest.raises(SpecificationError) as caught:
        parse(path.read_text(encoding="utf-8"), path.name)
    assert f"{caught.value}\n" == path.with_suffix(".txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", WRONG, ids=lambda path: path.stem)
def test_every_mistake_has_a_place_and_a_remedy_and_they_come_in_order(path):
    with pytest.raises(SpecificationError) as caught:
        parse(path.read_text(encoding="utf-8"))
    mistakes = caught.value.mistakes
    assert all(m.span is not None and m.remedy for m in mistakes)
    places = [(m.span.line, m.span.column) for m in mistakes]
    assert places == sorted(places)


def test_canonical_text_is_left_as_it_is():
    text = (SPECS / "valid" / "canonical.pde").read_text(encoding="utf-8")
    assert unparse(parse(text)) == text


def test_the_whole_example_is_understood():
    specification = parse_file(SPECS / "valid" / "whole.pde")
    problem = specification.problem
    assert problem.title == "Heat source in a rod"
    assert [x.symbol.name for x in problem.coordinates] == ["t", "x"]
    assert [(x.lower, x.upper, x.unit) for x in problem.coordinates] == [(0, 2, "s"), (0, 2, "m")]
    assert [term.name for term in problem.dictionary] == [None] * 5 + ["advection", None]
    assert specification.constants == (("L", 2.0),)
    assert specification.data.sample == "run"
    assert specification.data.names == (("t", "time"), ("u", "temperature"))
    assert specification.data.missing == "drop"
    assert specification.grammar.arguments == ("t", "x", "u")
    assert specification.options.solve.method == "collie"
    assert specification.expected.beta == (1.0, -0.25)
    assert [(e.kind, e.path) for e in specification.exports] == [("latex", "heat_source.tex")]
