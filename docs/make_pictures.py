"""Draw the pictures of the pages from the data in `examples/`: `python docs/make_pictures.py`.

It runs one search, that of the oscillator, which takes some seconds.
"""

import argparse
import io
import re
import warnings
from pathlib import Path

import numpy as np

import pdedsl
from pdedsl.figures.draw import draw
from pdedsl.figures.look import PAGE, PAPER, drawn_as, new_figure
from pdedsl.figures.run import subject_of
from pdedsl.loading import load_data, load_specification
from pdedsl.pipeline import estimates_of, functions_of

FOLDER = Path(__file__).with_name("pictures")
EXAMPLES = Path(__file__).parents[1] / "examples"
BLUE, ORANGE, GREEN = PAPER.series[:3]
ONE = 2
"""The test function that is shown by itself: the field falls there."""


def oscillator(found):
    """Data and estimate of the first three samples, under the equation."""
    figure = new_figure(PAPER, 5.0, 2.6)
    axes = figure.subplots()
    for sample, color in zip(found.fields.samples[:3], PAPER.series, strict=False):
        t = sample.axes["t"]
        axes.plot(t, sample.data["u"], "o", color=color, ms=3.5, mew=0)
        axes.plot(t, sample.estimate["u"], color=color, lw=1)
    axes.set_xlabel("t (s)")
    axes.set_ylabel("u (m)")
    axes.set_title(f"${found.equations[0].latex}$", fontsize=11)
    return figure


def front(found):
    """Rivals by complexity and evidence, as in a report."""
    return draw("front", subject_of(found), PAPER)


def prey():
    """The first sample of the predators and their prey: estimates and test functions."""
    specification = load_specification(EXAMPLES / "dcode_prey.pde")
    estimates = estimates_of(specification, load_data(specification))
    (functions,) = functions_of(specification, estimates)[0].axes
    return estimates[0], functions


def estimate(sample):
    """Points, the curve of the Gaussian process, and two standard deviations of the noise."""
    (t,) = sample.grid.axes
    fine = np.linspace(t[0], t[-1], 300)
    curve, noise = sample.on((fine,))[0], sample.noise_sd[0]
    figure = new_figure(PAPER, 5.0, 2.2)
    axes = figure.subplots()
    axes.fill_between(fine, curve - 2 * noise, curve + 2 * noise, color=BLUE, alpha=0.15, lw=0)
    axes.plot(fine, curve, color=BLUE, label="estimate")
    axes.plot(t, sample.observed[0], "o", color=ORANGE, ms=3, mew=0, label="data")
    axes.set_xlabel("t")
    axes.set_ylabel("prey x")
    axes.legend(ncols=2)
    return figure


def test_functions(functions, t):
    """All B-splines, and one of them with its first derivative."""
    fine = np.linspace(t[0], t[-1], 161)
    figure = new_figure(PAPER, PAGE, 2.0)
    left, right = figure.subplots(1, 2)
    for values in splines(functions, fine):
        there = values > 0
        left.plot(fine[there], values[there], color=BLUE, lw=0.8)
    left.set_title(f"{functions.count} test functions of degree {functions.degree}")
    right.plot(fine, scaled(splines(functions, fine)[ONE]), color=BLUE, label="φ")
    right.plot(fine, scaled(splines(functions, fine, 1)[ONE]), color=ORANGE, label="dφ/dt")
    right.set_title("one of them, and its derivative (both scaled)")
    right.legend()
    for axes in (left, right):
        axes.set_xlabel("t")
        axes.set_yticks([])
    return figure


def weak_row(sample, functions):
    """One row: what is integrated for d_t(x), and for x - 1.2 x y, with both integrals."""
    (t,) = sample.grid.axes
    fine = np.linspace(t[0], t[-1], 121)
    x, y = sample.on((fine,))
    phi, slope = (splines(functions, fine, order)[ONE] for order in (0, 1))
    parts = [
        (-slope * x, "−x dφ/dt"),
        (phi * (x - 1.2 * x * y), "φ (x − 1.2 x y)"),
    ]
    figure = new_figure(PAPER, PAGE, 2.3)
    panels = figure.subplots(1, 3)
    panels[0].plot(fine, x, color=BLUE, label="x")
    panels[0].plot(fine, scaled(phi) * x.max(), color=PAPER.faint, label="φ (scaled)")
    panels[0].set_title("field and test function")
    panels[0].legend()
    for axes, (values, name) in zip(panels[1:], parts, strict=True):
        integral = np.trapezoid(values, fine)
        axes.axhline(0, color=PAPER.faint, lw=0.6)
        axes.fill_between(fine, values, color=GREEN, alpha=0.3, lw=0)
        axes.plot(fine, values, color=GREEN)
        axes.set_title(f"{name}, integral {integral:.3g}")
    for axes in panels:
        axes.set_xlabel("t")
    return figure


def splines(functions, points, order=0):
    """The plain B-splines, or a derivative of them, shape (count, points)."""
    return functions.to_splines @ functions.evaluate(points, order)


def scaled(values):
    """To largest size 1."""
    return values / np.abs(values).max()


def pictures():
    """All figures by name."""
    found = pdedsl.discover(EXAMPLES / "oscillator.pde")
    sample, functions = prey()
    with drawn_as(PAPER):
        return {
            "oscillator": oscillator(found),
            "front": front(found),
            "estimate": estimate(sample),
            "test_functions": test_functions(functions, sample.grid.axes[0]),
            "weak_row": weak_row(sample, functions),
        }


def write(folder):
    """Write all of them as SVG; letters are drawn, so that they look the same everywhere."""
    import matplotlib as mpl

    folder.mkdir(exist_ok=True)
    for name, figure in pictures().items():
        with drawn_as(PAPER), mpl.rc_context({"svg.fonttype": "path"}), warnings.catch_warnings():
            metadata = {"Creator": ["pdedsl"], "Date": None}
            stream = io.StringIO()
            figure.savefig(stream, format="svg", metadata=metadata, facecolor="white")
            (folder / f"{name}.svg").write_text(rounded(stream.getvalue()), encoding="utf-8")


def rounded(svg):
    """The same with two decimals in its paths, finer than can be seen, and a line for each."""

    def path(found):
        short = re.sub(r"\d+\.\d{3,}", lambda number: f"{float(number[0]):.2f}", found[0])
        return " ".join(short.split())

    return re.sub(r'\bd="[^"]*"', path, svg)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=FOLDER)
    write(parser.parse_args().folder)
