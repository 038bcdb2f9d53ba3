"""A text made as small as may be, with the same thing still wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

Fails = Callable[[bytes], bool]


def minimised(data: bytes, fails: Fails, trials: int = 300) -> bytes:
    """The text with lines, tokens and then characters taken out as long as it still fails.

    Args:
        data: a text that fails.
        fails: whether a text still does.
        trials: most texts that are tried.
    """
    left = [trials]

    def still(candidate: bytes) -> bool:
        left[0] -= 1
        return left[0] >= 0 and fails(candidate)

    for pattern in (rb"[^\n]*\n|[^\n]+", rb"\w+|\s+|[^\w\s]", rb"(?s)."):
        pieces = re.findall(pattern, data)
        if len(pieces) > 1:
            data = b"".join(_fewer(pieces, lambda some: still(b"".join(some))))
    return data


def _fewer(pieces: Sequence[bytes], fails: Callable[[Sequence[bytes]], bool]) -> Sequence[bytes]:
    """The pieces without those that are not needed, larger runs of them tried first."""
    size = len(pieces) // 2
    while size:
        start = 0
        while start < len(pieces):
            fewer = [*pieces[:start], *pieces[start + size :]]
            if fewer and fails(fewer):
                pieces = fewer
            else:
                start += size
        size //= 2
    return pieces
