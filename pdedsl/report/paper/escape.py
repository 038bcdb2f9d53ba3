"""Text of a user as LaTeX text: every character as itself, none as a command."""

from __future__ import annotations

import unicodedata

from pdedsl.lettering import GREEK, letter

SPECIAL = {
    **{c: rf"\{c}" for c in "{}$&#_%"},
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': "''",
    "°": r"$^{\circ}$",
    "µ": r"$\mu$",
    "²": "$^2$",
    "³": "$^3$",
    "·": r"$\cdot$",
    "×": r"$\times$",
    "±": r"$\pm$",
    "−": "$-$",
    "–": "--",
    "—": "---",
    "…": r"\dots{}",
    "‘": "`",
    "’": "'",
    "“": "``",
    "”": "''",
    "ß": r"\ss{}",
    "æ": r"\ae{}",
    "Æ": r"\AE{}",
    "œ": r"\oe{}",
    "ø": r"\o{}",
    "Ø": r"\O{}",
    "ł": r"\l{}",
    "Ł": r"\L{}",
    **{letter(name): rf"$\{name}$" for name in GREEK},
}
ACCENTS = {
    "\N{COMBINING GRAVE ACCENT}": "`",
    "\N{COMBINING ACUTE ACCENT}": "'",
    "\N{COMBINING CIRCUMFLEX ACCENT}": "^",
    "\N{COMBINING TILDE}": "~",
    "\N{COMBINING DIAERESIS}": '"',
    "\N{COMBINING RING ABOVE}": "r",
    "\N{COMBINING CARON}": "v",
    "\N{COMBINING CEDILLA}": "c",
    "\N{COMBINING MACRON}": "=",
    "\N{COMBINING DOT ABOVE}": ".",
    "\N{COMBINING DOUBLE ACUTE ACCENT}": "H",
    "\N{COMBINING BREVE}": "u",
}
UNKNOWN = "?"
"""Stands for a letter that the fonts of LaTeX have not."""


def latex_text(text: str) -> str:
    r"""Text for a paragraph or title, whatever characters are in it.

    >>> latex_text("50 % of u_max & \\input{x}"), latex_text("Čertík")
    ('50 \\% of u\\_max \\& \\textbackslash{}input\\{x\\}', "\\v{C}ert\\'{i}k")
    """
    return "".join(_character(c) for c in unicodedata.normalize("NFC", text))


def _character(c: str) -> str:
    if c in SPECIAL:
        return SPECIAL[c]
    if c.isspace():
        return " "
    if c.isascii():
        return c if c.isprintable() else UNKNOWN
    base, *marks = unicodedata.normalize("NFD", c)
    if len(marks) == 1 and marks[0] in ACCENTS and base.isascii() and base.isalpha():
        return rf"\{ACCENTS[marks[0]]}{{{base}}}"
    return UNKNOWN
