"""A run's record as the subject of figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from pdedsl.errors import DataError
from pdedsl.figures.subject import Subject, read_residuals
from pdedsl.language import parse
from pdedsl.records import EquationRecord, Rival
from pdedsl.run_fields import FILE_NAME, RunFields


class Record(Protocol):
    """What figures need of a `Discovery`, whose attributes these are."""

    @property
    def specification(self) -> str:
        """The resolved text."""

    @property
    def equations(self) -> Sequence[EquationRecord]:
        """What was found."""

    @property
    def front(self) -> Sequence[Rival]:
        """The rivals."""

    @property
    def residuals(self) -> str:
        """The residual map as CSV."""

    @property
    def fields(self) -> RunFields | None:
        """Data and estimate, None where they were not kept."""


def subject_of(found: Record) -> Subject:
    """What of a run can be drawn.

    Raises:
        SpecificationError: the text is not in the language.
        DataError: the residual map cannot be read, or the fields are not those of the text.
    """
    problem = parse(found.specification).problem
    coordinates = tuple(c.symbol.name for c in problem.coordinates)
    units = {c.symbol.name: c.unit for c in (*problem.coordinates, *problem.fields)}
    _check(found.fields, coordinates, {s.name for s in problem.field_symbols})
    return Subject(
        coordinates=coordinates,
        units=units,
        fields=found.fields,
        residuals=read_residuals(found.residuals, coordinates),
        front=tuple(found.front),
        chosen={e.name: e.evidence for e in found.equations if e.evidence is not None},
    )


def _check(fields: RunFields | None, coordinates: tuple[str, ...], names: set[str]) -> None:
    if fields is None:
        return
    for sample in fields.samples:
        if tuple(sample.axes) != coordinates or not set(sample.estimate) <= names:
            message = "its coordinates and fields are not those of the text"
            raise DataError(message, where=FILE_NAME, remedy="run `pdedsl discover` again")
