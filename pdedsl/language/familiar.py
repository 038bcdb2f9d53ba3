"""What people write who come from elsewhere, and how the language has it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields

from pdedsl.language.abbreviations import as_abbreviation
from pdedsl.language.lookalikes import lookalike
from pdedsl.language.nearest import nearest
from pdedsl.language.options import Options, option_checks
from pdedsl.language.scope import FUNCTION_NAMES

_FUNCTIONS: Mapping[str, str] = {
    "ln": "write log( )",
    "log10": "write log( )/log(10)",
    "log2": "write log( )/log(2)",
    "arcsin": "write asin( )",
    "arccos": "write acos( )",
    "arctan": "write atan( )",
    "cot": "write 1/tan( )",
    "sec": "write 1/cos( )",
    "csc": "write 1/sin( )",
    "pow": "write x^y",
    "cbrt": "write ( )^(1/3)",
    "fabs": "write abs( )",
    "erfc": "write 1 - erf( )",
    "diff": "write d_x( ), or d[x, 2]( )",
    "D": "write d_x( ), or d[x, 2]( )",
    "Derivative": "write d_x( ), or d[x, 2]( )",
}


_DERIVATIVES = ("diff", "D", "Derivative")
_MOST = 8  # of the order that a remedy writes

_INPUTS = (
    *("forcing", "forcings", "input", "control", "controls", "drive", "drives", "driver"),
    *("drivers", "exogenous", "covariates", "external", "sources", "signals"),
)
"""What others call a quantity that is known as data."""


def _first_name(text: str) -> str:
    return text if text.isidentifier() else "q"


def function_remedy(name: str, more: Iterable[str] = ()) -> str:
    """The remedy for a function that does not exist: its name here, the nearest, or a list."""
    if name in _FUNCTIONS:
        return _FUNCTIONS[name]
    near = nearest(name, (*FUNCTION_NAMES, *more))
    return f"did you mean {near}?" if near else f"functions are {', '.join(FUNCTION_NAMES)}"


def derivative_of_call(name: str, arguments: Sequence[str | None]) -> str | None:
    """What diff(u, x, x) and u_t(x) are in the language, u_xx and u_t; None for another call.

    Args:
        name: of the function that does not exist.
        arguments: names and numbers among its arguments, None for others.
    """
    if name not in _DERIVATIVES:
        short = as_abbreviation(name)
        return None if short is None or None in arguments else f"write {name}"
    field, *letters = arguments or (None,)
    if field is None or not field.isidentifier() or not letters:
        return None
    every = ""
    for letter in letters:
        if letter is None or (letter.isdigit() and not every):
            return None
        every += every[-1] * (min(int(letter), _MOST) - 1) if letter.isdigit() else letter
    return f"write {field}_{every}" if all(len(x or "") == 1 for x in letters) else None


def statement_remedy(word: str, following: str, statements: Iterable[str]) -> str:
    """The remedy for a line that begins with no keyword.

    Args:
        word: the first of the line.
        following: what comes after it.
        statements: the keywords.
    """
    groups = [f.name for f in fields(Options) if word in option_checks(getattr(Options(), f.name))]
    if following == "=" and groups:
        return f"it is an option of {groups[0]}: write {groups[0]} {{ {word} = ... }}"
    if word.startswith("d_") or following == "[":
        return "a term stands in dictionary { ... }; an equation is written expect d_t(u) = ..."
    if len(word) == 1 and not word.isascii():
        return lookalike(word)
    if word.lower() in _INPUTS:
        return f"quantities known as data are inputs: write inputs {_first_name(following)}"
    near = nearest(word, statements)
    return f"did you mean {near}?" if near else f"one of {', '.join(statements)}"
