"""From statements to a specification, with every mistake on the way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from typing import Any, TypeVar

import sympy

from pdedsl.errors import Mistake
from pdedsl.form import (
    Coordinate,
    Field,
    Input,
    Problem,
    make_symbol,
)
from pdedsl.language import declarations, limits, syntax
from pdedsl.language.data_block import read_data
from pdedsl.language.equation_block import START
from pdedsl.language.equation_blocks import read_blocks
from pdedsl.language.measured_units import unit_mistakes
from pdedsl.language.mistaken import Mistaken, attempt, wrong
from pdedsl.language.nearest import did_you_mean, shown
from pdedsl.language.options import Options, defaults
from pdedsl.language.scope import Scope
from pdedsl.language.settings import Declared, names_set, read_options
from pdedsl.language.specification import DataSource, Export, Specification
from pdedsl.language.statements import Statements

V = TypeVar("V", Coordinate, Field, Input)

_EXPORTS = ("latex", "table", "csv", "json")


def elaborate(read: Sequence[syntax.Statement], mistakes: list[Mistake]) -> Specification:
    """The specification that statements make; it has a meaning only if no mistake was found.

    Args:
        read: the statements, in the order of the text.
        mistakes: found so far; what is found here is added.

    Raises:
        Mistaken: the text cannot be elaborated. Everything else wrong is in `mistakes`.
    """
    complete = not mistakes
    statements = Statements(read)
    mistakes.extend(statements.mistakes)
    scope, coordinates, measured, inputs = _declare(statements, mistakes, complete)
    blocks = read_blocks(statements, scope, mistakes, complete=complete)
    first = blocks[0]
    title = attempt(mistakes, _title, statements)
    problem = Problem(coordinates, measured, first.dictionary, first.known, title or "", inputs)
    constants = tuple((name, float(value)) for name, value in scope.constants.items())
    options, given = _options(statements, Declared.of(problem), mistakes)
    return Specification(
        problem=problem,
        grammar=first.grammar,
        constants=constants,
        data=attempt(mistakes, lambda s: _data(s, scope), statements),
        options=options,
        expected=first.expected,
        exports=_exports(statements, mistakes),
        given=given,
        rewritings=first.rewritings,
        places=first.places,
        equations=blocks if "equation" in statements else (),
    )


def _declare(
    statements: Statements, mistakes: list[Mistake], complete: bool
) -> tuple[Scope, tuple[Coordinate, ...], tuple[Field, ...], tuple[Input, ...]]:
    """Names and what they stand for. Nothing else can be understood if these are broken."""
    if statements.is_broken("coordinates", "fields", "inputs", "constants"):
        raise Mistaken()
    xs = statements.head("coordinates", tuple) or ()
    us = statements.head("fields", tuple) or ()
    qs = statements.head("inputs", tuple) or ()
    cs = statements.heads("constants", syntax.Constant)
    missing = [_missing(k) for k in ("coordinates", "fields") if k not in statements]
    mistakes.extend(missing if complete else ())
    mistakes.extend(declarations.name_mistakes([node.name for node in (*xs, *us, *qs, *cs)]))
    if len(xs) > limits.COORDINATES:
        span = xs[limits.COORDINATES].name.span
        mistakes.append(Mistake(f"more than {limits.COORDINATES} coordinates", span, "use fewer"))
    constants = declarations.read_constants(cs, mistakes)
    coordinates = [
        attempt(mistakes, lambda n: declarations.read_coordinate(n, Scope((), (), constants)), x)
        or Coordinate(make_symbol(x.name.name))
        for x in xs
    ]
    measured = [
        attempt(mistakes, declarations.read_field, u) or Field(make_symbol(u.name.name)) for u in us
    ]
    inputs = [
        attempt(mistakes, declarations.read_input, q) or Input(make_symbol(q.name.name)) for q in qs
    ]
    coordinates = _distinct(coordinates)
    measured = _distinct(measured, [x.symbol for x in coordinates])
    taken = [x.symbol for x in coordinates] + [u.symbol for u in measured]
    inputs = _distinct(inputs, taken)
    if not coordinates or not measured or len(xs) > limits.COORDINATES:
        raise Mistaken()
    scope = Scope(
        tuple(x.symbol for x in coordinates),
        tuple(u.symbol for u in measured),
        constants,
        inputs=tuple(q.symbol for q in inputs),
    )
    definitions = declarations.read_definitions(us, scope, mistakes)
    measured = [replace(u, definition=definitions.get(u.symbol)) for u in measured]
    mistakes.extend(unit_mistakes(us, coordinates, measured))
    scope = replace(scope, definitions=definitions)
    named = [each.name for each in (*cs, *qs)], [u.name for u in us]
    mistakes.extend(declarations.taken_for_derivatives(*named, scope))
    return scope, tuple(coordinates), tuple(measured), tuple(inputs)


def _distinct(declared: Iterable[V], taken: Iterable[sympy.Symbol] = ()) -> list[V]:
    """The first declaration of every name that is not taken; others have been reported."""
    found: dict[sympy.Symbol, V] = {}
    for each in declared:
        found.setdefault(each.symbol, each)
    return [each for symbol, each in found.items() if symbol not in set(taken)]


def _missing(keyword: str) -> Mistake:
    example = {"coordinates": "t in [0, 2], x in [0, 1]", "fields": "u"}[keyword]
    remedy = f"add a line such as {keyword} {example}"
    return Mistake(f"no {keyword} are declared", START, remedy)


def _title(statements: Statements) -> str:
    text = statements.head("title", syntax.Text)
    return "" if text is None else declarations.read_quoted(text)


def _data(statements: Statements, scope: Scope) -> DataSource | None:
    path = statements.head("data", syntax.Text)
    if path is None:
        return None
    bound = statements.entries("data", syntax.DataEntry) or []
    sliced = statements.entries("data", syntax.Slice) or []
    declared = statements.head("coordinates", tuple) or ()
    units = {x.name.name: x.unit.value for x in declared if x.unit is not None}
    return read_data(path, [*bound, *sliced], scope, units)


def _options(
    statements: Statements, declared: Declared, mistakes: list[Mistake]
) -> tuple[Options, frozenset[str]]:
    """The options, and by "group.option" those that the text sets.

    The method is read first: the defaults of all others follow from it.
    """
    options, given = Options(), set[str]()
    for keyword in (f.name for f in fields(Options)):
        method = statements.head(keyword, syntax.Name)
        settings = statements.entries(keyword, syntax.Setting) or []
        group = getattr(options, keyword)
        try:
            changed: Any = read_options(group, keyword, method, settings, declared)
        except Mistaken as error:
            mistakes.extend(error.mistakes)
            continue
        options = replace(options, **{keyword: changed})
        given |= {f"{keyword}.{name}" for name in names_set(group, method, settings)}
        if keyword == "method":
            options = defaults(options.method.method)
    return options, frozenset(given)


def _exports(statements: Statements, mistakes: list[Mistake]) -> tuple[Export, ...]:
    read = [attempt(mistakes, _export, e) for e in statements.heads("export", syntax.Export)]
    return tuple(export for export in read if export is not None)


def _export(node: syntax.Export) -> Export:
    if node.kind.name not in _EXPORTS:
        remedy = did_you_mean(node.kind.name, _EXPORTS) or f"one of {', '.join(_EXPORTS)}"
        raise wrong(f"there is no export {shown(node.kind.name)}", node.kind.span, remedy)
    if not node.path.value.strip():
        raise wrong("an empty file name", node.path.span, 'write export latex "heat.tex"')
    return Export(node.kind.name, declarations.read_quoted(node.path), node.path.span)
