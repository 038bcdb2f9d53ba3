"""Figures of the page, each with what can be seen in it, and the tables that go with them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from pdedsl.discovery import Discovery
from pdedsl.figures.draw import draw, missing
from pdedsl.figures.grids import standardized
from pdedsl.figures.look import SCREEN
from pdedsl.figures.subject import Subject
from pdedsl.figures.svg import inline_svg
from pdedsl.report.markup import Markup, element, joined
from pdedsl.report.page.pieces import DASH, code, number, paragraph, section, soft, table, wide
from pdedsl.run_fields import RunFields, noise_levels, share_of_holes

NOT_DRAWN = 'Figures need matplotlib, which is not installed: pip install "pdedsl[plots]".'


@dataclass(frozen=True)
class Words:
    """What stands about a figure.

    Attributes:
        title: of its part of the page.
        alt: what it shows, for those who do not see it.
        note: how to read it.
    """

    title: str
    alt: str
    note: str


def pictures(found: Discovery, subject: Subject, *, drawn: bool) -> Markup:
    """All parts of the page that have a figure.

    Args:
        found: the record.
        subject: the same for figures.
        drawn: whether figures can be drawn; else it is said why not.
    """
    more: Mapping[str, Markup | None] = {
        "front": _rivals(found),
        "noise": None if subject.fields is None else _noise(subject.fields, subject),
    }
    order = ("front", "fields", "residuals", "noise")
    return joined(*(_part(kind, subject, more.get(kind), drawn) for kind in order))


def _part(kind: str, subject: Subject, more: Markup | None, drawn: bool) -> Markup:
    words = _words(kind, subject)
    reason = missing(kind, subject)
    if reason is None and not drawn:
        return section(words.title, soft(NOT_DRAWN), more)
    if reason is not None:
        said = f"Not shown: {reason}. A new run of pdedsl discover keeps it."
        return section(words.title, paragraph(said), more)
    picture = inline_svg(draw(kind, subject, SCREEN), kind, words.title, words.alt)
    figure = element(
        "figure", wide(Markup(picture), words.title), element("figcaption", words.note)
    )
    return section(words.title, figure, more)


def _words(kind: str, subject: Subject) -> Words:
    over = " and ".join(subject.coordinates)
    if kind == "front":
        alt = f"{len(subject.front)} equations by complexity of g and by evidence."
        note = (
            "Each point is an equation with its number in the table; the higher, the more evidence."
            " Within the grey band rivals cannot be told from the best. Below the dashed line an"
            " equation explains the data worse than a smooth field that obeys none. Rivals have the"
            " numbers of the search; those of the equation above were estimated once more after it."
        )
        return Words("Rivals", alt, note)
    if kind == "residuals":
        alt = f"Residual of the equation over {over}, in standard deviations."
        note = (
            "What is left of the equation at each test function, in standard deviations of the"
            " noise. Where the equation holds, most are within 2 and have no pattern; neighbors"
            " overlap and go together. Of several samples those that fit worst are shown."
        )
        return Words("Where the equation fails", alt, note)
    if kind == "noise":
        alt = "Histogram and quantiles of data less estimate over the noise, against a normal law."
        note = (
            "Left: data less estimate over the noise level, of all samples, and the normal law."
            " Right: its quantiles; on the line they are normal. The estimate follows the data"
            " a little, so that with few points the slope is below 1."
        )
        return Words("Noise", alt, note)
    return Words("Data and field", f"Data and field estimate over {over}.", _fields_note(subject))


def _fields_note(subject: Subject) -> str:
    kept, dimension = subject.fields, len(subject.coordinates)
    if kept is None:
        return ""
    shown = min(len(kept.samples), len(SCREEN.series)) if dimension == 1 else 1
    which = "the first sample" if shown == 1 else f"the first {shown} samples"
    of = f" Shown: {which} of {kept.count}." if kept.count > 1 else ""
    thin = [f"{k} along {name}" for name, k in kept.every.items() if k > 1]
    few = f" The run keeps every n-th point: {', '.join(thin)}." if thin else ""
    empty = _holes_note(kept, dimension)
    if dimension == 1:
        return (
            f"Points are data, lines the estimate that the equation is fitted to.{empty}{of}{few}"
        )
    if dimension == 2:
        return (
            "Data, the estimate that the equation is fitted to, and their difference in standard"
            f" deviations of the noise, which should have no pattern.{empty}{of}{few}"
        )
    return (
        f"Data above and the estimate below, at three values of {subject.coordinates[0]}."
        f"{empty}{of}{few}"
    )


def _holes_note(kept: RunFields, dimension: int) -> str:
    """What is said of places without data, nothing where there are none."""
    share = share_of_holes(kept.samples)
    if not share:
        return ""
    drawn = "The line is broken" if dimension == 1 else "The estimate is grey"
    return (
        f" {drawn} where no data are nearby, {100 * share:.2g} % of the range: there is a hole in"
        " the data, and test functions over it are left out."
    )


def _rivals(found: Discovery) -> Markup | None:
    if not found.front:
        return None
    tables = []
    for name in found.names:
        own = [r for r in found.front if r.name == name]
        best = max((r.evidence for r in own if r.evidence is not None), default=None)
        rows = [
            (
                str(position),
                code(r.text),
                str(r.complexity),
                number(r.evidence, 5),
                number(None if r.evidence is None or best is None else best - r.evidence, 3),
                number(r.chi2_per_dof, 3),
            )
            for position, r in enumerate(own, 1)
        ]
        head = ("no.", "equation", "#complexity", "#evidence", "#less than best", "#chi2 per dof")
        caption = "Rivals" if len(found.names) == 1 else f"Rivals of {name}"
        tables.append(table(caption, head, rows))
    return joined(*tables)


def _noise(kept: RunFields, subject: Subject) -> Markup:
    rows = []
    for name, level in noise_levels(kept).items():
        values = np.concatenate([standardized(s, name).ravel() for s in kept.samples])
        values = values[np.isfinite(values)]
        outside = 100 * float(np.mean(np.abs(values) > 2)) if values.size else None
        cells = (number(level.sd, 3), subject.units.get(name) or DASH)
        sd = number(float(np.std(values)) if values.size else None, 2)
        rows.append((code(name), *cells, number(100 * level.share, 2), sd, number(outside, 2)))
    head = (
        *("field", "#noise level", "unit", "#% of the spread"),
        *("#sd of (data − estimate) / noise", "#% beyond 2"),
    )
    caption = "Noise of one measurement; normal noise is beyond 2 in 4.6 % of all points"
    return table(caption, head, rows)
