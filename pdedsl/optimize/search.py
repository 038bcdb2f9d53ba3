"""The whole of step 3: pilot, whitened search over g, refinement by evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pdedsl.language import Grammar
from pdedsl.optimize.archive import Archive
from pdedsl.optimize.bare import Rougher, as_it_is, bare_pilot, inflation
from pdedsl.optimize.evidence import LOOSE
from pdedsl.optimize.evolve import Settings, evolve
from pdedsl.optimize.features import ranges_of
from pdedsl.optimize.inner import Method
from pdedsl.optimize.listing import shortest
from pdedsl.optimize.loss import Scored
from pdedsl.optimize.model import Library, Model, assessed, inflated
from pdedsl.optimize.orders import limited, nested
from pdedsl.optimize.pilot import CONVINCING, pilot
from pdedsl.optimize.primitives import primitives
from pdedsl.optimize.refine import refine, widened
from pdedsl.optimize.rival import Rival
from pdedsl.optimize.shortening import spared
from pdedsl.optimize.terms import is_scalable
from pdedsl.optimize.watching import Hooks, Watched, reporter, sketcher
from pdedsl.optimize.whitening import make_screen
from pdedsl.optimize.without_g import NOTHING, fit_without_g
from pdedsl.parallel import Pool

Select = Literal["evidence", "loss"]

ROUNDS = 3
"""Most searches in a run: each is repeated with the last winner in the pilot's place."""


@dataclass(frozen=True, eq=False)
class Outcome:
    """What the search found.

    Attributes:
        rivals: fitted equations, the one with the most evidence first.
        library: what they were fitted on; its noise is raised where no equation fits closely.
        front: the lowest loss at every complexity.
        scored: how many distinct candidates were scored.
        without_g: the equation with g = 0 that has the most evidence, or none; none where no
            other g was looked for.
        stopped: whether it was asked to end early.
    """

    rivals: tuple[Rival, ...]
    library: Library
    front: tuple[Scored, ...]
    scored: int
    without_g: tuple[Rival, ...] = ()
    stopped: bool = False


@dataclass(frozen=True)
class Way:
    """How candidates are scored, and how the best of them are chosen.

    Attributes:
        method: the inner solver.
        select: "evidence" judges the whole front; "loss" takes the lowest loss * (1 +
            parsimony * size), as the paper's tournaments do.
        rougher: gives fewer test functions to look with where g = 0 is known and noise does not
            tell the terms apart.
    """

    method: Method = "exact"
    select: Select = "evidence"
    rougher: Rougher = as_it_is


def search(
    library: Library,
    grammar: Grammar | None,
    settings: Settings,
    way: Way | None = None,
    *,
    hooks: Hooks | None = None,
) -> Outcome:
    """Find the equation with the most evidence.

    Of a large dictionary terms of higher order are looked at only where none of lower order make
    an equation that fits within the noise, see `orders`.

    Args:
        library: the weak system.
        grammar: of g; None where g = 0 is known.
        settings: of the genetic programming.
        way: how candidates are scored and chosen.
        hooks: who is told of every generation, asked before losses are computed, and does it.
    """
    way, hooks = way or Way(), hooks or Hooks()
    if grammar is None:
        hooks.on_stage("pilot")
        library, first = bare_pilot(library, hooks.pool, way.rougher)
        library, rivals = _judged(library, [NOTHING], first, hooks.pool)
        return Outcome(tuple(rivals), library, (), 0)
    scored = 0
    for support in nested(library):
        hooks.on_stage("pilot")
        part = limited(library, support)
        first = pilot(part, grammar.arguments, hooks.pool, support)
        found = _from(part, first, grammar, settings, way, hooks)
        scored += found.scored
        if found.stopped or _holds(library, found):
            break
    whole = limited(found.library, None)
    rivals = found.rivals
    if len(support) < len(library.system.problem.dictionary):
        rivals = widened(whole, rivals, hooks.pool)
    return replace(found, rivals=tuple(rivals), library=whole, scored=scored)


def _holds(library: Library, found: Outcome) -> bool:
    """Whether the best equation fits within the noise, and is one."""
    fits = found.library.inflation == library.inflation
    return fits and bool(found.rivals) and found.rivals[0].value > CONVINCING


def _from(
    library: Library, first: Model, grammar: Grammar, settings: Settings, way: Way, hooks: Hooks
) -> Outcome:
    """What is found with a pilot's part of the dictionary, and what lies next to it."""
    base, scored, select = first, 0, way.select
    without_g = fit_without_g(library, first, hooks.pool)
    for rival in without_g:
        hooks.on_without_g(library, rival)
    seen: set[tuple[int, ...]] = set()
    rivals: list[Rival] = list(without_g) if select == "evidence" else []
    front: tuple[Scored, ...] = ()
    productions = primitives(grammar)
    first_ones = shortest(
        productions,
        settings.population,
        scalable=is_scalable(grammar),
        ranges=ranges_of(library.system.groups, library.names),
    )
    for _ in range(ROUNDS):
        seen.add(base.support)
        screen = make_screen(library, base, way.method)
        archive = Archive(screen, is_scalable(grammar), settings.length, hooks.recall, hooks.pool)
        watched = Watched(hooks.on_progress, sketcher(library, base, hooks))
        report = reporter(archive, library.system.points, settings.generations, watched)
        hooks.on_stage("search")
        evolve(productions, first_ones, archive, settings, report)
        scored += len(archive.found)
        chosen = (
            [NOTHING, *archive.candidates(library.system.points)]
            if select == "evidence"
            else archive.leanest(settings.parsimony)
        )
        before = library.inflation
        hooks.on_stage("judging")
        library, found = _judged(library, chosen, base, hooks.pool)
        if library.inflation != before:
            without_g = fit_without_g(library, assessed(library, first), hooks.pool)
            rivals = list(without_g) if select == "evidence" else []
        rivals = spared(library, _merged(rivals, found), hooks.pool)
        if not rivals:
            break
        front = archive.front()
        base = rivals[0].model
        if base.support in seen or watched.is_stopped:
            break
    return Outcome(tuple(rivals), library, front, scored, without_g, watched.is_stopped)


def _judged(
    library: Library, candidates: Sequence[Scored], base: Model, pool: Pool
) -> tuple[Library, list[Rival]]:
    """Refine, and again at another noise level where the best does not fit within this one."""
    rivals = refine(library, candidates, base, pool=pool)
    for _ in range(ROUNDS):
        if not rivals:
            break
        factor = inflation(library, rivals[0].model) / library.inflation
        if 0.5 < factor < LOOSE:
            break
        library = inflated(library, factor)
        rivals = refine(library, candidates, assessed(library, base), pool=pool)
    return library, rivals


def _merged(old: Sequence[Rival], new: Sequence[Rival]) -> list[Rival]:
    return sorted([*old, *new], key=lambda r: -r.value)
