"""SymPy expressions in the language's own syntax, so that reading them gives them back."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite

import sympy

from pdedsl.errors import FormError
from pdedsl.language.scope import FUNCTIONS

SUM, PRODUCT, MINUS, POWER, ATOM = range(5)  # how tightly a text holds together

_NAMES = {function: name for name, function in FUNCTIONS.items()}


def format_number(value: float) -> str:
    """The shortest decimals that give the same float; whole numbers without a point."""
    if isinstance(value, int) or (value == int(value) and abs(value) < 1e15):
        return str(int(value))
    return repr(float(value))


def format_expression(expression: sympy.Expr) -> str:
    """A SymPy expression as text of the language.

    Raises:
        FormError: the expression has a part that the language does not know.

    >>> x = sympy.Symbol("x", real=True)
    >>> format_expression(1.25 * sympy.exp(1.8 * x) - sympy.sqrt(x) / 2)
    '1.25*exp(1.8*x) - sqrt(x)/2'
    """
    return _text(expression)[0]


def in_product(expression: sympy.Expr) -> str:
    """The text of an expression that can be multiplied with what follows it."""
    text, tightness = _text(expression)
    return f"({text})" if tightness < PRODUCT or "/" in text else text


def _text(expression: sympy.Expr) -> tuple[str, int]:
    """The text and how tightly it holds together."""
    for belongs, write in _WRITERS:
        if belongs(expression):
            return write(expression)
    raise FormError(f"the language has no way to write {expression}")


def _rational(number: sympy.Rational) -> tuple[str, int]:
    sign = "-" if number.p < 0 else ""
    if number.q == 1:
        return f"{sign}{abs(number.p)}", MINUS if sign else ATOM
    return f"{sign}{abs(number.p)}/{number.q}", PRODUCT


def _float(number: sympy.Expr) -> tuple[str, int]:
    value = float(number)
    if not isfinite(value):
        raise FormError("the language has no way to write an infinite number")
    return repr(value), MINUS if value < 0 else ATOM


def _function(expression: sympy.Expr) -> tuple[str, int]:
    return f"{_NAMES[type(expression)]}({_text(expression.args[0])[0]})", ATOM


def _sum(expression: sympy.Add) -> tuple[str, int]:
    """The summands in SymPy's order, except that one without a minus comes first if it can."""
    pieces = [_hold(summand, PRODUCT) for summand in expression.as_ordered_terms()]
    first = next((i for i, piece in enumerate(pieces) if not piece.startswith("-")), 0)
    text = pieces.pop(first)
    for piece in pieces:
        text += f" - {piece[1:]}" if piece.startswith("-") else f" + {piece}"
    return text, SUM


def _product(expression: sympy.Mul) -> tuple[str, int]:
    number, rest = expression.as_coeff_Mul()
    negative = bool(number.is_negative)
    above, below = _factors(abs(number), rest)
    text = "*".join(above) if above else "1"
    text += "".join(f"/{factor}" for factor in below)
    return (f"-{text}" if negative else text), PRODUCT


def _factors(number: sympy.Expr, rest: sympy.Expr) -> tuple[list[str], list[str]]:
    """Texts of the factors above and below the line. Each one below has a stroke of its own."""
    above, below = [], []
    if number.is_Rational:
        above += [str(number.p)] if number.p != 1 else []
        below += [str(number.q)] if number.q != 1 else []
    else:
        above.append(_hold(number, ATOM))
    for factor in sympy.Mul.make_args(rest):
        base, exponent = factor.as_base_exp() if factor.is_Pow else (factor, sympy.S.One)
        if exponent.is_Rational and exponent < 0:
            below.append(_hold(sympy.Pow(base, -exponent), POWER))
        else:
            above.append(_hold(factor, POWER))
    return above, below


def _power(expression: sympy.Pow) -> tuple[str, int]:
    base, exponent = expression.base, expression.exp
    if exponent == sympy.Rational(1, 2):
        return f"sqrt({_text(base)[0]})", ATOM
    if exponent.is_Rational and exponent < 0:
        return f"1/{_hold(sympy.Pow(base, -exponent), POWER)}", PRODUCT
    return f"{_hold(base, ATOM)}^{_hold(exponent, ATOM)}", POWER


def _hold(expression: sympy.Expr, tightness: int) -> str:
    """The text, in parentheses if it holds less tightly than asked."""
    text, own = _text(expression)
    return text if own >= tightness else f"({text})"


_Writer = Callable[[sympy.Expr], tuple[str, int]]
_WRITERS: tuple[tuple[Callable[[sympy.Expr], bool], _Writer], ...] = (
    (lambda e: e.is_Symbol, lambda e: (e.name, ATOM)),
    (lambda e: e.is_Rational, _rational),
    (lambda e: e.is_Add, _sum),
    (lambda e: e.is_Mul, _product),
    (lambda e: e == sympy.E, lambda e: ("exp(1)", ATOM)),
    (lambda e: e.is_Pow, _power),
    (lambda e: type(e) in _NAMES, _function),
    (lambda e: e.is_Float or e.is_NumberSymbol, _float),
)
