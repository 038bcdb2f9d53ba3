"""The declared names of a text, and what each of them stands for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import sympy

from pdedsl.form import ExtendedDerivative, Jet, JetSpace, Problem
from pdedsl.language.nearest import nearest

FUNCTIONS: Mapping[str, type[sympy.Function]] = {
    "sin": sympy.sin,
    "cos": sympy.cos,
    "tan": sympy.tan,
    "asin": sympy.asin,
    "acos": sympy.acos,
    "atan": sympy.atan,
    "sinh": sympy.sinh,
    "cosh": sympy.cosh,
    "tanh": sympy.tanh,
    "exp": sympy.exp,
    "log": sympy.log,
    "abs": sympy.Abs,
    "erf": sympy.erf,
}
FUNCTION_NAMES = (*FUNCTIONS, "sqrt")
GRAMMAR_WORDS = ("const", "int", "variable", "inf")
_CONSTANTS = {
    "pi": "declare it: constants pi = 3.141592653589793",
    "e": "write exp( ) for a power of e, or declare it",
}
RESERVED = frozenset((*FUNCTION_NAMES, *GRAMMAR_WORDS))


@dataclass(frozen=True)
class Scope:
    """What names mean in an expression.

    Attributes:
        coordinates: the M coordinates, in order.
        fields: the fields, in order.
        inputs: quantities that are known as data, in order.
        constants: values of the declared constants.
        terms: named terms of the dictionary.
        definitions: by field, of which derivative of another field it is the measurement.
    """

    coordinates: tuple[sympy.Symbol, ...] = ()
    fields: tuple[sympy.Symbol, ...] = ()
    constants: Mapping[str, sympy.Expr] = field(default_factory=dict)
    terms: Mapping[str, ExtendedDerivative] = field(default_factory=dict)
    definitions: Mapping[sympy.Symbol, Jet] = field(default_factory=dict)
    inputs: tuple[sympy.Symbol, ...] = ()

    @classmethod
    def of(cls, problem: Problem) -> Scope:
        """The names of a problem: its coordinates, fields, inputs, and named terms."""
        terms = {term.name: term for term in problem.dictionary if term.name is not None}
        names = problem.coordinate_symbols, problem.field_symbols
        return cls(*names, {}, terms, inputs=problem.input_symbols)

    @property
    def functions(self) -> tuple[sympy.Symbol, ...]:
        """What depends on the coordinates: fields and inputs."""
        return (*self.fields, *self.inputs)

    @property
    def variables(self) -> tuple[sympy.Symbol, ...]:
        """What g may depend on: coordinates, fields, inputs."""
        return (*self.coordinates, *self.functions)

    @property
    def space(self) -> JetSpace:
        """The derivatives of fields and inputs in the coordinates."""
        return JetSpace(self.coordinates, self.functions)

    def find(self, name: str) -> sympy.Expr | None:
        """The symbol of a coordinate, field or input, or the value of a constant."""
        for symbol in self.variables:
            if symbol.name == name:
                return symbol
        return self.constants.get(name)

    def is_function(self, name: str) -> bool:
        """Whether a name is that of a field or an input."""
        return any(symbol.name == name for symbol in self.functions)

    def has_field(self, expression: sympy.Expr) -> bool:
        """Whether an expression depends on a field."""
        return not expression.free_symbols.isdisjoint(self.fields)

    def has_function(self, expression: sympy.Expr) -> bool:
        """Whether an expression depends on a field or an input."""
        return not expression.free_symbols.isdisjoint(self.functions)

    @property
    def names(self) -> tuple[str, ...]:
        """All declared names."""
        symbols = tuple(symbol.name for symbol in self.variables)
        return (*symbols, *self.constants, *self.terms)

    def declare(self, name: str) -> str:
        """The remedy for a name that is not declared: the nearest one that is, or a list."""
        found = nearest(name, self.names)
        if found is not None:
            return f"did you mean {found}?"
        if name in _CONSTANTS:
            return _CONSTANTS[name]
        return f"declared are {', '.join(self.names[:20])}" if self.names else "declare it first"
