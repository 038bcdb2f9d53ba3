"""The result of a discovery: a plain record that can be read, saved and loaded."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from pdedsl.errors import DataError
from pdedsl.files import write_whole
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
from pdedsl.views import Views

if TYPE_CHECKING:
    from pdedsl.run_fields import RunFields

SCHEMA = 1
FILE_NAME = "result.json"


@dataclass(frozen=True, kw_only=True, repr=False)
class Discovery(Views):
    """What was found, how sure it is, and all that is needed to find it again.

    Attributes:
        verdict: "identified", "best of rivals" (more happens than the equation says) or
            "not identified"; of several equations the worst.
        reason: why that is the verdict, in a sentence.
        specification: the resolved `.pde` text.
        seed: the one number that decides the run.
        seconds: wall time.
        equations: one for each equation block; empty if nothing can be said.
        front: rivals by complexity, with the numbers of the search; those of `equations` were
            estimated once more after it.
        expectation: "met" or "not met", None if nothing was expected.
        versions: of the packages that computed it.
        residuals: the residual map of the first equation as CSV, one line a test function: its
            sample, the coordinates of its centre, and the residual in standard deviations. Where
            there are several equations, those of all, with the equation's name first.
        findings: verdict, reason and expectation of each of several equations, and whether it
            follows from others; empty for one.
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

    @property
    def independent(self) -> tuple[str, ...]:
        """The names of those equations that were not found to follow from the others."""
        following = {f.name for f in self.findings if f.follows}
        return tuple(name for name in self.names if name not in following)

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
    def coefficients(self) -> dict[str, tuple[float, float | None]]:
        """Coefficient and standard error by term; of several equations, by name and term."""
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
