"""Collecting mistakes: an exception that carries several, and ways to go on after one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from pdedsl.errors import Mistake, Span

T = TypeVar("T")
S = TypeVar("S")


class Mistaken(Exception):
    """Mistakes found in one piece of a text. Never leaves this package."""

    def __init__(self, *mistakes: Mistake) -> None:
        super().__init__("; ".join(m.message for m in mistakes))
        self.mistakes = mistakes


def wrong(message: str, span: Span | None, remedy: str | None = None) -> Mistaken:
    """The exception for a single mistake."""
    return Mistaken(Mistake(message, span, remedy))


def each(function: Callable[[S], T], items: Iterable[S]) -> list[T]:
    """The function of every item; if some are mistaken, all their mistakes at once."""
    results: list[T] = []
    mistakes: list[Mistake] = []
    for item in items:
        found = attempt(mistakes, function, item)
        if found is not None:
            results.append(found)
    if mistakes:
        raise Mistaken(*mistakes)
    return results


def attempt(mistakes: list[Mistake], function: Callable[[S], T], item: S) -> T | None:
    """The function of an item, or None with its mistakes added to those given."""
    try:
        return function(item)
    except Mistaken as error:
        mistakes.extend(error.mistakes)
        return None
