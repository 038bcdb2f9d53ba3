"""Arithmetic on SymPy expressions that stays real, finite and small.

Whatever a text says, no step here can take long: numbers to the power of numbers are judged
before they are computed, and a function of a number becomes a decimal at once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import islice

import sympy

from pdedsl.errors import Span
from pdedsl.form.vanishing import seems_zero
from pdedsl.language import limits
from pdedsl.language.mistaken import Mistaken, wrong
from pdedsl.language.real_parts import HYPERBOLIC, real_part_size
from pdedsl.language.scope import FUNCTIONS

_FLOAT_FUNCTIONS: Mapping[str, Callable[[float], float]] = {
    name: getattr(math, name) for name in FUNCTIONS if name != "abs"
}
_OTHERWISE = "write it in another way"
_NEVER = "is a sign wrong? otherwise take it out"
_REBUILDS = 4
_ALLOWED = (sympy.Symbol, sympy.Number, sympy.Add, sympy.Mul, sympy.Pow, *FUNCTIONS.values())


def literal(text: str, span: Span) -> sympy.Number:
    """The number of a literal: exact if it is whole, a float of 53 bits if it is a decimal."""
    if len(text.lstrip("-")) > limits.DIGITS:
        raise wrong(f"a number of more than {limits.DIGITS} characters", span, "write fewer digits")
    if text.lstrip("-").isdigit():
        return sympy.Integer(int(text))
    value = float(text)
    if value == 0.0 and any(c in "123456789" for c in text.lower().split("e")[0]):
        remedy = f"numbers go from {1 / limits.MAGNITUDE:g} to {limits.MAGNITUDE:g}"
        raise wrong("this number is too small", span, remedy)
    return _in_range(decimal(value), span)


def decimal(value: float) -> sympy.Number:
    """A float as SymPy has it, with the same 53 bits; zero is the exact one."""
    return sympy.Float(value, precision=53) if value else sympy.S.Zero


def total(summands: Sequence[sympy.Expr], span: Span) -> sympy.Expr:
    """Their sum."""
    return _small(sympy.Add(*summands), span)


def product(factors: Sequence[sympy.Expr], span: Span) -> sympy.Expr:
    """Their product."""
    return _small(sympy.Mul(*factors), span)


def reciprocal(expression: sympy.Expr, span: Span) -> sympy.Expr:
    """One over an expression; refused for zero."""
    if expression.is_zero or seems_zero(expression):
        raise wrong("division by zero", span, "the denominator has to be something else")
    return power(expression, sympy.Integer(-1), span)


def power(base: sympy.Expr, exponent: sympy.Expr, span: Span) -> sympy.Expr:
    """base ^ exponent; refused where it is huge, infinite, or not real."""
    if base.is_zero and not exponent.is_positive:
        remedy = "a power of zero has a value only where the exponent is above zero"
        raise wrong("zero to a power that need not be positive", span, remedy)
    if exponent.is_negative and seems_zero(base):
        raise wrong("division by zero", span, "the denominator has to be something else")
    if not exponent.free_symbols and abs(float(exponent)) > limits.EXPONENT:
        remedy = f"exponents go up to {limits.EXPONENT}; exp(x) grows faster than any power"
        raise wrong(f"an exponent beyond {limits.EXPONENT}", span, remedy)
    if exponent == 0:
        return sympy.S.One
    if not exponent.is_Integer:
        base = _without_long_factor(base)
    if base.free_symbols:
        _refuse_negative(base, exponent, span)
        _refuse_long_power(base, exponent, span)
        return _few(sympy.Pow(base, exponent), span)
    if exponent.free_symbols:
        if not float(base) > 0:
            raise wrong("a power with a base that is not positive", span, "it has no real value")
        return _small(sympy.Pow(base, exponent), span)
    return _small(_number_power(base, exponent, span), span)


def square_root(expression: sympy.Expr, span: Span) -> sympy.Expr:
    """The square root."""
    return power(expression, sympy.Rational(1, 2), span)


def apply(name: str, argument: sympy.Expr, span: Span) -> sympy.Expr:
    """A function of the language other than sqrt, of an expression or number."""
    if argument.free_symbols:
        _refuse_nowhere_real(name, argument, span)
        _refuse_long_hyperbolic(name, argument, span)
    if name == "abs" or argument.free_symbols:
        return _few(FUNCTIONS[name](argument), span)
    exact = FUNCTIONS[name](argument) if argument in (0, 1) else None
    if exact is not None and exact.is_Rational:
        return exact
    try:
        value = _FLOAT_FUNCTIONS[name](float(argument))
    except (ValueError, OverflowError):
        message = f"{name} has no real value here, or too large a one"
        raise wrong(message, span, "write a number instead, or another argument") from None
    return _in_range(decimal(value), span)


def check(expression: sympy.Expr, span: Span) -> sympy.Expr:
    """The expression in a form that SymPy leaves as it is; Mistaken if it cannot be written."""
    _check_parts(expression, span)
    for _ in range(_REBUILDS):
        rebuilt = _rebuilt(expression)
        if rebuilt == expression:
            break
        expression = rebuilt
        _check_parts(expression, span)
    return expression


def _refuse_negative(base: sympy.Expr, exponent: sympy.Expr, span: Span) -> None:
    whole = exponent.is_integer or (exponent.is_Float and float(exponent).is_integer())
    if base.is_negative and not whole:
        raise wrong("a root or power of something that is always negative", span, _NEVER)


def _refuse_nowhere_real(name: str, argument: sympy.Expr, span: Span) -> None:
    is_nowhere_real = _NOWHERE_REAL.get(name)
    if is_nowhere_real is not None and is_nowhere_real(argument):
        raise wrong(f"{name} has no real value here, whatever its variables are", span, _NEVER)


def _refuse_long_hyperbolic(name: str, argument: sympy.Expr, span: Span) -> None:
    if FUNCTIONS[name] not in HYPERBOLIC or argument.is_extended_real:
        return
    if real_part_size(argument) > limits.REAL_PART:
        message = f"{name} of something long that is not real everywhere"
        remedy = f"shorten what has log, sqrt, asin, acos or a power in it, or use exp for {name}"
        raise wrong(message, span, remedy)


def _refuse_long_power(base: sympy.Expr, exponent: sympy.Expr, span: Span) -> None:
    """SymPy takes the real part of what is to a power already, to see if it may merge the two."""
    if exponent.is_Integer or not any(f.is_Pow for f in sympy.Mul.make_args(base)):
        return
    if not base.is_extended_real and real_part_size(base) > limits.REAL_PART:
        message = "a power of a power of something long that is not real everywhere"
        raise wrong(message, span, "shorten what has log, sqrt, asin, acos or a power in it")


def _beyond_one(argument: sympy.Expr) -> bool:
    return bool((argument - 1).is_positive or (argument + 1).is_negative)


_NOWHERE_REAL: Mapping[str, Callable[[sympy.Expr], bool]] = {
    "log": lambda argument: bool(argument.is_nonpositive),
    "asin": _beyond_one,
    "acos": _beyond_one,
}
"""Where a function is proved to have no real value; False where that is open."""


def _check_parts(expression: sympy.Expr, span: Span) -> None:
    waiting, count = [expression], 0
    while waiting:
        node = waiting.pop()
        count += 1
        if count > limits.OPERATIONS:
            raise _too_long(span)
        if not isinstance(node, _ALLOWED):
            raise wrong("this has no real value that can be written down", span, _OTHERWISE)
        if node.is_Pow and node.base.is_number and not float(node.base) > 0:
            raise wrong("a root of a negative number", span, "it has no real value")
        if node.is_Pow:
            _refuse_negative(node.base, node.exp, span)
        elif len(node.args) == 1:
            _refuse_nowhere_real(type(node).__name__, node.args[0], span)
        _small(node, span)
        waiting.extend(node.args)


def _rebuilt(expression: sympy.Expr) -> sympy.Expr:
    """The same expression made anew from its parts, which SymPy may put in another form."""
    if not expression.args:
        return expression
    return expression.func(*(_rebuilt(part) for part in expression.args))


def _number_power(base: sympy.Expr, exponent: sympy.Expr, span: Span) -> sympy.Expr:
    if base.is_Rational and exponent.is_Rational:
        if base < 0 and not exponent.is_Integer:
            raise wrong("a root of a negative number", span, "it has no real value")
        return sympy.Pow(base, exponent)
    try:
        value = math.pow(float(base), float(exponent))
    except (ValueError, OverflowError):
        message = "this power has no real value, or too large a one"
        raise wrong(message, span, "write a number instead") from None
    return decimal(value)


def _without_long_factor(base: sympy.Expr) -> sympy.Expr:
    """The base with a very long exact factor made a float, lest SymPy search for its divisors."""
    number, rest = base.as_coeff_Mul()
    if number.is_Rational and max(abs(number.p), number.q) > limits.RADICAND:
        return decimal(float(number)) * rest
    return base


def _few(expression: sympy.Expr, span: Span) -> sympy.Expr:
    """The expression, if it has not grown too long: tan(asin(x)) becomes x/sqrt(1 - x^2)."""
    parts = islice(sympy.preorder_traversal(expression), limits.OPERATIONS + 1)
    if sum(1 for _ in parts) > limits.OPERATIONS:
        raise _too_long(span)
    return _small(expression, span)


def _small(expression: sympy.Expr, span: Span) -> sympy.Expr:
    """The expression, if the numbers near its top are in range."""
    if expression.is_Float and expression == 0:
        return sympy.S.Zero
    for node in (expression, *expression.args):
        if node.is_Number:
            _in_range(node, span)
        elif node.is_Pow and node.exp.is_Number and abs(node.exp) > limits.EXPONENT:
            remedy = f"exponents go up to {limits.EXPONENT}"
            raise wrong("this makes an exponent that is too large", span, remedy)
        elif node in (sympy.zoo, sympy.nan, sympy.I):
            raise wrong("this has no finite real value", span, _OTHERWISE)
    return expression


def _in_range(number: sympy.Number, span: Span) -> sympy.Number:
    if number.is_Rational and max(abs(number.p), number.q) >= 10**limits.DIGITS:
        remedy = "write it as a decimal, such as 1.5e40"
        raise wrong(f"an exact number of more than {limits.DIGITS} digits", span, remedy)
    size = abs(number)
    if size != 0 and not 1 / limits.MAGNITUDE <= size <= limits.MAGNITUDE:
        which = "large" if size > 1 else "small"
        remedy = f"numbers go from {1 / limits.MAGNITUDE:g} to {limits.MAGNITUDE:g}"
        raise wrong(f"this number is too {which}", span, remedy)
    return number


def _too_long(span: Span) -> Mistaken:
    message = f"an expression of more than {limits.OPERATIONS} parts"
    return wrong(message, span, "write it in a shorter way")
