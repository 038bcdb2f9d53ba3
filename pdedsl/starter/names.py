"""Names of the language for names of the data, whatever these are made of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from pdedsl.language.limits import NAME_LENGTH
from pdedsl.language.scope import RESERVED
from pdedsl.starter.words import latin, split_unit

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_WORDS = RESERVED | {
    "columns", "coordinate", "d", "every", "field", "g", "in", "missing", "missing_value", "sample",
    "since",
}  # fmt: skip
"""Words that mean something where names stand, or would be hard to read as names."""

_POSITION = re.compile(r"column_\d+")  # what columns of an array without names are called


def is_plain(name: str) -> bool:
    """Whether a name of the data can be written without quotes."""
    return _PLAIN.fullmatch(name) is not None and name != "columns"


def quoted(text: str) -> str:
    """A text in quotes."""
    return '"' + text.replace('"', '""') + '"'


def in_data(name: str) -> str:
    """A name of the data as the block of `data` has it."""
    return name if is_plain(name) else quoted(name)


def legal_names(
    theirs: Sequence[str], usual: Sequence[Sequence[str]], taken: Iterable[str]
) -> list[str]:
    """A name of the language for each name of the data, all of them different.

    A legal name stays what it is. Of others units in brackets and accents go, Greek letters are
    named, and all else becomes `_`; what is left of nothing has a usual name.

    Args:
        theirs: names of the data, without folders.
        usual: for each of them the names that are usual, for one that is made of no Latin letter
            or digit, or is that of a column by its position only.
        taken: names that cannot be used any more.

    >>> legal_names(["time [s]", "θ", "exp", "2m temp"], [()] * 4, ())
    ['time', 'theta', 'exp_value', 'v2m_temp']
    """
    used, found = {*taken, *filter(_is_free, theirs)}, list[str]()
    for name, spare in zip(theirs, usual, strict=True):
        own = _is_free(name) and name not in found
        found.append(name if own else _distinct(_made(name, spare, used), used))
        used.add(found[-1])
    return found


def _is_free(name: str) -> bool:
    """Whether a name may stay what it is."""
    legal = is_plain(name) and len(name) <= NAME_LENGTH
    return legal and name not in _WORDS and _POSITION.fullmatch(name) is None


def _made(name: str, spare: Sequence[str], used: set[str]) -> str:
    stem = latin(split_unit(name)[0])[: NAME_LENGTH - 10].strip("_")
    if not stem or _POSITION.fullmatch(stem):
        return next((each for each in spare if each not in used), "v")
    if stem[0].isdigit():
        stem = f"v{stem}"
    ways = (stem, f"{stem}_value", f"{stem}_values")
    return next(way for way in ways if way not in _WORDS)


def _distinct(name: str, used: set[str]) -> str:
    """The name, or with the first number behind it that makes it new."""
    if name not in used:
        return name
    number = 2
    while f"{name}_{number}" in used:
        number += 1
    return f"{name}_{number}"
