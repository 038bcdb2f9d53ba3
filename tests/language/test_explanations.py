"""The table of explanations: each row explains its own wrong texts, and only once."""

from __future__ import annotations

import re

import pytest

from pdedsl.language.explanations import EXPLANATIONS
from pdedsl.language.parser import read_statements

CASES = [(row, text) for row in EXPLANATIONS for text in row.wrong]


@pytest.mark.parametrize(("row", "text"), CASES, ids=[text for _, text in CASES])
def test_each_wrong_text_has_the_one_mistake_of_its_row(row, text):
    mistakes = read_statements(text)[1]
    assert len(mistakes) == 1
    pattern = re.sub(r"\\{(token|before)\\}", ".+", re.escape(row.message))
    assert re.fullmatch(pattern, mistakes[0].message)
    assert mistakes[0].remedy
    assert "{" not in mistakes[0].message


def test_a_mistake_without_a_row_says_what_was_expected():
    mistakes = read_statements('coordinates t "s" "m"')[1]
    assert mistakes[0].message == '"m" does not fit here'
    assert mistakes[0].remedy == "expected: the end, ,"
