"""Canonical layout of a text, with its comments: what `pdedsl fmt` writes.

Line breaks are the author's; spaces, indentation, and what stands beside the braces of a block of
several lines are not. What `unparse` writes is canonical.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from lark import Token

from pdedsl.language.fragment import is_fragment, parse_fragment
from pdedsl.language.layout import Layout, RawStatement
from pdedsl.language.parser import tokens
from pdedsl.language.reading import parse
from pdedsl.language.source import check_size, clean
from pdedsl.language.spacing import spaced

_INDENT = 4


def format_text(text: str, name: str = "<text>") -> str:
    """A text in canonical layout, which says the same and has the same comments.

    Args:
        text: a whole specification, or a grammar alone, as stock grammars are.
        name: what to call it in mistakes.

    Raises:
        SpecificationError: the text has mistakes.

    >>> print(format_text("coordinates t\\nfields u\\ndictionary {d_t( u ) # rate\\n}"), end="")
    coordinates t
    fields u
    dictionary {
        d_t(u)  # rate
    }
    """
    before = _meaning(text, name)
    formatted = arranged(text)
    assert _meaning(formatted, name) == before, "the layout has changed the problem"
    return formatted


def _meaning(text: str, name: str) -> object:
    check_size(clean(text), name)
    if is_fragment(text):
        return parse_fragment(text, name)
    specification = parse(text, name)
    return specification, specification.given


def arranged(text: str) -> str:
    """The canonical layout of a text, or of a fragment, whose pieces can all be read."""
    text = clean(text)
    every = tokens(text)
    places = _Places(Layout(every).statements)
    lines = list(_joined(_split(_pulled_up(_lines(text, every)), places)))
    return "".join(f"{line}\n" for line in _aligned(_written(lines, places)))


@dataclass(frozen=True)
class _Line:
    """A line in the making: its tokens, its comment, and whether a blank line is before it."""

    tokens: tuple[Token, ...]
    comment: str = ""
    blank: bool = False

    def begins_with(self, kind: str) -> bool:
        return bool(self.tokens) and self.tokens[0].type == kind

    def ends_with(self, kind: str) -> bool:
        return bool(self.tokens) and self.tokens[-1].type == kind


class _Places:
    """Where keywords, heads and entries begin, and which tokens belong to them, by position."""

    def __init__(self, outer: Sequence[RawStatement]) -> None:
        statements = [s for each in outer for s in (each, *each.inner)]
        entries = [e for s in statements for e in s.entries or ()]
        heads = [s.head for s in statements if s.head]
        self.keywords = {s.keyword.start_pos for s in statements}
        self.entries = {e[0].start_pos for e in entries}
        self.rules = {e[0].start_pos for e in entries if len(e) > 1 and e[1].type == "DEFINES"}
        self._firsts = self.keywords | self.entries | {head[0].start_pos for head in heads}
        self._held = {token.start_pos for piece in (*entries, *heads) for token in piece}

    def begins(self, token: Token) -> bool:
        """Whether a keyword, a head or an entry begins with a token."""
        return token.start_pos in self._firsts

    def separates(self, token: Token) -> bool:
        """Whether a token is a comma between entries."""
        return token.type == "COMMA" and token.start_pos not in self._held


def _lines(text: str, every: Sequence[Token]) -> Iterator[_Line]:
    """The lines of a text that are not blank."""
    visible = (token for token in every if token.type != "NEWLINE")
    by_line = {number: tuple(found) for number, found in groupby(visible, lambda t: t.line)}
    blank = False
    for number, line in enumerate(text.split("\n"), start=1):
        found = by_line.get(number, ())
        comment = line[(found[-1].end_column or 1) - 1 if found else 0 :].strip()
        if found or comment:
            yield _Line(found, comment, blank)
        blank = not (found or comment)


def _pulled_up(lines: Iterable[_Line]) -> Iterator[_Line]:
    """Lines with an opening brace beside its keyword, unless a comment stands between them."""
    before: _Line | None = None
    for line in lines:
        if before is not None:
            if line.begins_with("LBRACE") and before.tokens and not before.comment:
                before = replace(before, tokens=before.tokens + line.tokens, comment=line.comment)
                continue
            yield before
        before = line
    if before is not None:
        yield before


def _split(lines: Iterable[_Line], places: _Places) -> Iterator[_Line]:
    """Lines cut after a { and before a } that has no partner on its line, without idle commas."""
    for line in lines:
        ends = pairwise((0, *_cuts(line.tokens), len(line.tokens)))
        pieces = [_without_idle(line.tokens[start:end], places) for start, end in ends]
        *others, last = [piece for piece in pieces if piece] or [()]
        for position, piece in enumerate(others):
            yield _Line(piece, blank=line.blank and position == 0)
        if last or line.comment:
            yield _Line(last, line.comment, line.blank and not others)


def _cuts(line: Sequence[Token]) -> list[int]:
    """Where a line is cut: after each { and before each } without a partner on it."""
    opened, cuts = list[int](), list[int]()
    for position, token in enumerate(line):
        if token.type == "LBRACE":
            opened.append(position + 1)
        elif token.type == "RBRACE" and opened:
            opened.pop()
        elif token.type == "RBRACE":
            cuts.append(position)
    return cuts + opened


def _without_idle(line: tuple[Token, ...], places: _Places) -> tuple[Token, ...]:
    """A line without commas where a new line or a brace separates already."""
    return tuple(
        token
        for i, token in enumerate(line)
        if not (places.separates(token) and (i in (0, len(line) - 1) or _closes(line[i + 1])))
    )


def _closes(token: Token) -> bool:
    return token.type == "RBRACE"


def _joined(lines: Iterable[_Line]) -> Iterator[_Line]:
    """Lines with an empty block on one of them, and no blank lines at the ends of a block."""
    before = _Line(())
    for line in lines:
        if line.begins_with("RBRACE") and before.ends_with("LBRACE") and not before.comment:
            before = replace(before, tokens=before.tokens + line.tokens, comment=line.comment)
            continue
        if before.tokens or before.comment:
            yield before
        idle = line.begins_with("LBRACE") or line.begins_with("RBRACE")
        first = before.ends_with("LBRACE") or not (before.tokens or before.comment)
        before = replace(line, blank=line.blank and not idle and not first)
    if before.tokens or before.comment:
        yield before


@dataclass(frozen=True)
class _Written:
    """A line as text, its comment apart."""

    code: str
    comment: str
    blank: bool


def _written(lines: Sequence[_Line], places: _Places) -> list[_Written]:
    indents = _indents(lines, places)
    found, before = [], None
    for line, indent in zip(lines, indents, strict=True):
        code = spaced(line.tokens, [places.begins(token) for token in line.tokens], before)
        found.append(_Written(" " * indent + code, line.comment, line.blank))
        before = line.tokens[-1] if line.tokens else before
    return found


def _indents(lines: Sequence[_Line], places: _Places) -> list[int]:
    """How far each line is indented; a comment as far as what it stands before."""
    found: list[int] = []
    waiting, wrapped, depth = 0, _INDENT, 0
    for line in lines:
        if not line.tokens:
            waiting += 1
            continue
        first = line.tokens[0]
        base = _INDENT * (depth - line.begins_with("RBRACE"))
        own = base if first.start_pos in places.entries else wrapped
        if first.start_pos in places.keywords or first.type in ("LBRACE", "RBRACE"):
            own, wrapped = base, base + _INDENT
        elif first.start_pos in places.entries:
            wrapped = base + (len(first) + 5 if first.start_pos in places.rules else _INDENT)
        if first.type == "BAR":
            own = wrapped - 2
        comments = own + _INDENT if first.type == "RBRACE" else own
        depth += sum((t.type == "LBRACE") - (t.type == "RBRACE") for t in line.tokens)
        found += [comments] * waiting + [own]
        waiting = 0
    return found + [0] * waiting


def _aligned(lines: Sequence[_Written]) -> Iterator[str]:
    """Texts of lines, the comments beside code in a column of their own."""
    for i, line in enumerate(lines):
        if line.blank:
            yield ""
        if not line.code.strip():
            yield line.code + line.comment
        elif not line.comment:
            yield line.code
        else:
            yield f"{line.code:<{_width(lines, i)}}  {line.comment}"


def _width(lines: Sequence[_Written], i: int) -> int:
    """The longest code among the lines with comments, one below the other, around a line."""
    first, last = i, i
    while first > 0 and not lines[first].blank and _has_both(lines[first - 1]):
        first -= 1
    while last + 1 < len(lines) and not lines[last + 1].blank and _has_both(lines[last + 1]):
        last += 1
    return max(len(line.code) for line in lines[first : last + 1])


def _has_both(line: _Written) -> bool:
    return bool(line.code.strip() and line.comment)
