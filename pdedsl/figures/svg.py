"""Figures as SVG within a page: its colors, its font, names of its own, and read out aloud."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from pdedsl.figures.look import SCREEN, drawn_as

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLORS = {
    SCREEN.ink: "currentColor",
    SCREEN.faint: "var(--figure-faint)",
    **{color: f"var(--figure-{n})" for n, color in enumerate(SCREEN.series)},
}
"""What the colors of `SCREEN` stand for; a page's style sheet gives the variables."""

REFERENCE = re.compile(r"url\(#([^)]+)\)")


def inline_svg(figure: Figure, name: str, title: str, description: str) -> str:
    """A figure drawn in the look of `SCREEN`, as an element for a page.

    Args:
        figure: made by `draw`.
        name: begins all names within, so that several figures can be on one page.
        title: what the figure is.
        description: what can be seen, for those who cannot.
    """
    with drawn_as(SCREEN):
        stream = io.BytesIO()
        figure.savefig(stream, format="svg", metadata=dict.fromkeys(("Date", "Creator")))
    root = ElementTree.fromstring(stream.getvalue())
    _without_namespaces(root)
    for child in [c for c in root if c.tag == "metadata"]:
        root.remove(child)
    for parent in root.iter():
        for child in [c for c in parent if c.tag == "style"]:
            parent.remove(child)  # it would hold for the whole page
    _named(root, name)
    for each in root.iter():
        if "style" in each.attrib:
            each.set("style", _style(each.attrib["style"]))
    _told(root, name, title, description)
    return ElementTree.tostring(root, encoding="unicode")


def _without_namespaces(root: ElementTree.Element) -> None:
    for each in root.iter():
        each.tag = each.tag.rpartition("}")[2]
        for key in list(each.attrib):
            if "}" in key:
                each.set(key.rpartition("}")[2], each.attrib.pop(key))


def _named(root: ElementTree.Element, name: str) -> None:
    """Give every name that is referred to a beginning of its own, and drop the others."""
    used: set[str] = set()
    for each in root.iter():
        for key, value in each.attrib.items():
            if key == "href" and value.startswith("#"):
                used.add(value[1:])
                each.set(key, f"#{name}-{value[1:]}")
            elif "url(#" in value:
                used.update(REFERENCE.findall(value))
                each.set(key, REFERENCE.sub(rf"url(#{name}-\1)", value))
    for each in root.iter():
        own = each.attrib.pop("id", None)
        if own in used:
            each.set("id", f"{name}-{own}")


def _style(text: str) -> str:
    """Colors as variables of the page, and no font of its own."""
    for color, variable in COLORS.items():
        text = text.replace(color, variable)
    return "; ".join(p for p in text.split("; ") if not p.startswith("font-family"))


def _told(root: ElementTree.Element, name: str, title: str, description: str) -> None:
    for key in ("width", "height", "version"):
        root.attrib.pop(key, None)
    root.set("role", "img")
    root.set("aria-labelledby", f"{name}-title {name}-text")
    for position, (tag, part, text) in enumerate(
        (("title", "title", title), ("desc", "text", description))
    ):
        told = ElementTree.Element(tag, {"id": f"{name}-{part}"})
        told.text = text
        root.insert(position, told)
