"""How a run was made: the text in colors, settings, versions, and how to make it again."""

from __future__ import annotations

from dataclasses import fields

from pygments.formatters.html import HtmlFormatter

from pdedsl.discovery import Discovery
from pdedsl.highlighting import PdeLexer
from pdedsl.language import ByField, Specification, parse
from pdedsl.report.markup import Markup, element, joined
from pdedsl.report.page.pieces import code, paragraph, section

COLORED = 200_000
"""Characters of a text beyond which it is shown without colors."""


def made(found: Discovery) -> Markup:
    """Settings, versions, how to repeat it, and the text."""
    specification = parse(found.specification)
    facts = [
        ("seed", str(found.seed)),
        ("wall time", f"{found.seconds:.3g} s"),
        ("versions", ", ".join(f"{name} {v}" for name, v in found.versions.items()) or "not kept"),
        *_settings(specification),
    ]
    listed = [e for name, value in facts for e in (element("dt", name), element("dd", value))]
    text = element("pre", element("code", colored(found.specification)), tabindex="0")
    return section("How it was made", _again(specification), element("dl", *listed), text)


def _again(specification: Specification) -> Markup:
    data = specification.data
    if data is None or not data.path:
        call = code("pdedsl.discover(text, data)")
        return paragraph("With the text below and the same data: ", call)
    where = "Save the text below as FILE.pde, so that it finds its data ", code(data.path)
    return joined(
        paragraph(*where, ", and run"), element("pre", element("code", "pdedsl discover FILE.pde"))
    )


def _settings(specification: Specification) -> list[tuple[str, str]]:
    """Options by group, as the text has them."""
    found = []
    for group in fields(specification.options):
        options = getattr(specification.options, group.name)
        first, *rest = fields(options)
        named = [f"{f.name} {_value(getattr(options, f.name))}" for f in rest]
        head = str(getattr(options, first.name))
        found.append((group.name, f"{head}{': ' if named else ''}{', '.join(named)}"))
    return found


def _value(value: object) -> str:
    if isinstance(value, ByField):
        own = ", ".join(f"{_value(v)} for {name}" for name, v in value.own)
        return f"{own}, {_value(value.rest)} for others"
    if isinstance(value, tuple):
        return " × ".join(_value(v) for v in value)
    return "as the data ask for" if value is None else str(value)


def colored(text: str) -> Markup:
    """A text of the language in the colors of its lexer; everything else in it is escaped."""
    if len(text) > COLORED:
        return joined(text)
    from pygments import highlight

    shown: str = highlight(joined_lines(text), PdeLexer(), HtmlFormatter(nowrap=True))
    return Markup(shown)


def joined_lines(text: str) -> str:
    """The text without characters that no page may hold."""
    return "".join(
        c if c.isprintable() or c in "\n\t" else "\N{REPLACEMENT CHARACTER}" for c in text
    )
