"""The canonical form of a closed-form expression: powers times exponentials, summed.

sin and cos become exponentials with imaginary coefficients, so that cos(3 t + 4) and
2 sin(3 t) - cos(3 t) are seen to be one oscillation; constants inside exp and log move into
coefficients; and u / (1 + u) is 1 - 1 / (1 + u). Numbers are floats all the way, nothing is
solved for, and the size is bounded, so the form of any expression is found quickly or refused.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable
from functools import reduce

import sympy

from pdedsl.errors import FormError
from pdedsl.form.monomial import (
    ONE,
    Atom,
    Monomial,
    Sum,
    Terms,
    add,
    constant,
    freeze,
    multiply,
    normalised,
    power,
    product,
    single,
    unsigned,
)

MAX_EXPONENT = 600.0  # exp of more is not told from exp of this


def canonical(expression: sympy.Expr) -> Sum:
    """The expression as a sum of monomials with their coefficients.

    Raises:
        FormError: a number in it is not finite, or it has too many terms.
    """
    if not expression.free_symbols:
        return constant(_number(expression))
    if expression.is_Symbol:
        return single(Atom(expression.name))
    if expression.is_Add:
        return reduce(add, map(canonical, expression.args))
    if expression.is_Mul:
        return product(map(canonical, expression.args))
    return _power(expression) if expression.is_Pow else _function(expression)


def _number(expression: sympy.Expr) -> complex:
    try:
        value = complex(expression)
    except (TypeError, OverflowError) as error:
        raise FormError(f"{expression} is not a finite number") from error
    if not cmath.isfinite(value):
        raise FormError(f"{expression} is not a finite number")
    return value


def _power(expression: sympy.Pow) -> Sum:
    base, exponent = expression.args
    if exponent.free_symbols:
        return _exponential(multiply(canonical(exponent), _logarithm(base)))
    value = _number(exponent).real
    factors = base.args if base.is_Mul else (base,)
    return product(power(canonical(f), value) for f in factors)


def _exponential(argument: Sum) -> Sum:
    """exp of a sum: the constant becomes a coefficient, logarithms become powers."""
    exponent = dict(argument)
    shift = exponent.pop(ONE, 0j)
    scale = cmath.exp(complex(max(-MAX_EXPONENT, min(MAX_EXPONENT, shift.real)), shift.imag))
    result: Sum = {ONE: scale}
    for monomial, coefficient in argument.items():
        inner = _inside_logarithm(monomial)
        if inner is not None and coefficient.imag == 0:
            del exponent[monomial]
            result = multiply(result, power(dict(inner), coefficient.real))
    return multiply(result, {Monomial(exponent=freeze(exponent)): 1.0 + 0j})


def _inside_logarithm(monomial: Monomial) -> Terms | None:
    if monomial.exponent or len(monomial.powers) != 1:
        return None
    ((atom, exponent),) = monomial.powers
    return atom.arguments[0] if atom.name == "log" and exponent == 1 else None


def _logarithm(argument: sympy.Expr) -> Sum:
    """log |argument|, products and powers taken apart."""
    if isinstance(argument, sympy.Abs):
        return _logarithm(argument.args[0])
    if argument.is_Mul:
        return reduce(add, map(_logarithm, argument.args))
    if isinstance(argument, sympy.Pow) and not argument.exp.free_symbols:
        return multiply(canonical(argument.exp), _logarithm(argument.base))
    return _logarithm_of_sum(canonical(argument))


def _logarithm_of_sum(total: Sum) -> Sum:
    if not total:
        raise FormError("logarithm of zero")
    factor, terms = unsigned(total)
    result = constant(complex(math.log(factor)))
    if len(terms) > 1:
        return add(result, single(Atom("log", (terms,))))
    ((monomial, _),) = terms
    for atom, exponent in monomial.powers:
        inner = atom.arguments[0] if not atom.name else freeze(single(atom))
        logarithm = single(Atom("log", (inner,)))
        result = add(result, multiply(logarithm, constant(complex(exponent))))
    return add(result, dict(monomial.exponent))


def _wave(argument: Sum, turn: complex, weights: tuple[complex, complex]) -> Sum:
    """weights[0] exp(turn s) + weights[1] exp(-turn s)."""
    forth = _exponential({m: turn * c for m, c in argument.items()})
    back = _exponential({m: -turn * c for m, c in argument.items()})
    return add(multiply(constant(weights[0]), forth), multiply(constant(weights[1]), back))


def _sin(s: Sum) -> Sum:
    return _wave(s, 1j, (-0.5j, 0.5j))


def _cos(s: Sum) -> Sum:
    return _wave(s, 1j, (0.5 + 0j, 0.5 + 0j))


def _sinh(s: Sum) -> Sum:
    return _wave(s, 1.0 + 0j, (0.5 + 0j, -0.5 + 0j))


def _cosh(s: Sum) -> Sum:
    return _wave(s, 1.0 + 0j, (0.5 + 0j, 0.5 + 0j))


def _tan(s: Sum) -> Sum:
    return multiply(_sin(s), power(_cos(s), -1.0))


def _tanh(s: Sum) -> Sum:
    twice = _exponential({m: 2.0 * c for m, c in s.items()})
    return add(constant(1.0), multiply(constant(-2.0), power(add(twice, constant(1.0)), -1.0)))


def _rule(name: str) -> Callable[[Sum], Sum] | None:
    rules: dict[str, Callable[[Sum], Sum]] = {
        "exp": _exponential,
        "sin": _sin,
        "cos": _cos,
        "tan": _tan,
        "sinh": _sinh,
        "cosh": _cosh,
        "tanh": _tanh,
    }
    return rules.get(name)


def _function(expression: sympy.Expr) -> Sum:
    name = expression.func.__name__
    if name == "log":
        return _logarithm(expression.args[0])
    arguments = [canonical(argument) for argument in expression.args]
    rule = _rule(name)
    if rule is not None:
        return rule(arguments[0])
    if name == "Abs":
        factor, terms = normalised(arguments[0])
        return multiply(constant(complex(abs(factor))), single(Atom(name, (terms,))))
    return single(Atom(name, tuple(freeze(argument) for argument in arguments)))
