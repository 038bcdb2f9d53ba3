"""Where an equation fails: its residual map over one coordinate, two, or slices of more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pdedsl.figures.grids import places
from pdedsl.figures.images import bar, cloud, image, signed_scale
from pdedsl.figures.look import COLUMN, PAGE, Look, new_figure
from pdedsl.figures.subject import Array, Residuals, Subject, plain

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SHOWN = 3
"""Panels in a row: samples, or slices of one."""


def draw_residuals(subject: Subject, look: Look) -> Figure:
    """A row of panels for each equation."""
    rows = len(subject.residuals)
    if len(subject.coordinates) == 1:
        figure = new_figure(look, COLUMN, 0.5 + 1.7 * rows)
        panels = figure.subplots(rows, 1, sharex=True, squeeze=False)[:, 0]
        for each, axes in zip(subject.residuals, panels, strict=True):
            _curve(axes, subject, each, look)
        panels[-1].set_xlabel(subject.label(subject.coordinates[0]))
        return figure
    cut = [_panels(subject, each) for each in subject.residuals]
    columns = max(len(each) for each in cut)
    figure = new_figure(look, PAGE, 0.4 + 2.1 * rows)
    panels = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False)
    for each, parts, row in zip(subject.residuals, cut, panels, strict=True):
        norm = signed_scale(each.values)
        for axes, (title, chosen) in zip(row, parts, strict=False):
            drawn = _map(axes, each.centres[chosen][:, -2:], each.values[chosen], norm)
            axes.set_title(title)
        for axes in row[len(parts) :]:
            axes.set_axis_off()
        bar(figure, drawn, list(row), "standard deviations")
        row[0].set_ylabel(_named(each, subject.label(subject.coordinates[-1])))
    for axes in panels[-1]:
        axes.set_xlabel(subject.label(subject.coordinates[-2]))
    return figure


def _curve(axes: Any, subject: Subject, each: Residuals, look: Look) -> None:
    """Residuals along a coordinate; two standard deviations are marked."""
    axes.axhspan(-2, 2, color=look.faint, alpha=0.2, lw=0)
    axes.axhline(0, color=look.faint, lw=0.6)
    for sample in np.unique(each.samples):
        own = each.samples == sample
        order = np.argsort(each.centres[own][:, 0])
        x, y = each.centres[own][order, 0], each.values[own][order]
        color = look.series[int(sample) % len(look.series)]
        axes.plot(x, y, "o-", color=color, ms=2.5, lw=0.7, mew=0)
    axes.set_ylabel(_named(each, "residual (sd)"))


def _panels(subject: Subject, each: Residuals) -> list[tuple[str, NDArray[np.bool_]]]:
    """Title and test functions of each panel: the samples that fit worst, or slices of the worst.

    Coordinates but the last two are held, the first at several values, the others in the middle.
    """
    samples = np.unique(each.samples)
    worst = sorted(samples, key=lambda s: -np.abs(each.values[each.samples == s]).max())
    if len(subject.coordinates) == 2:
        some = sorted(worst[:SHOWN])
        titles = ["" if len(samples) == 1 else f"sample {s}" for s in some]
        return [(title, each.samples == s) for title, s in zip(titles, some, strict=True)]
    own = each.samples == worst[0]
    for column in range(1, len(subject.coordinates) - 2):
        values = np.unique(each.centres[own, column])
        own = own & (each.centres[:, column] == values[len(values) // 2])
    along = np.unique(each.centres[own, 0])
    cuts = along[places(len(along), min(SHOWN, len(along)))]
    name = subject.name(subject.coordinates[0])
    return [(f"{name} = {value:.3g}", own & (each.centres[:, 0] == value)) for value in cuts]


def _map(axes: Any, centres: Array, values: Array, norm: Any) -> Any:
    """An image where the centres make a grid, points where they do not."""
    (x, i), (y, j) = (np.unique(c, return_inverse=True) for c in centres.T)
    if len(x) * len(y) != len(values) or len(np.unique(i * len(y) + j)) != len(values):
        return cloud(axes, centres[:, 0], centres[:, 1], values, norm)
    grid = np.empty((len(x), len(y)))
    grid[i, j] = values
    return image(axes, x, y, grid, norm)


def _named(each: Residuals, label: str) -> str:
    return f"{plain(each.equation)}\n{label}" if each.equation else label
