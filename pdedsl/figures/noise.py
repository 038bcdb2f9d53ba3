"""Whether the noise is what it was taken for: data less estimate, set against a normal law."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pdedsl.figures.grids import standardized
from pdedsl.figures.look import COLUMN, Look, new_figure
from pdedsl.figures.subject import Array, Subject
from pdedsl.run_fields import RunFields

if TYPE_CHECKING:
    from matplotlib.figure import Figure

REACH = 4.0
"""Standard deviations to both sides that are shown."""

QUANTILES = 200
"""Points of a plot of quantiles at most."""


def draw_noise(subject: Subject, kept: RunFields, look: Look) -> Figure:
    """A row for each field: histogram and quantiles, of all samples together."""
    names = tuple(kept.samples[0].estimate)
    figure = new_figure(look, 1.5 * COLUMN, 0.3 + 2.0 * len(names))
    panels = figure.subplots(len(names), 2, squeeze=False)
    for name, (left, right) in zip(names, panels, strict=True):
        values = np.concatenate([standardized(s, name).ravel() for s in kept.samples])
        values = values[np.isfinite(values)]
        _histogram(left, values, look)
        _quantiles(right, values, look)
        left.set_ylabel(f"density, {subject.name(name)}" if len(names) > 1 else "density")
    for axes, label in zip(
        panels[-1], ("(data − estimate) / noise", "normal quantile"), strict=True
    ):
        axes.set_xlabel(label)
    return figure


def _histogram(axes: Any, values: Array, look: Look) -> None:
    x = np.linspace(-REACH, REACH, 161)
    if values.size:
        bins = int(np.clip(np.sqrt(values.size), 8, 40))
        inside = np.clip(values, -REACH, REACH)
        axes.hist(
            inside, bins, range=(-REACH, REACH), density=True, color=look.series[0], alpha=0.5
        )
    axes.plot(x, np.exp(-(x**2) / 2) / np.sqrt(2 * np.pi), color=look.ink, lw=1)
    axes.set_xlim(-REACH, REACH)


def _quantiles(axes: Any, values: Array, look: Look) -> None:
    from scipy.special import ndtri

    count = min(QUANTILES, values.size)
    axes.axline((0, 0), slope=1, color=look.faint, lw=0.8)
    if count:
        share = (np.arange(count) + 0.5) / count
        axes.plot(
            ndtri(share), np.quantile(values, share), "o", color=look.series[0], ms=2.5, mew=0
        )
    axes.set_ylabel("quantile found")
