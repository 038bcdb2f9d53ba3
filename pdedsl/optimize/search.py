"""The whole of step 3: pilot, whitened search over g, refinement by evidence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Literal

import numpy as np
from deap import gp

from pdedsl.language import Grammar
from pdedsl.optimize.batched import solve_each
from pdedsl.optimize.evidence import LOOSE, bearable, noise_share, prior_share, whitener
from pdedsl.optimize.evolve import Reading, Settings, evolve
from pdedsl.optimize.features import inputs_of
from pdedsl.optimize.inner import Method, prepare_gram, smallest_on_sphere, solve_gram
from pdedsl.optimize.least_squares import sign_vectors
from pdedsl.optimize.listing import shortest
from pdedsl.optimize.loss import Scored, from_row, rows_of
from pdedsl.optimize.model import Library, Model, assessed, inflated, stacks_of
from pdedsl.optimize.pilot import pilot
from pdedsl.optimize.primitives import primitives, to_expression
from pdedsl.optimize.recall import Recall, afresh
from pdedsl.optimize.refine import Rival, quick, refine
from pdedsl.optimize.screen import Screen, ScreenGroup, SphereSolver
from pdedsl.optimize.terms import Terms, folded, is_scalable, split
from pdedsl.optimize.without_g import NOTHING, fit_without_g
from pdedsl.parallel import ALONE, Pool

DIRECT = 4
"""Up to this many terms the inner problem is solved by one small linear solve."""

PATIENCE = 5
"""Generations without a better candidate after which a search ends."""

SETTLED = 3
"""The same for the best short candidate, where it leaves little more than the noise and no longer
one leaves so much less that it is worth its length."""

SHORT = 18.0
"""Penalty up to which a candidate is short."""

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
    """

    rivals: tuple[Rival, ...]
    library: Library
    front: tuple[Scored, ...]
    scored: int
    without_g: tuple[Rival, ...] = ()


@dataclass(frozen=True)
class Sketch:
    """An equation as it can be shown while the search goes on.

    Attributes:
        text: in the language, its numbers fitted quickly.
        evidence: penalised log B at them.
    """

    text: str
    evidence: float


@dataclass(frozen=True, eq=False)
class Progress:
    """One generation done.

    Attributes:
        generation: which, from 0.
        generations: how many at most.
        scored: how many distinct candidates so far.
        best: so far, by the screen.
        sketch: gives its equation, in the time of some hundred candidates; None where there is
            none.
    """

    generation: int
    generations: int
    scored: int
    best: Scored | None
    sketch: Callable[[], Sketch | None] = lambda: None


OnProgress = Callable[[Progress], bool | None]
"""Told of every generation; False ends the search with what it has."""


@dataclass(frozen=True)
class Hooks:
    """What a search does besides searching.

    Attributes:
        on_progress: called after every generation.
        recall: asked for the losses of candidates before they are computed.
        pool: computes them, and fits equations.
        on_stage: told what begins: "fields", "pilot", "search" or "judging".
        written: writes an equation in the language, for progress.
        on_without_g: told of the equation with g = 0, and what it was fitted on, before g is
            searched for.
    """

    on_progress: OnProgress = lambda _: None
    recall: Recall = afresh
    pool: Pool = ALONE
    on_stage: Callable[[str], object] = lambda _: None
    written: Callable[[Library, Rival], str] = lambda *_: ""
    on_without_g: Callable[[Library, Rival], object] = lambda *_: None


def cost(scored: Scored, rows: int, points: int) -> float:
    """What the screen makes of a candidate: half its deviance and the penalties of `penalised`."""
    return 0.5 * rows * scored.deviance + penalty(scored, points)


def penalty(scored: Scored, points: int) -> float:
    """Half a log of the number of data for each number of g, and one for each node."""
    return 0.5 * scored.terms.numbers * float(np.log(points)) + scored.terms.size


@dataclass(eq=False)
class Archive:
    """Every distinct candidate scored so far, by its key."""

    screen: Screen
    scalable: bool
    length: int
    recall: Recall = afresh
    pool: Pool = ALONE
    found: dict[str, Scored] = field(default_factory=dict)

    _open: dict[str, Terms] = field(default_factory=dict)

    def read(self, tree: gp.PrimitiveTree) -> Reading | None:
        """What a derivation stands for; None if it is nothing or too long."""
        terms = split(folded(to_expression(tree)), scalable=self.scalable)
        if not terms.features or terms.size > self.length:
            return None
        if terms.key not in self.found:
            self._open.setdefault(terms.key, terms)
        return Reading(terms.key, terms.size)

    def losses(self, keys: Sequence[str]) -> list[float]:
        """Losses of what was read; what was not scored before is scored together."""
        new = [key for key in dict.fromkeys(keys) if key not in self.found]
        terms = [self._open[key] for key in new]
        rows = self.recall(new, lambda: rows_of(self.screen, terms, self.pool))
        self.found.update(zip(new, map(from_row, terms, rows), strict=True))
        self._open.clear()
        return [self.found[key].loss for key in keys]

    def front(self) -> tuple[Scored, ...]:
        """The lowest loss at every complexity, where it is lower than all below."""
        best, lowest = [], np.inf
        for s in sorted(self.found.values(), key=lambda s: (s.terms.size, s.loss)):
            if s.loss < lowest:
                best.append(s)
                lowest = s.loss
        return tuple(best)

    def leanest(self, parsimony: float) -> list[Scored]:
        """The candidate with the lowest loss * (1 + parsimony * size), alone."""
        finite = [s for s in self.found.values() if np.isfinite(s.loss)]
        return sorted(finite, key=lambda s: s.loss * (1 + parsimony * s.terms.size))[:1]

    def candidates(self, points: int, each: int = 3, most: int = 40) -> list[Scored]:
        """The few best of every complexity, those that the screen favours first."""
        rows = self.screen.z.shape[0]
        by_size: dict[int, list[Scored]] = {}
        for s in sorted(self.found.values(), key=lambda s: s.loss):
            row = by_size.setdefault(s.terms.size, [])
            if len(row) < each and np.isfinite(s.loss):
                row.append(s)
        chosen = [s for row in by_size.values() for s in row]
        return sorted(chosen, key=lambda s: cost(s, rows, points))[:most]


def search(
    library: Library,
    grammar: Grammar | None,
    settings: Settings,
    *,
    method: Method = "exact",
    select: Literal["evidence", "loss"] = "evidence",
    hooks: Hooks | None = None,
) -> Outcome:
    """Find the equation with the most evidence.

    Args:
        library: the weak system.
        grammar: of g; None where g = 0 is known.
        settings: of the genetic programming.
        method: the inner solver.
        select: "evidence" judges the whole front; "loss" takes the lowest loss * (1 +
            parsimony * size), as the paper's tournaments do.
        hooks: who is told of every generation, asked before losses are computed, and does it.
    """
    hooks = hooks or Hooks()
    hooks.on_stage("pilot")
    first = pilot(library, grammar.arguments if grammar else (), hooks.pool)
    if grammar is None:
        library, rivals = _judged(library, [NOTHING], first, hooks.pool)
        return Outcome(tuple(rivals), library, (), 0)
    base, scored = first, 0
    without_g = fit_without_g(library, first, hooks.pool)
    for rival in without_g:
        hooks.on_without_g(library, rival)
    seen: set[tuple[int, ...]] = set()
    rivals: list[Rival] = list(without_g) if select == "evidence" else []
    front: tuple[Scored, ...] = ()
    productions = primitives(grammar)
    first_ones = shortest(productions, settings.population, scalable=is_scalable(grammar))
    for _ in range(ROUNDS):
        seen.add(base.support)
        screen = make_screen(library, base, method)
        archive = Archive(screen, is_scalable(grammar), settings.length, hooks.recall, hooks.pool)
        watched = _Watched(hooks.on_progress, _sketcher(library, base, hooks))
        report = _reporter(archive, library.system.points, settings.generations, watched)
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
        rivals = _merged(rivals, found)
        if not rivals:
            break
        front = archive.front()
        base = rivals[0].model
        if base.support in seen or watched.is_stopped:
            break
    return Outcome(tuple(rivals), library, front, scored, without_g)


def _judged(
    library: Library, candidates: Sequence[Scored], base: Model, pool: Pool
) -> tuple[Library, list[Rival]]:
    """Refine, and again at another noise level where the best does not fit within this one."""
    rivals = refine(library, candidates, base, pool=pool)
    for _ in range(ROUNDS):
        factor = _inflation(library, rivals) / library.inflation
        if 0.5 < factor < LOOSE:
            break
        library = inflated(library, factor)
        rivals = refine(library, candidates, assessed(library, base), pool=pool)
    return library, rivals


def _inflation(library: Library, rivals: Sequence[Rival]) -> float:
    """By how much to multiply the noise variance for the best rival's misfit.

    A misfit beyond the noise is not noise: it is as smooth as whatever is missing, and rows
    whose test functions overlap see the same of it. It is counted as one independent value for
    every disjoint support, so that another term is believed only where it explains a large
    part of what is left (compare the coarsened posterior of Miller and Dunson, 2019).
    """
    rows = library.system.rows
    misfit = library.inflation * rivals[0].model.chi2 / rows if rivals else np.nan
    if not np.isfinite(misfit):
        return library.inflation
    most = bearable(rows, library.system.points)
    return misfit * rows / library.system.disjoint if misfit > most else 1.0


def make_screen(library: Library, base: Model, method: Method) -> Screen:
    """Whiten the system with the noise covariance of a fitted model."""
    fixed = len(base.support) + library.has_known
    stacks = stacks_of(library, base.support, base.features)
    groups, parts = [], []
    noise = np.zeros((base.psi.size, base.psi.size))
    smooth = np.zeros_like(noise)
    for group, s in zip(library.system.groups, stacks, strict=True):
        a = whitener(s, base.psi)
        noise += noise_share(s, base.psi)
        smooth += noise_share(s, base.psi) + prior_share(s, base.psi)
        z = np.moveaxis(s.z[:fixed], 0, -1)
        parts.append(np.matmul(a, z).reshape(-1, fixed))
        unit = s.units[:, None, None]
        groups.append(ScreenGroup(inputs_of(group, library.names), group.quadrature, a / unit))
    z = np.concatenate(parts)
    noise, smooth = noise[:fixed, :fixed], smooth[:fixed, :fixed]
    energy = np.diagonal(smooth)
    norm = np.sqrt(np.where(energy > 0, energy, np.sum(z**2, axis=0)))
    units = np.outer(norm, norm)
    return Screen(
        tuple(groups),
        z / norm,
        noise / units,
        smooth / units,
        _scales(groups),
        _solver(method),
        frozenset(library.names.coordinates),
    )


@dataclass
class _Watched:
    """Whoever watches a search, and whether he has stopped it."""

    on_progress: OnProgress
    sketch: Callable[[Scored], Sketch | None]
    is_stopped: bool = False

    def __call__(self, progress: Progress) -> bool:
        """Tell him, and say whether to go on."""
        if progress.best is not None:
            progress = replace(progress, sketch=partial(self.sketch, progress.best))
        self.is_stopped = self.on_progress(progress) is False
        return not self.is_stopped


def _sketcher(library: Library, base: Model, hooks: Hooks) -> Callable[[Scored], Sketch | None]:
    """Fits a candidate quickly to the terms of a fitted model; the latest one is remembered."""
    latest: dict[Scored, Sketch | None] = {}

    def sketch(candidate: Scored) -> Sketch | None:
        if candidate not in latest:
            latest.clear()
            rival = quick(library, (candidate, base))
            is_good = rival is not None and np.isfinite(rival.value)
            latest[candidate] = (
                Sketch(hooks.written(library, rival), rival.value) if is_good else None
            )
        return latest[candidate]

    return sketch


def _reporter(
    archive: Archive, points: int, generations: int, on_progress: Callable[[Progress], bool]
) -> Callable[[int], bool]:
    """What is done after a generation: tell the user, and say whether to go on."""
    rows = archive.screen.z.shape[0]
    best, plain = _Idle(), _Idle()

    def misfit(scored: Scored) -> float:
        return 0.5 * rows * scored.misfit + penalty(scored, points)

    def report(generation: int) -> bool:
        every = archive.found.values()
        short = [s for s in every if penalty(s, points) < SHORT]
        leader = best.seen(
            min(every, key=lambda s: cost(s, rows, points), default=None), rows, points
        )
        if not on_progress(Progress(generation, generations, len(archive.found), leader)):
            return False
        simple = plain.seen(
            min(short, key=lambda s: cost(s, rows, points), default=None), rows, points
        )
        if simple is not None and simple.misfit < LOOSE and plain.since >= SETTLED:
            least = min((misfit(s) for s in every if s.misfit > 0), default=np.inf)
            if misfit(simple) < least + 0.5:
                return False
        return best.since < PATIENCE

    return report


@dataclass(eq=False)
class _Idle:
    """For how many generations the lowest cost has not fallen."""

    lowest: float = np.inf
    since: int = 0

    def seen(self, scored: Scored | None, rows: int, points: int) -> Scored | None:
        """Count another generation, and give back its best."""
        value = np.inf if scored is None else cost(scored, rows, points)
        self.since = 0 if value < self.lowest - 0.5 else self.since + 1
        self.lowest = min(self.lowest, value)
        return scored


def _merged(old: Sequence[Rival], new: Sequence[Rival]) -> list[Rival]:
    return sorted([*old, *new], key=lambda r: -r.value)


def _scales(groups: Sequence[ScreenGroup]) -> dict[str, tuple[float, ...]]:
    """For each variable the magnitudes that constants beside it may have."""
    found = {}
    for name, values in groups[0].inputs.items():
        magnitude = float(np.max(np.abs(values))) or 1.0
        spread = float(np.ptp(values)) or magnitude
        found[name] = tuple(sorted({1.0, magnitude, 1 / magnitude, 1 / spread}))
    return found


def _solver(method: Method) -> SphereSolver:
    """The inner problem with w projected out: the smallest gamma^T H gamma on the sphere."""
    if method == "exact":
        return _smallest

    return partial(_smallest_by, method)


def _smallest_by(method: Method, h: np.ndarray) -> np.ndarray:
    """By a method that takes one problem at a time."""
    finite = np.all(np.isfinite(h), axis=(1, 2))
    zero = np.zeros(h.shape[1])
    return np.array(
        [
            solve_gram(prepare_gram(each, method), zero, 0.0).beta if ok else zero + np.nan
            for each, ok in zip(h, finite, strict=True)
        ]
    )


def _smallest(h: np.ndarray) -> np.ndarray:
    """H^-1 s for the sign vector s that makes it largest, scaled to the sphere."""
    size = h.shape[1]
    if size == 1:
        return np.ones((len(h), 1))
    if not np.all(np.isfinite(h)):
        h = np.where(np.all(np.isfinite(h), axis=(1, 2))[:, None, None], h, np.eye(size))
    if size > DIRECT:
        return smallest_on_sphere(h)[0]
    signs = sign_vectors(size)
    images = solve_each(h, np.broadcast_to(signs.T, (len(h), *signs.T.shape)))
    forms = np.einsum("ks,bsk->bk", signs, images)
    best = np.argmax(forms, axis=1)
    chosen = np.take_along_axis(images, best[:, None, None], axis=2)[..., 0]
    top = np.take_along_axis(forms, best[:, None], axis=1)
    gamma = chosen / top
    lost = np.flatnonzero(~(top[:, 0] > 0))
    if lost.size:
        gamma[lost] = smallest_on_sphere(h[lost])[0]
    return gamma
