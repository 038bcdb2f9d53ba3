"""The table of coefficients, with intervals and units, for booktabs and siunitx."""

from __future__ import annotations

import math

from pdedsl.errors import DataError
from pdedsl.form import Problem
from pdedsl.language import parse_equation
from pdedsl.lettering import rounded
from pdedsl.records import EquationRecord
from pdedsl.report.latex import latex_term
from pdedsl.report.latex_text import latex_name, latex_unit
from pdedsl.report.paper.escape import latex_text

NORMAL = 1.959964
"""Standard errors to both sides that hold 95 % of a normal law."""

MOST_PRECISE = 1e-6
"""Relative error below which further digits are not shown; a table has no room for them."""

DASH = "--"
Interval = tuple[float | None, float | None] | None


def table(equations: tuple[tuple[EquationRecord, Problem], ...]) -> str:
    """A tabular with a row for each coefficient and each number of g, by equation if several."""
    lines = [r"\begin{tabular}{lrrrl}", r"\toprule"]
    lines.append(r"quantity & value & standard error & 95\,\% interval & unit \\")
    for equation, problem in equations:
        lines.append(r"\midrule")
        if len(equations) > 1:
            name = latex_text(equation.name)
            lines.append(rf"\multicolumn{{5}}{{l}}{{\emph{{{name}}}}} \\")
        lines.extend(_rows(equation, problem))
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}"]) + "\n"


def num(value: float | None, digits: int = 4, error: float | None = None) -> str:
    r"""A number for siunitx, rounded as its standard error says; a dash for none.

    >>> num(-1.5e-12), num(0.25, error=0.0014), num(1e8), num(None)
    ('\\num{-1.5e-12}', '\\num{0.2500}', '\\num{1e8}', '--')
    """
    if value is None or not math.isfinite(value):
        return DASH
    known = error if error is None else max(error, abs(value) * MOST_PRECISE)
    front, power = rounded(value, digits, known)
    return rf"\num{{{front}}}" if power is None else rf"\num{{{front}e{power}}}"


def interval(value: float, error: float | None, ends: Interval) -> str:
    """A 95 % interval: the one that was computed, or what the standard error makes; else a dash."""
    if ends is None:
        if error is None or not math.isfinite(error) or error <= 0:
            return DASH
        low, high = value - NORMAL * error, value + NORMAL * error
        return f"{num(low, error=error)} to {num(high, error=error)}"
    low_end, high_end = ends
    if low_end is None and high_end is None:
        return "no bound"
    if low_end is None:
        return f"below {num(high_end, 3)}"
    if high_end is None:
        return f"above {num(low_end, 3)}"
    return f"{num(low_end, 3)} to {num(high_end, 3)}"


def _rows(equation: EquationRecord, problem: Problem) -> list[str]:
    pde = parse_equation(equation.text, problem)
    if len(pde.support) != len(equation.bound):
        message = "the coefficients of the record are not those of its equation"
        raise DataError(message, where=equation.name, remedy="run `pdedsl discover` again")
    terms = [latex_term(pde.dictionary[p], problem.coordinate_symbols) for p in pde.support]
    rows = [
        _row(f"${term}$", b.coefficient, b.standard_error, b.interval, _unit(b.unit))
        for term, b in zip(terms, equation.bound, strict=True)
    ]
    free = [
        _row(f"${latex_name(n.name)}$", n.value, n.standard_error, n.interval, DASH)
        for n in equation.free_numbers
    ]
    return [*rows, *free]


def _row(name: str, value: float, error: float | None, ends: Interval, unit: str) -> str:
    known = num(error, 2) if error else DASH
    cells = (name, num(value, 4, error), known, interval(value, error, ends), unit)
    return " & ".join(cells) + r" \\"


def _unit(unit: str | None) -> str:
    tex = latex_unit(unit)
    return DASH if tex in ("--", "") else f"${tex}$"
