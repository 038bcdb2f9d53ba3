"""Dictionaries that nobody has chosen hold the law, and all derivatives once."""

import math

import pytest

from pdedsl.reproduce.gallery import entries
from pdedsl.reproduce.gallery.wide import HIGHEST, derivatives, wide


@pytest.mark.parametrize("entry", entries(), ids=lambda e: e.name)
def test_the_law_is_in_it_and_no_term_is_twice(entry):
    wider = wide(entry)
    assert set(entry.dictionary) <= set(wider.dictionary)
    assert len(set(wider.dictionary)) == len(wider.dictionary)
    law = {t: b for t, b in zip(wider.dictionary, wider.subject.target.bound, strict=True) if b}
    own = entry.subject.target.bound
    assert set(law) == {t for t, b in zip(entry.dictionary, own, strict=True) if b}
    assert sum(map(abs, law.values())) == pytest.approx(1.0)


@pytest.mark.parametrize("coordinates", [("t",), ("t", "x"), ("t", "x", "y")])
def test_there_are_as_many_as_multi_indices(coordinates):
    found = derivatives(coordinates, "u", HIGHEST)
    assert len(set(found)) == len(found) == math.comb(len(coordinates) + HIGHEST, HIGHEST) - 1
