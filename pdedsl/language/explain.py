"""What to say of a piece that cannot be parsed."""

from __future__ import annotations

from lark import Token

from pdedsl.errors import Mistake
from pdedsl.language.build import span_of
from pdedsl.language.explanations import EXPLANATIONS
from pdedsl.language.nearest import shown
from pdedsl.language.unexpected import Unexpected


def explain(place: Unexpected) -> Mistake:
    """The mistake to report: the first row of the table that applies, or what was expected."""
    span = place.end if place.token is None else span_of(place.token)
    words = {"token": _show(place.token), "before": _show(place.before)}
    for row in EXPLANATIONS:
        if row.applies(place):
            remedy = row.remedy.format(**words, lookalike=_lookalike(place.token))
            return Mistake(row.message.format(**words), span, remedy)
    message = "{token} does not fit here" if place.token else "something is missing at the end"
    names = [_READABLE.get(t, t.lower()) for t in sorted(place.expected)]
    expected = f"expected: {', '.join(dict.fromkeys(names))}" if names else None
    return Mistake(message.format(**words), span, expected)


def _show(token: Token | None) -> str:
    return "the end of the line" if token is None else shown(str(token))


def _lookalike(token: Token | None) -> str:
    return _LOOKALIKES.get(str(token), "letters a-z, digits and _ make names")


_LOOKALIKES = {
    "×": "write *",
    "·": "write *",
    "⋅": "write *",
    "∙": "write *",
    "÷": "write /",
    "−": "write -",
    "–": "write -",
    "—": "write -",
    "²": "write ^2",
    "³": "write ^3",
    "√": "write sqrt( )",
    "∂": "a derivative is written d_x(u)",
    "Δ": "write laplacian(u)",
    "∇": "write grad(u), or div( ) of a vector",
    "“": 'quotes are written "',
    "”": 'quotes are written "',
    "„": 'quotes are written "',
    "'": 'quotes are written "',
    "‘": 'quotes are written "',
    "’": "derivatives are written d_t(u)",
    ";": "a statement, term or rule ends with its line",
    "%": "a percentage is written 0.1, a comment begins with #",
    "[": "write (",
    ".": "numbers are written 0.5, ranges of whole numbers 1..3",
    "α": "write alpha",
    "β": "write beta",
    "γ": "write gamma",
    "θ": "write theta",
    "λ": "write lambda",
    "μ": "write mu",
    "ν": "write nu",
    "ρ": "write rho",
    "σ": "write sigma",
    "φ": "write phi",
    "ω": "write omega",
}

_READABLE = {
    "$END": "the end",
    "NAME": "a name",
    "IN": "in",
    "NUMBER": "a number",
    "STRING": "a text in quotes",
    "PLUS": "+",
    "MINUS": "-",
    "STAR": "*",
    "SLASH": "/",
    "POWER": "^",
    "LPAR": "(",
    "RPAR": ")",
    "LSQB": "[",
    "RSQB": "]",
    "COMMA": ",",
    "COLON": ":",
    "EQUAL": "=",
    "DEFINES": "::=",
    "BAR": "|",
    "DOTS": "..",
}
