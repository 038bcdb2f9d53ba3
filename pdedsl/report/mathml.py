"""Equations as MathML, which browsers show without fonts or scripts of anybody."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, ClassVar

import sympy
from sympy.printing.precedence import PRECEDENCE, precedence
from sympy.printing.printer import Printer

from pdedsl.errors import FormError
from pdedsl.form import ExtendedDerivative, VariationalReadyPDE
from pdedsl.lettering import letter, name_parts, rounded
from pdedsl.report.markup import Markup, element, joined
from pdedsl.report.ordering import positive_first

FUNCTIONS = {"log": "log", "Abs": "abs", "sign": "sign"}
"""Functions that SymPy calls otherwise than they are printed."""

TIMES = element("mo", "\N{DOT OPERATOR}")
THIN = element("mspace", width="0.17em")
APPLY = Markup("<mo>&#8289;</mo>")  # function application, which is not seen
MINUS = "\N{MINUS SIGN}"


class MathPrinter(Printer):
    """Prints functions and extended derivatives as presentation MathML, in rows of elements."""

    _default_settings: ClassVar[dict[str, Any]] = {"order": "grlex"}

    def __init__(self, coordinates: tuple[sympy.Symbol, ...] = (), digits: int = 3) -> None:
        super().__init__()
        self.coordinates = coordinates
        self.digits = digits

    def emptyPrinter(self, expr: object) -> Markup:
        """What is not known is shown as it is written."""
        return element("mtext", str(expr))

    def _as_ordered_terms(self, expr: sympy.Expr, order: str | None = None) -> list[sympy.Expr]:
        return positive_first(super()._as_ordered_terms(expr, order))

    def row(self, expression: sympy.Expr) -> Markup:
        """An expression as a sum of signed terms."""
        if expression.is_zero:
            return math_number(0.0)
        return signed_sum([self._signed(e) for e in self._as_ordered_terms(expression)])

    def term(self, term: ExtendedDerivative) -> Markup:
        """a d^alpha (h)."""
        if term.is_zero_order:
            return self._factor(term.a * term.h)
        inner = self._print(term.h) if term.h.is_Symbol else _bracketed(self._print(term.h))
        pairs = zip(self.coordinates, term.alpha.orders, strict=True)
        signs = [_partial(x.name, n) for x, n in pairs if n]
        front = () if term.a == 1 else (self._factor(term.a), THIN)
        return joined(*front, *signs, THIN, inner)

    def _signed(self, term: sympy.Expr) -> tuple[bool, Markup]:
        coefficient, rest = term.as_coeff_Mul()
        negative = bool(coefficient < 0)
        if rest == 1 or sympy.fraction(rest, exact=True)[0] == 1:
            return negative, self._print(-term if negative else term)
        return negative, scaled(self._print(abs(coefficient)), self._factor(rest))

    def _factor(self, expression: sympy.Expr) -> Markup:
        shown = self._print(expression)
        needs = expression.is_Add or expression.could_extract_minus_sign()
        return _bracketed(shown) if needs else shown

    def _within(self, expression: sympy.Expr, level: int) -> Markup:
        """An operand, in brackets where it binds less than its surroundings."""
        shown = self._print(expression)
        powered = expression.is_Float and "<msup>" in shown and level >= PRECEDENCE["Pow"]
        return _bracketed(shown) if precedence(expression) < level or powered else shown

    def _print_Symbol(self, expr: sympy.Symbol) -> Markup:
        return math_name(expr.name)

    def _print_Float(self, expr: sympy.Float) -> Markup:
        return math_number(float(expr), self.digits)

    def _print_Integer(self, expr: sympy.Integer) -> Markup:
        return _signed_number(str(expr))

    def _print_Rational(self, expr: sympy.Rational) -> Markup:
        fraction = element("mfrac", element("mn", str(abs(expr.p))), element("mn", str(expr.q)))
        return fraction if expr.p > 0 else joined(element("mo", MINUS), fraction)

    def _print_Exp1(self, expr: sympy.Expr) -> Markup:
        return element("mi", "e", mathvariant="normal")

    def _print_Pi(self, expr: sympy.Expr) -> Markup:
        return element("mi", "π")

    def _print_Add(self, expr: sympy.Add) -> Markup:
        return self.row(expr)

    def _print_Mul(self, expr: sympy.Mul) -> Markup:
        if expr.could_extract_minus_sign():
            return joined(element("mo", MINUS), self._within(-expr, PRECEDENCE["Mul"]))
        top, bottom = sympy.fraction(expr, exact=True)
        if bottom != 1:
            return element("mfrac", _row(self._print(top)), _row(self._print(bottom)))
        factors = expr.as_ordered_factors()
        shown = [self._within(factor, PRECEDENCE["Mul"]) for factor in factors]
        between = [TIMES if _both_numbers(*pair) else THIN for pair in pairwise(factors)]
        pieces = [p for pair in zip(shown, [*between, None], strict=True) for p in pair]
        return joined(*pieces)

    def _print_Pow(self, expr: sympy.Pow) -> Markup:
        if expr.exp == sympy.Rational(1, 2):
            return element("msqrt", self._print(expr.base))
        if expr.exp.could_extract_minus_sign() and expr.exp.is_Number:
            below = sympy.Pow(expr.base, -expr.exp) if expr.exp != -1 else expr.base
            bottom = self._print(below)
            return element("mfrac", element("mn", "1"), _row(bottom))
        base = _row(self._within(expr.base, PRECEDENCE["Pow"] + 1))
        return element("msup", base, _row(self._print(expr.exp)))

    def _print_ExpBase(self, expr: sympy.Expr) -> Markup:
        return element("msup", self._print_Exp1(expr), _row(self._print(expr.args[0])))

    def _print_Function(self, expr: sympy.Function) -> Markup:
        name = FUNCTIONS.get(expr.func.__name__, expr.func.__name__)
        shown = [p for a in expr.args for p in (element("mo", ","), self._print(a))][1:]
        inside = joined(*shown)
        return joined(element("mi", name, mathvariant="normal"), APPLY, _bracketed(inside))

    def _print_Abs(self, expr: sympy.Abs) -> Markup:
        bar = element("mo", "|", stretchy="true")
        return element("mrow", bar, self._print(expr.args[0]), bar)


def equation_mathml(
    pde: VariationalReadyPDE,
    coordinates: tuple[sympy.Symbol, ...],
    *,
    digits: int = 3,
    standard_errors: Sequence[float | None] | None = None,
) -> tuple[Markup, Markup]:
    """Left and right side of an equation, in its own scale, as `latex.latex_equation` has it.

    Args:
        pde: the equation.
        coordinates: one for each order of a multi-index.
        digits: significant digits of numbers that have no standard error.
        standard_errors: one for each term; coefficients are shown as far as these vouch.

    Raises:
        FormError: not as many standard errors as terms.
    """
    errors = (None,) * len(pde.beta) if standard_errors is None else tuple(standard_errors)
    if len(errors) != len(pde.beta):
        raise FormError(f"{len(pde.beta)} coefficients need as many standard errors")
    printer = MathPrinter(coordinates, digits)
    left = [_bound(printer, pde, p, errors[p]) for p in pde.support]
    return signed_sum(left), printer.row(pde.g)


def term_mathml(term: ExtendedDerivative, coordinates: tuple[sympy.Symbol, ...]) -> Markup:
    """A term of the dictionary."""
    return MathPrinter(coordinates).term(term)


def math_element(*pieces: str, block: bool = False, label: str | None = None) -> Markup:
    """A whole formula; `label` is read out where MathML is not."""
    display = "block" if block else None
    return element("math", element("mrow", *pieces), display=display, aria_label=label)


def math_name(name: str) -> Markup:
    """A declared name: letters slanted, words upright, indices below.

    >>> math_name("mu_a")
    '<msub><mi>μ</mi><mi>a</mi></msub>'
    """
    head, *tail = (_word(part) for part in name_parts(name))
    if not tail:
        return head
    commas = [p for word in tail for p in (element("mo", ","), word)][1:]
    return element("msub", head, _row(joined(*commas)) if len(tail) > 1 else tail[0])


def math_number(value: float, digits: int = 3, standard_error: float | None = None) -> Markup:
    """A number, rounded as `lettering.rounded` does."""
    if not math.isfinite(value):
        return element("mtext", "NaN" if math.isnan(value) else f"{MINUS if value < 0 else ''}∞")
    front, power = rounded(value, digits, standard_error)
    if power is None:
        return _signed_number(front)
    ten = element("msup", element("mn", "10"), _row(_signed_number(str(power))))
    return ten if front == "1" else joined(_signed_number(front), TIMES, ten)


def signed_sum(terms: Sequence[tuple[bool, Markup]]) -> Markup:
    """Terms with their signs as a sum, 0 if there are none."""
    if not terms:
        return math_number(0.0)
    (negative, first), *others = terms
    pieces = [element("mo", MINUS, form="prefix") if negative else None, first]
    for minus, shown in others:
        pieces += [element("mo", MINUS if minus else "+"), shown]
    return joined(*pieces)


def scaled(number: Markup, rest: Markup) -> Markup:
    """A number before something, left out if it is 1."""
    return rest if number == math_number(1.0) else joined(number, THIN, rest)


def _bound(
    printer: MathPrinter, pde: VariationalReadyPDE, position: int, error: float | None
) -> tuple[bool, Markup]:
    """A coefficient and its term; a number in a(x) becomes part of the coefficient."""
    term = pde.dictionary[position]
    number, a = term.a.as_coeff_Mul()
    value = pde.beta[position] * float(number)
    if error is not None:
        error *= abs(float(number))
    plain = ExtendedDerivative(term.alpha, a, term.h)
    return value < 0, scaled(math_number(abs(value), printer.digits, error), printer.term(plain))


def _partial(coordinate: str, order: int) -> Markup:
    sign, name = element("mo", "∂"), math_name(coordinate)
    if order == 1:
        return element("msub", sign, name)
    return element("msubsup", sign, name, element("mn", str(order)))


def _word(part: str) -> Markup:
    if part.isdigit():
        return element("mn", part)
    shown = letter(part)
    return element("mi", shown) if len(shown) == 1 else element("mi", shown, mathvariant="normal")


def _signed_number(text: str) -> Markup:
    if text.startswith("-"):
        return joined(element("mo", MINUS, form="prefix"), element("mn", text[1:]))
    return element("mn", text)


def _both_numbers(first: sympy.Expr, second: sympy.Expr) -> bool:
    return bool(first.is_number and second.is_number)


def _row(inside: Markup) -> Markup:
    return element("mrow", inside)


def _bracketed(inside: Markup) -> Markup:
    low = None if "<mfrac" in inside else "false"  # as high as the line, whatever is within
    opening, closing = (element("mo", sign, stretchy=low) for sign in "()")
    return element("mrow", opening, inside, closing)
