"""The language for Pygments: `.pde` texts in colour, in Sphinx, notebooks and terminals.

Pygments loads this to learn what lexers there are, so the words are listed here and nothing of the
language is imported; a test holds them to it.
"""

from __future__ import annotations

from typing import ClassVar

from pygments.lexer import RegexLexer, bygroups, include, words
from pygments.token import (
    Comment,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Whitespace,
)

__all__ = ["PdeLexer"]

STATEMENTS = (
    *("title", "coordinates", "fields", "inputs", "constants", "data", "dictionary"),
    *(
        "grammar",
        "known",
        "method",
        "estimate",
        "test",
        "solve",
        "search",
        "select",
        "expect",
        "export",
        "equation",
    ),
)
"""Words that a statement may begin with."""

FUNCTIONS = (
    *("sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh"),
    *("exp", "log", "abs", "erf", "sqrt"),
)
DERIVATIVES = ("derivatives", "laplacian", "div", "divergence", "grad", "curl")
"""Sets of derivatives and vector calculus; `d_tx` and `d[x, 2]` are told by their shape."""

GRAMMAR_WORDS = ("const", "int", "variable", "inf", "field", "coordinate")

BEGINS = r'(?=[ \t]*\{|[ \t]+["\w.]|[ \t]*(?:#.*)?$)'
"""What follows a keyword: a block, a word, a number, a text or nothing, but no operator."""

NAME = r"[A-Za-z_][A-Za-z0-9_]*"
NUMBER = r"(?:[0-9]+\.(?!\.)[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+"
DERIVATIVE = r"d_[A-Za-z]+(?=\s*\()|d(?=\s*\[)"
TIME_UNITS = (
    *("ns", "nanosecond", "nanoseconds", "us", "microsecond", "microseconds"),
    *("ms", "millisecond", "milliseconds", "s", "sec", "second", "seconds"),
    *("min", "minute", "minutes", "h", "hr", "hour", "hours", "d", "day", "days"),
    *("week", "weeks", "yr", "year", "years"),
)
IN = rf"in\b(?=\s*\[|\s+-?\s*[0-9]|\s+(?:{'|'.join(TIME_UNITS)})\b)"
DATA_WORD = r'every\b(?=\s+[0-9])|since\b(?=\s*")'
"""Words in the block of `data`; `in` stands there before units of time too."""


class PdeLexer(RegexLexer):
    """Tokens of a `.pde` text; what is no character of the language is an error."""

    name = "pdedsl"
    aliases: ClassVar[list[str]] = ["pde", "pdedsl"]
    filenames: ClassVar[list[str]] = ["*.pde"]
    mimetypes: ClassVar[list[str]] = ["text/x-pde"]

    _keyword = rf"^([ \t]*)({'|'.join(STATEMENTS)})\b{BEGINS}"
    _first = rf"(?<=\{{)([ \t]*)({'|'.join(STATEMENTS)})\b{BEGINS}"
    _grammar = r"^([ \t]*)(grammar)\b(?=[ \t]*\()"

    tokens: ClassVar[dict[str, list[object]]] = {
        "root": [
            (_keyword, bygroups(Whitespace, Keyword)),
            (_grammar, bygroups(Whitespace, Keyword)),
            (r"\{", Punctuation, "block"),
            include("piece"),
        ],
        "block": [
            (_keyword, bygroups(Whitespace, Keyword), "#pop"),
            (_first, bygroups(Whitespace, Keyword), "#pop"),
            (r"\}", Punctuation, "#pop"),
            (rf"{NAME}(?=\s*::=)", Name.Class),
            (rf"{NAME}(?=\s*:)", Name.Label),
            (rf"{NAME}(?=\s*=)", Name.Attribute),
            include("piece"),
        ],
        "piece": [
            (r"\n", Whitespace),
            (r"[^\S\n]+", Whitespace),
            (r"#[^\n]*", Comment.Single),
            (r'"(?:""|[^"\n])*"', String.Double),
            (DERIVATIVE, Name.Builtin),
            (words(DERIVATIVES, suffix=r"\b(?=\s*\()"), Name.Builtin),
            (words(FUNCTIONS, suffix=r"\b"), Name.Function),
            (words(GRAMMAR_WORDS, suffix=r"\b"), Keyword.Pseudo),
            (IN, Operator.Word),
            (DATA_WORD, Keyword.Pseudo),
            (NAME, Name),
            (NUMBER, Number.Float),
            (r"[0-9]+", Number.Integer),
            (r"::=|\.\.|\*\*|[-+*/^=|]", Operator),
            (r"[(){}\[\],:]", Punctuation),
        ],
    }
