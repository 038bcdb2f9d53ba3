"""The parsed text: frozen nodes, each with the span it was read from."""

from __future__ import annotations

from dataclasses import dataclass

from pdedsl.errors import Span


@dataclass(frozen=True)
class Number:
    """A literal such as 0.25, as it was written."""

    text: str
    span: Span


@dataclass(frozen=True)
class Name:
    """A name, not yet looked up."""

    name: str
    span: Span


@dataclass(frozen=True)
class Text:
    """A text in quotes, without them."""

    value: str
    span: Span


@dataclass(frozen=True)
class Negative:
    """Unary minus."""

    operand: Node
    span: Span


@dataclass(frozen=True)
class Sum:
    """Two or more summands, each with the operator before it; the first has "+"."""

    items: tuple[tuple[str, Node], ...]
    span: Span


@dataclass(frozen=True)
class Product:
    """Two or more factors, each with the operator before it; the first has "*"."""

    items: tuple[tuple[str, Node], ...]
    span: Span


@dataclass(frozen=True)
class Power:
    """base ^ exponent."""

    base: Node
    exponent: Node
    span: Span


@dataclass(frozen=True)
class Call:
    """name(arguments): a function, a derivative such as d_t(u), or a set of derivatives."""

    name: Name
    arguments: tuple[Node, ...]
    span: Span


@dataclass(frozen=True)
class Bracket:
    """name[indices](argument): a derivative such as d[theta, 2](u)."""

    name: Name
    indices: tuple[Name | Number, ...]
    argument: Node
    span: Span


@dataclass(frozen=True)
class Interval:
    """[lower, upper]."""

    lower: Node
    upper: Node
    span: Span


@dataclass(frozen=True)
class RealRange:
    """const in [lower, upper]."""

    name: Name
    interval: Interval
    span: Span


@dataclass(frozen=True)
class WholeRange:
    """int in lower..upper."""

    name: Name
    lower: Number
    upper: Number
    span: Span


Node = Number | Name | Negative | Sum | Product | Power | Call | Bracket | RealRange | WholeRange


@dataclass(frozen=True)
class Equation:
    """left = right."""

    left: Node
    right: Node
    span: Span


@dataclass(frozen=True)
class Coordinate:
    """A coordinate with its range and unit, as far as they are given."""

    name: Name
    interval: Interval | None
    unit: Text | None


@dataclass(frozen=True)
class Field:
    """A field with its unit, and its definition if it is a measured derivative."""

    name: Name
    definition: Node | None
    unit: Text | None


@dataclass(frozen=True)
class Input:
    """An input with the word behind its name, if there is one, and its unit."""

    name: Name
    word: Name | None
    unit: Text | None


@dataclass(frozen=True)
class Constant:
    """A declared constant."""

    name: Name
    value: Node


@dataclass(frozen=True)
class Term:
    """An entry of a dictionary, with the name it is given, if any."""

    name: Name | None
    expression: Node


@dataclass(frozen=True)
class Rule:
    """name ::= alternatives."""

    name: Name
    alternatives: tuple[Node, ...]


@dataclass(frozen=True)
class Tuple:
    """(values)."""

    values: tuple[Word, ...]
    span: Span


Word = Name | Number | Text
Value = Word | Tuple


@dataclass(frozen=True)
class Setting:
    """name = value, or name field = value of what is set for one field alone."""

    name: Name
    value: Value
    field: Name | None = None


@dataclass(frozen=True)
class TimeUnit:
    """in unit since "date", of a coordinate whose data are dates or times."""

    unit: Name
    since: Name | None
    date: Text | None


@dataclass(frozen=True)
class Slice:
    """name in [lower, upper] every step; without a name, all coordinates are meant.

    `word` is what stands in the place of `every`.
    """

    name: Name | Text | None
    interval: Interval | None
    word: Name | None
    step: Number | None


@dataclass(frozen=True)
class DataEntry:
    """name = value in unit, or without a value, in the block of `data`."""

    name: Name
    value: Value | None
    time: TimeUnit | None


@dataclass(frozen=True)
class GrammarHead:
    """What follows `grammar`: up to two names, and arguments if they are given."""

    names: tuple[Name, ...]
    arguments: tuple[Name, ...] | None


@dataclass(frozen=True)
class Export:
    """What follows `export`."""

    kind: Name
    path: Text


Head = (
    Text
    | tuple[Coordinate, ...]
    | tuple[Field, ...]
    | tuple[Input, ...]
    | tuple[Constant, ...]
    | GrammarHead
    | Name
    | Export
    | Equation
    | None
)
Entry = Term | Rule | Setting | DataEntry | Slice | Node


@dataclass(frozen=True)
class Statement:
    """A statement whose pieces have all been read that could be.

    Attributes:
        keyword: its first word.
        head: what follows the keyword.
        entries: those of its block, None without a block.
        broken: whether a piece of it could not be read.
        inner: the statements of its block, if it holds statements.
    """

    keyword: Name
    head: Head
    entries: tuple[Entry, ...] | None
    broken: bool
    inner: tuple[Statement, ...] = ()
