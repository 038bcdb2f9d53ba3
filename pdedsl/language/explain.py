"""What to say of a piece that cannot be parsed."""

from __future__ import annotations

from lark import Token

from pdedsl.errors import Mistake
from pdedsl.language.build import span_of
from pdedsl.language.explanations import EXPLANATIONS
from pdedsl.language.lookalikes import lookalike
from pdedsl.language.nearest import shown
from pdedsl.language.unexpected import Unexpected


def explain(place: Unexpected) -> Mistake:
    """The mistake to report: the first row of the table that applies, or what was expected."""
    span = place.end if place.token is None else span_of(place.token)
    words = {"token": _show(place.token), "before": _show(place.before)}
    for row in EXPLANATIONS:
        if row.applies(place):
            remedy = row.remedy.format(**words, lookalike=lookalike(str(place.token)))
            return Mistake(row.message.format(**words), span, remedy)
    message = "{token} does not fit here" if place.token else "something is missing at the end"
    names = [_READABLE.get(t, t.lower()) for t in sorted(place.expected)]
    expected = f"expected: {', '.join(dict.fromkeys(names))}" if names else None
    return Mistake(message.format(**words), span, expected)


def _show(token: Token | None) -> str:
    return "the end of the line" if token is None else shown(str(token))


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
