"""What values an option takes: whole numbers, real numbers, words, one value a coordinate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from pdedsl.language.nearest import did_you_mean

OptionValue = int | float | str | None | tuple["OptionValue", ...]


@dataclass(frozen=True)
class ByField:
    """A value for all fields but those that have one of their own.

    Attributes:
        rest: of all others.
        own: pairs of a field and its value, in the order in which fields are declared.
    """

    rest: OptionValue
    own: tuple[tuple[str, OptionValue], ...]

    def of(self, field: str) -> OptionValue:
        """The value of one field."""
        return dict(self.own).get(field, self.rest)


class Check(Protocol):
    """What one option takes."""

    def read(self, value: OptionValue, dimension: int) -> OptionValue:
        """The value as it is stored; ValueError says what is wanted instead."""

    def write(self, value: OptionValue) -> str | None:
        """The text of a stored value; None if it need not be written."""


@dataclass(frozen=True)
class Whole:
    """A whole number between bounds, both included; `unset` is the word for None."""

    lower: int
    upper: int
    unset: str | None = None

    def read(self, value: OptionValue, dimension: int) -> OptionValue:
        """The number, or None for the word `unset`."""
        if value == self.unset:
            return None
        if not isinstance(value, int) or not self.lower <= value <= self.upper:
            raise ValueError(f"a whole number from {self.lower} to {self.upper}{_or(self.unset)}")
        return value

    def write(self, value: OptionValue) -> str | None:
        """Its digits."""
        return self.unset if value is None else str(value)


@dataclass(frozen=True)
class Real:
    """A number between bounds; `above` leaves the lower one out; `unset` is the word for None."""

    lower: float
    upper: float
    above: bool = False
    unset: str | None = None

    def read(self, value: OptionValue, dimension: int) -> OptionValue:
        """The number as a float, or None for the word `unset`."""
        if value == self.unset:
            return None
        inside = isinstance(value, int | float) and self.lower <= value <= self.upper
        if not inside or (self.above and value == self.lower):
            bound = f"above {self.lower:g} and" if self.above else f"from {self.lower:g}"
            ends = f"up to {self.upper:g}" if self.above else f"to {self.upper:g}"
            raise ValueError(f"a number {bound} {ends}{_or(self.unset)}")
        assert isinstance(value, int | float)
        return float(value)

    def write(self, value: OptionValue) -> str | None:
        """The shortest decimals that give the same float."""
        return self.unset if value is None else repr(value)


@dataclass(frozen=True)
class Choice:
    """One of some words."""

    words: tuple[str, ...]

    def read(self, value: OptionValue, dimension: int) -> OptionValue:
        """The word."""
        if value not in self.words:
            hint = did_you_mean(value, self.words) if isinstance(value, str) else ""
            choices = ", ".join(self.words)
            many = f"one of {choices}" if len(self.words) > 1 else choices
            raise ValueError(f"{many}{'; ' + hint if hint else ''}")
        return value

    def write(self, value: OptionValue) -> str | None:
        """The word."""
        return str(value)


@dataclass(frozen=True)
class PerCoordinate:
    """One value for all coordinates, or a tuple with one for each, in their order."""

    each: Whole | Real
    unset: str | None = None

    def read(self, value: OptionValue, dimension: int) -> OptionValue:
        """The value, or the tuple of them."""
        if value == self.unset:
            return None
        if not isinstance(value, tuple):
            return self.each.read(value, dimension)
        if len(value) != dimension:
            raise ValueError(f"one value, or one for each of the {dimension} coordinates")
        return tuple(self.each.read(v, dimension) for v in value)

    def write(self, value: OptionValue) -> str | None:
        """The value, or the values in parentheses."""
        if value is None or not isinstance(value, tuple):
            return self.unset if value is None else self.each.write(value)
        return f"({', '.join(str(self.each.write(v)) for v in value)})"


@dataclass(frozen=True)
class PerField:
    """One value for all fields; or one for some field alone, or for each sample of it."""

    common: Real

    @property
    def unset(self) -> str | None:
        """The word for None."""
        return self.common.unset

    def read(self, value: OptionValue, dimension: int) -> OptionValue:
        """The value of all fields."""
        try:
            return self.common.read(value, dimension)
        except ValueError as error:
            hint = "; for one field, write its name before =" if isinstance(value, tuple) else ""
            raise ValueError(f"{error}{hint}") from None

    def read_own(self, value: OptionValue, dimension: int) -> OptionValue:
        """The value of one field, or the tuple of those of its samples."""
        try:
            if isinstance(value, tuple):
                return tuple(self.common.read(v, dimension) for v in value)
            return self.common.read(value, dimension)
        except ValueError as error:
            raise ValueError(f"{error}; or one for each sample in parentheses") from None

    def write(self, value: OptionValue) -> str | None:
        """The value, or the values in parentheses."""
        if isinstance(value, tuple):
            return f"({', '.join(str(self.common.write(v)) for v in value)})"
        return self.common.write(value)


def _or(word: str | None) -> str:
    return f", or {word}" if word else ""
