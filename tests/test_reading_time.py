"""What the benchmark of reading reads is what it says: 200 terms, and the package."""

import runpy
from pathlib import Path

import pytest
from hanging import soon

from pdedsl.language import parse

MADE = runpy.run_path(str(Path(__file__).parents[1] / "benchmarks" / "parse.py"))


@pytest.mark.parametrize("term", ["plain", "written"])
def test_two_hundred_terms_are_read(term):
    with soon():
        assert len(parse(MADE["text"](MADE[term])).problem.dictionary) == MADE["TERMS"] == 200


def test_the_package_is_imported_in_a_new_interpreter():
    wall, processor = MADE["imported"]()
    assert 0 < processor < 20
    assert wall > 0
