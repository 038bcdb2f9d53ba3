"""The result of a discovery: a plain record that can be read, saved and loaded."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import sympy

from pdedsl.errors import DataError
from pdedsl.files import write_whole
from pdedsl.form import Problem, VariationalReadyPDE
from pdedsl.json_reader import Reader, one_of, parsed
from pdedsl.record_text import GIVE, plain, read_record, without_name
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
    from pandas import DataFrame

    from pdedsl.conversion import FreePart
    from pdedsl.forward import Simulation
    from pdedsl.run_fields import RunFields

SCHEMA = 1
FILE_NAME = "result.json"


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
            residuals=without_name(self.residuals, name),
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
        problem, pdes = self._parsed()
        coordinates, fields = problem.coordinate_symbols, problem.field_symbols
        return tuple(pde.as_equation(coordinates, fields) for pde in pdes)

    def _parsed(self) -> tuple[Problem, list[VariationalReadyPDE]]:
        if not self.equations:
            raise DataError("no equation was found", remedy=self.reason)
        from pdedsl.language import parse, parse_equation

        specification = parse(self.specification)
        problem = specification.problem
        problems = {p.equation_name: p.problem for p in specification.parts}
        return problem, [
            parse_equation(e.text, problems.get(e.name, problem)) for e in self.equations
        ]

    def simulate(
        self,
        *,
        samples: Sequence[int] | None = None,
        until: float | None = None,
        edges: str | None = None,
        refine: int | None = None,
        time: str | None = None,
        start: str = "estimate",
    ) -> Simulation:
        """The equations solved forward from each sample's measured initial state.

        Args:
            samples: their numbers, None for all that the run kept.
            until: to which time, in its unit; None for the last one measured. Beyond the data only
                without space, or where it is periodic.
            edges: "data" for the field estimate's values on the edges in space, or "periodic";
                None to see from the data which.
            refine: nodes for each interval of the data in space, None for enough.
            time: the coordinate that is time; None for t, time or the first.
            start: "estimate" for the field estimate at the first time, whose errors the solution
                carries on; or "fit" for the state that fits the data best, without space.

        Raises:
            NoEvolutionError: the equations cannot be stepped forward, and why.
            DataError: there are none, the record has no fields, or no such sample.
            PdedslError: something that cannot be had, such as times beyond the data.
        """
        from pdedsl.forward import Wish, simulate

        problem, pdes = self._parsed()
        if self.fields is None:
            remedy = "run `pdedsl discover` again, and give the run folder itself"
            raise DataError("the record has no fields to start from", remedy=remedy)
        chosen = None if samples is None else tuple(samples)
        wish = Wish(chosen, until, edges, refine, time, start)
        return simulate(pdes, problem, self.fields, wish)

    def to_sympy(self, name: str | None = None) -> sympy.Eq:
        """One equation in SymPy's own derivatives: the one of this name, or the first.

        Raises:
            DataError: there is none.
            SpecificationError: the record's texts are not in the language.
        """
        return self.symbolic()[self._position(name)]

    def to_latex(self) -> str:
        """The equations as LaTeX mathematics, as `latex`."""
        return self.latex()

    def to_frame(self) -> DataFrame:
        """Terms and numbers of g as a pandas data frame, a row each.

        Columns are equation, part ("derivative" or "g"), term, coefficient, standard_error, low,
        high (the ends of the 95 % interval), unit and verdict. What is not known is NaN.

        Raises:
            PdedslError: pandas is not installed.
        """
        from pdedsl.conversion import frame

        verdicts = {f.name: str(f.verdict) for f in self.findings}
        return frame(self.equations, {e.name: self.verdict for e in self.equations} | verdicts)

    def to_callable(self, name: str | None = None) -> FreePart:
        """The derivative-free part g of one equation as a vectorised NumPy function.

        It takes the coordinates and the fields, in the order of its `arguments` or by name, as
        arrays that can be broadcast: `g(t=1.0, u=numpy.linspace(0, 1))`.

        Args:
            name: of the equation, None for the first.

        Raises:
            DataError: there is none.
            SpecificationError: the record's texts are not in the language.
        """
        from pdedsl.conversion import free_part

        problem, pdes = self._parsed()
        return free_part(problem, pdes[self._position(name)].g)

    def _position(self, name: str | None) -> int:
        names = [e.name for e in self.equations]
        if name is None or name in names:
            return 0 if name is None else names.index(name)
        remedy = f"there is {', '.join(names) or 'none'}"
        raise DataError(f"no equation {name} was found", remedy=remedy)

    def latex(self) -> str:
        """The equations as LaTeX mathematics, empty if there are none."""
        lines = [e.latex for e in self.equations]
        if len(lines) < 2:
            return "".join(lines)
        return "\\begin{gathered}\n" + " \\\\\n".join(lines) + "\n\\end{gathered}"

    def _repr_latex_(self) -> str | None:
        return f"$\\displaystyle {self.latex()}$" if self.equations else None

    def _repr_html_(self) -> str:
        from pdedsl.notebook import notebook_html

        each = {f.name: (f.verdict, f.reason) for f in self.findings}
        return notebook_html((self.verdict, self.reason), self.equations, each)

    def __str__(self) -> str:
        from pdedsl.told import told

        return told(self.verdict, self.reason, self.expectation, self.findings, self.equations)

    def to_json(self) -> str:
        """The record as JSON text. NaN and infinity become null."""
        record = {"schema": SCHEMA, **plain(asdict(replace(self, fields=None)))}
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
            text = read_record(file)
        except FileNotFoundError as error:
            raise DataError("no such file", where=str(file), remedy=GIVE) from error
        except OSError as error:
            message = f"cannot be read: {error.strerror or error}"
            raise DataError(message, where=str(file), remedy=GIVE) from error
        except ValueError as error:
            raise DataError(f"cannot be read: {error}", where=str(file), remedy=GIVE) from error
        found = cls.from_json(text, str(file))
        if not Path(path).is_dir() or not (Path(path) / "fields.npz").exists():
            return found
        from pdedsl.run_fields import load

        return replace(found, fields=load(path))


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
