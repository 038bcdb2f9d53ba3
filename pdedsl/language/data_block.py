"""The statement `data`: which file, what its names mean, and which part of it is used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from pdedsl.errors import Mistake, Span
from pdedsl.language import syntax
from pdedsl.language.arithmetic import literal
from pdedsl.language.declarations import read_quoted
from pdedsl.language.mistaken import Mistaken, attempt, wrong
from pdedsl.language.nearest import nearest, shown
from pdedsl.language.scope import Scope
from pdedsl.language.specification import DataSource, Slice, TimeUnit
from pdedsl.language.templates import read_interval
from pdedsl.time_units import SECONDS, UNITS

_NO_NAMES = ("missing", "missing_value")
_SETTINGS = ("sample", *_NO_NAMES)
_MOST_STEP = 1_000_000


def read_data(
    path: syntax.Text,
    entries: Sequence[syntax.DataEntry | syntax.Slice],
    scope: Scope,
    units: Mapping[str, str],
) -> DataSource:
    """Where the data are, their names there, and what of them is used.

    Args:
        path: of the file.
        entries: of the block.
        scope: coordinates, fields, inputs and constants.
        units: of the coordinates that are declared with one.
    """
    mistakes: list[Mistake] = []
    attempt(mistakes, _read_path, path)
    block = _Block(scope, units)
    for entry in entries:
        if isinstance(entry, syntax.Slice):
            attempt(mistakes, block.add_slice, entry)
        else:
            attempt(mistakes, block.add, entry)
    mistakes.extend(block.shared())
    if mistakes:
        raise Mistaken(*mistakes)
    return block.source(path)


def _read_path(path: syntax.Text) -> str:
    if not path.value.strip():
        raise wrong("an empty file name", path.span, 'write for example data "heat.npz"')
    return read_quoted(path)


class _Block:
    """What the entries read so far say."""

    def __init__(self, scope: Scope, units: Mapping[str, str]) -> None:
        self._scope = scope
        self._units = units
        self._coordinates = tuple(s.name for s in scope.coordinates)
        self._fields = tuple(s.name for s in scope.fields)
        self._inputs = tuple(s.name for s in scope.inputs)
        self._texts: dict[str, str] = {}
        self._spans: dict[str, Span] = {}
        self._gap: float | None = None
        self._times: dict[str, TimeUnit] = {}
        self._slices: dict[str, Slice] = {}
        self._step = 1
        self._columns: str | None = None

    def source(self, path: syntax.Text) -> DataSource:
        """All of them, a step for all coordinates given to each that has none of its own."""
        slices = dict(self._slices)
        for name in self._coordinates if self._step > 1 else ():
            given = slices.get(name, Slice(name))
            if given.every == 1:
                slices[name] = Slice(name, given.lower, given.upper, self._step)
        variables = (*self._coordinates, *self._fields, *self._inputs)
        pairs = ((ours, self._texts[ours]) for ours in self._texts if ours in variables)
        return DataSource(
            path.value,
            self._texts.get("sample"),
            tuple((ours, theirs) for ours, theirs in pairs if ours != theirs),
            self._texts.get("missing", "error"),
            path.span,
            tuple(slices.values()),
            tuple(self._times.values()),
            self._columns,
            self._gap,
        )

    def shared(self) -> list[Mistake]:
        """Names in the data that are given to one thing and are another's own."""
        fields = self._fields if self._columns is None else ()
        own = {*self._coordinates, *fields, *self._inputs} - {*self._texts, self._columns}
        return [
            Mistake(
                f"{shown(theirs)} is used twice",
                self._spans[ours],
                f"it is {theirs} itself as well, which has no other name here",
            )
            for ours, theirs in self._texts.items()
            if ours not in _NO_NAMES and theirs in own - {ours}
        ]

    # Names, settings and units of time.

    def add(self, entry: syntax.DataEntry) -> None:
        """An entry that says what a name of ours is in the data."""
        ours = entry.name
        known = (*_SETTINGS, *self._coordinates, *self._fields, *self._inputs)
        if ours.name not in known:
            near = nearest(ours.name, known)
            remedy = f"did you mean {near}?" if near else f"one of {', '.join(known)}"
            if ours.name == "noise":
                remedy = "a noise level has a line of its own, such as noise u = 0.1"
            message = f"{shown(ours.name)} is no coordinate, field, input or setting of data"
            raise wrong(message, ours.span, remedy)
        if entry.time is not None:
            self._add_time(ours, entry.time)
        if entry.value is None:
            return
        if ours.name in self._texts or (ours.name == "missing_value" and self._gap is not None):
            raise wrong(f"{ours.name} is given twice", ours.span, "take one of them out")
        if ours.name == "missing_value":
            self._gap = _number(entry.value)
        elif isinstance(entry.value, syntax.Name) and entry.value.name == "columns":
            self._add_columns(ours)
        else:
            self._add_name(ours, entry.value)

    def _add_name(self, ours: syntax.Name, value: syntax.Value) -> None:
        if not isinstance(value, syntax.Name | syntax.Text):
            remedy = "write a name, or a text in quotes"
            raise wrong("this is not a name in the data", value.span, remedy)
        theirs = value.name if isinstance(value, syntax.Name) else read_quoted(value)
        if ours.name == "missing" and theirs not in ("error", "drop"):
            raise wrong("missing is error or drop", value.span, "write missing = drop")
        others = [theirs for name, theirs in self._texts.items() if name not in _NO_NAMES]
        if ours.name not in _NO_NAMES and theirs in others:
            raise wrong(f"{shown(theirs)} is used twice", value.span, "each name in the data once")
        self._texts[ours.name] = theirs
        self._spans[ours.name] = value.span

    def _add_columns(self, ours: syntax.Name) -> None:
        if ours.name not in ("sample", *self._coordinates):
            message = "columns are named by a coordinate or by samples"
            raise wrong(message, ours.span, f"write {self._coordinates[-1]} = columns")
        if self._columns is not None:
            message = "columns are named by one thing only"
            raise wrong(message, ours.span, f"{self._columns} = columns is there already")
        self._columns = ours.name

    def _add_time(self, ours: syntax.Name, time: syntax.TimeUnit) -> None:
        if ours.name not in self._coordinates:
            message = "only coordinates are counted in a unit of time"
            raise wrong(message, time.unit.span, "take it out")
        if ours.name in self._times:
            message = f"{ours.name} has two units of time"
            raise wrong(message, time.unit.span, "take one of them out")
        if time.unit.name not in SECONDS:
            near = nearest(time.unit.name, SECONDS)
            remedy = f"did you mean {near}?" if near else f"one of {', '.join(UNITS)}"
            raise wrong(f"{shown(time.unit.name)} is no unit of time", time.unit.span, remedy)
        declared = self._units.get(ours.name, time.unit.name)
        if SECONDS.get(declared) != SECONDS[time.unit.name]:
            message = f"{ours.name} is declared in {shown(declared)}, and counted in another unit"
            raise wrong(message, time.unit.span, "write the same unit of time in both places")
        self._times[ours.name] = TimeUnit(ours.name, time.unit.name, _since(time))

    # Slices.

    def add_slice(self, node: syntax.Slice) -> None:
        """An entry that says which part of the data is used."""
        step = _step(node)
        if node.name is None:
            if self._step > 1:
                assert node.word is not None
                raise wrong("every is given twice", node.word.span, "take one of them out")
            self._step = step
            return
        name, span = (
            (node.name.name, node.name.span)
            if isinstance(node.name, syntax.Name)
            else (read_quoted(node.name), node.name.span)
        )
        self._check_sliced(name, span, step)
        limits = (
            (None, None)
            if node.interval is None
            else read_interval(node.interval, self._scope, single=True)
        )
        self._slices[name] = Slice(name, *limits, step)

    def _check_sliced(self, name: str, span: Span, step: int) -> None:
        if name in self._fields:
            remedy = "slice along a coordinate: points chosen by their value mislead the equation"
            raise wrong(f"{shown(name)} is a field", span, remedy)
        if name in self._inputs:
            remedy = "slice along a coordinate that it depends on"
            raise wrong(f"{shown(name)} is an input", span, remedy)
        if name in self._slices:
            raise wrong(
                f"{shown(name)} is sliced twice",
                span,
                f"write both in one: {name} in [0, 5] every 2",
            )
        if step > 1 and name not in self._coordinates:
            known = ", ".join(self._coordinates)
            message = f"{shown(name)} is no coordinate to take every {step}. value of"
            raise wrong(message, span, f"coordinates are {known}")


def _step(node: syntax.Slice) -> int:
    """The number after `every`, 1 without one."""
    if node.word is None or node.step is None:
        return 1
    if node.word.name == "in":
        raise wrong(
            "after in stands a range or a unit of time",
            node.step.span,
            "write for example x in [0, 5], or t in days",
        )
    if node.word.name != "every":
        message = f"{shown(node.word.name)} {node.step.text} is no entry of data"
        remedy = f"write every {node.step.text} for a step, or = before a name in the data"
        raise wrong(message, node.word.span, remedy)
    number = literal(node.step.text, node.step.span)
    if not number.is_Integer or not 2 <= number <= _MOST_STEP:
        message = f"every takes a whole number from 2 to {_MOST_STEP:,}"
        raise wrong(message, node.step.span, "write every 2 for each second value")
    return int(number)


def _number(value: syntax.Value) -> float:
    if not isinstance(value, syntax.Number):
        message = "missing_value is the number that stands for a missing value"
        raise wrong(message, value.span, "write for example missing_value = -999")
    return float(literal(value.text, value.span))


def _since(time: syntax.TimeUnit) -> str | None:
    """The date from which time is counted."""
    if time.since is None or time.date is None:
        return None
    if time.since.name != "since":
        message = f"{shown(time.since.name)} stands where since belongs"
        raise wrong(message, time.since.span, f'write since "{time.date.value[:20]}"')
    text = read_quoted(time.date)
    try:
        datetime.fromisoformat(text)
    except ValueError:
        remedy = 'write it in ISO 8601, such as "2020-01-31" or "2020-01-31T12:00"'
        raise wrong("this is not a date", time.date.span, remedy) from None
    return text
