"""Equations for notebooks: mathematics that MathJax sets, and a table of their numbers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from html import escape

from pdedsl.conversion import ends
from pdedsl.records import EquationRecord

Said = tuple[str, str]
"""A verdict and its reason."""


def notebook_html(said: Said, equations: Sequence[EquationRecord], each: Mapping[str, Said]) -> str:
    """Verdict, equations and tables as a piece of HTML; every text from outside is escaped.

    Args:
        said: of all.
        equations: that were found.
        each: verdict and reason by name, where there are several equations.
    """
    parts = [_paragraph(*said)]
    for e in equations:
        if each:
            verdict, reason = each[e.name]
            parts.append(_paragraph(f"{e.name}: {verdict}", reason))
        if each.get(e.name, said)[0] == "not identified":
            parts.append("<p>the best that was found, which is not claimed:</p>")
        parts.append(f"<div>$$\\displaystyle {escape(e.latex)}$$</div>")
        parts.append(_table(e))
    return f"<div>{''.join(parts)}</div>"


def _paragraph(verdict: str, reason: str) -> str:
    told = f": {escape(reason)}" if reason else ""
    return f"<p><strong>{escape(verdict)}</strong>{told}</p>"


def _table(e: EquationRecord) -> str:
    heads = ("term", "coefficient", "standard error", "95 % interval", "unit")
    rows = [
        _row(b.term, _value(b.coefficient), *_errors(b.coefficient, b.standard_error, b.interval))
        + _cell(b.unit or "")
        for b in e.bound
    ]
    rows += [
        _row(f"{n.name} in g", _value(n.value), *_errors(n.value, n.standard_error, n.interval))
        + _cell("")
        for n in e.free_numbers
    ]
    form = f"<p>g = <code>{escape(e.free_form)}</code></p>" if e.free_numbers else ""
    head = "".join(f"<th>{h}</th>" for h in heads)
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{form}"


def _row(name: str, *cells: str) -> str:
    return f"<td><code>{escape(name)}</code></td>{''.join(map(_cell, cells))}"


def _cell(text: str) -> str:
    return f"<td>{escape(text)}</td>"


def _errors(
    value: float, error: float | None, interval: tuple[float | None, float | None] | None
) -> Iterable[str]:
    yield "" if error is None else f"{error:.2g}"
    low, high = ends(value, error, interval)
    yield "" if math.isnan(low) else f"{_end(low)} to {_end(high)}"


def _end(value: float) -> str:
    return _value(value) if math.isfinite(value) else "no bound"


def _value(value: float) -> str:
    return f"{value:.6g}"
