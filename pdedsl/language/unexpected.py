"""The place where a piece cannot be parsed, and a row of the table that explains it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lark import Token

from pdedsl.errors import Span


@dataclass(frozen=True)
class Unexpected:
    """The place where a piece stops making sense.

    Attributes:
        kind: the rule that the piece was read by.
        before: the token before, None at the start.
        token: the token that does not fit, None at the end.
        after: the token that follows it, None at the end.
        expected: types of the tokens that would fit; "$END" for an end.
        end: where the piece ends.
    """

    kind: str
    before: Token | None
    token: Token | None
    after: Token | None
    expected: frozenset[str]
    end: Span

    @property
    def changes_line(self) -> bool:
        """Whether a new line begins between the token and the one before."""
        return bool(self.before and self.token and self.before.line != self.token.line)

    def fits(self, before: str = "", token: str = "", after: str = "") -> bool:
        """Whether the tokens have one of the types listed in words; an empty list allows all."""
        pairs = ((self.before, before), (self.token, token), (self.after, after))
        return all(not types or _type(t) in types.split() for t, types in pairs)


@dataclass(frozen=True)
class Explanation:
    """A row of the table.

    Attributes:
        message: what is wrong; {token} and {before} stand for the tokens themselves.
        remedy: what to write instead.
        applies: whether the row is about a place.
        wrong: whole statements in which this row is the one that applies.
    """

    message: str
    remedy: str
    applies: Callable[[Unexpected], bool]
    wrong: tuple[str, ...]


def _type(token: Token | None) -> str:
    return "END" if token is None else token.type
