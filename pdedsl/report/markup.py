"""Elements of HTML, MathML and SVG as text: whatever is no markup already is escaped.

Names, titles and units come from outside; they get into a page through `element` alone, and
therefore as characters, never as elements or attributes.
"""

from __future__ import annotations

from html import escape


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


Child = str | None

VOID = frozenset({"meta", "br", "hr", "col"})
"""Elements of HTML that have no end."""


def element(name: str, *children: Child, **attributes: str | None) -> Markup:
    """An element; None among children and attributes is left out.

    Args:
        name: of the element.
        children: markup as it is, other text escaped.
        attributes: `class_` stands for class, and an underscore within a name for a hyphen.

    >>> element("p", "1 < 2 ", element("b", "so"), class_="a\\"b")
    '<p class="a&quot;b">1 &lt; 2 <b>so</b></p>'
    """
    start = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(_printable(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    if name in VOID:
        return Markup(f"<{name}{start}>")
    return Markup(f"<{name}{start}>{joined(*children)}</{name}>")


def joined(*children: Child) -> Markup:
    """Pieces one after the other."""
    return Markup("".join(_safe(child) for child in children if child is not None))


def _safe(child: str) -> str:
    return child if isinstance(child, Markup) else escape(_printable(child), quote=False)


def _printable(text: str) -> str:
    """The text without characters that no page may hold."""
    return "".join(
        c if c.isprintable() or c in "\n\t" else "\N{REPLACEMENT CHARACTER}" for c in text
    )
