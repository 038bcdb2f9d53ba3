"""From clean text to statements: the only module that holds a Lark parser."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from lark import Lark, Token, UnexpectedToken
from lark.visitors import merge_transformers

from pdedsl.errors import Mistake, Span
from pdedsl.language import limits, syntax
from pdedsl.language.brackets import Brackets
from pdedsl.language.build import ExpressionNodes, PieceNodes, across, span_of
from pdedsl.language.depth import depth
from pdedsl.language.explain import Unexpected, explain
from pdedsl.language.layout import STATEMENTS, Layout, RawStatement
from pdedsl.language.locate import grammars_folder

_PIECES = {s.head for s in STATEMENTS.values()} | {s.entry for s in STATEMENTS.values() if s.entry}


class PieceError(Exception):
    """A piece that cannot be read; carries the one mistake that says why."""

    def __init__(self, mistake: Mistake) -> None:
        super().__init__(mistake.message)
        self.mistake = mistake


def read_statements(text: str) -> tuple[tuple[syntax.Statement, ...], tuple[Mistake, ...]]:
    """All statements of a clean text, as far as they can be read, and the mistakes in the rest."""
    layout = Layout(tokens(text))
    mistakes = list(layout.mistakes)
    statements = tuple(_statement(raw, layout, mistakes) for raw in layout.statements)
    return statements, tuple(mistakes)


def read_piece(kind: str, tokens: Sequence[Token], place: Span) -> Any:
    """The node of one piece, read by the rule `kind` of `pde.lark`.

    Args:
        kind: name of the rule.
        tokens: the piece, without newlines.
        place: where an empty piece would have been.

    Raises:
        PieceError: the tokens do not follow the rule, or are too many or nested too deeply.
    """
    if len(tokens) > limits.TOKENS:
        message = f"this has more than {limits.TOKENS} numbers, names and signs"
        raise PieceError(Mistake(message, span_of(tokens[limits.TOKENS]), "split it up"))
    parser = _lark().parse_interactive(start=kind)
    node, position = None, 0
    try:
        for position, token in enumerate([*tokens, Token("$END", "")]):
            node = parser.feed_token(token)
    except UnexpectedToken as error:
        expected = frozenset(error.accepts or error.expected)
        raise PieceError(_explained(kind, tokens, position, expected, place)) from None
    if depth(node) > limits.DEPTH:
        message = f"more than {limits.DEPTH} operations within each other"
        raise PieceError(Mistake(message, across(tokens[0], tokens[-1]), "split it up"))
    return node


def read_text(kind: str, text: str) -> Any:
    """The node of a clean text that is a single piece; PieceError if it is not."""
    every = [t for t in tokens(text) if t.type != "NEWLINE"]
    unmatched = Brackets(every).match(lambda _: False).mistakes
    if unmatched:
        raise PieceError(unmatched[0])
    return read_piece(kind, every, Span(1, 1, 1, 2))


def tokens(text: str) -> list[Token]:
    """The tokens of a clean text, with one newline for any number of them in a row."""
    return list(_single_newlines(_lark().lex(text)))


def _single_newlines(every: Iterator[Token]) -> Iterator[Token]:
    previous = "NEWLINE"
    for token in every:
        if token.type != "NEWLINE" or previous != "NEWLINE":
            yield token
        previous = token.type


def _statement(raw: RawStatement, layout: Layout, mistakes: list[Mistake]) -> syntax.Statement:
    shape = STATEMENTS[str(raw.keyword)]
    end = span_of(raw.keyword)
    before = len(mistakes)
    head = _try_piece(shape.head, raw.head, layout, mistakes, end)
    if raw.entries is None and shape.block == "required":
        message = f"{raw.keyword} needs a block"
        mistakes.append(Mistake(message, end, f"write {raw.keyword} {{ ... }}"))
    if raw.entries is not None and shape.block == "none":
        mistakes.append(Mistake(f"{raw.keyword} has no block", end, "take { ... } out"))
    entries = None
    if raw.entries is not None and shape.entry is not None:
        read = [_try_piece(shape.entry, e, layout, mistakes, end) for e in raw.entries]
        entries = tuple(entry for entry in read if entry is not None)
    spoilt = layout.is_spoilt(raw.head) or any(layout.is_spoilt(e) for e in raw.entries or ())
    name = syntax.Name(str(raw.keyword), end)
    return syntax.Statement(name, head, entries, spoilt or len(mistakes) > before)


def _try_piece(
    kind: str, piece: tuple[Token, ...], layout: Layout, mistakes: list[Mistake], place: Span
) -> Any:
    """The node of a piece, or None, with its mistake among the others unless it was known."""
    if layout.is_spoilt(piece):
        return None
    try:
        return read_piece(kind, piece, place)
    except PieceError as error:
        mistakes.append(error.mistake)
        return None


def _explained(
    kind: str, piece: Sequence[Token], i: int, expected: frozenset[str], place: Span
) -> Mistake:
    """The mistake for a piece whose token i does not fit."""
    last = span_of(piece[-1]) if piece else place
    end = Span(last.end_line, last.end_column, last.end_line, last.end_column + 1)
    before, token, after = (
        piece[j] if 0 <= j < len(piece) else None for j in (i - 1, i, i + 1)
    )
    return explain(Unexpected(kind, before, token, after, expected, end))


class _AllTerminals:
    """Tells Lark to keep the terminals that only the layout uses."""

    always_accept = ("NEWLINE", "LBRACE", "RBRACE", "UNCLOSED", "UNKNOWN")

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """Every token as it is."""
        return stream


@cache
def _lark() -> Lark:
    nodes = merge_transformers(PieceNodes(), expression=ExpressionNodes())
    return Lark.open(
        str(grammars_folder() / "pde.lark"),
        parser="lalr",
        lexer="basic",
        start=sorted(_PIECES | {"value", "expression"}),
        keep_all_tokens=True,
        postlex=_AllTerminals(),
        transformer=nodes,
    )
