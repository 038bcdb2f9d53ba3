"""What is told of a search while it goes on, and when it has gone on for long enough."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice

import numpy as np

from pdedsl.optimize.archive import Archive, cost, penalty
from pdedsl.optimize.evidence import LOOSE
from pdedsl.optimize.loss import Scored
from pdedsl.optimize.model import Library, Model
from pdedsl.optimize.recall import Recall, afresh
from pdedsl.optimize.refine import quick
from pdedsl.optimize.rival import Rival
from pdedsl.parallel import ALONE, Pool

PATIENCE = 5
"""Generations without a better candidate after which a search ends."""

SETTLED = 3
"""The same for the best short candidate, where it leaves little more than the noise and no longer
one leaves so much less that it is worth its length."""

SHORT = 18.0
"""Penalty up to which a candidate is short."""


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


@dataclass
class Watched:
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


def sketcher(library: Library, base: Model, hooks: Hooks) -> Callable[[Scored], Sketch | None]:
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


def reporter(
    archive: Archive, points: int, generations: int, on_progress: Callable[[Progress], bool]
) -> Callable[[int], bool]:
    """What is done after a generation: tell the user, and say whether to go on."""
    rows = archive.screen.z.shape[0]
    best, plain = _Idle(), _Idle()
    least = np.inf
    looked_at = 0

    def costs(scored: Scored) -> float:
        return cost(scored, rows, points)

    def misfit(scored: Scored) -> float:
        return 0.5 * rows * scored.misfit + penalty(scored, points)

    def report(generation: int) -> bool:
        nonlocal least, looked_at
        new = list(islice(archive.found.values(), looked_at, None))
        looked_at += len(new)
        least = min([least, *(misfit(s) for s in new if s.misfit > 0)])
        leader = best.seen(new, costs)
        if not on_progress(Progress(generation, generations, len(archive.found), leader)):
            return False
        simple = plain.seen([s for s in new if penalty(s, points) < SHORT], costs)
        is_settled = simple is not None and simple.misfit < LOOSE and plain.since >= SETTLED
        if is_settled and misfit(simple) < least + 0.5:
            return False
        return best.since < PATIENCE

    return report


@dataclass(eq=False)
class _Idle:
    """The candidate of the lowest cost, and for how many generations that has not fallen."""

    leader: Scored | None = None
    lowest: float = np.inf
    since: int = 0

    def seen(self, new: Sequence[Scored], costs: Callable[[Scored], float]) -> Scored | None:
        """Count another generation, and give back the best of all so far."""
        before = self.lowest
        for scored in new:
            value = costs(scored)
            if self.leader is None or value < self.lowest:
                self.leader, self.lowest = scored, min(value, self.lowest)
        self.since = 0 if self.lowest < before - 0.5 else self.since + 1
        return self.leader
