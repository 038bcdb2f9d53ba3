"""From a file or a string to clean text: encoding, line ends and size."""

from __future__ import annotations

import re
from pathlib import Path
from typing import BinaryIO

from pdedsl.errors import Mistake, Span, SpecificationError
from pdedsl.language import limits

_UNPRINTABLE = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069]")
_SPACES = re.compile(r"[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_SURROGATES = re.compile(r"[\ud800-\udfff]")


def clean(text: str) -> str:
    """The text with its line ends as newlines only, and without a byte order mark.

    Separators that some programs take for line ends become spaces, and halves of surrogate
    pairs the replacement character, one for one, so that columns stay what they were.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return _SURROGATES.sub("\ufffd", _SPACES.sub(" ", text))


def displayable(text: str) -> str:
    """The text with a replacement character for each one that could disturb a terminal."""
    return _UNPRINTABLE.sub("\ufffd", text)


def unprintable(text: str) -> bool:
    """Whether a quoted text holds control characters, which could disturb a terminal."""
    return bool(_UNPRINTABLE.search(text))


def piece(text: str, span: Span) -> str:
    """What stands at a span, on one line."""
    lines = text.split("\n")[span.line - 1 : span.end_line]
    if not lines:
        return ""
    lines[-1] = lines[-1][: span.end_column - 1]
    lines[0] = lines[0][span.column - 1 :]
    return displayable(" ".join(line.strip() for line in lines))


def check_size(text: str, name: str) -> None:
    """Raise SpecificationError for a text that is longer than any specification."""
    if len(text) > limits.CHARACTERS:
        message = f"the text has more than {limits.CHARACTERS:,} characters"
        mistake = Mistake(message, Span(1, 1, 1, 2), _SIZE)
        raise SpecificationError((mistake,), displayable(text), name)


def read(path: Path) -> str:
    """The text of a file; SpecificationError if it is missing, too large, or not UTF-8."""
    name = str(path)
    try:
        if not path.is_file():
            raise SpecificationError((_no_file(path),), "", name)
        with path.open("rb") as file:
            data = file.read(4 * limits.CHARACTERS + 4)
    except (OSError, ValueError) as error:
        problem = f"the file cannot be read: {getattr(error, 'strerror', None) or error}"
        raise SpecificationError((Mistake(problem),), "", name) from error
    return _text(data, name)


def received(stream: BinaryIO, name: str = "<stdin>") -> str:
    """The text of a stream such as standard input; SpecificationError as `read`."""
    return _text(stream.read(4 * limits.CHARACTERS + 4), name)


def _text(data: bytes, name: str) -> str:
    if len(data) > 4 * limits.CHARACTERS:
        message = f"the file has more than {limits.CHARACTERS:,} characters"
        raise SpecificationError((Mistake(message, remedy=_SIZE),), "", name)
    return _decode(data, name)


def _decode(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = clean(data[: error.start].decode("utf-8"))
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        mistake = Mistake(
            f"byte 0x{data[error.start]:02x} is not UTF-8",
            Span(line, column, line, column + 1),
            "save the file as UTF-8 text",
        )
        shown = displayable(clean(data.decode("utf-8", "replace")))
        raise SpecificationError((mistake,), shown, name) from None


def _no_file(path: Path) -> Mistake:
    if path.is_symlink() and not path.exists():
        remedy = "correct the link, or name the file itself"
        return Mistake("this is a link that leads nowhere", remedy=remedy)
    if path.is_dir():
        return Mistake("this is a folder", remedy=_within(path, "in it"))
    problem = "this is no file" if path.exists() else "there is no such file"
    return Mistake(problem, remedy=_within(path.parent, "in that folder"))


def _within(folder: Path, where: str) -> str | None:
    """The remedy for a missing file: the specifications that lie where it was looked for."""
    found = sorted(p.name for p in folder.glob("*.pde") if p.is_file()) if folder.is_dir() else []
    return f"{where}: {', '.join(found[:5])}" if found else None


_SIZE = "is this a specification? data belong in a file of their own, named by `data`"
