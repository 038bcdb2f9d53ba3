"""A dictionary of 200 terms is read, and the package imported, within a second."""

import runpy
from pathlib import Path

from pdedsl.language import parse

MADE = runpy.run_path(str(Path(__file__).parents[1] / "benchmarks" / "parse.py"))


def test_two_hundred_terms_are_read_within_a_second_of_processor_time():
    for term in (MADE["plain"], MADE["written"]):
        text = MADE["text"](term)
        assert len(parse(text).problem.dictionary) == MADE["TERMS"]
        assert min(MADE["timed"](lambda text=text: parse(text))[1] for _ in range(2)) < 1


def test_the_package_is_imported_within_a_second_of_processor_time():
    assert min(MADE["imported"]()[1] for _ in range(2)) < 1
