"""The parts of a discovery's record: equations, their terms and numbers, rivals, findings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from pdedsl.json_reader import Reader

Conclusion = Literal["identified", "best of rivals", "not identified"]
Expectation = Literal["met", "not met"]

TOGETHER = 0.95
"""Size of a correlation beyond which two numbers are shown to be known together only."""


@dataclass(frozen=True)
class BoundTerm:
    """A term of the derivative-bound part, in the language's syntax, and its coefficient.

    `standard_error` is in the coefficient's units, None where there is none (the term that is
    set to 1). `interval` is given where the coefficient is so uncertain that its 95 % interval
    is not symmetric: two ends, None for one that the data do not bound. `unit` is that of the
    coefficient, None where it does not follow from those of coordinates and fields, "1" for none.
    """

    term: str
    coefficient: float
    standard_error: float | None = None
    interval: tuple[float | None, float | None] | None = None
    unit: str | None = None


@dataclass(frozen=True)
class FreeNumber:
    """A number in g: its name in `EquationRecord.free_form`, its value and standard error.

    `interval` is as that of `BoundTerm`.
    """

    name: str
    value: float
    standard_error: float | None = None
    interval: tuple[float | None, float | None] | None = None


@dataclass(frozen=True)
class Correlation:
    """Of the errors of two numbers of an equation.

    A dictionary term's coefficient goes by the term, a number of g by its name.
    """

    first: str
    second: str
    value: float


@dataclass(frozen=True)
class WithoutG:
    """The best equation with g = 0, or with nothing but the known part of g.

    Attributes:
        text: the equation in the language's syntax.
        is_enough: whether it explains the data within the noise, and better than a smooth field.
        evidence: as that of `EquationRecord`.
        chi2_per_dof: as that of `EquationRecord`.
        gain: how much more evidence the equation that was found has with its g; None where no g of
            the grammar has more than g = 0, or none was searched for yet.
    """

    text: str
    is_enough: bool
    evidence: float | None = None
    chi2_per_dof: float | None = None
    gain: float | None = None

    def __str__(self) -> str:
        chi2 = float("nan") if self.chi2_per_dof is None else self.chi2_per_dof
        if self.is_enough:
            says = f"explains the data within the noise (chi2 per degree of freedom {chi2:.2g})"
        else:
            evidence = float("-inf") if self.evidence is None else self.evidence
            says = f"is not enough (chi2 per degree of freedom {chi2:.3g}, evidence {evidence:.0f})"
        return f"without g: {self.text} {says}"


@dataclass(frozen=True)
class EquationRecord:
    """One equation.

    Attributes:
        name: of the equation block, or "equation".
        text: the whole equation in the language's syntax.
        latex: the same for a paper.
        bound: the derivative-bound part, terms with coefficient 0 left out.
        free: the derivative-free part g, in the language's syntax.
        evidence: log of the odds against "no equation, just a smooth field".
        chi2_per_dof: 1 where the residual is what the noise explains.
        loss: what the search minimised.
        free_form: the part of g that was found, a name standing for each of its numbers.
        free_numbers: those numbers.
        correlations: of every pair of coefficients and numbers of g that have standard errors.
        without_g: the best equation with g = 0; None where no g was searched for.
    """

    name: str
    text: str
    latex: str
    bound: tuple[BoundTerm, ...]
    free: str
    evidence: float | None = None
    chi2_per_dof: float | None = None
    loss: float | None = None
    free_form: str = "0"
    free_numbers: tuple[FreeNumber, ...] = ()
    correlations: tuple[Correlation, ...] = ()
    without_g: WithoutG | None = None


@dataclass(frozen=True)
class Rival:
    """An equation on the front of loss against complexity, in the language's syntax.

    `name` is that of the equation block whose rival it is.
    """

    text: str
    complexity: int
    loss: float | None = None
    evidence: float | None = None
    chi2_per_dof: float | None = None
    name: str = "equation"


@dataclass(frozen=True)
class Finding:
    """What is said of one of several equations; attributes as those of `Discovery`.

    Attributes:
        name: of the equation block.
        follows: of which of the other equations this one is made, such as "d_x(first) + second",
            and so holds if they do; "" if it was not found to follow, and where not both are
            identified.
    """

    name: str
    verdict: Conclusion
    reason: str
    expectation: Expectation | None = None
    follows: str = ""


def read_finding(reader: Reader) -> Finding:
    """What `Discovery.to_json` wrote; DataError where it is something else."""
    return Finding(
        name=reader.text("name"),
        verdict=reader.choice("verdict", get_args(Conclusion)),
        reason=reader.text("reason"),
        expectation=reader.choice("expectation", (*get_args(Expectation), None)),
        follows=reader.filled(follows="").text("follows"),
    )


def read_equation(reader: Reader) -> EquationRecord:
    """The same for an equation."""
    return EquationRecord(
        name=reader.text("name"),
        text=reader.text("text"),
        latex=reader.text("latex"),
        bound=reader.many("bound", _bound_term),
        free=reader.text("free"),
        evidence=reader.optional("evidence"),
        chi2_per_dof=reader.optional("chi2_per_dof"),
        loss=reader.optional("loss"),
        free_form=reader.filled(free_form="0").text("free_form"),
        free_numbers=reader.filled(free_numbers=[]).many("free_numbers", _free_number),
        correlations=reader.filled(correlations=[]).many("correlations", _correlation),
        without_g=reader.filled(without_g=None).perhaps("without_g", _without_g),
    )


def _free_number(reader: Reader) -> FreeNumber:
    return FreeNumber(
        reader.text("name"),
        reader.number("value"),
        reader.optional("standard_error"),
        reader.filled(interval=None).ends("interval"),
    )


def _correlation(reader: Reader) -> Correlation:
    return Correlation(reader.text("first"), reader.text("second"), reader.number("value"))


def _without_g(reader: Reader) -> WithoutG:
    return WithoutG(
        reader.text("text"),
        reader.choice("is_enough", (True, False)),
        reader.optional("evidence"),
        reader.optional("chi2_per_dof"),
        reader.optional("gain"),
    )


def _bound_term(reader: Reader) -> BoundTerm:
    return BoundTerm(
        reader.text("term"),
        reader.number("coefficient"),
        reader.optional("standard_error"),
        reader.filled(interval=None).ends("interval"),
        reader.filled(unit=None).optional_text("unit"),
    )


def read_rival(reader: Reader) -> Rival:
    """The same for a rival."""
    return Rival(
        text=reader.text("text"),
        complexity=reader.whole("complexity"),
        loss=reader.optional("loss"),
        evidence=reader.optional("evidence"),
        chi2_per_dof=reader.optional("chi2_per_dof"),
        name=reader.filled(name="equation").text("name"),
    )
