"""What a search asks before it computes: a run that broke off need not compute anything twice.

A search is a function of its seed, the data and the losses it is told. With the losses of an
earlier run at hand it takes the same way again in a moment, and goes on where that run ended.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

Rows = list[list[float]]
"""Numbers found for each of several candidates."""

Recall = Callable[[Sequence[str], Callable[[], Rows]], Rows]
"""Called with the names of a batch of candidates and what computes their rows of numbers."""


def afresh(_: Sequence[str], compute: Callable[[], Rows]) -> Rows:
    """Compute, and remember nothing."""
    return compute()
