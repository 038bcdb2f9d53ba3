"""The statements of a text, found by keyword."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from pdedsl.errors import Mistake, Span
from pdedsl.language import syntax

T = TypeVar("T")

_REPEATABLE = ("constants", "export", "equation")


class Statements:
    """An index of the statements of a text.

    Attributes:
        mistakes: statements that are given twice.
    """

    def __init__(self, statements: Sequence[syntax.Statement]) -> None:
        self.mistakes: list[Mistake] = []
        self._all = statements
        self._first: dict[str, syntax.Statement] = {}
        for statement in statements:
            self._sort_in(statement)

    def __contains__(self, keyword: str) -> bool:
        return keyword in self._first

    def span(self, keyword: str) -> Span | None:
        """Where a keyword stands, None if it does not occur."""
        statement = self._first.get(keyword)
        return None if statement is None else statement.keyword.span

    def is_broken(self, *keywords: str) -> bool:
        """Whether a statement with one of these keywords has a mistake of syntax."""
        return any(s.broken for s in self.all(*keywords))

    def all(self, *keywords: str) -> list[syntax.Statement]:
        """The statements with one of these keywords, in the order of the text."""
        return [s for s in self._all if s.keyword.name in keywords]

    def head(self, keyword: str, kind: type[T]) -> T | None:
        """What follows a keyword, None if it does not occur or could not be read."""
        statement = self._first.get(keyword)
        found = None if statement is None else statement.head
        return found if isinstance(found, kind) else None

    def heads(self, keyword: str, kind: type[T]) -> list[T]:
        """What follows each occurrence of a keyword; lists are joined."""
        heads = [s.head for s in self._all if s.keyword.name == keyword]
        flat = [item for h in heads for item in (h if isinstance(h, tuple) else (h,))]
        return [item for item in flat if isinstance(item, kind)]

    def entries(self, keyword: str, kind: type[T]) -> list[T] | None:
        """The entries of a block, None without a block."""
        statement = self._first.get(keyword)
        if statement is None or statement.entries is None:
            return None
        return [entry for entry in statement.entries if isinstance(entry, kind)]

    def expression(self, keyword: str) -> syntax.Node | None:
        """The sole entry of a block that holds an expression, None if there is none."""
        statement = self._first.get(keyword)
        entries = None if statement is None else statement.entries
        found = entries[0] if entries else None
        return found if isinstance(found, syntax.Node) else None

    def _sort_in(self, statement: syntax.Statement) -> None:
        keyword = statement.keyword
        before = self._first.setdefault(keyword.name, statement)
        if before is statement or keyword.name in _REPEATABLE:
            return
        remedy = f"it is in line {before.keyword.span.line} already: keep one of them"
        self.mistakes.append(Mistake(f"{keyword.name} is given twice", keyword.span, remedy))
