"""Spaces between the tokens of a line, as canonical text has them."""

from __future__ import annotations

from collections.abc import Sequence

from lark import Token

_OPERANDS = ("NAME", "NUMBER", "STRING", "RPAR", "RSQB")
_WIDE = ("PLUS", "MINUS", "EQUAL", "DEFINES", "BAR", "LBRACE", "RBRACE", "COMMA", "COLON")
_TIGHT = ("STAR", "SLASH", "POWER", "DOTS")


def spaced(tokens: Sequence[Token], begins: Sequence[bool], before: Token | None = None) -> str:
    """The tokens of one line as text.

    Args:
        tokens: of the line.
        begins: for each token whether a keyword, what follows the keyword, or an entry begins
            with it; a minus there is a sign.
        before: the last token of the line before, None for none.

    >>> from pdedsl.language.parser import tokens
    >>> line = tokens("d_t( u )-  -2 * x ** 2")
    >>> spaced(line, [True] + [False] * (len(line) - 1))
    'd_t(u) - -2*x^2'
    """
    text, previous, signed = "", before, False
    operand = before is not None and before.type in _OPERANDS
    for token, first in zip(tokens, begins, strict=True):
        operand = operand and not first
        sign = token.type == "MINUS" and not operand
        if text and previous is not None and not signed:
            text += " " * (first or _apart(previous, token, sign=sign))
        text += "^" if token.type == "POWER" else str(token)
        operand = token.type in _OPERANDS or (token.type == "IN" and not operand)
        signed, previous = sign, token
    return text


def _apart(left: Token, right: Token, *, sign: bool) -> bool:
    """Whether a space stands between two tokens of a line. `sign`: the right one is a sign."""
    if left.type in ("LPAR", "LSQB") or right.type in ("RPAR", "RSQB", "COMMA", "COLON"):
        return False
    if left.type in _TIGHT or right.type in _TIGHT:
        return False
    if sign or left.type in _WIDE:
        return True
    if right.type == "LPAR":
        return left.type not in ("NAME", "IN", "RSQB")
    return not (right.type == "LSQB" and left.type == "NAME")
