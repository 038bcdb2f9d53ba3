"""An answer as numbers over the whole dictionary, whatever method gave it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import sympy

from pdedsl.discovery import Discovery
from pdedsl.errors import SpecificationError
from pdedsl.form import Problem
from pdedsl.language import format_term, parse, parse_expression


@dataclass(frozen=True)
class Found:
    """An equation over a dictionary of P terms.

    Attributes:
        bound: P coefficients in any common scale, 0 for absent terms.
        errors: P standard errors in that scale, None where there is none.
        free: g in that scale, None where it is no expression of the language.
        intervals: of 95 %, in that scale, for terms whose standard error is not enough.
    """

    bound: tuple[float, ...]
    errors: tuple[float | None, ...]
    free: sympy.Expr | None
    intervals: tuple[tuple[float, float] | None, ...] = ()


def found_in(discovery: Discovery) -> tuple[Found, Problem] | None:
    """The first equation of a record with its problem, None if there is none."""
    if not discovery.equations:
        return None
    problem = parse(discovery.specification).problem
    equation = discovery.equations[0]
    coordinates = problem.coordinate_symbols
    places = {format_term(term, coordinates): p for p, term in enumerate(problem.dictionary)}
    bound = [0.0] * len(places)
    errors: list[float | None] = [None] * len(places)
    intervals: list[tuple[float, float] | None] = [None] * len(places)
    for term in equation.bound:
        bound[places[term.term]] = term.coefficient
        errors[places[term.term]] = term.standard_error
        if term.interval is not None:
            intervals[places[term.term]] = _bounds(*term.interval)
    free = _expression(equation.free, problem)
    return Found(tuple(bound), tuple(errors), free, tuple(intervals)), problem


def _bounds(low: float | None, high: float | None) -> tuple[float, float]:
    return -math.inf if low is None else low, math.inf if high is None else high


def _expression(text: str, problem: Problem) -> sympy.Expr | None:
    try:
        return parse_expression(text, (*problem.coordinate_symbols, *problem.field_symbols))
    except SpecificationError:
        return None
