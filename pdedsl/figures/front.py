"""The front of rivals: complexity against evidence, each with its number in the table."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pdedsl.figures.look import COLUMN, Look, new_figure
from pdedsl.figures.subject import Subject, plain
from pdedsl.records import Rival

if TYPE_CHECKING:
    from matplotlib.figure import Figure

EQUAL = 2.3
"""Evidence that does not tell two equations apart: ten to one."""

LINEAR = 10.0
"""Up to where the axis of evidence is linear; beyond, it is logarithmic."""

NEAR = 0.35
"""Powers of ten between two points that have room for a number each."""


def draw_front(subject: Subject, look: Look) -> Figure:
    """A panel for each equation: how much less evidence a rival has than the best of them."""
    names = list(dict.fromkeys(r.name for r in subject.front))
    figure = new_figure(look, COLUMN, 0.3 + 2.2 * len(names))
    panels = figure.subplots(len(names), 1, sharex=True, squeeze=False)[:, 0]
    for name, axes in zip(names, panels, strict=True):
        own = [r for r in subject.front if r.name == name]
        _panel(axes, own, subject.chosen.get(name), look)
        axes.set_ylabel("less evidence than the best")
        if len(names) > 1:
            axes.set_title(plain(name), loc="left")
    panels[-1].set_xlabel("complexity of g (nodes)")
    return figure


def _panel(axes: Any, rivals: list[Rival], chosen: float | None, look: Look) -> None:
    known = [
        (n, r.complexity, r.evidence) for n, r in enumerate(rivals, 1) if r.evidence is not None
    ]
    if not known:
        axes.text(0.5, 0.5, "no rival has a known evidence", ha="center", transform=axes.transAxes)
        return
    best = max(evidence for _, _, evidence in known)
    axes.set_yscale("symlog", linthresh=LINEAR, linscale=1.0)
    axes.axhspan(0, EQUAL, color=look.faint, alpha=0.2, lw=0)
    if best > 0:
        axes.axhline(best, color=look.faint, lw=0.8, ls="--")
        note = {"xytext": (-2, 2), "textcoords": "offset points", "ha": "right", "va": "bottom"}
        axes.annotate("no equation", (1, best), xycoords=("axes fraction", "data"), **note)
    for _, complexity, evidence in known:
        first = evidence == best
        color = look.series[1] if first else look.series[0]
        axes.plot(complexity, best - evidence, "D" if first else "o", color=color, ms=4, mew=0)
    across = [complexity for _, complexity, _ in known]
    ends = (min(across) - 0.6, max(across) + 1.5)
    axes.set_xlim(*ends)
    small = look.points - 2
    letter = (ends[1] - ends[0]) * 0.6 * small / (0.8 * 72 * look.width(COLUMN))
    for place in _beside(_together([(n, c, best - e) for n, c, e in known]), letter):
        axes.annotate(
            place.text,
            (place.complexity, place.lost),
            xytext=((4, -1), (0, 3.5), (0, -4))[place.side],
            textcoords="offset points",
            ha=("left", "center", "center")[place.side],
            va=("center", "bottom", "top")[place.side],
            fontsize=small,
        )
    axes.invert_yaxis()
    axes.set_ylim(max(best, *(best - e for _, _, e in known), 10.0) * 2, -2.0)
    axes.xaxis.get_major_locator().set_params(integer=True)


@dataclass(frozen=True)
class _Place:
    """Where numbers stand: at a point, on its right (0), above (1) or below it (2)."""

    complexity: int
    lost: float
    text: str
    side: int


def _beside(groups: list[tuple[int, float, str]], letter: float) -> list[_Place]:
    """On the right of each point; above and below in turns where the next one is too near.

    Args:
        groups: as `_together` makes them.
        letter: width of one, in units of complexity.
    """
    found: list[_Place] = []
    turn = 0
    for complexity, lost, text in groups:
        reach = complexity + letter * (len(text) + 2)
        near = any(
            complexity < c <= reach and abs(_height(other) - _height(lost)) < NEAR
            for c, other, _ in groups
        )
        turn = turn % 2 + 1 if near else 0
        found.append(_Place(complexity, lost, text, turn))
    return found


def _together(points: list[tuple[int, int, float]]) -> list[tuple[int, float, str]]:
    """Places and numbers of points, one for those that lie so close that two would overlap."""
    groups: list[tuple[int, float, list[int]]] = []
    for number, complexity, lost in sorted(points, key=lambda p: (p[1], p[2])):
        if groups and groups[-1][0] == complexity and _height(lost) - _height(groups[-1][1]) < NEAR:
            groups[-1][2].append(number)
        else:
            groups.append((complexity, lost, [number]))
    return [(c, lost, ", ".join(map(str, sorted(numbers)))) for c, lost, numbers in groups]


def _height(lost: float) -> float:
    """About where a point stands on the axis, in powers of ten."""
    return lost / LINEAR if lost < LINEAR else 1 + math.log10(lost / LINEAR)
