"""Declared names and rounded numbers before they are set in LaTeX, MathML or a figure."""

from __future__ import annotations

import math
import re
import unicodedata

GREEK_NAMES = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau "
    "upsilon phi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega"
)
GREEK = frozenset(GREEK_NAMES.split())
LARGEST_FIXED = 4  # 12345 is 1.23e4
SMALLEST_FIXED = -3  # 0.00123 is not 1.23e-3
MOST_DIGITS = 15


def name_parts(name: str) -> tuple[str, ...]:
    """The word of a name, and its indices; the name as a whole where it cannot be told apart.

    >>> [name_parts(n) for n in ("u_1", "mu_a_2", "E2", "temp", "_x")]
    [('u', '1'), ('mu', 'a', '2'), ('E', '2'), ('temp',), ('_x',)]
    """
    head, *tail = name.split("_")
    split = re.fullmatch(r"([^\W\d]+)(\d+)", head)
    if split:
        head, tail = split[1], [split[2], *tail]
    return (head, *tail) if head and all(tail) else (name,)


def letter(word: str) -> str:
    """A Greek letter for its name, other words as they are.

    >>> letter("lambda"), letter("Omega"), letter("temp")
    ('λ', 'Ω', 'temp')
    """
    if word not in GREEK:
        return word
    size = "CAPITAL" if word[0].isupper() else "SMALL"
    spelt = {"LAMBDA": "LAMDA"}.get(word.upper(), word.upper())
    return unicodedata.lookup(f"GREEK {size} LETTER {spelt}")


def rounded(
    value: float, digits: int = 3, standard_error: float | None = None
) -> tuple[str, int | None]:
    """A finite number to some significant digits, or to those its standard error vouches for.

    The error decides when it is positive and finite: its first digit is the last one shown, or
    its second if the first is a 1. Zeros at the end are kept then, and dropped otherwise.

    Returns:
        The decimal number, and the power of ten it is to be multiplied by, None for none.

    >>> rounded(1.5e-7), rounded(0.25, standard_error=0.0014), rounded(16.04)
    (('1.5', -7), ('0.2500', None), ('16', None))
    >>> rounded(-0.09996, standard_error=0.0008)
    ('-0.1000', None)
    """
    if value == 0:
        return "0", None
    known = standard_error is not None and math.isfinite(standard_error) and standard_error > 0
    if known and standard_error is not None:
        digits = _exponent(value, MOST_DIGITS) - _last_place(standard_error) + 1
    digits = min(max(digits, 1), MOST_DIGITS)
    mantissa, exponent = f"{value:.{digits - 1}e}".split("e")
    power = int(exponent)
    if known and power > _exponent(value, MOST_DIGITS):  # 0.0999 became 0.100
        mantissa, digits = f"{float(mantissa):.{digits}f}", digits + 1
    if SMALLEST_FIXED <= power < LARGEST_FIXED:
        decimals = max(digits - 1 - power, 0)
        return _stripped(f"{float(f'{mantissa}e{power}'):.{decimals}f}", known), None
    return _stripped(mantissa, known), power


def _exponent(value: float, digits: int) -> int:
    return int(f"{value:.{digits - 1}e}".split("e")[1])


def _last_place(standard_error: float) -> int:
    """The power of ten of the last digit worth showing."""
    first, exponent = f"{standard_error:.1e}".split("e")
    return int(exponent) - (1 if first.startswith("1") else 0)


def _stripped(text: str, keep_zeros: bool) -> str:
    return text.rstrip("0").rstrip(".") if "." in text and not keep_zeros else text
