"""The problem as understood, as a record for programs: what `pdedsl check --json` shows."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from pdedsl.errors import Span
from pdedsl.form import ExtendedDerivative
from pdedsl.form.units import term_unit, unit_text
from pdedsl.language import (
    Grammar,
    LoneEquation,
    Specification,
    describe,
    describe_expected,
    format_definition,
    format_equation,
    format_expression,
    format_rule,
    format_term,
)
from pdedsl.language.checks import ByField
from pdedsl.language.options import option_checks
from pdedsl.report.latex import latex_equation, latex_expression, latex_term

Record = dict[str, Any]


def place(span: Span | None) -> Record:
    """Line, column, end line and end column; null where there is none."""
    names = ("line", "column", "end_line", "end_column")
    return {name: None if span is None else getattr(span, name) for name in names}


def problem_record(specification: Specification) -> Record:
    """A specification as numbers, texts and lists, docs/check_json.md says which."""
    problem = specification.problem
    first, *_ = equations = [_equation(part) for part in specification.parts]
    return {
        "title": problem.title,
        "coordinates": [
            {"name": c.symbol.name, "lower": c.lower, "upper": c.upper, "unit": c.unit}
            for c in problem.coordinates
        ],
        "fields": [
            {
                "name": f.symbol.name,
                "unit": f.unit,
                "definition": format_definition(f, problem.coordinate_symbols),
            }
            for f in problem.fields
        ],
        "inputs": [
            {"name": q.symbol.name, "unit": q.unit, "between": q.between} for q in problem.inputs
        ],
        "constants": [{"name": n, "value": v} for n, v in specification.constants],
        "data": _data(specification),
        **{name: value for name, value in first.items() if name != "name"},
        "equations": equations,
        "options": _options(specification),
        "exports": [
            {"kind": e.kind, "path": e.path, **place(e.span)} for e in specification.exports
        ],
    }


def _equation(specification: Specification) -> Record:
    """One of the equations: what it may be made of."""
    problem = specification.problem
    places = specification.places or (None,) * len(problem.dictionary)
    return {
        "name": specification.equation_name,
        "terms": [
            _term(term, span, specification)
            for term, span in zip(problem.dictionary, places, strict=True)
        ],
        "grammar": None if specification.grammar is None else _grammar(specification.grammar),
        "known": {
            "text": format_expression(problem.known),
            "latex": latex_expression(problem.known),
        },
        "expected": _expected(specification),
    }


def equation_record(found: LoneEquation) -> Record:
    """An equation and its kind."""
    scope = found.scope
    return {
        "text": found.text,
        "coordinates": [x.name for x in scope.coordinates],
        "fields": [u.name for u in scope.fields],
        "constants": list(scope.constants),
        "kind": describe(found.classification, scope),
        "refusal": found.refusal,
    }


def _term(term: ExtendedDerivative, span: Span | None, specification: Specification) -> Record:
    coordinates = specification.problem.coordinate_symbols
    unit = term_unit(term, specification.problem, pure=not specification.constants)
    return {
        "name": term.name,
        "text": format_term(term, coordinates),
        "alpha": list(term.alpha.orders),
        "a": format_expression(term.a),
        "h": format_expression(term.h),
        "latex": latex_term(term, coordinates),
        "unit": None if unit is None else unit_text(unit),
        **place(span),
    }


def _grammar(grammar: Grammar) -> Record:
    return {
        "name": grammar.name,
        "arguments": list(grammar.arguments),
        "rules": [{"name": rule.name, "text": format_rule(rule)} for rule in grammar.rules],
    }


def _data(specification: Specification) -> Record | None:
    data = specification.data
    if data is None:
        return None
    return {
        "path": data.path,
        "sample": data.sample,
        "names": dict(data.names),
        "missing": data.missing,
        "missing_value": data.missing_value,
        "columns": data.columns,
        "times": {t.name: {"unit": t.unit, "since": t.since} for t in data.times},
        "slices": {
            s.name: {"lower": s.lower, "upper": s.upper, "every": s.every} for s in data.slices
        },
        **place(data.span),
    }


def _options(specification: Specification) -> Record:
    groups = [f.name for f in fields(specification.options)]
    return {
        group: {n: _option(getattr(options, n)) for n in option_checks(options)}
        for group in groups
        for options in (getattr(specification.options, group),)
    }


def _option(value: Any) -> Any:
    """The value; where some fields have their own, these by name and that of the others."""
    return (
        {"fields": dict(value.own), "others": value.rest} if isinstance(value, ByField) else value
    )


def _expected(specification: Specification) -> Record | None:
    expected, problem = specification.expected, specification.problem
    if expected is None:
        return None
    return {
        "text": format_equation(expected, problem),
        "latex": latex_equation(expected, problem.coordinate_symbols),
        "kind": describe_expected(expected, problem),
    }
