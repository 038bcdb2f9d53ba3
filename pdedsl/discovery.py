"""The result of a discovery: a plain record that can be read, saved and loaded."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from numbers import Integral, Real
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import sympy

from pdedsl.errors import DataError
from pdedsl.files import write_whole
from pdedsl.form import VariationalReadyPDE
from pdedsl.json_reader import Reader, one_of, parsed
from pdedsl.records import (
    Conclusion,
    EquationRecord,
    Expectation,
    Finding,
    Rival,
    read_equation,
    read_finding,
    read_rival,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from pdedsl.run_fields import RunFields

SCHEMA = 1
FILE_NAME = "result.json"
LARGEST = 2**24  # bytes of a record

TOGETHER = 0.95
"""Size of a correlation beyond which two numbers are shown to be known together only."""


@dataclass(frozen=True, kw_only=True)
class Discovery:
    """What was found, how sure it is, and all that is needed to find it again.

    Attributes:
        verdict: "identified", "best of rivals" (more happens than the equation says) or
            "not identified"; of several equations the worst.
        reason: why that is the verdict, in a sentence.
        specification: the resolved `.pde` text.
        seed: the one number that decides the run.
        seconds: wall time.
        equations: one for each equation block; empty if nothing can be said.
        front: rivals by complexity.
        expectation: "met" or "not met", None if nothing was expected.
        versions: of the packages that computed it.
        residuals: the residual map of the first equation as CSV, one line a test function: its
            sample, the coordinates of its centre, and the residual in standard deviations. Where
            there are several equations, those of all, with the equation's name first.
        findings: verdict, reason and expectation of each of several equations; empty for one.
        fields: the data and their estimate, for figures and forward solutions; None in a record
            that was read without its run folder. They are no part of the JSON text.

    Raises:
        DataError: a verdict or an expectation that is none of these.
    """

    verdict: Conclusion
    reason: str
    specification: str
    seed: int
    seconds: float
    equations: tuple[EquationRecord, ...] = ()
    front: tuple[Rival, ...] = ()
    expectation: Expectation | None = None
    versions: Mapping[str, str] = field(default_factory=dict, hash=False)
    residuals: str = ""
    findings: tuple[Finding, ...] = ()
    fields: RunFields | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Refuse other verdicts, and keep a copy of the versions."""
        one_of(self.verdict, get_args(Conclusion), "verdict")
        one_of(self.expectation, (*get_args(Expectation), None), "expectation")
        object.__setattr__(self, "versions", dict(self.versions))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the equations that were looked for, in the order of the text."""
        if self.findings:
            return tuple(f.name for f in self.findings)
        records: tuple[EquationRecord | Rival, ...] = (*self.equations, *self.front)
        return tuple(dict.fromkeys(r.name for r in records)) or ("equation",)

    def part(self, name: str) -> Discovery:
        """What was found for one of several equations, as a record of its own.

        Raises:
            DataError: no equation has this name.
        """
        if name not in self.names:
            message = f"there is no equation {name}"
            raise DataError(message, remedy=f"there is {', '.join(self.names)}")
        if not self.findings:
            return self
        from pdedsl.language import parse, unparse

        finding = next(f for f in self.findings if f.name == name)
        parts = {p.equation_name: p for p in parse(self.specification).parts}
        return replace(
            self,
            verdict=finding.verdict,
            reason=finding.reason,
            expectation=finding.expectation,
            specification=unparse(parts[name]),
            equations=tuple(e for e in self.equations if e.name == name),
            front=tuple(r for r in self.front if r.name == name),
            residuals=_without_name(self.residuals, name),
            findings=(),
        )

    @property
    def equation(self) -> sympy.Eq:
        """The first equation in SymPy's own derivatives.

        Raises:
            DataError: there is none.
            SpecificationError: the record's texts are not in the language.
        """
        return self.symbolic()[0]

    @property
    def coefficients(self) -> dict[str, tuple[float, float | None]]:
        """Coefficient and standard error by term; by "name: term" if there are more equations."""
        several = max(len(self.names), len(self.equations)) > 1
        return {
            f"{e.name}: {b.term}" if several else b.term: (b.coefficient, b.standard_error)
            for e in self.equations
            for b in e.bound
        }

    @property
    def correlations(self) -> dict[tuple[str, str], float]:
        """Correlation of the errors of two numbers, by their names.

        A coefficient goes by its term, a number of g by its name in `free_form`; where there are
        more equations, after "name: ". Pairs are in the order of the equation, each there once;
        what has no standard error has none.
        """
        several = max(len(self.names), len(self.equations)) > 1
        return {
            (f"{e.name}: {c.first}", f"{e.name}: {c.second}")
            if several
            else (c.first, c.second): c.value
            for e in self.equations
            for c in e.correlations
        }

    def symbolic(self) -> tuple[sympy.Eq, ...]:
        """All equations in SymPy's own derivatives.

        Raises:
            DataError: there are none.
            SpecificationError: the record's texts are not in the language.
        """
        if not self.equations:
            raise DataError("no equation was found", remedy=self.reason)
        from pdedsl.language import parse, parse_equation

        specification = parse(self.specification)
        problem = specification.problem
        problems = {p.equation_name: p.problem for p in specification.parts}
        pdes: list[VariationalReadyPDE] = [
            parse_equation(e.text, problems.get(e.name, problem)) for e in self.equations
        ]
        coordinates, fields = problem.coordinate_symbols, problem.field_symbols
        return tuple(pde.as_equation(coordinates, fields) for pde in pdes)

    def plot(self, what: str | None = None) -> Figure | dict[str, Figure]:
        """A figure to publish, as a matplotlib Figure that no state of pyplot holds.

        Args:
            what: "fields", "residuals", "noise" or "front"; None for all that can be drawn, by
                these names.

        Raises:
            PdedslError: there is no such figure, or matplotlib is not installed.
            DataError: the record does not keep what the figure needs.
        """
        from pdedsl.figures import KINDS
        from pdedsl.figures.draw import draw, missing
        from pdedsl.figures.run import subject_of

        subject = subject_of(self)
        if what is not None:
            return draw(what, subject)
        return {kind: draw(kind, subject) for kind in KINDS if missing(kind, subject) is None}

    def latex(self) -> str:
        """The equations as LaTeX mathematics, empty if there are none."""
        lines = [e.latex for e in self.equations]
        if len(lines) < 2:
            return "".join(lines)
        return "\\begin{gathered}\n" + " \\\\\n".join(lines) + "\n\\end{gathered}"

    def _repr_latex_(self) -> str | None:
        return f"$\\displaystyle {self.latex()}$" if self.equations else None

    def __str__(self) -> str:
        lines: list[str] = [self.verdict] if self.findings else _said(self)
        for finding in self.findings:
            lines.extend(f"  {finding.name}: {line}" for line in _said(finding))
        verdicts = {f.name: f.verdict for f in self.findings}
        for equation in self.equations:
            verdict = verdicts.get(equation.name, self.verdict)
            claimed = "" if verdict != "not identified" else ", not claimed"
            lines.append(f"{equation.name}{claimed}: {equation.text}")
            lines.extend(
                f"  {_with_error(b.term, b.coefficient, b.standard_error)}{_in_unit(b.unit)}"
                f"{_within(b.interval)}"
                for b in equation.bound
            )
            if equation.free_numbers:
                lines.append(f"  found for g: {equation.free_form}")
            lines.extend(
                f"    {_with_error(n.name, n.value, n.standard_error)}{_within(n.interval)}"
                for n in equation.free_numbers
            )
            lines.extend(
                f"  {c.first} and {c.second} are known together only: correlation {c.value:.3f}"
                for c in equation.correlations
                if abs(c.value) > TOGETHER
            )
            if equation.without_g is not None:
                lines.append(f"  {equation.without_g}; {_gained(equation.without_g.gain)}")
        return "\n".join(lines)

    def to_json(self) -> str:
        """The record as JSON text. NaN and infinity become null."""
        record = {"schema": SCHEMA, **_plain(asdict(replace(self, fields=None)))}
        del record["fields"]
        return json.dumps(record, indent=2, ensure_ascii=False, allow_nan=False) + "\n"

    @classmethod
    def from_json(cls, text: str, where: str = "<json>") -> Discovery:
        """The record in a JSON text; keys it does not know are left aside.

        Args:
            text: what `to_json` wrote.
            where: name of the source, for messages.

        Raises:
            DataError: not JSON, another schema, or a key missing or of another kind.
        """
        return _discovery(Reader(parsed(text, where, SCHEMA), where))

    def save(self, folder: str | os.PathLike[str]) -> Path:
        """Write `result.json` into a folder, whole or not at all, and return its path.

        Where the record has its fields, `fields.npz` is written beside it.

        Raises:
            DataError: it cannot be written there.
        """
        path = Path(folder) / FILE_NAME
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if self.fields is not None:
                from pdedsl.run_fields import save

                save(self.fields, path.parent)
            write_whole(path, self.to_json())
        except OSError as error:
            raise DataError(f"cannot be written: {error.strerror}", where=str(path)) from error
        return path

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Discovery:
        """Read a record from a run folder, with its fields, or from its `result.json` alone.

        Raises:
            DataError: no such file, or as `from_json`.
        """
        file = Path(path)
        try:
            file = file / FILE_NAME if file.is_dir() else file
            text = _read(file)
        except FileNotFoundError as error:
            raise DataError("no such file", where=str(file), remedy=_GIVE) from error
        except OSError as error:
            message = f"cannot be read: {error.strerror or error}"
            raise DataError(message, where=str(file), remedy=_GIVE) from error
        except ValueError as error:
            raise DataError(f"cannot be read: {error}", where=str(file), remedy=_GIVE) from error
        found = cls.from_json(text, str(file))
        if not Path(path).is_dir() or not (Path(path) / "fields.npz").exists():
            return found
        from pdedsl.run_fields import load

        return replace(found, fields=load(path))


def _without_name(tables: str, name: str) -> str:
    """The table of a name among several, which have the name in their first column."""
    head, *rows = tables.splitlines() or [""]
    mine = [row.removeprefix(f"{name},") for row in rows if row.startswith(f"{name},")]
    return "".join(f"{line}\n" for line in (head.removeprefix("equation,"), *mine) if mine)


def _said(of: Discovery | Finding) -> list[str]:
    """Verdict and reason, and whether the expectation was met, a line each."""
    lines: list[str] = [f"{of.verdict}: {of.reason}" if of.reason else of.verdict]
    return lines if of.expectation is None else [*lines, f"expectation {of.expectation}"]


_GIVE = "give the run folder of `pdedsl discover`, or its result.json"


def _read(file: Path) -> str:
    """The text of a file, unless it is none, or larger than any record."""
    if not file.is_file() and file.exists():
        raise DataError("this is a device or pipe, not a file", where=str(file), remedy=_GIVE)
    with file.open("rb") as stream:
        content = stream.read(LARGEST + 1)
    if len(content) > LARGEST:
        message = f"the file has more than {LARGEST // 2**20} MiB, and a record has not"
        raise DataError(message, where=str(file), remedy=_GIVE)
    return content.decode("utf-8")


def _discovery(reader: Reader) -> Discovery:
    return Discovery(
        verdict=reader.choice("verdict", get_args(Conclusion)),
        reason=reader.text("reason"),
        specification=reader.text("specification"),
        seed=reader.whole("seed"),
        seconds=reader.number("seconds"),
        equations=reader.many("equations", read_equation),
        front=reader.many("front", read_rival),
        expectation=reader.choice("expectation", (*get_args(Expectation), None)),
        versions=reader.texts("versions"),
        residuals=reader.filled(residuals="").text("residuals"),
        findings=reader.filled(findings=[]).many("findings", read_finding),
    )


def _plain(value: Any) -> Any:
    """Lists for tuples, Python's numbers for NumPy's, None for numbers that JSON has not."""
    if isinstance(value, dict):
        return {key: _plain(v) for key, v in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(v) for v in value]
    if isinstance(value, bool) or not isinstance(value, Real):
        return value
    if isinstance(value, Integral):
        return int(value)
    return float(value) if math.isfinite(value) else None


def _with_error(name: str, value: float, standard_error: float | None) -> str:
    error = "" if standard_error is None else f" +- {standard_error:.2g}"
    return f"{name}: {value:.6g}{error}"


def _gained(gain: float | None) -> str:
    if gain is None:
        return "no g of the grammar has more evidence"
    return f"the g that was found has {gain:.{1 if abs(gain) < 100 else 0}f} more evidence"


def _in_unit(unit: str | None) -> str:
    return "" if unit in (None, "1") else f" {unit}"


def _within(interval: tuple[float | None, float | None] | None) -> str:
    if interval is None:
        return ""
    low, high = ("no bound" if end is None else f"{end:.3g}" for end in interval)
    return f", 95 % from {low} to {high}"
