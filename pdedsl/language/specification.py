"""What a `.pde` text says, elaborated: the problem, the grammar, the data, the options."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

import sympy

from pdedsl.errors import Span
from pdedsl.form import Dictionary, ExtendedDerivative, Problem, VariationalReadyPDE
from pdedsl.language.grammar import Grammar
from pdedsl.language.options import Options


@dataclass(frozen=True)
class Slice:
    """The part of the data that is used along one axis.

    Attributes:
        name: of a coordinate, ours, or of another axis or column, or the samples, theirs.
        lower: limit, None for none.
        upper: the same.
        every: k, where only each k-th value is used; 1 for all.
    """

    name: str
    lower: float | None = None
    upper: float | None = None
    every: int = 1


@dataclass(frozen=True)
class TimeUnit:
    """How the dates or times of a coordinate are counted.

    Attributes:
        name: of the coordinate.
        unit: of time, one of `time_units.SECONDS`.
        since: the date that is zero, None for the first in the data.
    """

    name: str
    unit: str
    since: str | None = None


@dataclass(frozen=True)
class DataSource:
    """Where the measurements are.

    Attributes:
        path: as written; relative to the folder of the specification.
        sample: the axis or column that tells repetitions apart, None if there is none.
        names: pairs of our name and the file's name, where they differ.
        missing: "error" to refuse missing values, "drop" to leave them out.
        span: where the path is written in the text, None for data that are named in none.
        slices: of axes of which only a part is used.
        times: units of coordinates that are dates or times.
        columns: the coordinate, or "sample", that the columns of a wide table are named by.
        missing_value: the number that stands for a missing value, besides NaN.
    """

    path: str
    sample: str | None = None
    names: tuple[tuple[str, str], ...] = ()
    missing: str = "error"
    span: Span | None = field(default=None, compare=False, repr=False)
    slices: tuple[Slice, ...] = ()
    times: tuple[TimeUnit, ...] = ()
    columns: str | None = None
    missing_value: float | None = None


@dataclass(frozen=True)
class Export:
    """A file to be written at the end.

    Attributes:
        kind: what it holds, such as "latex".
        path: as written; relative to the folder of the specification.
        span: where the path is written in the text, None for an export that is in none.
    """

    kind: str
    path: str
    span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class Rewritten:
    """An entry of the dictionary that was not written as extended derivatives.

    Attributes:
        span: where it is written in the text.
        terms: what it became, with one coefficient each.
    """

    span: Span
    terms: tuple[ExtendedDerivative, ...]


EQUATION = "equation"
"""The name of an equation that stands in no block."""


@dataclass(frozen=True)
class EquationBlock:
    """One of the equations of a text: what it may be made of.

    Attributes:
        name: of the block.
        dictionary: its P terms.
        grammar: what its g may be, None if g is zero.
        known: the part of g that is given.
        expected: what the block says should be found, if anything.
        rewritings: entries of the dictionary that are not written as they were.
        places: where each term of the dictionary is written, none if they are those of `expected`.
    """

    name: str
    dictionary: Dictionary
    grammar: Grammar | None
    known: sympy.Expr = sympy.S.Zero
    expected: VariationalReadyPDE | None = None
    rewritings: tuple[Rewritten, ...] = field(default=(), compare=False, repr=False)
    places: tuple[Span, ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True)
class Specification:
    """A whole `.pde` text. Two are equal if they say the same, wherever they were read.

    Where there are `equation` blocks, dictionary, known part, grammar and what else is about one
    equation are those of the first; `parts` has a specification for each.

    Attributes:
        problem: coordinates, fields, dictionary, known part, title.
        grammar: what g may be, None if g is zero.
        constants: declared names and their values.
        data: where the measurements are, None if the text does not say.
        options: of the three steps.
        expected: the equation that the text says should be found, if any.
        exports: files to be written.
        source: the text itself.
        name: name of its file, or "<text>".
        folder: what relative paths are relative to; None for a text that is no file.
        rewritings: entries of the dictionary that are not written as they were.
        places: where each term of the dictionary is written, none if they are those of `expected`.
        given: by "group.option", the options that were set; the others follow the method.
        equations: the blocks of the text; none where its one equation stands in no block.
    """

    problem: Problem
    grammar: Grammar | None
    constants: tuple[tuple[str, float], ...] = ()
    data: DataSource | None = None
    options: Options = field(default_factory=Options)
    expected: VariationalReadyPDE | None = None
    exports: tuple[Export, ...] = ()
    source: str = field(default="", compare=False, repr=False)
    name: str = field(default="<text>", compare=False)
    folder: Path | None = field(default=None, compare=False)
    given: frozenset[str] = field(default=frozenset(), compare=False, repr=False)
    rewritings: tuple[Rewritten, ...] = field(default=(), compare=False, repr=False)
    places: tuple[Span, ...] = field(default=(), compare=False, repr=False)
    equations: tuple[EquationBlock, ...] = ()

    def __post_init__(self) -> None:
        """Take what is about one equation from the first block, if there is one."""
        if not self.equations:
            return
        first = self.equations[0]
        problem = replace(self.problem, dictionary=first.dictionary, known=first.known)
        object.__setattr__(self, "problem", problem)
        for name in ("grammar", "expected", "rewritings", "places"):
            object.__setattr__(self, name, getattr(first, name))

    @property
    def equation_name(self) -> str:
        """The name of the first equation."""
        return self.equations[0].name if self.equations else EQUATION

    @property
    def parts(self) -> tuple[Specification, ...]:
        """One specification for each equation, itself if there is one only."""
        if len(self.equations) < 2:
            return (self,)
        return tuple(replace(self, equations=(block,)) for block in self.equations)
