"""Small parts of the page: numbers, tables, and what can be wider than the screen."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from pdedsl.lettering import rounded
from pdedsl.report.markup import Markup, element, joined

MINUS = "\N{MINUS SIGN}"
DASH = "\N{EN DASH}"
Interval = tuple[float | None, float | None] | None

NORMAL = 1.959964
"""Standard errors to both sides that hold 95 % of a normal law."""


def number(value: float | None, digits: int = 4, error: float | None = None) -> Markup:
    """A number, rounded as its standard error says; a dash for none."""
    if value is None or not math.isfinite(value):
        return joined(DASH)
    front, power = rounded(value, digits, error)
    front = front.replace("-", MINUS)
    if power is None:
        return joined(front)
    return joined(f"{front}·10", element("sup", str(power).replace("-", MINUS)))


def interval(value: float, error: float | None, ends: Interval) -> Markup:
    """A 95 % interval: the one that was computed, or what the standard error makes; else a dash."""
    if ends is None:
        if error is None or not math.isfinite(error) or error <= 0:
            return joined(DASH)
        ends = (value - NORMAL * error, value + NORMAL * error)
        low, high = (number(end, error=error) for end in ends)
        return joined(low, " to ", high)
    if ends == (None, None):
        return joined("no bound")
    if ends[0] is None:
        return joined("below ", number(ends[1], 3))
    if ends[1] is None:
        return joined("above ", number(ends[0], 3))
    return joined(number(ends[0], 3), " to ", number(ends[1], 3))


def table(caption: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> Markup:
    """A table whose first column names its rows; what begins with "#" in the head is numbers."""
    places = [h.startswith("#") for h in head]
    names = [
        element("th", h.removeprefix("#"), scope="col", class_="number" if n else None)
        for h, n in zip(head, places, strict=True)
    ]
    body = []
    for row in rows:
        cells = [
            element("td" if k else "th", cell, **_cell(k, numeric))
            for k, (cell, numeric) in enumerate(zip(row, places, strict=True))
        ]
        body.append(element("tr", *cells))
    inside = (
        element("caption", caption),
        element("thead", element("tr", *names)),
        element("tbody", *body),
    )
    return wide(element("table", *inside), caption)


def _cell(position: int, numeric: bool) -> dict[str, str | None]:
    return {"class_": "number" if numeric else None, "scope": None if position else "row"}


def wide(inside: Markup, label: str, class_: str = "wide") -> Markup:
    """What moves sideways where the screen is narrower, with the keyboard too."""
    return element("div", inside, class_=class_, tabindex="0", role="group", aria_label=label)


def section(title: str, *children: str | None) -> Markup:
    """A part of the page with its heading."""
    return element("section", element("h2", title), *children)


def paragraph(*children: str | None) -> Markup:
    """A paragraph."""
    return element("p", *children)


def soft(*children: str | None) -> Markup:
    """A paragraph that explains."""
    return element("p", *children, class_="soft")


def code(text: str) -> Markup:
    """Text of the language or of a shell."""
    return element("code", text)
