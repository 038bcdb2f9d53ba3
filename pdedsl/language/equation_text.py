"""Terms and equations as text of the language."""

from __future__ import annotations

from fractions import Fraction

import sympy

from pdedsl.form import ExtendedDerivative, Field, Problem, VariationalReadyPDE
from pdedsl.language.derivatives import operator_text
from pdedsl.language.printing import format_expression, format_number, in_product

_SHORT = 14  # characters of what is left a decimal
_DENOMINATOR = 1_000


def format_term(term: ExtendedDerivative, coordinates: tuple[sympy.Symbol, ...]) -> str:
    """An extended derivative as text, without its name.

    >>> from pdedsl.form import MultiIndex, make_symbol
    >>> t, x, u = map(make_symbol, "txu")
    >>> format_term(ExtendedDerivative(MultiIndex((1, 2)), x**2, u**3), (t, x))
    'x^2*d_txx(u^3)'
    """
    if term.is_zero_order:
        inner = format_expression(term.h) if term.a in (1, -1) else in_product(term.h)
        if term.a == -1:
            inner = in_product(term.h)
    else:
        inner = f"{operator_text(term.alpha, coordinates)}({format_expression(term.h)})"
    if term.a == 1:
        return inner
    if term.a == -1:
        return f"-{inner}"
    return f"{in_product(term.a)}*{inner}"


def format_definition(field: Field, coordinates: tuple[sympy.Symbol, ...]) -> str | None:
    """The derivative that a field is the measurement of; None if it is none."""
    if field.definition is None:
        return None
    derivative = operator_text(field.definition.alpha, coordinates)
    return f"{derivative}({field.definition.field.name})"


def format_equation(pde: VariationalReadyPDE, problem: Problem) -> str:
    """The equation as text: the terms that occur on the left, g on the right.

    >>> from pdedsl.form import Coordinate, Dictionary, Field, MultiIndex, make_symbol
    >>> t, u = make_symbol("t"), make_symbol("u")
    >>> terms = Dictionary((ExtendedDerivative(MultiIndex((1,)), sympy.S.One, u),))
    >>> problem = Problem((Coordinate(t),), (Field(u),), terms)
    >>> format_equation(VariationalReadyPDE(terms, (2.0,), sympy.sin(t)), problem)
    '2*d_t(u) = sin(t)'
    """
    text = ""
    for position in pde.support:
        piece = _summand(pde.beta[position], pde.dictionary[position], problem)
        if not text:
            text = piece
        elif piece.startswith("-"):
            text += f" - {piece[1:]}"
        else:
            text += f" + {piece}"
    return f"{text} = {format_expression(pde.g)}"


def _coefficient(size: float) -> str:
    """The number, as a ratio where it is exactly one that has no short decimals, such as 1/3."""
    text = format_number(size)
    if len(text) > _SHORT:
        ratio = Fraction(size).limit_denominator(_DENOMINATOR)
        if float(ratio) == size and ratio.numerator < _DENOMINATOR:
            return f"{ratio.numerator}/{ratio.denominator}"
    return text


def _summand(coefficient: float, term: ExtendedDerivative, problem: Problem) -> str:
    """A coefficient times a term, as one product with its sign in front."""
    a, negative = term.a, coefficient < 0
    if a.could_extract_minus_sign() and not a.is_Add:
        a, negative = -a, not negative
    unsigned = ExtendedDerivative(term.alpha, a, term.h)
    text = format_term(unsigned, problem.coordinate_symbols)
    size = abs(coefficient)
    if size != 1:
        if a == 1 and term.is_zero_order:
            text = in_product(term.h)
        text = f"{_coefficient(size)}*{text}"
    elif a == 1 and term.is_zero_order and term.h.is_Add:
        text = f"({text})"
    return f"-{text}" if negative else text
