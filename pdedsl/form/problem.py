"""The problem: coordinates, fields, dictionary, and what is known of g beforehand."""

from __future__ import annotations

from dataclasses import dataclass

import sympy

from pdedsl.form.dictionary import Dictionary
from pdedsl.form.jet import Jet, JetSpace


@dataclass(frozen=True)
class Coordinate:
    """An independent variable, the range asked for (None: as the data have it), its unit."""

    symbol: sympy.Symbol
    lower: float | None = None
    upper: float | None = None
    unit: str | None = None


@dataclass(frozen=True)
class Field:
    """A dependent variable that was measured, and its unit.

    `definition` tells of which derivative of another field it is the measurement, if it is one.
    """

    symbol: sympy.Symbol
    unit: str | None = None
    definition: Jet | None = None


@dataclass(frozen=True)
class Input:
    """A quantity that is known as data, such as a forcing, and its unit.

    Nothing is searched for it. `between` tells what it is between the points of the data: "smooth",
    "linear", or "held", where it keeps each value until the next along the first coordinate.
    """

    symbol: sympy.Symbol
    unit: str | None = None
    between: str = "smooth"


@dataclass(frozen=True)
class Problem:
    """What the equation is about and which derivatives may occur in it.

    Attributes:
        coordinates: M of them; every multi-index has one order for each, in this order.
        fields: N of them.
        dictionary: P terms.
        known: the part of g that is given, zero if nothing is.
        title: free text.
        inputs: Q quantities known as data, which terms may depend on.
    """

    coordinates: tuple[Coordinate, ...]
    fields: tuple[Field, ...]
    dictionary: Dictionary
    known: sympy.Expr = sympy.S.Zero
    title: str = ""
    inputs: tuple[Input, ...] = ()

    @property
    def coordinate_symbols(self) -> tuple[sympy.Symbol, ...]:
        """The M coordinates as SymPy symbols."""
        return tuple(c.symbol for c in self.coordinates)

    @property
    def field_symbols(self) -> tuple[sympy.Symbol, ...]:
        """The N fields as SymPy symbols."""
        return tuple(f.symbol for f in self.fields)

    @property
    def input_symbols(self) -> tuple[sympy.Symbol, ...]:
        """The Q inputs as SymPy symbols."""
        return tuple(q.symbol for q in self.inputs)

    @property
    def variables(self) -> tuple[sympy.Symbol, ...]:
        """All that g may depend on: coordinates, fields, inputs."""
        return (*self.coordinate_symbols, *self.field_symbols, *self.input_symbols)

    @property
    def space(self) -> JetSpace:
        """Derivatives of the fields, and of the inputs, which are functions of coordinates too."""
        return JetSpace(self.coordinate_symbols, (*self.field_symbols, *self.input_symbols))


def make_symbol(name: str) -> sympy.Symbol:
    """The SymPy symbol of a declared name. All of this package's symbols are real."""
    return sympy.Symbol(name, real=True)
