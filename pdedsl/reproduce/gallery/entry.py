"""A problem of the gallery: its law, how its data are made, and what is told of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pdedsl.experiments.simulation import Simulation
from pdedsl.reproduce.case import Case, Subject, Target, Template

Simulate = Callable[[int, int, int, float], Simulation]
Ranges = tuple[tuple[str, float], ...]
"""Coordinates with their ends; every one begins at 0."""

NOISE, SAMPLES = 0.01, 3
PLANE_POINTS, SPACE_POINTS = 24, 14
"""Along each axis, with two coordinates and with three."""


@dataclass(frozen=True)
class Law:
    """What should be found.

    Attributes:
        bound: coefficients by term, in any scale.
        free: g in the same scale, its numbers named c1, c2, ...
        numbers: their values.
        grammar: in which g is searched for, "" where g = 0 is known.
    """

    bound: Mapping[str, float]
    free: str = "0"
    numbers: tuple[float, ...] = ()
    grammar: str = ""

    @property
    def text(self) -> str:
        """The equation in the language of `.pde` files, numbers as they are given here.

        >>> Law({"d_t(u)": 1, "d_xx(u)": -0.1}, "c1*u + c2*u^2", (2, -2)).text
        'd_t(u) - 0.1*d_xx(u) = 2*u - 2*u^2'
        """
        left = "+".join(f"{c:g}*{term}" for term, c in self.bound.items())
        right = re.sub(r"\bc(\d+)\b", lambda k: f"{self.numbers[int(k[1]) - 1]:g}", self.free)
        return _signed(re.sub(r"(?<![\w.])1\*", "", f"{left} = {right}"))

    def scaled(self, scale: float) -> Law:
        """The same equation times a number; numbers inside of functions stay as they are."""
        numbers = (
            number * (scale if _is_outside(self.free, f"c{k}") else 1.0)
            for k, number in enumerate(self.numbers, 1)
        )
        bound = {term: scale * c for term, c in self.bound.items()}
        return Law(bound, self.free, tuple(numbers), self.grammar)

    def target(self, dictionary: Sequence[str]) -> Target:
        """The same with coefficients of unit L1 norm, the first one positive."""
        size = sum(abs(c) for c in self.bound.values())
        first = next(self.bound[term] for term in dictionary if term in self.bound)
        law = self.scaled(1.0 / size if first > 0 else -1.0 / size)
        bound = tuple(law.bound.get(term, 0.0) for term in dictionary)
        return Target(bound, Template(law.free, law.numbers))


def _signed(text: str) -> str:
    """With a space on either side of the signs between terms: a plus and a minus are a minus."""
    joined = re.sub(r"\s*\+\s*-\s*", " - ", text)
    return re.sub(r"(?<=[\w)])\s*\+\s*", " + ", joined)


def _is_outside(text: str, name: str) -> bool:
    """Whether a name stands outside of all parentheses."""
    before = text[: text.index(name)]
    return before.count("(") == before.count(")")


@dataclass(frozen=True)
class Entry:
    """A problem of the gallery.

    Attributes:
        name: in tables and on the command line.
        title: the name of the equation.
        about: what is measured, in words.
        told: what is assumed known, and what is searched for, in words.
        simulate: makes data from (seed, samples, points, noise).
        coordinates: with their ends.
        fields: the N fields.
        dictionary: the P terms, as text.
        law: what should be found.
        points: of the grid, along each axis.
        samples: number of repetitions.
        search: candidates in a generation, and generations.
    """

    name: str
    title: str
    about: str
    told: str
    simulate: Simulate
    coordinates: Ranges
    fields: tuple[str, ...]
    dictionary: tuple[str, ...]
    law: Law
    points: int = PLANE_POINTS
    samples: int = SAMPLES
    search: tuple[int, int] = (300, 10)

    @property
    def subject(self) -> Subject:
        """As it is put to a method."""
        return Subject(
            name=self.name,
            simulate=self.simulate,
            coordinates=self.coordinates,
            fields=self.fields,
            dictionary=self.dictionary,
            target=self.law.target(self.dictionary),
            searched=bool(self.law.grammar),
            grammar=self.law.grammar or "elementary",
            population=self.search[0],
            generations=self.search[1],
        )

    @property
    def case(self) -> Case:
        """As it is run by itself."""
        terms = len(self.dictionary)
        return Case(self.subject, self.name, NOISE, self.samples, self.points, terms=terms)

    def run(self, seed: int = 0, *, noise: float = NOISE) -> Simulation:
        """The data of a run."""
        return self.simulate(seed, self.samples, self.points, noise)
