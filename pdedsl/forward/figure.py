"""Data, solution and error against time as a figure."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from pdedsl.errors import PdedslError
from pdedsl.forward.result import TWICE, SampleSolution, Simulation

MOST_SAMPLES = 4
METADATA = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}
INK = "#262626"
COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")
"""Okabe and Ito, Color Universal Design, 2008."""

SETTINGS: dict[str, Any] = {
    "font.size": 8,
    "axes.linewidth": 0.6,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "legend.frameon": False,
    "lines.linewidth": 1.2,
    "svg.hashsalt": "pdedsl",
    "pdf.fonttype": 42,
    "text.parse_math": False,
}


def figure(simulation: Simulation) -> Any:
    """A column for each of the first samples: every field over the data, and its error below.

    Fields over space are drawn at a few places, against time; circles are data, lines the solution.

    Raises:
        PdedslError: matplotlib is not installed.
    """
    if find_spec("matplotlib") is None:
        raise PdedslError(
            'a figure needs matplotlib, which is not installed\n  pip install "pdedsl[plots]"'
        )
    import matplotlib as mpl
    from matplotlib.figure import Figure

    samples = simulation.samples[:MOST_SAMPLES]
    names = list(samples[0].fields)
    size = (max(3.4, 2.4 * len(samples)), 1.8 * (len(names) + 1))
    with mpl.rc_context(SETTINGS):
        made = Figure(figsize=size, layout="constrained")
        panels = made.subplots(len(names) + 1, len(samples), squeeze=False, sharex="col")
        for column, sample in enumerate(samples):
            for row, name in enumerate(names):
                _draw_field(panels[row, column], sample, name)
                if column == 0:
                    panels[row, column].set_ylabel(name)
            _draw_error(panels[-1, column], sample)
            panels[0, column].set_title(f"sample {sample.measured.number}")
            panels[-1, column].set_xlabel(sample.time)
        panels[-1, 0].set_ylabel("error / noise")
        panels[0, 0].legend(fontsize="x-small")
    return made


def write_figure(made: Any, folder: Path) -> None:
    """Write a figure as SVG and PDF; the same figure makes the same bytes.

    Raises:
        OSError: it cannot be written.
    """
    import matplotlib as mpl

    with mpl.rc_context(SETTINGS):
        for suffix, metadata in METADATA.items():
            made.savefig(folder / f"simulation.{suffix}", metadata=metadata)


def _draw_field(axes: Any, sample: SampleSolution, name: str) -> None:
    times = sample.axes[sample.time]
    ours = sample.by_time(sample.fields[name])
    chosen = _few(ours.shape[1])
    for number, place in enumerate(chosen):
        color = COLORS[number % len(COLORS)]
        label = "solution" if number == 0 else None
        axes.plot(times, ours[:, place], color=color, label=label, zorder=3)
        if sample.measured.points is None:
            data = sample.by_time(sample.measured.data[name])[:, place]
            at = sample.measured.axes[sample.time]
            label = "data" if number == 0 else None
            axes.plot(at, data, "o", ms=2.5, mfc="none", mew=0.6, color=color, label=label)
        else:
            estimate = sample.by_time(sample.measured.beside_holes(name))[:, place]
            at = sample.measured.axes[sample.time]
            label = "estimate" if number == 0 else None
            axes.plot(at, estimate, "--", lw=0.8, color=color, label=label)
    if sample.trouble is not None:
        axes.axvline(sample.reached, color=INK, lw=0.8, ls=":")


def _draw_error(axes: Any, sample: SampleSolution) -> None:
    for number, name in enumerate(sample.fields):
        rows = [r for r in sample.rows() if r.field == name and np.isfinite(r.ratio)]
        color = COLORS[number % len(COLORS)]
        axes.plot([r.time for r in rows], [r.ratio for r in rows], color=color, label=name)
    axes.axhline(TWICE, color=INK, lw=0.8, ls="--")
    if len(sample.fields) > 1:
        axes.legend(fontsize="x-small")


def _few(count: int) -> list[int]:
    """Three places of a field, its edges left out; the only one where there is no space."""
    if count == 1:
        return [0]
    return sorted({round(f * (count - 1)) for f in (0.25, 0.5, 0.75)})
