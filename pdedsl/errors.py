"""Every error pdedsl raises on purpose: one base class, and each carries its data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Span:
    """A piece of source text. Lines and columns start at 1; the end column is exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True)
class Mistake:
    """One thing wrong in a specification: where, what, and what to do.

    Attributes:
        message: what is wrong, without a full stop.
        span: where, or None when the mistake is an absence.
        remedy: what to write instead, or None.
    """

    message: str
    span: Span | None = None
    remedy: str | None = None


class PdedslError(Exception):
    """Base of all errors of this package. `exit_code` is what the command line returns."""

    exit_code = 2


class FormError(PdedslError):
    """A mathematical object that cannot exist, such as a negative order of a derivative."""


class SpecificationError(PdedslError):
    """Mistakes in a `.pde` text, all that were found, in order of their place.

    Attributes:
        mistakes: tuple of `Mistake`.
        source: the text they refer to.
        name: name of the file, or "<text>".
    """

    def __init__(self, mistakes: tuple[Mistake, ...], source: str, name: str = "<text>") -> None:
        self.mistakes = tuple(sorted(mistakes, key=_place))
        self.source = source
        self.name = name
        super().__init__("\n".join(self._render(m) for m in self.mistakes))

    def _render(self, mistake: Mistake) -> str:
        remedy = [f"  {line}" for line in (mistake.remedy or "").splitlines()]
        if mistake.span is None:
            return "\n".join([f"{self.name}: {mistake.message}", *remedy])
        span = mistake.span
        head = f"{self.name}:{span.line}:{span.column}: {mistake.message}"
        return "\n".join([head, *excerpt(self.source, span), *remedy])


class DataError(PdedslError):
    """The data cannot be used: missing, misshapen, or not finite.

    Attributes:
        where: the file, array or column concerned.
        remedy: what to do about it.
    """

    exit_code = 3

    def __init__(self, message: str, *, where: str = "", remedy: str = "") -> None:
        self.message, self.where, self.remedy = message, where, remedy
        head = f"{where}: {message}" if where else message
        super().__init__(f"{head}\n  {remedy}" if remedy else head)


class ShapeError(PdedslError):
    """Arrays that do not fit each other. Carries what was `expected` and what was `got`."""

    exit_code = 3

    def __init__(self, what: str, *, expected: object, got: object) -> None:
        self.what, self.expected, self.got = what, expected, got
        super().__init__(f"{what}: expected {expected}, got {got}")


class NonFiniteError(PdedslError):
    """NaN or infinity where a number is needed."""

    exit_code = 3


class NoEvolutionError(PdedslError):
    """An equation that cannot be stepped forward in time. Says `why`, and what to look at."""

    exit_code = 5

    def __init__(self, why: str) -> None:
        self.why = why
        super().__init__(
            f"cannot be stepped forward: {why}\n"
            "  look at the residual map RUN/residuals.csv instead"
        )


def excerpt(source: str, span: Span) -> list[str]:
    """The source line of a span, indented, with a line of carets under the span."""
    lines = source.splitlines()
    if not 1 <= span.line <= len(lines):
        return []
    line = lines[span.line - 1]
    end = span.end_column if span.end_line == span.line else len(line) + 1
    shown, offset = _window(line, span.column)
    width = max(1, min(end, offset + len(shown) + 1) - span.column)
    padding = "".join("\t" if c == "\t" else " " for c in shown[: span.column - 1 - offset])
    return [f"    {shown}", f"    {padding}{'^' * width}"]


def _window(line: str, column: int, width: int = 120) -> tuple[str, int]:
    """The part of a long line around a column, and how many characters were cut before it."""
    if len(line) <= width:
        return line, 0
    start = max(0, min(column - 1 - width // 2, len(line) - width))
    return line[start : start + width], start


def _place(mistake: Mistake) -> tuple[int, int]:
    return (mistake.span.line, mistake.span.column) if mistake.span else (0, 0)
