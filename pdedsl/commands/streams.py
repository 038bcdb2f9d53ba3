"""What a terminal or file can show of a text."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from typing import TextIO

from pdedsl.errors import PdedslError


@contextmanager
def any_character(stream: TextIO) -> Iterator[None]:
    """Let a stream escape characters that its encoding has not, so that no message fails."""
    if not isinstance(stream, TextIOWrapper):
        yield
        return
    before = stream.errors
    stream.reconfigure(errors="backslashreplace")
    try:
        yield
    finally:
        stream.reconfigure(errors=before)


def encodable(text: str) -> str:
    """The text, if standard output can show all of it."""
    encoding = sys.stdout.encoding or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError as error:
        raise PdedslError(
            f"the output is {encoding}, which has no {text[error.start]!a}\n"
            "  set PYTHONIOENCODING=utf-8 in the environment"
        ) from None
    return text
