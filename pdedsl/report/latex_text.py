"""Names and numbers as LaTeX: what a letter, a word or a float looks like in a formula."""

from __future__ import annotations

import math
import re
import unicodedata

from pdedsl.lettering import GREEK, name_parts, rounded

_LETTERS = {"\N{MICRO SIGN}": "μ", "\N{OHM SIGN}": "Ω", "\N{ANGSTROM SIGN}": "Å"} | {
    "²": "^2",
    "³": "^3",
    "·": "*",
    "⋅": "*",
}
_COMMANDS = {"μ": r"\mu ", "Ω": r"\Omega ", "Å": r"\mathring{A}"}


def latex_name(name: str) -> str:
    r"""A declared name as LaTeX; no name can become a command or break out of its braces.

    >>> [latex_name(n) for n in ("u_1", "mu_a", "lambda", "temp", "E2")]
    ['u_1', '\\mu_{a}', '\\lambda', '\\mathrm{temp}', 'E_2']
    """
    head, *tail = name_parts(name)
    if not tail:
        return _word(head)
    return unbraced(f"{_word(head)}_{{{','.join(map(_word, tail))}}}")


def latex_number(value: float, digits: int = 3, standard_error: float | None = None) -> str:
    r"""A number to some significant digits, or to the last digit its standard error vouches for.

    The error decides when it is positive and finite: its first digit is the last one shown, or
    its second if the first is a 1. Zeros at the end are kept then, and dropped otherwise.

    >>> latex_number(1.5e-7), latex_number(0.25, standard_error=0.0014), latex_number(16.04)
    ('1.5 \\cdot 10^{-7}', '0.2500', '16')
    """
    if not math.isfinite(value):
        return _non_finite(value)
    front, power = rounded(value, digits, standard_error)
    if power is None:
        return front
    return unbraced(f"10^{{{power}}}" if front == "1" else rf"{front} \cdot 10^{{{power}}}")


def latex_standard_error(standard_error: float | None) -> str:
    """A standard error to one digit, to two if the first is a 1; a dash if there is none."""
    if standard_error is None or not math.isfinite(standard_error):
        return "--"
    return latex_number(standard_error, standard_error=standard_error)


def latex_unit(unit: str | None) -> str:
    r"""A unit as LaTeX mathematics; a dash if it is not known. What is no unit is left out.

    >>> latex_unit("m^2/s"), latex_unit("1/(°C*s)"), latex_unit(None)
    ('\\mathrm{m}^2/\\mathrm{s}', '1/({}^{\\circ}\\mathrm{C}\\,\\mathrm{s})', '--')
    """
    if unit is None:
        return "--"
    plain = "".join(_LETTERS.get(c) or _without_accent(c) for c in unit)
    known = "".join(re.findall(r"[A-Za-z0-9ΩμÅ]|[*/°%]|\^-?\d+|\^\([\d/]+\)|\(|\)", plain))
    symbols = re.sub(r"[A-Za-zΩμÅ]+", lambda m: rf"\mathrm{{{_commands(m[0])}}}", known)
    text = re.sub(r"\^(?:\(([\d/]+)\)|(-?\d+))", r"^{\1\2}", symbols).replace("*", r"\,")
    text = text.replace("°", r"{}^{\circ}").replace("%", r"\%")
    return unbraced(re.sub(r"(\^\{[^{}]*\})(?=\^)", r"\1{}", text))  # no power of a power


def _without_accent(c: str) -> str:
    """The letter that an accent stands on; a letter that TeX has not stays, and is left out."""
    return c if c in _COMMANDS else unicodedata.normalize("NFD", c)[0]


def _commands(letters: str) -> str:
    return "".join(_COMMANDS.get(c, c) for c in letters)


def unbraced(text: str) -> str:
    r"""One digit as an exponent or index needs no braces: x^{2} is x^2."""
    return re.sub(r"(?<!\\)([\^_])\{(\d)\}", r"\1\2", text)


def _word(part: str) -> str:
    if part in GREEK:
        return rf"\{part}"
    if part.isdigit() or (len(part) == 1 and part.isalpha()):
        return part
    return rf"\mathrm{{{_escaped(part)}}}"


def _escaped(text: str) -> str:
    """Letters and digits as they are, an underscore escaped, anything else left out."""
    return "".join(r"\_" if c == "_" else c for c in text if c == "_" or c.isalnum())


def _non_finite(value: float) -> str:
    if math.isnan(value):
        return r"\mathrm{NaN}"
    return r"\infty" if value > 0 else r"-\infty"
