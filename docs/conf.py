"""How the pages of this folder become a site: `python -m sphinx -W docs site`.

Nothing is fetched when it is built and nothing when it is read: mathematics is MathML, fonts are
the reader's, and the search is a script of the site itself.
"""

from __future__ import annotations

import re
from html import escape
from importlib.metadata import version as version_of
from typing import Any

from docutils import nodes
from docutils.utils.math import MathError
from docutils.utils.math.latex2mathml import tex2mathml
from pygments.formatters import HtmlFormatter
from pygments.lexers.special import TextLexer
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util import logging

from pdedsl.highlighting import PdeLexer

project = "pdedsl"
author = "the authors of pdedsl"
version = release = version_of("pdedsl")
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build", "editors/node_modules"]

myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 3
nitpicky = True
nitpick_ignore_regex = [
    ("py:.*", r"(numpy|np|sympy|pandas|sklearn|os|pathlib|collections|typing)\..*"),
]
"""Types of other packages: where they are explained is on another site."""

default_role = "literal"  # docstrings set names between single backquotes
autodoc_member_order = "bysource"
autodoc_typehints = "none"  # what an argument may be is in the text
napoleon_use_ivar = True
napoleon_attr_annotations = False
napoleon_custom_sections = [("Parameters", "params_style"), "Source"]
html_math_renderer = "mathml"
html_theme = "alabaster"
html_theme_options = {
    "description": "Closed-form differential equations from noisy measurements",
    "fixed_sidebar": True,
    "page_width": "1100px",
    "sidebar_width": "250px",
    "show_powered_by": False,
    "font_family": "system-ui, sans-serif",
    "head_font_family": "system-ui, sans-serif",
}
html_sidebars = {"**": ["about.html", "searchfield.html", "navigation.html"]}
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_copyright = False

_PAGE = re.compile(r"(?:docs/)?([\w/]+)\.md")
_logger = logging.getLogger(__name__)


def setup(app: Sphinx) -> dict[str, Any]:
    """Colours of `.pde` texts, MathML, and links where a page is named."""
    app.add_lexer("pde", PdeLexer)
    app.add_lexer("ebnf", TextLexer)  # pieces in slashes, which no lexer of EBNF knows
    app.add_html_math_renderer("mathml", (_inline_math, None), (_math_block, None))
    app.add_css_file("dark.css", media="(prefers-color-scheme: dark)")
    app.connect("doctree-read", _link_pages)
    app.connect("build-finished", _write_dark)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _write_dark(app: Sphinx, error: Exception | None) -> None:
    """Colours of code for readers whose system is dark."""
    if error is None and app.builder.format == "html":
        rules = HtmlFormatter(style="github-dark").get_style_defs(".highlight")
        (app.outdir / "_static" / "dark.css").write_text(str(rules), encoding="utf-8")


def _link_pages(app: Sphinx, tree: nodes.document) -> None:
    """A page's file name, as in `docs/language.md`, becomes a link to the page."""
    for literal in list(tree.findall(nodes.literal)):
        named = _PAGE.fullmatch(literal.astext())
        if named is None or isinstance(literal.parent, nodes.reference):
            continue
        if named[1] not in app.env.found_docs:
            _logger.warning("there is no page %s", literal.astext(), location=literal)
            continue
        target = addnodes.pending_xref(
            "",
            nodes.literal("", f"{named[1]}.md"),
            refdomain="std",
            reftype="doc",
            reftarget=f"/{named[1]}",
            refdoc=app.env.docname,
            refexplicit=True,
            refwarn=True,
        )
        literal.replace_self(target)


def _inline_math(translator: Any, node: nodes.math) -> None:
    translator.body.append(_mathml(node, as_block=False))
    raise nodes.SkipNode


def _math_block(translator: Any, node: nodes.math_block) -> None:
    translator.body.append(f'<div class="math">{_mathml(node, as_block=True)}</div>\n')
    raise nodes.SkipNode


def _mathml(node: nodes.Element, *, as_block: bool) -> str:
    """The formula as MathML; what cannot be read is a warning, and shown as it is written."""
    try:
        return tex2mathml(node.astext(), as_block=as_block)
    except MathError as error:
        _logger.warning("formula cannot be read: %s", error, location=node)
        return f"<code>{escape(node.astext())}</code>"
