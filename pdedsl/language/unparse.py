"""A specification as canonical text, which reads back as the same specification."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from pdedsl.form import Coordinate, ExtendedDerivative, Field, Input, Problem
from pdedsl.language.checks import ByField, Check
from pdedsl.language.equation_text import format_definition, format_equation, format_term
from pdedsl.language.layout import STATEMENTS
from pdedsl.language.options import MethodOptions, option_checks
from pdedsl.language.printing import format_expression, format_number
from pdedsl.language.specification import DataSource, Slice, Specification, TimeUnit
from pdedsl.language.template_text import format_rule

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def unparse(specification: Specification) -> str:
    """The text of a specification, everything that was left to defaults spelt out.

    `parse(unparse(s)) == s` for every specification that can be written at all.
    """
    problem, blocks = specification.problem, bool(specification.equations)
    parts = [
        [f"title {_quoted(problem.title)}"] if problem.title else [],
        _declarations(specification),
        [] if specification.data is None else _data(specification.data),
        *(_blocks(specification) if blocks else _equation(specification)),
        _options(specification),
        [*([] if blocks else _expected(specification)), *_exports(specification)],
    ]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _declarations(specification: Specification) -> list[str]:
    problem = specification.problem
    lines = [
        f"coordinates {', '.join(_coordinate(x) for x in problem.coordinates)}",
        f"fields {', '.join(_field(u, problem) for u in problem.fields)}",
    ]
    if problem.inputs:
        lines.append(f"inputs {', '.join(map(_input, problem.inputs))}")
    constants = [f"{name} = {value!r}" for name, value in specification.constants]
    return [*lines, f"constants {', '.join(constants)}"] if constants else lines


def _coordinate(coordinate: Coordinate) -> str:
    lower, upper = coordinate.lower, coordinate.upper
    text = coordinate.symbol.name
    if lower is not None or upper is not None:
        text += f" in {_interval(lower, upper)}"
    return text if coordinate.unit is None else f"{text} {_quoted(coordinate.unit)}"


def _interval(lower: float | None, upper: float | None) -> str:
    low = "-inf" if lower is None else format_number(lower)
    return f"[{low}, {'inf' if upper is None else format_number(upper)}]"


def _field(field: Field, problem: Problem) -> str:
    definition = format_definition(field, problem.coordinate_symbols)
    name = field.symbol.name if definition is None else f"{field.symbol.name} = {definition}"
    return name if field.unit is None else f"{name} {_quoted(field.unit)}"


def _input(known: Input) -> str:
    name = known.symbol.name
    name = name if known.between == Input(known.symbol).between else f"{name} {known.between}"
    return name if known.unit is None else f"{name} {_quoted(known.unit)}"


def _data(data: DataSource) -> list[str]:
    settings = [] if data.sample is None else [("sample", _quoted(data.sample))]
    settings += [(ours, _quoted(theirs)) for ours, theirs in data.names]
    settings.append(("missing", data.missing))
    settings += [] if data.columns is None else [(data.columns, "columns")]
    if data.missing_value is not None:
        settings.append(("missing_value", repr(data.missing_value)))
    lines = [f"{ours} = {theirs}" for ours, theirs in settings]
    lines += [_time(time) for time in data.times] + [_slice(part) for part in data.slices]
    return [f"data {_quoted(data.path)} {{", *(f"    {line}" for line in lines), "}"]


def _time(time: TimeUnit) -> str:
    since = "" if time.since is None else f" since {_quoted(time.since)}"
    return f"{time.name} in {time.unit}{since}"


def _slice(part: Slice) -> str:
    plain = _NAME.fullmatch(part.name) and part.name not in STATEMENTS
    text = part.name if plain else _quoted(part.name)
    if part.lower is not None or part.upper is not None or part.every == 1:
        text += f" in {_interval(part.lower, part.upper)}"
    return text if part.every == 1 else f"{text} every {part.every}"


def _blocks(specification: Specification) -> list[list[str]]:
    """A block for each equation."""
    found = []
    for part in specification.parts:
        inner = [line for piece in _equation(part) for line in piece] + _expected(part)
        indented = [f"    {line}" for line in inner]
        found.append([f"equation {part.equation_name} {{", *indented, "}"])
    return found


def _equation(specification: Specification) -> list[list[str]]:
    """Dictionary, grammar and known part."""
    problem = specification.problem
    known = [f"    {format_expression(problem.known)}"] if problem.known != 0 else []
    return [
        ["dictionary {", *_terms(problem.dictionary, specification), "}"],
        _grammar(specification),
        ["known {", *known, "}"] if known else [],
    ]


def _terms(terms: Iterable[ExtendedDerivative], specification: Specification) -> list[str]:
    coordinates = specification.problem.coordinate_symbols
    lines = []
    for term in terms:
        name = "" if term.name is None else f"{term.name}: "
        lines.append(f"    {name}{format_term(term, coordinates)}")
    return lines


def _grammar(specification: Specification) -> list[str]:
    grammar = specification.grammar
    if grammar is None:
        return ["grammar none"]
    name = "" if grammar.name is None else f"{grammar.name}"
    head = f"grammar {name}({', '.join(grammar.arguments)}) {{"
    rules = (line for rule in grammar.rules for line in format_rule(rule).splitlines())
    return [head, *(f"    {line}" for line in rules), "}"]


def _options(specification: Specification) -> list[str]:
    lines = []
    for keyword in (f.name for f in fields(specification.options)):
        group = getattr(specification.options, keyword)
        if group == MethodOptions():
            continue
        checks = option_checks(group).items()
        written = [pair for n, check in checks for pair in _option(n, getattr(group, n), check)]
        method, settings = written[0][1], [f"{n} = {text}" for n, text in written[1:]]
        block = f" {{ {', '.join(settings)} }}" if settings else ""
        lines.append(f"{keyword} {method}{block}")
    return lines


def _option(name: str, value: Any, check: Check) -> list[tuple[str, str | None]]:
    """What stands before and after = for an option, and for each field that has its own."""
    if not isinstance(value, ByField):
        return [(name, check.write(value))]
    own = [(f"{name} {field}", check.write(each)) for field, each in value.own]
    return [(name, check.write(value.rest)), *own]


def _expected(specification: Specification) -> list[str]:
    if specification.expected is None:
        return []
    return [f"expect {format_equation(specification.expected, specification.problem)}"]


def _exports(specification: Specification) -> list[str]:
    return [f"export {e.kind} {_quoted(e.path)}" for e in specification.exports]


def _quoted(text: str) -> str:
    doubled = text.replace('"', '""')
    return f'"{doubled}"'
