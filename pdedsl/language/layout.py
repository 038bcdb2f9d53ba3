"""Cutting a text into statements and entries, by its lines and brackets alone.

Each piece is then parsed by itself, so that a mistake in one hides none in the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from lark import Token

from pdedsl.errors import Mistake
from pdedsl.language.brackets import Brackets, matching_braces
from pdedsl.language.build import span_of
from pdedsl.language.familiar import statement_remedy
from pdedsl.language.nearest import shown


@dataclass(frozen=True)
class Shape:
    """What a statement may have: the rules of its head and entries, and whether it has a block.

    `part` tells that it is about a single equation, and stands in its block where there are any.
    """

    head: str
    entry: str | None = None
    block: str = "none"  # or "optional", "required"
    part: bool = False


_OPTIONS = Shape("method", "setting", "optional")
STATEMENTS = {
    "title": Shape("title"),
    "coordinates": Shape("coordinates"),
    "fields": Shape("fields"),
    "inputs": Shape("inputs"),
    "constants": Shape("constants"),
    "data": Shape("data", "entry", "optional"),
    "equation": Shape("label", "statement", "required"),
    "dictionary": Shape("nothing", "term", "required", part=True),
    "grammar": Shape("grammar", "rule", "optional", part=True),
    "known": Shape("nothing", "expression", "required", part=True),
    "method": Shape("method"),
    "estimate": _OPTIONS,
    "test": _OPTIONS,
    "solve": _OPTIONS,
    "search": _OPTIONS,
    "select": _OPTIONS,
    "expect": Shape("equation", part=True),
    "export": Shape("export"),
}

_OPERATORS = ("PLUS", "STAR", "SLASH", "POWER", "EQUAL", "DEFINES", "BAR", "COMMA", "DOTS")
_GOES_ON_AFTER = (*_OPERATORS, "MINUS", "COLON")
_GOES_ON_BEFORE = _OPERATORS
_MOST_WITHIN = 3
_AFTER_KEYWORD = ("NAME", "IN", "NUMBER", "STRING", "UNCLOSED", "LBRACE")


@dataclass(frozen=True)
class RawStatement:
    """The tokens of a statement: keyword, head, and one tuple for each entry of its block.

    `inner` are the statements of a block that holds statements.
    """

    keyword: Token
    head: tuple[Token, ...]
    entries: tuple[tuple[Token, ...], ...] | None
    inner: tuple[RawStatement, ...] = ()


class Layout:
    """One pass over the tokens of a text.

    Attributes:
        statements: those found.
        mistakes: in brackets, braces, commas and keywords.
    """

    def __init__(self, tokens: list[Token]) -> None:
        self.statements: list[RawStatement] = []
        self._tokens = tokens
        self._position = 0
        self._braces = matching_braces(tokens)
        self._within = 0  # statements inside of each other, where they may not be
        self._brackets = Brackets(tokens).match(self._begins)
        while self._position < len(tokens):
            self._statement(self.statements)
        self._spoilt = {tokens[i].start_pos for i in self._brackets.spoilt}

    @property
    def mistakes(self) -> list[Mistake]:
        """In brackets, braces, commas and keywords."""
        return self._brackets.mistakes

    def is_spoilt(self, tokens: Iterable[Token]) -> bool:
        """Whether a mistake in these tokens has been reported already."""
        return any(token.start_pos in self._spoilt for token in tokens)

    # Lines.

    def _type(self, i: int) -> str:
        return self._tokens[i].type if 0 <= i < len(self._tokens) else "NEWLINE"

    def _begins(self, i: int) -> bool:
        """Whether a statement begins here: a keyword at the start of a line, and more after it."""
        return (
            self._type(i - 1) == "NEWLINE"
            and self._tokens[i] in STATEMENTS
            and self._type(i + 1) in _AFTER_KEYWORD
        )

    def _ends(self, i: int, *, minus: bool) -> bool:
        """Whether the newline at i ends a piece. `minus`: a line that begins with - goes on."""
        if self._brackets.wrapped[i]:
            return False
        following = i + 1
        if following == len(self._tokens) or self._begins(following):
            return True
        if self._type(following) == "NAME" and self._type(following + 1) == "DEFINES":
            return True
        if self._type(i - 1) in _GOES_ON_AFTER:
            return False
        kind = self._type(following)
        return not (kind in _GOES_ON_BEFORE or (minus and kind == "MINUS"))

    # Statements.

    def _statement(self, found: list[RawStatement]) -> None:
        start = self._position
        keyword = self._tokens[start]
        if keyword.type == "NEWLINE":
            self._position += 1
            return
        if keyword.type == "RBRACE":
            self._spoil(start, "this } closes nothing", "take it out, or open its block before")
            self._position += 1
            return
        shape = STATEMENTS.get(str(keyword)) if keyword.type == "NAME" else None
        if shape is None:
            self._no_statement(start)
        head = self._head(start + 1 if keyword.type == "NAME" else start)
        braced = self._type(self._position) == "LBRACE"
        if braced and shape is not None and shape.entry == "statement":
            found.append(RawStatement(keyword, head, (), self._inner()))
            return
        entries = self._block(shape, found) if braced else None
        if shape is not None:
            found.append(RawStatement(keyword, head, entries))

    def _inner(self) -> tuple[RawStatement, ...]:
        """The statements between braces; the current position moves behind them.

        Where the brace is never closed, those that do not belong inside go to the others.
        """
        opening, found = self._position, list[RawStatement]()
        self._position += 1
        while self._position < len(self._tokens):
            if self._type(self._position) == "RBRACE":
                self._after_block(self._position + 1)
                return tuple(found)
            shape = STATEMENTS.get(str(self._tokens[self._position]))
            if shape is None or shape.entry != "statement":
                self._statement(found)
            elif self._is_inside(opening, [self._position]):
                self._misplaced(opening, self.statements)
            else:
                break
        self._spoil(opening, "this { is never closed", "add } on a line of its own")
        self.statements.extend(s for s in found if not STATEMENTS[str(s.keyword)].part)
        return tuple(s for s in found if STATEMENTS[str(s.keyword)].part)

    def _is_inside(self, opening: int, begun: Iterable[int]) -> bool:
        """Whether statements stand in a block on purpose, and not since its end was forgotten.

        They do where every brace has a partner, and they are indented more than the block is or
        its closing brace stands on a line of its own.
        """
        closing = self._braces.get(opening)
        if closing is None or self._within == _MOST_WITHIN:
            return False
        if {self._type(closing - 1), self._type(closing + 1)} == {"NEWLINE"}:
            return True
        first = opening
        while self._type(first - 1) != "NEWLINE":
            first -= 1
        margin = self._tokens[first].column or 1
        return all((self._tokens[i].column or 1) > margin for i in begun)

    def _misplaced(self, opening: int, found: list[RawStatement]) -> None:
        """Report the statement at the current position, which stands in a block, and read it."""
        keyword = self._tokens[self._position]
        line = self._tokens[opening].line
        remedy = (
            f"it is a statement of its own: move it out of the block that begins in line {line}"
        )
        self._spoil(self._position, f"{keyword} inside of another block", remedy)
        self._within += 1
        self._statement(found)
        self._within -= 1

    def _no_statement(self, i: int) -> None:
        word = self._tokens[i]
        following = str(self._tokens[i + 1]) if i + 1 < len(self._tokens) else ""
        remedy = statement_remedy(str(word), following, STATEMENTS)
        self._spoil(i, f"no statement begins with {shown(str(word))}", remedy)

    def _head(self, first: int) -> tuple[Token, ...]:
        i = first
        while i < len(self._tokens) and self._tokens[i].type not in ("LBRACE", "RBRACE"):
            if self._tokens[i].type == "NEWLINE" and self._ends(i, minus=True):
                break
            i += 1
        brace_below = self._type(i) == "NEWLINE" and self._type(i + 1) == "LBRACE"
        self._position = i + 1 if brace_below else i
        return tuple(t for t in self._tokens[first:i] if t.type != "NEWLINE")

    def _spoil(self, i: int, message: str, remedy: str) -> None:
        self._brackets.spoil(i, message, remedy)

    # Blocks.

    def _block(
        self, shape: Shape | None, found: list[RawStatement]
    ) -> tuple[tuple[Token, ...], ...]:
        """The entries of a block; statements that should not stand in it go to those found."""
        opening = self._position
        until = self._braces.get(opening, opening)
        begun = [i for i in range(opening + 1, until) if self._begins(i)]
        if shape is not None and self._is_inside(opening, begun):
            inside: Sequence[int] = self._all_inside(opening, found)
        else:
            inside = self._inside(opening, nested=shape is None)
        if shape is None or shape.entry is None:
            return ()
        if shape.entry == "expression":
            every = tuple(self._tokens[i] for i in inside if self._tokens[i].type != "NEWLINE")
            return (every,) if every else ()
        return self._entries(inside, commas=shape.entry != "rule")

    def _all_inside(self, opening: int, found: list[RawStatement]) -> list[int]:
        """Positions between braces that have a partner, but for statements and braces in them."""
        inside = list[int]()
        i = opening + 1
        while i < self._braces[opening]:
            if self._begins(i):
                self._position = i
                self._misplaced(opening, found)
                i = self._position
                continue
            inside.append(i)
            if self._type(i) == "LBRACE":
                self._brace_inside(i)
                i = self._braces[i]
            i += 1
        self._after_block(i + 1)
        return inside

    def _brace_inside(self, i: int) -> None:
        """Report a brace in an entry."""
        words = (str(t) for t in self._tokens[max(i - 2, 0) : i] if t.type == "NAME")
        keyword = next((word for word in words if word in STATEMENTS), None)
        remedy = "take these braces out"
        if keyword is not None:
            remedy = f"write {keyword} {{ ... }} as a statement of its own, on a line of its own"
        self._spoil(i, "a block inside of another block", remedy)

    def _inside(self, opening: int, *, nested: bool) -> range:
        """Positions between the braces; the current position moves behind them."""
        level, i = 1, opening + 1
        while i < len(self._tokens):
            kind = self._tokens[i].type
            level += (kind == "LBRACE") - (kind == "RBRACE")
            if kind == "RBRACE" and (level == 0 or not nested):
                self._after_block(i + 1)
                return range(opening + 1, i)
            if not nested and self._begins(i):
                break
            i += 1
        self._spoil(opening, "this { is never closed", "add } on a line of its own")
        self._position = i
        return range(opening + 1, i)

    def _after_block(self, i: int) -> None:
        self._position = i
        if self._type(i) not in ("NEWLINE", "RBRACE"):
            message = "a statement begins on a line of its own"
            span = span_of(self._tokens[i])
            self.mistakes.append(Mistake(message, span, "add a new line before it"))

    def _entries(self, inside: Sequence[int], *, commas: bool) -> tuple[tuple[Token, ...], ...]:
        found: list[list[Token]] = [[]]
        for i in inside:
            token = self._tokens[i]
            separates = commas and token.type == "COMMA" and not self._brackets.wrapped[i]
            if separates and not found[-1]:
                self._spoil(i, "nothing stands before this comma", "take the comma out")
            if separates or (token.type == "NEWLINE" and self._ends(i, minus=False)):
                found.append([])
            elif token.type != "NEWLINE":
                found[-1].append(token)
        return tuple(tuple(tokens) for tokens in found if tokens)
