"""The summaries as a figure, where matplotlib is installed (the extra `plots`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pdedsl.errors import DataError, PdedslError
from pdedsl.files import try_to_write

if TYPE_CHECKING:
    from pdedsl.reproduce.case import Case
    from pdedsl.reproduce.summary import Mean, Summary

SUFFIXES = (".svg", ".pdf", ".png")


@dataclass(frozen=True)
class _Quantity:
    """What a row of panels shows: ours and the paper's."""

    label: str
    scale: str
    ours: Callable[[Summary], Mean | None]
    paper: Callable[[Summary], float | None]


def _exactly(value: float | None) -> Mean | None:
    from pdedsl.reproduce.summary import Mean

    return None if value is None else Mean(value)


def _seconds(summary: Summary) -> Mean | None:
    return _exactly(summary.seconds)


_NAMED: Mapping[str, Callable[[Case], str]] = {
    "": lambda case: case.problem,
    "variant": lambda case: case.variant,
}
"""Axes along which cases stand one after the other, each with its name."""

_QUANTITIES = (
    _Quantity("right form of g", "linear", lambda s: s.form, lambda s: s.published.success),
    _Quantity("success", "linear", lambda s: s.success, lambda s: None),
    _Quantity("RMSE", "log", lambda s: s.rmse, lambda s: s.published.rmse),
    _Quantity("loss error", "linear", lambda s: s.loss_error, lambda s: s.published.loss_error),
    _Quantity("seconds", "log", _seconds, lambda s: None),
)


def check(path: Path, others: Sequence[Path] = ()) -> None:
    """Refuse a figure that could not be drawn, before anything is run.

    Args:
        path: of the figure.
        others: files that it must not overwrite.

    Raises:
        PdedslError: no matplotlib, a name that does not end in .svg, .pdf or .png, or the name of
            another file.
        DataError: it cannot be written there.
    """
    if path.suffix not in SUFFIXES:
        raise PdedslError(f"--plot {path}: name a file that ends in {', '.join(SUFFIXES)}")
    if find_spec("matplotlib") is None:
        raise PdedslError(
            '--plot needs matplotlib, which is not installed\n  pip install "pdedsl[plots]"'
        )
    if any(path.absolute() == other.absolute() for other in others):
        raise PdedslError(f"--plot {path}: this is a file of rows\n  name another one")
    try:
        try_to_write(path)
    except OSError as error:
        remedy = "name a file that can be made with --plot"
        message = f"cannot be written: {error.strerror}"
        raise DataError(message, where=str(path), remedy=remedy) from error


def draw(path: Path, summaries: Sequence[Summary]) -> None:
    """Draw a column of panels for every sweep: bars are standard errors, the paper is dashed.

    Raises:
        DataError: the file cannot be written.
    """
    import matplotlib as mpl
    from matplotlib.figure import Figure

    sweeps = list(dict.fromkeys((s.sweep, s.axis) for s in summaries))
    shown = [q for q in _QUANTITIES if any(q.ours(s) or q.paper(s) is not None for s in summaries)]
    figure = Figure(figsize=(4.0 * len(sweeps), 2.6 * len(shown)), layout="constrained")
    panels = figure.subplots(len(shown), len(sweeps), squeeze=False)
    for column, (sweep, axis) in enumerate(sweeps):
        part = [s for s in summaries if (s.sweep, s.axis) == (sweep, axis)]
        for row, quantity in enumerate(shown):
            _panel(panels[row, column], part, quantity)
        panels[0, column].set_title(sweep, fontsize="small")
        panels[-1, column].set_xlabel(axis or "problem")
    for row, quantity in enumerate(shown):
        panels[row, 0].set_ylabel(quantity.label)
    try:
        with mpl.rc_context({"svg.hashsalt": "pdedsl"}):
            figure.savefig(path)
    except OSError as error:
        raise DataError(f"cannot be written: {error.strerror}", where=str(path)) from error


def _panel(axes: Any, part: Sequence[Summary], quantity: _Quantity) -> None:
    """One panel: a line for every method, and a dashed one of the paper's numbers for it."""
    places = _places(part)
    for method in dict.fromkeys(s.method for s in part):
        own = [s for s in part if s.method == method]
        known = [(places[s.case.key], m) for s in own if (m := quantity.ours(s)) is not None]
        color = None
        if known:
            x, means = zip(*known, strict=True)
            errors = [m.error or 0.0 for m in means]
            line = axes.errorbar(x, [m.value for m in means], errors, marker="o", label=method)
            color = line[0].get_color()
        paper = [(places[s.case.key], p) for s in own if (p := quantity.paper(s)) is not None]
        if paper:
            label = "paper" if method == "calibrated" else f"{method}, published"
            axes.plot(*zip(*paper, strict=True), "--", marker="x", color=color, label=label)
    if part[0].axis == "noise":
        axes.set_xscale("log")
    if part[0].axis in _NAMED:
        names = [_NAMED[part[0].axis](s.case) for s in part[: len(places)]]
        axes.set_xticks(list(places.values()), names, fontsize="small")
    if axes.get_legend_handles_labels()[0]:
        axes.set_yscale(quantity.scale)
        axes.legend(fontsize="x-small")


def _places(part: Sequence[Summary]) -> dict[tuple[object, ...], float]:
    """Where each case stands on the horizontal axis."""
    axis = part[0].axis
    cases = list(dict.fromkeys(s.case for s in part))
    return {c.key: float(i) if axis in _NAMED else getattr(c, axis) for i, c in enumerate(cases)}
