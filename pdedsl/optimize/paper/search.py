"""The paper's genetic programming: tournaments, no archive, the last generation decides.

Fitness is loss * (1 + parsimony * length) and counts in tournaments only. Constants are terminals
which crossover carries over and mutation redraws; they are not fitted.

Source: Kacprzyk, Qian, van der Schaar 2023, appendix E.2 and E.3; what the paper leaves to gplearn
is as there.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from pdedsl.language import Grammar
from pdedsl.optimize.expression import number
from pdedsl.optimize.paper.programs import Program, Programs
from pdedsl.optimize.paper.scoring import Scorer
from pdedsl.optimize.paper.values import Piece, leaf, piece_of
from pdedsl.optimize.primitives import primitives


@dataclass(frozen=True)
class Settings:
    """How to breed; the defaults are the paper's, which has 30 generations for the oscillator.

    What is left of 1 by the probabilities is how often a parent is kept as it is. `length` is no
    part of the paper: a longer child is not born, and its parent stays in its place.
    """

    population: int = 15_000
    generations: int = 20
    seed: int = 0
    length: int = 100
    parsimony: float = 0.05
    tournament: int = 20
    crossover: float = 0.6903
    subtree: float = 0.1330
    hoist: float = 0.0361
    point: float = 0.0905


@dataclass(frozen=True, eq=False)
class Candidate:
    """A program and what is known of it."""

    program: Program
    key: int
    length: int
    loss: float


@dataclass(frozen=True, eq=False)
class Found:
    """What a search found.

    Attributes:
        best: lowest loss of the last generation; None if no loss is finite.
        front: lowest loss at every length, where it is lower than all at smaller ones, over all
            generations.
        scored: how many distinct candidates were scored.
    """

    best: Piece | None
    front: tuple[Piece, ...]
    scored: int


@dataclass(frozen=True, eq=False)
class Generation:
    """One generation done, counted from 0, and the lowest loss in it."""

    generation: int
    scored: int
    best: Candidate


def search(
    scorer: Scorer,
    grammar: Grammar | None,
    settings: Settings,
    on_generation: Callable[[Generation], bool | None] = lambda _: None,
) -> Found:
    """Breed for all generations, the first counted; the same seed finds the same.

    Args:
        scorer: of the data.
        grammar: of g; None where nothing but its known part is in it.
        settings: sizes, probabilities, seed.
        on_generation: called after each; False ends the breeding.
    """
    if grammar is None:
        zero = leaf(number(0.0))
        scorer.score([zero])
        finite = np.isfinite(scorer.losses[zero.key])
        return Found(zero if finite else None, (zero,) if finite else (), 1)
    rng = random.Random(settings.seed)
    programs = Programs(primitives(grammar), rng)
    population: list[Candidate] = []
    front: dict[int, Candidate] = {}
    for generation in range(max(1, settings.generations)):
        bred = (
            _children(population, programs, settings) if population else _first(programs, settings)
        )
        population = _scored(bred, scorer)
        _note(front, population)
        best = min(population, key=lambda c: c.loss)
        if on_generation(Generation(generation, len(scorer.losses), best)) is False:
            break
    best = min(population, key=lambda c: c.loss)
    chosen = piece_of(best.program) if np.isfinite(best.loss) else None
    return Found(chosen, _lowest(front), len(scorer.losses))


def _first(programs: Programs, settings: Settings) -> list[tuple[Program, Piece]]:
    """New programs, those that are too long drawn again a few times, then as low as can be."""
    made = []
    for _ in range(settings.population):
        for _ in range(20):
            program = programs.new()
            piece = piece_of(program)
            if piece.size <= settings.length:
                break
        else:
            program = programs.least()
            piece = piece_of(program)
        made.append((program, piece))
    return made


def _children(
    population: list[Candidate], programs: Programs, settings: Settings
) -> list[tuple[Program, Piece]]:
    fitness = [c.loss * (1 + settings.parsimony * c.length) for c in population]

    def parent() -> Program:
        drawn = programs.rng.choices(range(len(population)), k=settings.tournament)
        return population[min(drawn, key=fitness.__getitem__)].program

    made = []
    for _ in range(settings.population):
        before = parent()
        child = _child(before, parent, programs, settings)
        piece = piece_of(child)
        if piece.size > settings.length:
            child, piece = before, piece_of(before)
        made.append((child, piece))
    return made


def _child(
    program: Program, parent: Callable[[], Program], programs: Programs, settings: Settings
) -> Program:
    s, chance = settings, programs.rng.random()
    if chance < s.crossover:
        return programs.crossed(program, parent())
    if chance < s.crossover + s.subtree:
        return programs.regrown(program)
    if chance < s.crossover + s.subtree + s.hoist:
        return programs.hoisted(program)
    if chance < s.crossover + s.subtree + s.hoist + s.point:
        return programs.pointed(program)
    return program


def _scored(bred: list[tuple[Program, Piece]], scorer: Scorer) -> list[Candidate]:
    scorer.score(piece for _, piece in bred)
    losses = scorer.losses
    return [Candidate(program, p.key, p.size, losses[p.key]) for program, p in bred]


def _note(front: dict[int, Candidate], population: Iterable[Candidate]) -> None:
    for c in population:
        before = front.get(c.length)
        if np.isfinite(c.loss) and (before is None or c.loss < before.loss):
            front[c.length] = c


def _lowest(front: dict[int, Candidate]) -> tuple[Piece, ...]:
    kept, lowest = [], np.inf
    for _, c in sorted(front.items()):
        if c.loss < lowest:
            kept.append(piece_of(c.program))
            lowest = c.loss
    return tuple(kept)
