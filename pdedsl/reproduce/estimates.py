"""The numbers of an equation with their standard errors, as a line of text and read again."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from pdedsl.records import EquationRecord

_APART, _IS, _ERROR = "; ", " = ", " +- "
_FREE = "g"
_BEHIND = re.compile(
    r"(?<=[(=+ -])([A-Za-z_]\w*)\*(-?\d[\d.]*(?:e-?\d+)?(?:\(\d+\))?)(?![\w.*^/(])"
)
"""A number behind the name that it multiplies."""


@dataclass(frozen=True)
class Estimate:
    """A coefficient or a number of g, and its standard error, None where there is none."""

    value: float
    error: float | None = None

    def __str__(self) -> str:
        """With the error of the last two digits in brackets.

        >>> str(Estimate(-0.10023, 0.00041)), str(Estimate(1.0)), str(Estimate(1234.5, 31))
        ('-0.10023(41)', '1', '1234(31)')
        """
        if self.error is None or not (math.isfinite(self.error) and self.error > 0):
            return f"{self.value:.6g}"
        places = 1 - math.floor(math.log10(float(f"{self.error:.1e}")))
        if places <= 0:
            return f"{round(self.value)}({round(self.error)})"
        return f"{self.value:.{places}f}({round(self.error * 10**places)})"


@dataclass(frozen=True)
class Estimates:
    """All of an equation.

    Attributes:
        bound: pairs of a term and its coefficient.
        free: g with a name for each of its numbers.
        numbers: pairs of such a name and its value.
    """

    bound: tuple[tuple[str, Estimate], ...]
    free: str = "0"
    numbers: tuple[tuple[str, Estimate], ...] = ()

    def __str__(self) -> str:
        """The equation, each number with its standard error in brackets.

        >>> terms = ("d_t(u)", Estimate(1.0)), ("d_xx(u)", Estimate(-0.1, 0.002))
        >>> str(Estimates(terms, "c1*u", (("c1", Estimate(-2.0, 0.01)),)))
        'd_t(u) - 0.1000(20)*d_xx(u) = -2.000(10)*u'
        """
        left = " + ".join(_times(estimate, term) for term, estimate in self.bound)
        given = dict(self.numbers)
        right = re.sub(r"\b[A-Za-z_]\w*", lambda n: str(given.get(n[0], n[0])), self.free)
        ahead = _BEHIND.sub(r"\2*\1", f"{left} = {right}")
        once = re.sub(r"([(=^*/] ?)- ?-", r"\1", ahead)
        return re.sub(r"\+ ?-", "- ", re.sub(r"- ?-", "+ ", once))


def _times(estimate: Estimate, term: str) -> str:
    return term if estimate == Estimate(1.0) else f"{estimate}*{term}"


def written(equation: EquationRecord) -> str:
    """Terms and numbers of g, each "name = value +- standard error", "; " between them.

    Before the numbers of g there is g itself, a name standing for each of them.
    """
    terms = [_entry(t.term, t.coefficient, t.standard_error) for t in equation.bound]
    free = equation.free_form
    numbers = [_entry(n.name, n.value, n.standard_error) for n in equation.free_numbers]
    return _APART.join([*terms, f"{_FREE}{_IS}{' '.join(free.split())}", *numbers])


def _entry(name: str, value: float, error: float | None) -> str:
    text = f"{name}{_IS}{value:.10g}"
    return text if error is None else f"{text}{_ERROR}{error:.4g}"


def read(text: str) -> Estimates | None:
    """What `written` has written, None for "" and for other texts.

    >>> str(read("d_t(u) = 1; d_xx(u) = -0.1 +- 0.002; g = 0"))
    'd_t(u) - 0.1000(20)*d_xx(u) = 0'
    >>> read("") is read("d_t(u) = 1; g = c1*u; c1 = two") is None
    True
    """
    pairs = [entry.partition(_IS)[::2] for entry in text.split(_APART)]
    places = [k for k, (name, _) in enumerate(pairs) if name == _FREE]
    if not places:
        return None
    (at, *_) = places
    try:
        every = tuple((name, _estimate(value)) for name, value in pairs if name != _FREE)
    except ValueError:
        return None
    return Estimates(every[:at], pairs[at][1], every[at:])


def _estimate(text: str) -> Estimate:
    value, _, error = text.partition(_ERROR)
    return Estimate(float(value), float(error) if error else None)
