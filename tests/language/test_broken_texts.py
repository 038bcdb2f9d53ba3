"""Texts with something broken at random: refused with a place, or valid, and never slow."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hanging import soon

from pdedsl.errors import SpecificationError
from pdedsl.language import parse, unparse

VALID = sorted((Path(__file__).parent / "specs" / "valid").glob("*.pde"))
SNIPPETS = [
    *"()[]{}=,:|^*/+-#\"'.;@\\\t\n\r\x00\x0b\u2028\ufeff\ud800é²",
    "::=", "..", "**", "==", "d_x(", "d[", "u_", "const in [", "int in 1..", "in", "9^9^9",
    "1e999", "derivatives(", "equation {", "grammar", "dictionary {", "\nexpect ", "title \"",
]  # fmt: skip


def broken(text: str, seed: int) -> str:
    """The text with one to four places cut, doubled, swapped or filled with something else."""
    draw = random.Random(seed)
    for _ in range(draw.randint(1, 4)):
        start = draw.randrange(len(text) + 1)
        end = min(len(text), start + draw.choice([0, 1, 1, 2, 5, 20, 80]))
        piece = text[start:end]
        new = draw.choice(
            ["", draw.choice(SNIPPETS), piece * 2, piece[::-1], draw.choice(SNIPPETS) * 9]
        )
        text = text[:start] + new + text[end:]
    return text


def refusal(text: str) -> SpecificationError | None:
    """The error of a text, None if it is valid."""
    try:
        parse(text)
    except SpecificationError as error:
        return error
    return None


def check(text: str) -> bool:
    """Whether a text is valid; it must be refused in good order otherwise."""
    with soon():
        error = refusal(text)
    if error is None:
        specification = parse(text)
        assert parse(unparse(specification)) == specification
        return True
    lines = error.source.splitlines()
    for mistake in error.mistakes:
        assert mistake.span is not None
        assert 1 <= mistake.span.line <= len(lines) + 1
        assert mistake.span.column >= 1
    assert str(error).encode("utf-8")
    return False


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_broken_texts_are_refused_with_a_place_or_valid(path):
    text = path.read_text(encoding="utf-8")
    outcomes = [check(broken(text, seed)) for seed in range(25)]
    assert not all(outcomes)


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_a_text_may_end_anywhere(path):
    text = path.read_text(encoding="utf-8")
    for end in range(0, len(text), max(1, len(text) // 25)):
        check(text[:end])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2000))
def test_more_broken_texts(seed):
    path = VALID[seed % len(VALID)]
    check(broken(path.read_text(encoding="utf-8"), 1000 + seed))
