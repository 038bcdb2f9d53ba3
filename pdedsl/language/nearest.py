"""The nearest known name to one that is not known, and names shown in messages."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

_LONGEST = 40
_STEM = 3  # characters from which on a name may be the beginning of another


def shown(text: str, longest: int = _LONGEST) -> str:
    """A piece of the user's text as messages quote it, cut where it is long."""
    short = text if len(text) <= longest else f"{text[: longest - 3]}..."
    return "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in short)


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that looks most like a name, if any does.

    >>> nearest("populaton", ["seed", "population"])
    'population'
    >>> nearest("gauss", ["spline", "gaussian_process"])
    'gaussian_process'
    """
    if len(name) > _LONGEST:
        return None
    candidates = [k for k in known if len(k) <= _LONGEST and k != name]
    same = [k for k in candidates if k.lower() == name.lower()]
    close = same or get_close_matches(name, candidates[:500], n=1, cutoff=0.6)
    if not close and len(name) >= _STEM:
        close = [k for k in candidates if k.startswith(name)]
    return close[0] if close else None


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """The question "did you mean ...?", empty if no known name is near."""
    found = nearest(name, known)
    return f"did you mean {found}?" if found else ""
