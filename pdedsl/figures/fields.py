"""Data and their field estimate side by side: curves, images, or slices."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from pdedsl.figures.grids import MOST_POINTS, places, plane, standardized, thinned
from pdedsl.figures.images import bar, cloud, image, mark_holes, scale_of, signed_scale
from pdedsl.figures.look import COLUMN, PAGE, Look, new_figure
from pdedsl.figures.subject import Array, Subject
from pdedsl.run_fields import RunFields, RunSample

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def draw_fields(subject: Subject, kept: RunFields, look: Look) -> Figure:
    """One coordinate: points and curves; two: images; more: three slices along the first."""
    if len(subject.coordinates) == 1:
        return _curves(subject, kept, look)
    draw = _images if len(subject.coordinates) == 2 else _slices
    return draw(subject, kept.samples[0], look)


def _curves(subject: Subject, kept: RunFields, look: Look) -> Figure:
    """A panel for each field, a color for each of the first samples."""
    (coordinate,) = subject.coordinates
    shown = kept.samples[: len(look.series)]
    names = tuple(shown[0].estimate)
    figure = new_figure(look, COLUMN, 0.8 + 1.7 * len(names))
    panels = figure.subplots(len(names), 1, sharex=True, squeeze=False)[:, 0]
    for name, axes in zip(names, panels, strict=True):
        for sample, color in zip(shown, look.series, strict=False):
            _curve(axes, sample, coordinate, name, color)
        axes.set_ylabel(subject.label(name))
    panels[-1].set_xlabel(subject.label(coordinate))
    if kept.count > 1:
        labels = [f"sample {sample.number}" for sample in shown]
        handles = panels[0].get_lines()[1::2]
    else:
        labels, handles = ["data", "estimate"], panels[0].get_lines()
    columns = 3 if look.width(COLUMN) == COLUMN else len(labels)
    figure.legend(handles, labels, ncols=columns, loc="outside upper center", handlelength=1.2)
    return figure


def _curve(axes: Any, sample: RunSample, coordinate: str, name: str, color: str) -> None:
    x = sample.axes[coordinate]
    at = x if sample.points is None else sample.points[:, 0]
    few, fine = thinned(len(at), MOST_POINTS), thinned(len(x), MOST_POINTS)
    data, estimate = sample.data[name], sample.beside_holes(name)
    size = 3.5 if len(at) < 100 else 2.0
    axes.plot(at[few], data[few], "o", color=color, ms=size, mew=0, alpha=0.6)
    axes.plot(x[fine], estimate[fine], color=color)


def _images(subject: Subject, sample: RunSample, look: Look) -> Figure:
    """Data, estimate, and their difference in standard deviations of the noise, a row a field."""
    names = tuple(sample.estimate)
    figure = new_figure(look, PAGE, 0.3 + 2.1 * len(names))
    figure.get_layout_engine().set(wspace=0.08)  # the label of a bar is not that of an axis
    panels = figure.subplots(len(names), 3, sharex=True, sharey=True, squeeze=False)
    across, up = sample.axes.values()
    for name, row in zip(names, panels, strict=True):
        data, estimate = sample.data[name], sample.beside_holes(name)
        norm, difference = scale_of(data, estimate), standardized(sample, name)
        _measured(row[0], sample, data, norm)
        drawn = image(row[1], across, up, estimate, norm)
        mark_holes(row[1], sample)
        bar(figure, drawn, list(row[:2]), subject.label(name))
        drawn = _measured(row[2], sample, difference, signed_scale(difference))
        bar(figure, drawn, row[2], "standard deviations")
        row[0].set_ylabel(subject.label(subject.coordinates[1]))
        if len(names) > 1:
            row[0].set_title(f"{subject.name(name)}: data")
    titles = ("data", "estimate", "data − estimate, over noise")
    for axes, title in zip(panels[0], titles, strict=True):
        if not axes.get_title():
            axes.set_title(title)
    for axes in panels[-1]:
        axes.set_xlabel(subject.label(subject.coordinates[0]))
    return figure


def _measured(axes: Any, sample: RunSample, values: Array, norm: Any) -> Any:
    """What belongs to the points of the data, over two coordinates."""
    if sample.points is None:
        return image(axes, *sample.axes.values(), values, norm)
    return cloud(axes, sample.points[:, 0], sample.points[:, 1], values, norm)


def _slices(subject: Subject, sample: RunSample, look: Look) -> Figure:
    """Data above, estimate below, at three values of the first coordinate.

    Coordinates after the third are held in the middle of their range.
    """
    names, axes_of = tuple(sample.estimate), list(sample.axes.values())
    first, across, up = subject.coordinates[:3]
    middle = [len(axis) // 2 for axis in axes_of[3:]]
    cuts = places(len(axes_of[0]))
    figure = new_figure(look, PAGE, 0.4 + 3.6 * len(names))
    panels = figure.subplots(2 * len(names), len(cuts), sharex=True, sharey=True, squeeze=False)
    for (row, name), (column, k) in product(enumerate(names), enumerate(cuts)):
        estimate = sample.beside_holes(name)
        norm = scale_of(sample.data[name], estimate)
        at: list[int | None] = [k, None, None, *middle]
        above, below = panels[2 * row, column], panels[2 * row + 1, column]
        drawn = image(below, axes_of[1], axes_of[2], plane(estimate, at), norm)
        mark_holes(below, sample)
        if sample.points is None:
            image(above, axes_of[1], axes_of[2], plane(sample.data[name], at), norm)
        else:
            near = _near(sample, k)
            cloud(above, *sample.points[near, 1:3].T, sample.data[name][near], norm)
        if column == 0:
            above.set_ylabel(f"data\n{subject.label(up)}")
            below.set_ylabel(f"estimate\n{subject.label(up)}")
            bar(figure, drawn, list(panels[2 * row : 2 * row + 2].ravel()), subject.label(name))
    for column, k in enumerate(cuts):
        panels[0, column].set_title(f"{subject.name(first)} = {axes_of[0][k]:.3g}")
        panels[-1, column].set_xlabel(subject.label(across))
    return figure


def _near(sample: RunSample, position: int) -> Any:
    """Which scattered points are close to a slice, within a tenth of the range."""
    axis = next(iter(sample.axes.values()))
    assert sample.points is not None
    return np.abs(sample.points[:, 0] - axis[position]) <= 0.1 * (axis[-1] - axis[0])
