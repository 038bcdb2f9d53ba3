"""The operations of expressions: how each is computed, its slopes, and its name in SymPy."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import sympy
from scipy.special import erf

from pdedsl.optimize.trigonometry import cosine, sine

Array = np.ndarray

ONE = np.float64(1.0)

WITHIN = "within"
"""What stands around a term of g whose coefficient has bounds. Its value is that of the term."""


@dataclass(frozen=True)
class Rule:
    """A function, its derivative given argument and value, and its SymPy name."""

    function: Callable[[Array], Array]
    slope: Callable[[Array, Array], Array]
    symbolic: Callable[[sympy.Expr], sympy.Expr]


FUNCTIONS: Mapping[str, Rule] = {
    "sin": Rule(sine, lambda x, y: cosine(x), sympy.sin),
    "cos": Rule(cosine, lambda x, y: -sine(x), sympy.cos),
    "tan": Rule(np.tan, lambda x, y: 1 + y * y, sympy.tan),
    "asin": Rule(np.arcsin, lambda x, y: 1 / np.sqrt(1 - x * x), sympy.asin),
    "acos": Rule(np.arccos, lambda x, y: -1 / np.sqrt(1 - x * x), sympy.acos),
    "atan": Rule(np.arctan, lambda x, y: 1 / (1 + x * x), sympy.atan),
    "sinh": Rule(np.sinh, lambda x, y: np.cosh(x), sympy.sinh),
    "cosh": Rule(np.cosh, lambda x, y: np.sinh(x), sympy.cosh),
    "tanh": Rule(np.tanh, lambda x, y: 1 - y * y, sympy.tanh),
    "exp": Rule(np.exp, lambda x, y: y, sympy.exp),
    "log": Rule(np.log, lambda x, y: 1 / x, sympy.log),
    "sqrt": Rule(np.sqrt, lambda x, y: 0.5 / y, sympy.sqrt),
    "abs": Rule(np.abs, lambda x, y: np.sign(x), sympy.Abs),
    "erf": Rule(erf, lambda x, y: 2 / np.sqrt(np.pi) * np.exp(-x * x), sympy.erf),
}


ARITHMETIC: Mapping[str, Callable[..., Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "^": operator.pow,
    "neg": operator.neg,
}

Partial = Callable[[Array, Array, Array], Array]
"""The derivative by an operand: of first operand, last operand and result."""

PARTIALS: Mapping[str, tuple[Partial | None, ...]] = {
    "+": (None, None),
    "-": (None, lambda x, y, r: -ONE),
    "*": (lambda x, y, r: y, lambda x, y, r: x),
    "/": (lambda x, y, r: 1 / y, lambda x, y, r: -r / y),
    "^": (lambda x, y, r: y * x ** (y - 1), lambda x, y, r: r * np.log(x)),
    "neg": (lambda x, y, r: -ONE,),
    WITHIN: (None,),
}
"""Of operations that are no functions, by every operand; None for 1."""


def function_of(op: str) -> Callable[..., Array]:
    """What computes an operation on arrays."""
    if op in ARITHMETIC:
        return ARITHMETIC[op]
    return _same if op == WITHIN else FUNCTIONS[op].function


def _same(values: Array) -> Array:
    return values


@cache
def partials_of(op: str) -> tuple[Partial | None, ...]:
    """Its derivatives by every operand; None for 1."""
    if op in PARTIALS:
        return PARTIALS[op]
    slope = FUNCTIONS[op].slope
    return (lambda x, y, r: slope(x, r),)
