"""From clean text to statements: the only module that holds a Lark parser."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice, pairwise
from typing import Any

from lark import Lark, Token, UnexpectedToken
from lark.visitors import merge_transformers

from pdedsl.errors import Mistake, Span
from pdedsl.language import limits, syntax
from pdedsl.language.brackets import Brackets
from pdedsl.language.build import ExpressionNodes, PieceNodes, across, span_of
from pdedsl.language.depth import depth, work
from pdedsl.language.explain import explain
from pdedsl.language.layout import STATEMENTS, Layout, RawStatement
from pdedsl.language.locate import grammars_folder
from pdedsl.language.mistaken import Mistaken, wrong
from pdedsl.language.unexpected import Unexpected

_PIECES = {s.head for s in STATEMENTS.values()} | {
    s.entry for s in STATEMENTS.values() if s.entry not in (None, "statement")
}

_PARENTHESES = ("LPAR", "RPAR")
"""They do not count: canonical text has some where what was read had none, as in x^(-2)."""


def read_statements(text: str) -> tuple[tuple[syntax.Statement, ...], tuple[Mistake, ...]]:
    """All statements of a clean text, as far as they can be read, and the mistakes in the rest."""
    every = tokens(text)
    if len(every) > limits.TOKENS:
        message = f"the text has more than {limits.TOKENS:,} numbers, names and signs"
        return (), (Mistake(message, span_of(every[limits.TOKENS]), "shorten it"),)
    layout = Layout(every)
    mistakes = list(layout.mistakes)
    statements = tuple(_statement(raw, layout, mistakes) for raw in layout.statements)
    too_much = _too_much_work(statements)
    if too_much is not None:
        return (), (*mistakes, too_much)
    return statements, tuple(mistakes)


def read_piece(kind: str, tokens: Sequence[Token], place: Span) -> Any:
    """The node of one piece, read by the rule `kind` of `pde.lark`.

    Args:
        kind: name of the rule.
        tokens: the piece, without newlines.
        place: where an empty piece would have been.

    Raises:
        Mistaken: the tokens do not follow the rule, or are too many or nested too deeply.
    """
    first = _first_too_many(kind, [t for t in tokens if t.type not in _PARENTHESES])
    if first is not None:
        message = f"this has more than {limits.PIECE} numbers, names and signs"
        raise wrong(message, span_of(first), "split it up")
    parser = _lark().parse_interactive(start=kind)
    node, fed = None, 0
    try:
        for token in (*tokens, Token("$END", "")):
            node = parser.feed_token(token)
            fed += 1
    except UnexpectedToken:
        expected = frozenset(parser.accepts())
        raise Mistaken(_explained(kind, tokens, fed, expected, place)) from None
    if depth(node) > limits.DEPTH:
        message = f"more than {limits.DEPTH} operations within each other"
        raise wrong(message, across(tokens[0], tokens[-1]), "split it up")
    return node


def _first_too_many(kind: str, counted: Sequence[Token]) -> Token | None:
    """The token that makes a piece too long, or an alternative of a rule; None if none does.

    A stock grammar of several fields has rules of hundreds of short alternatives.
    """
    length = 0
    for token in counted:
        length = 0 if kind == "rule" and token.type == "BAR" else length + 1
        if length > limits.PIECE:
            return token
    return None


def read_text(kind: str, text: str) -> Any:
    """The node of a clean text that is a single piece; Mistaken if it is not."""
    every = [t for t in tokens(text) if t.type != "NEWLINE"]
    unmatched = Brackets(every).match(lambda _: False).mistakes
    if unmatched:
        raise Mistaken(unmatched[0])
    node = read_piece(kind, every, Span(1, 1, 1, 2))
    if work(node) > limits.WORK:
        message = "this holds too many functions, powers and divisions within each other"
        raise wrong(message, across(every[0], every[-1]), _LESS)
    return node


def tokens(text: str) -> list[Token]:
    """The tokens of a clean text, with one newline for any number of them in a row.

    There is one more than allowed if there are too many.
    """
    return list(islice(_single_newlines(_lark().lex(text)), limits.TOKENS + 1))


def _single_newlines(every: Iterator[Token]) -> Iterator[Token]:
    previous = "NEWLINE"
    for token in every:
        if token.type != "NEWLINE" or previous != "NEWLINE":
            yield token
        previous = token.type


def _too_much_work(statements: Sequence[syntax.Statement]) -> Mistake | None:
    """The mistake of the statement that exceeds what all expressions may cost, if one does."""
    spent = 0
    for statement in (s for each in statements for s in (each, *each.inner)):
        for part in (statement.head, *(statement.entries or ())):
            spent += work(part)
            if spent > limits.WORK:
                return Mistake(_TOO_MUCH, _place_of(part, statement), _LESS)
    return None


def _place_of(part: Any, statement: syntax.Statement) -> Span:
    """Where an entry stands, the keyword of its statement where it has no place of its own."""
    parts = (part, getattr(part, "expression", None), getattr(part, "name", None))
    spans = (getattr(each, "span", None) for each in parts)
    return next((span for span in spans if span is not None), statement.keyword.span)


_TOO_MUCH = "the expressions up to here hold too many functions, powers and divisions"
_LESS = (
    "each counts with the square of how many are nested in it, itself included,\n"
    f"and may do so up to {limits.WORK:,} in all: write fewer, or nest them less"
)


def _statement(raw: RawStatement, layout: Layout, mistakes: list[Mistake]) -> syntax.Statement:
    shape = STATEMENTS[str(raw.keyword)]
    end = span_of(raw.keyword)
    before = len(mistakes)
    name = syntax.Name(str(raw.keyword), end)
    head = _try_piece(shape.head, raw.head, layout, mistakes, end)
    second = _second_statement(raw.head) if len(mistakes) > before else None
    if second is not None:
        mistakes[before:] = [_on_one_line(second)]
        return syntax.Statement(name, None, None, True, ())
    if raw.entries is None and shape.block == "required" and shape.head == "nothing":
        del mistakes[before:]  # what stands in place of the block
    if raw.entries is None and shape.block == "required":
        message = f"{raw.keyword} needs a block"
        named = " NAME" if shape.head == "label" else ""
        mistakes.append(Mistake(message, end, f"write {raw.keyword}{named} {{ ... }}"))
    if raw.entries is not None and shape.block == "none":
        mistakes.append(Mistake(f"{raw.keyword} has no block", end, "take { ... } out"))
    entries = None
    inner = tuple(_statement(each, layout, mistakes) for each in raw.inner)
    if raw.entries is not None and shape.entry is not None:
        read = [_try_piece(shape.entry, e, layout, mistakes, end) for e in raw.entries]
        entries = tuple(entry for entry in read if entry is not None)
    spoilt = layout.is_spoilt(raw.head) or any(layout.is_spoilt(e) for e in raw.entries or ())
    return syntax.Statement(name, head, entries, spoilt or len(mistakes) > before, inner)


def _second_statement(head: Sequence[Token]) -> Token | None:
    """A keyword in a head that stands where no name can: behind one, a number, or a text."""
    for previous, token in pairwise(head):
        if token in STATEMENTS and previous.type in ("NAME", "NUMBER", "STRING", "RPAR", "RSQB"):
            return token
    return None


def _on_one_line(second: Token) -> Mistake:
    message = "a statement begins on a line of its own"
    return Mistake(message, span_of(second), "write each statement on a line of its own")


def _try_piece(
    kind: str, piece: tuple[Token, ...], layout: Layout, mistakes: list[Mistake], place: Span
) -> Any:
    """The node of a piece, or None, with its mistake among the others unless it was known."""
    if layout.is_spoilt(piece):
        return None
    try:
        return read_piece(kind, piece, place)
    except Mistaken as error:
        mistakes.extend(error.mistakes)
        return None


def _explained(
    kind: str, piece: Sequence[Token], i: int, expected: frozenset[str], place: Span
) -> Mistake:
    """The mistake for a piece whose token i does not fit."""
    last = span_of(piece[-1]) if piece else place
    end = Span(last.end_line, last.end_column, last.end_line, last.end_column + 1)
    before, token, after = (piece[j] if 0 <= j < len(piece) else None for j in (i - 1, i, i + 1))
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
