"""What `pdedsl reproduce` is asked for, judged before numerics are imported."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path

from pdedsl.errors import PdedslError

MOST_SEEDS = 10_000
LAST_SEED = 2**32 - 1
MOST_NOISE = 1000.0
"""Ratio of noise to field above which there is nothing left to find."""


@dataclass(frozen=True)
class Request:
    """A command line, its words read.

    Attributes:
        name: of the set.
        seeds: how many.
        first: the first of them.
        methods: to run, the set's default if none.
        csv: of the rows, runs/reproduce-NAME.csv if None.
        noises: comma-separated noise ratios instead of the paper's, "" for these.
        jobs: processes at once.
        plot: file of the figure, None for none.
        retry: whether runs that ended in an error are run again.
        overrides: options of the `.pde` texts by dotted name.
        only: names of settings, as tables have them; all if none.
    """

    name: str
    seeds: int = 10
    first: int = 0
    methods: tuple[str, ...] = ()
    csv: Path | None = None
    noises: str = ""
    jobs: int = 1
    plot: Path | None = None
    retry: bool = False
    overrides: Mapping[str, str] = field(default_factory=dict, hash=False)
    only: tuple[str, ...] = ()


def judge(request: Request, names: Sequence[str]) -> None:
    """Refuse what can be refused without knowing the sets.

    Args:
        request: as it was given.
        names: of the sets.

    Raises:
        PdedslError: no such set, or numbers out of range.
    """
    if request.name not in names:
        message = f"nothing to reproduce is named {request.name}"
        raise PdedslError(f"{message}\n  {hint(request.name, names)}")
    noises_of(request)
    seeds_of(request)


def hint(word: str, known: Sequence[str]) -> str:
    """The known word that is near to one that is not, or all of them."""
    near = get_close_matches(word[:40], known, n=1)
    return f"did you mean {near[0]}?" if near else f"one of {', '.join(known)}"


def seeds_of(request: Request) -> range:
    """The seeds to run; PdedslError for numbers out of range."""
    for option, value, least, most in (
        ("--seeds", request.seeds, 1, MOST_SEEDS),
        ("--first", request.first, 0, LAST_SEED + 1 - request.seeds),
        ("--jobs", request.jobs, 1, None),
    ):
        if value < least:
            raise PdedslError(f"{option} {value}: the least is {least}")
        if most is not None and value > most:
            raise PdedslError(f"{option} {value}: the most is {most}")
    return range(request.first, request.first + request.seeds)


def noises_of(request: Request) -> tuple[float, ...] | None:
    """The noise ratios asked for, each once, None for the paper's; PdedslError for wrong ones."""
    text = request.noises
    if not text:
        return None
    try:
        values = tuple(dict.fromkeys(float(word) for word in text.split(",")))
    except ValueError:
        values = ()
    if not values or not all(0.0 <= value <= MOST_NOISE for value in values):
        raise PdedslError(
            f"--noise {text}: write ratios with commas, such as 0.01,0.05\n"
            f"  each from 0 to {MOST_NOISE:g}"
        )
    return values
