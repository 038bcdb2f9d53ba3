r"""Equations as LaTeX, as they go into a paper: \partial_t u - 0.25\, \partial_x^2 u = 0."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import sympy
from sympy.printing.latex import LatexPrinter
from sympy.printing.precedence import PRECEDENCE

from pdedsl.errors import FormError
from pdedsl.form import ExtendedDerivative, MultiIndex, VariationalReadyPDE
from pdedsl.report.latex_text import (
    latex_name,
    latex_number,
    latex_standard_error,
    latex_unit,
    unbraced,
)
from pdedsl.report.ordering import positive_first

_BEFORE_NAME = re.compile(r"(?<=[\w})])(?<!\\cdot) (?=\\mathrm\{)")
_AFTER_NAME = re.compile(r"(\\mathrm\{[^{}]*\}(?:[_^]\{[^{}]*\})*) (?=\w|\\(?!left|right|cdot|,))")


class EquationPrinter(LatexPrinter):
    """SymPy's LaTeX printer that also knows derivatives, declared names and rounded numbers."""

    def __init__(self, coordinates: tuple[sympy.Symbol, ...] = (), digits: int = 3) -> None:
        super().__init__({"order": "grlex"})
        self.coordinates = coordinates
        self.digits = digits

    def _print_Symbol(self, expr: sympy.Symbol, style: str = "plain") -> str:
        return latex_name(expr.name)

    def _print_Float(self, expr: sympy.Float) -> str:
        return latex_number(float(expr), self.digits)

    def _print_Mul(self, expr: sympy.Mul) -> str:
        """As SymPy does, and names of several letters are kept apart from other factors."""
        text = _BEFORE_NAME.sub(r"\\, ", super()._print_Mul(expr))
        return _AFTER_NAME.sub(r"\1\\, ", text)

    def _as_ordered_terms(self, expr: sympy.Expr, order: str | None = None) -> list[sympy.Expr]:
        return positive_first(super()._as_ordered_terms(expr, order))

    def parenthesize(
        self, item: sympy.Expr, level: int, is_neg: bool = False, strict: bool = False
    ) -> str:
        """As SymPy does, and also around a number with a power of ten."""
        text = super().parenthesize(item, level, is_neg, strict)
        wide = item.is_Float and "10^" in text and level >= PRECEDENCE["Pow"]
        return self._add_parens(text) if wide and not text.startswith(r"\left(") else text

    def _print_MultiIndex(self, alpha: MultiIndex) -> str:
        pairs = zip(self.coordinates, alpha.orders, strict=True)
        return " ".join(_partial(latex_name(x.name), n) for x, n in pairs if n)

    def _print_ExtendedDerivative(self, term: ExtendedDerivative) -> str:
        if term.is_zero_order:
            return self._factor(term.a * term.h)
        inner = self._print(term.h)
        if not term.h.is_Symbol:
            tall = r"\frac" in inner or r"\left" in inner
            inner = rf"\left({inner}\right)" if tall else f"({inner})"
        derivative = f"{self._print(term.alpha)} {inner}"
        return derivative if term.a == 1 else rf"{self._factor(term.a)}\, {derivative}"

    def _factor(self, expression: sympy.Expr) -> str:
        text = self._print(expression)
        needs = expression.is_Add or expression.could_extract_minus_sign()
        return rf"\left({text}\right)" if needs else text

    def signed_terms(self, expression: sympy.Expr) -> list[tuple[bool, str]]:
        """The terms of a function in reading order: is it negative, and its absolute value."""
        if expression.is_zero:
            return []
        return [self._signed(term) for term in self._as_ordered_terms(expression)]

    def _signed(self, term: sympy.Expr) -> tuple[bool, str]:
        coefficient, rest = term.as_coeff_Mul()
        negative = bool(coefficient < 0)
        if rest == 1 or sympy.fraction(rest, exact=True)[0] == 1:
            return negative, self._print(-term if negative else term)
        return negative, _scaled(self._print(abs(coefficient)), self._factor(rest))


@dataclass(frozen=True)
class TableRow:
    """A line of the table of coefficients.

    Attributes:
        term: the term as LaTeX, without dollar signs.
        coefficient: its coefficient.
        standard_error: that of the coefficient, None if it has none.
        unit: that of the coefficient, None where it is not known.
    """

    term: str
    coefficient: float
    standard_error: float | None = None
    unit: str | None = None


def latex_expression(expression: sympy.Expr, digits: int = 3) -> str:
    """A function of coordinates and fields as LaTeX, numbers to `digits` significant digits."""
    return _joined(EquationPrinter(digits=digits).signed_terms(expression))


def latex_term(term: ExtendedDerivative, coordinates: tuple[sympy.Symbol, ...]) -> str:
    """A term of the dictionary as LaTeX."""
    return unbraced(EquationPrinter(coordinates).doprint(term))


def latex_equation(
    pde: VariationalReadyPDE,
    coordinates: tuple[sympy.Symbol, ...],
    *,
    digits: int = 3,
    standard_errors: Sequence[float | None] | None = None,
) -> str:
    """The equation as LaTeX, derivative-bound part on the left; in its own scale.

    Args:
        pde: the equation; call its `reading_form` first for the way people write it.
        coordinates: one for each order of a multi-index.
        digits: significant digits of numbers that have no standard error.
        standard_errors: one for each term; coefficients are shown as far as these vouch.

    Raises:
        FormError: not as many standard errors as terms.
    """
    errors = _checked(pde, standard_errors)
    printer = EquationPrinter(coordinates, digits)
    left = [_bound_term(printer, pde, p, errors[p]) for p in pde.support]
    return f"{_joined(left)} = {_joined(printer.signed_terms(pde.g))}"


def table_rows(
    pde: VariationalReadyPDE,
    coordinates: tuple[sympy.Symbol, ...],
    standard_errors: Sequence[float | None] | None = None,
    units: Sequence[str | None] | None = None,
) -> tuple[TableRow, ...]:
    """A row for each term that the equation uses."""
    errors = _checked(pde, standard_errors)
    each = (None,) * len(pde.beta) if units is None else units
    return tuple(
        TableRow(latex_term(pde.dictionary[p], coordinates), pde.beta[p], errors[p], each[p])
        for p in pde.support
    )


def latex_table(rows: Iterable[TableRow]) -> str:
    """A tabular of terms, coefficients and standard errors, and units if any is known.

    It needs the package booktabs.
    """
    rows = list(rows)
    known = any(row.unit not in (None, "1") for row in rows)
    lines = [
        rf"${row.term}$ & ${latex_number(row.coefficient, 4, row.standard_error)}$ & "
        rf"{_in_dollars(latex_standard_error(row.standard_error))}"
        rf"{f' & {_in_dollars(latex_unit(row.unit))}' if known else ''} \\"
        for row in rows
    ]
    columns, more = ("lrrl", " & unit") if known else ("lrr", "")
    head = [rf"\begin{{tabular}}{{{columns}}}", r"\toprule"]
    head.append(rf"term & coefficient & standard error{more} \\")
    tail = [r"\bottomrule", r"\end{tabular}"]
    return "\n".join([*head, r"\midrule", *lines, *tail]) + "\n"


def latex_document_fragment(equations: Iterable[str]) -> str:
    """Equations, each in an environment of its own, ready for `\\input`."""
    return "\n".join(f"\\begin{{equation}}\n  {e}\n\\end{{equation}}\n" for e in equations)


def _checked(
    pde: VariationalReadyPDE, standard_errors: Sequence[float | None] | None
) -> tuple[float | None, ...]:
    if standard_errors is None:
        return (None,) * len(pde.beta)
    if len(standard_errors) != len(pde.beta):
        raise FormError(f"{len(pde.beta)} coefficients need as many standard errors")
    return tuple(standard_errors)


def _bound_term(
    printer: EquationPrinter, pde: VariationalReadyPDE, position: int, error: float | None
) -> tuple[bool, str]:
    """A coefficient and its term; a number in a(x) becomes part of the coefficient."""
    term = pde.dictionary[position]
    number, a = term.a.as_coeff_Mul()
    value = pde.beta[position] * float(number)
    if error is not None:
        error *= abs(float(number))
    plain = ExtendedDerivative(term.alpha, a, term.h)
    return value < 0, _scaled(
        latex_number(abs(value), printer.digits, error), printer._print(plain)
    )


def _scaled(number: str, rest: str) -> str:
    return rest if number == "1" else rf"{number}\, {rest}"


def _partial(coordinate: str, order: int) -> str:
    index = coordinate if len(coordinate) == 1 else f"{{{coordinate}}}"
    return rf"\partial_{index}" if order == 1 else rf"\partial_{index}^{{{order}}}"


def _in_dollars(text: str) -> str:
    return text if text == "--" else f"${text}$"


def _joined(terms: Sequence[tuple[bool, str]]) -> str:
    """Signed terms as a sum, 0 if there are none."""
    if not terms:
        return "0"
    (negative, first), *others = terms
    start = f"-{first}" if negative else first
    return unbraced(start + "".join(f" {'-' if n else '+'} {text}" for n, text in others))
