"""Which brackets belong together, and which are missing or too many."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from lark import Token

from pdedsl.errors import Mistake
from pdedsl.language import limits
from pdedsl.language.build import span_of

_PAIRS = {"RPAR": "LPAR", "RSQB": "LSQB"}


@dataclass
class Brackets:
    """The parentheses and square brackets of a text.

    Attributes:
        tokens: all tokens of the text.
        mistakes: brackets that have no partner, or a wrong one.
        spoilt: positions of the tokens that the mistakes are about.
        wrapped: for each token, whether it lies inside a pair.
    """

    tokens: Sequence[Token]
    mistakes: list[Mistake] = field(default_factory=list)
    spoilt: set[int] = field(default_factory=set)
    wrapped: list[bool] = field(default_factory=list)
    _pairs: list[tuple[int, int]] = field(default_factory=list)

    def match(self, is_wall: Callable[[int], bool]) -> Brackets:
        """Find the pairs. No pair reaches across a brace, or a position that is a wall."""
        stack: list[int] = []
        for i, token in enumerate(self.tokens):
            if token.type in ("LPAR", "LSQB"):
                self._open(i, stack)
            elif token.type in _PAIRS:
                self._close(i, stack)
            elif token.type in ("LBRACE", "RBRACE") or is_wall(i):
                self._clear(stack)
        self._clear(stack)
        steps = [0] * len(self.tokens)
        for opening, closing in self._pairs:
            steps[opening] += 1
            steps[closing] -= 1
        self.wrapped = [level > 0 for level in accumulate(steps)]
        return self

    def spoil(self, i: int, message: str, remedy: str | None) -> None:
        """Report a mistake at a token."""
        self.spoilt.add(i)
        self.mistakes.append(Mistake(message, span_of(self.tokens[i]), remedy))

    def _open(self, i: int, stack: list[int]) -> None:
        stack.append(i)
        if len(stack) == limits.NESTING + 1:
            message = f"more than {limits.NESTING} brackets within each other"
            self.spoil(i, message, "write the expression with fewer of them")

    def _close(self, i: int, stack: list[int]) -> None:
        token = self.tokens[i]
        if not stack:
            self.spoil(i, f"this {token} closes nothing", "take it out, or open it before")
            return
        opening = stack.pop()
        self._pairs.append((opening, i))
        if self.tokens[opening].type != _PAIRS[token.type]:
            message = f"{self.tokens[opening]} is closed by {token}"
            self.spoil(i, message, f"write {_partner(self.tokens[opening])}")

    def _clear(self, stack: list[int]) -> None:
        for opening in stack[: limits.NESTING]:
            token = self.tokens[opening]
            self.spoil(opening, f"this {token} is never closed", f"add {_partner(token)}")
        stack.clear()


def matching_braces(tokens: Sequence[Token]) -> dict[int, int]:
    """The closing brace of every opening one, by position; none if one has no partner."""
    pairs, stack = dict[int, int](), list[int]()
    for i, token in enumerate(tokens):
        if token.type == "LBRACE":
            stack.append(i)
        elif token.type == "RBRACE":
            if not stack:
                return {}
            pairs[stack.pop()] = i
    return {} if stack else pairs


def _partner(opening: Token) -> str:
    return ")" if opening == "(" else "]"
