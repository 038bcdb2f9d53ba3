"""The whole page of a run."""

from __future__ import annotations

from pathlib import Path

from pdedsl.discovery import Discovery
from pdedsl.figures.run import subject_of
from pdedsl.language import parse
from pdedsl.report.markup import Markup, element, joined
from pdedsl.report.page.answer import equations, numbers, verdicts
from pdedsl.report.page.made import made
from pdedsl.report.page.pictures import pictures

NOTHING_FROM_OUTSIDE = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
"""Policy by which a browser asks nobody for anything, whatever the page may hold."""

GENERATOR = '<meta name="generator" content="pdedsl">'
"""By which a page is known again, so that a later one may take its place."""


def page(found: Discovery, *, drawn: bool = True) -> str:
    """A page of HTML that needs no network, no script and no font of its own.

    Args:
        found: the record, with its fields where data and noise are to be shown.
        drawn: whether to draw figures, which needs matplotlib; else the page says so.

    Raises:
        SpecificationError: the record's texts are not in the language.
        DataError: parts of the record do not fit each other.
    """
    subject = subject_of(found)
    problem = parse(found.specification).problem
    names = ", ".join(symbol.name for symbol in problem.field_symbols)
    title = problem.title or f"An equation of {names}"
    body = element(
        "main",
        element("h1", title),
        verdicts(found),
        equations(found),
        numbers(found),
        pictures(found, subject, drawn=drawn),
        made(found),
    )
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=NOTHING_FROM_OUTSIDE),
        element("meta", name_="viewport", content="width=device-width, initial-scale=1"),
        Markup(GENERATOR),
        element("title", title),
        element("style", style_sheet()),
    )
    return joined(
        Markup("<!DOCTYPE html>\n"), element("html", head, element("body", body), lang="en"), "\n"
    )


def style_sheet() -> Markup:
    """The style sheet, which is ours and has no sign that would end its element."""
    return Markup(Path(__file__).with_name("style.css").read_text(encoding="utf-8"))
