"""Programs: derivations in the user's grammar with numbers in place of its constants.

Growth and mutation are those of gplearn, which the paper uses, and stay inside the grammar: only
what derives from the same nonterminal takes each other's place.

Source: Kacprzyk, Qian, van der Schaar 2023, appendix E.3; Koza 1992 for the choice of nodes.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from pdedsl.language import Apply, Constant, Number, Template
from pdedsl.optimize.primitives import Primitives, Production

Program = list[Production]
"""Productions in prefix order, every constant drawn."""

LEVELS = (3, 7)
"""Fewest and most levels of a new program: gplearn counts a depth of 2 to 6 below its root."""

INNER = 0.9
"""Weight of a node with operands where a subtree is chosen; one without has what is left of 1."""

REPLACED = 0.05
"""How often point mutation replaces a node."""


@dataclass(frozen=True, eq=False)
class Programs:
    """All programs of a grammar, drawn and changed at random.

    Attributes:
        primitives: of the grammar.
        rng: where chance comes from.
    """

    primitives: Primitives
    rng: random.Random
    _choices: dict[tuple[int, int], tuple[Program, Program]] = field(default_factory=dict)

    def new(self, kind: int = 0) -> Program:
        """A program of ramped height, half of them full: no leaf before the lowest level."""
        full = self.rng.random() < 0.5
        return self._grown(self.rng.randint(*LEVELS), kind, full=full, root=True)

    def least(self, kind: int = 0) -> Program:
        """A program as low as the grammar allows."""
        return self._grown(0, kind, full=False)

    def crossed(self, program: Program, donor: Program) -> Program:
        """The program with one subtree from the donor; as it is if none fits."""
        start, end = self._subtree(program, range(len(program)))
        places = [i for i, node in enumerate(donor) if node.ret == program[start].ret]
        if not places:
            return program
        first, last = self._subtree(donor, places)
        return program[:start] + donor[first:last] + program[end:]

    def regrown(self, program: Program) -> Program:
        """The program with a subtree of a new program in the place of one of its own."""
        start, end = self._subtree(program, range(len(program)))
        donor = self.new(program[start].ret)
        places = [i for i, node in enumerate(donor) if node.ret == program[start].ret]
        first, last = self._subtree(donor, places)
        return program[:start] + donor[first:last] + program[end:]

    def hoisted(self, program: Program) -> Program:
        """The program with a subtree in the place of one that holds it."""
        start, end = self._subtree(program, range(len(program)))
        places = [i for i in range(start, end) if program[i].ret == program[start].ret]
        first, last = self._subtree(program, places)
        return program[:start] + program[first:last] + program[end:]

    def pointed(self, program: Program) -> Program:
        """The program with a few nodes replaced by others of equal operands, constants redrawn."""
        return [self._other(n) if self.rng.random() < REPLACED else n for n in program]

    def _other(self, node: Production) -> Production:
        row = self.primitives.by_type[node.ret]
        return self._drawn(self.rng.choice([p for p in row if p.args == node.args]))

    def _grown(self, levels: int, kind: int, *, full: bool, root: bool = False) -> Program:
        inner, leaves = self._fitting(levels, kind)
        deeper = bool(inner) and (root or full or self.rng.random() < _share(inner, leaves))
        node = self._drawn(self.rng.choice(inner if deeper or not leaves else leaves))
        program = [node]
        for argument in node.args:
            program += self._grown(levels - 1, argument, full=full)
        return program

    def _fitting(self, levels: int, kind: int) -> tuple[Program, Program]:
        """Productions that need no more levels, or else the fewest: with operands and without."""
        found = self._choices.get((levels, kind))
        if found is None:
            row = self.primitives.by_type[kind]
            most = max(levels, min(p.depth for p in row))
            fitting = [p for p in row if p.depth <= most]
            found = [p for p in fitting if p.args], [p for p in fitting if not p.args]
            self._choices[levels, kind] = found
        return found

    def _drawn(self, production: Production) -> Production:
        template = drawn(production.template, self.rng)
        if template is production.template:
            return production
        p = production
        return Production(p.name, template, p.args, p.ret, p.depth)

    def _subtree(self, program: Program, places: Sequence[int]) -> tuple[int, int]:
        """Start and end of a random subtree that begins at one of some places."""
        inner = [i for i in places if program[i].args]
        leaves = [i for i in places if not program[i].args]
        weight = INNER * len(inner)
        at_inner = self.rng.random() * (weight + (1 - INNER) * len(leaves)) < weight
        start = self.rng.choice(inner if at_inner or not leaves else leaves)
        return start, end_of(program, start)


def end_of(program: Program, start: int) -> int:
    """Where the subtree that begins at a place ends."""
    end, unfilled = start, 1
    while unfilled:
        unfilled += len(program[end].args) - 1
        end += 1
    return end


def has_constant(template: Template) -> bool:
    """Whether a constant has to be drawn."""
    if isinstance(template, Apply):
        return any(has_constant(a) for a in template.arguments)
    return isinstance(template, Constant)


def drawn(template: Template, rng: random.Random) -> Template:
    """The template with numbers for its constants, each uniform in `limits`; itself without any."""
    if isinstance(template, Constant):
        return Number(rng.uniform(*limits(template)))
    if not has_constant(template):
        return template
    assert isinstance(template, Apply)
    return Apply(template.operator, tuple(drawn(a, rng) for a in template.arguments))


def limits(constant: Constant) -> tuple[float, float]:
    """Between what a constant is drawn: -1 and 1, or its bounds.

    Where one bound is missing it is -1 or 1, unless these lie beyond the other: then 2 away.
    """
    lower, upper = constant.lower, constant.upper
    if lower is None:
        lower = -1.0 if upper is None or upper > -1.0 else upper - 2.0
    if upper is None:
        upper = 1.0 if lower < 1.0 else lower + 2.0
    return lower, upper


def _share(inner: Program, leaves: Program) -> float:
    """How often a growing program goes on, by gplearn's rule."""
    variables = sum(not has_constant(p.template) for p in leaves)
    return (len(inner) + 1) / (len(inner) + max(variables, 1))
