"""Write docs/gallery.md and its pictures from the rows of `pdedsl reproduce gallery`.

The texts of examples/gallery are written as well, those of `pdedsl example`.

    python benchmarks/gallery_page.py gallery.csv --seeds 1 --jobs 2

makes all of it; what has a row in the table already is not run again. Without `--seeds` nothing is.

The words and the `.pde` texts are those of `pdedsl.reproduce.gallery`; data are drawn afresh.
"""

from __future__ import annotations

import argparse
import io
import re
import textwrap
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median

import numpy as np
from matplotlib.figure import Figure
from PIL import Image

from pdedsl.cli import main as pdedsl
from pdedsl.experiments.simulation import Simulation
from pdedsl.figures.grids import places
from pdedsl.figures.images import bar, image, scale_of
from pdedsl.figures.look import PAGE, PAPER, drawn_as, needs_matplotlib, new_figure
from pdedsl.reproduce.estimates import Estimates, read
from pdedsl.reproduce.example import text as text_with_words
from pdedsl.reproduce.gallery import Entry, entries
from pdedsl.reproduce.gallery.entry import NOISE
from pdedsl.reproduce.rows import Row, read_rows
from pdedsl.reproduce.text import text_of

HOME = Path(__file__).parents[1]
DOCS, TEXTS = HOME / "docs", HOME / "examples" / "gallery"
DOTS, COLORS = 110, 128
"""An inch, and of a picture, which keep every picture below 30 kB."""

CURVES = 3
"""Samples that are drawn."""

HEAD = """# Gallery

{count} equations that the paper ran, lists, names or discusses, each with data made afresh from a
law, and what was found in them. *Found* is the equation of the first seed at {noise:g} % noise,
with the standard error of its last digits in brackets; *true* is the law in the same scale. Noise
is in percent of the spread of a field. The *form* is right where g has the right functional form,
the *equation* where it has the right derivative terms too; a run counts as *claimed* with the
verdict "identified". Seconds are medians of a small shared machine.

```sh
{command}
```

Texts are in `examples/gallery`; their data come with `pdedsl example NAME`.
This page is written by `python benchmarks/gallery_page.py`, which runs what is missing as well.

"""

TABLE = """| problem | noise | form | equation | numbers within 5 % | claimed | seconds |
|---|---:|---:|---:|---:|---:|---:|
"""


def page(rows: Sequence[Row]) -> str:
    """All of it, problems that were not run without an answer."""
    ours = [row for row in rows if row.method == "calibrated" and not row.options]
    parts = [(entry, [row for row in ours if row.problem == entry.name]) for entry in entries()]
    head = HEAD.format(count=len(parts), noise=100 * NOISE, command=command(ours))
    table = TABLE + "".join(lines(entry, own) for entry, own in parts)
    return head + table + "".join(section(entry, own) for entry, own in parts)


def command(rows: Sequence[Row]) -> str:
    """What made the rows."""
    seeds, noises = {row.seed for row in rows}, sorted({row.noise for row in rows})
    ratios = ",".join(f"{noise:g}" for noise in noises)
    return f"pdedsl reproduce gallery --seeds {len(seeds) or 1} --noise {ratios or NOISE}"


def lines(entry: Entry, rows: Sequence[Row]) -> str:
    """Of the table, one for each noise."""
    link = f"[{entry.title}](#{anchor(entry)})"
    noises = sorted({row.noise for row in rows})
    if not noises:
        return f"| {link} | | not run yet | | | | |\n"
    return "".join(line(link, [row for row in rows if row.noise == noise]) for noise in noises)


def line(link: str, rows: Sequence[Row]) -> str:
    """How many of the runs at one noise were right."""
    right = [[r.form for r in rows], [r.success for r in rows], [r.strict for r in rows]]
    right.append([row.verdict == "identified" for row in rows])
    counts = " | ".join(f"{sum(map(bool, each))}/{len(rows)}" for each in right)
    seconds = median(row.seconds or 0.0 for row in rows)
    return f"| {link} | {100 * rows[0].noise:g} % | {counts} | {seconds:.3g} |\n"


def section(entry: Entry, rows: Sequence[Row]) -> str:
    """Words, picture, text, and what was found."""
    body = text_of(entry.subject, data=f"{entry.name}.npz")
    text = f"{body}expect {entry.law.text}\n"
    return (
        f"\n## {entry.title}\n\n{wrapped(entry.about)}\n\n{wrapped(entry.told)}\n\n"
        f"![Data: {entry.title}](pictures/gallery/{entry.name}.png)\n\n```pde\n{text}```\n\n"
        f"{answer(entry, rows)}"
    )


def anchor(entry: Entry) -> str:
    """What a page makes of the title, by which the section is linked."""
    return re.sub(r"[^a-z0-9 -]", "", entry.title.lower()).replace(" ", "-")


def wrapped(text: str) -> str:
    """In lines of a page."""
    return textwrap.fill(text, 100, break_on_hyphens=False)


def answer(entry: Entry, rows: Sequence[Row]) -> str:
    """The equation of the first seed at the least noise, beside the true one."""
    if not rows:
        return "Not run with this version yet.\n"
    first = min(rows, key=lambda row: (row.noise != NOISE, row.noise, row.seed))
    estimates = read(first.estimates)
    found = str(estimates) if estimates else first.equation or "none"
    shown = f"```text\nfound  {found}\ntrue   {truth(entry, estimates)}\n```\n\n"
    if first.failed:
        return f"{shown}Error: {first.message}\n"
    chi2 = "" if first.chi2 is None else f", chi2 {first.chi2:.3g} per degree of freedom"
    seconds = "" if first.seconds is None else f", {first.seconds:.3g} s"
    return shown + wrapped(f"Verdict: {first.verdict}{chi2}{seconds}. {seeds(rows)}") + "\n"


def truth(entry: Entry, estimates: Estimates | None) -> str:
    """The law, with the coefficient that the found equation holds at its value."""
    held = [(t, e.value) for t, e in estimates.bound if e.error is None] if estimates else []
    both = [value / entry.law.bound[term] for term, value in held if term in entry.law.bound]
    law = entry.law.scaled(both[0]) if both else entry.law
    inorder = {term: law.bound[term] for term in entry.dictionary if term in law.bound}
    return replace(law, bound=inorder).text


def seeds(rows: Sequence[Row]) -> str:
    """In how many runs the equation was right."""
    said = []
    for noise in sorted({row.noise for row in rows}):
        own = [row for row in rows if row.noise == noise]
        right = sum(bool(row.success) for row in own)
        runs = "run" if len(own) == 1 else "runs"
        said.append(f"{right} of {len(own)} {runs} at {100 * noise:g} % noise")
    return f"The equation is right in {' and '.join(said)}."


def picture(entry: Entry, path: Path) -> None:
    """Draw the measurements of seed 0."""
    made = entry.run()
    with drawn_as(PAPER):
        figure = curves(made) if len(made.axes) == 1 else images(made)
        stream = io.BytesIO()
        figure.savefig(stream, dpi=DOTS, facecolor="white")
    Image.open(stream).convert("RGB").quantize(COLORS).save(path, optimize=True)


def curves(made: Simulation) -> Figure:
    """Of the first samples in time."""
    figure = new_figure(PAPER, PAGE, 2.1)
    axes = figure.subplots()
    for k, sample in enumerate(made.noisy[:CURVES]):
        axes.plot(made.axes[0], sample[0], ".-", markersize=3, linewidth=0.6, label=f"sample {k}")
    axes.set_xlabel(made.names[0])
    axes.set_title(f"{made.fields[0]}, {CURVES} of {len(made.noisy)} samples")
    return figure


def images(made: Simulation) -> Figure:
    """Of the panels side by side."""
    panels = panels_of(made)
    figure = new_figure(PAPER, PAGE, 2.1)
    for axes, (title, where, values, norm) in zip(
        figure.subplots(1, len(panels), sharey=True, squeeze=False)[0], panels, strict=True
    ):
        drawn = image(axes, *(made.axes[k] for k in where), values, norm)
        bar(figure, drawn, axes, "")
        axes.set_title(title)
        axes.set_xlabel(made.names[where[0]])
    figure.axes[0].set_ylabel(made.names[panels[0][1][1]])
    return figure


def panels_of(made: Simulation) -> list[tuple[str, tuple[int, int], np.ndarray, object]]:
    """Title, axes, values and colors of each: fields, or else samples or slices of one."""
    space = len(made.axes) == 3
    cuts = places(len(made.axes[0])) if space else [0]
    where = (1, 2) if space else (0, 1)

    def values(sample: int, field: int, cut: int) -> np.ndarray:
        whole = made.noisy[sample, field]
        return whole[cut] if space else whole

    def at(cut: int) -> str:
        return f", {made.names[0]} = {made.axes[0][cut]:.2g}" if space else ""

    if len(made.fields) > 1:
        cut = cuts[len(cuts) // 2]
        each = [(name + at(cut), values(0, i, cut)) for i, name in enumerate(made.fields)]
        return [(title, where, shown, scale_of(shown)) for title, shown in each]
    (name,) = made.fields
    if space:
        each = [(name + at(cut), values(0, 0, cut)) for cut in cuts]
    else:
        each = [
            (f"{name}, sample {k}", values(k, 0, 0)) for k in range(min(CURVES, len(made.noisy)))
        ]
    norm = scale_of(*(shown for _, shown in each))
    return [(title, where, shown, norm) for title, shown in each]


def main() -> None:
    """Write page and pictures."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("rows", type=Path, metavar="RESULTS.csv")
    parser.add_argument("--docs", type=Path, default=DOCS, metavar="DIR")
    parser.add_argument("--seeds", type=int, default=0, help="how many are run before")
    parser.add_argument("--jobs", type=int, default=1, help="processes at once")
    parser.add_argument("--noise", default=f"{NOISE}", help="ratios, as in 0.01,0.1")
    wanted = parser.parse_args()
    needs_matplotlib("the gallery")
    if wanted.seeds:
        options = {"--seeds": wanted.seeds, "--jobs": wanted.jobs, "--noise": wanted.noise}
        pairs = [text for name, value in options.items() for text in (name, str(value))]
        pdedsl(["reproduce", "gallery", *pairs, "--csv", str(wanted.rows)])
    rows = read_rows(wanted.rows)
    folder = wanted.docs / "pictures" / "gallery"
    folder.mkdir(parents=True, exist_ok=True)
    for entry in entries():
        picture(entry, folder / f"{entry.name}.png")
        (TEXTS / f"{entry.name}.pde").write_text(text_with_words(entry), encoding="utf-8")
    (wanted.docs / "gallery.md").write_text(page(list(rows.values())), encoding="utf-8")


if __name__ == "__main__":
    main()
