"""Write docs/results.md from the rows that `pdedsl reproduce` left in a folder.

    for name in heat slm wave oscillator linear cauchy-riemann laplace dictionary \\
        derivatives estimators collie nothing; do pdedsl reproduce $name --seeds 20 --jobs 2; done
    python benchmarks/results_page.py runs docs/results.md

The tables are made afresh from the rows, so that rows of earlier versions get today's columns.
With `--keep` the sections of sets that have no rows in the folder stay as they are on the page.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from pdedsl.reproduce import sets
from pdedsl.reproduce.rows import read_rows
from pdedsl.reproduce.summary import summarise
from pdedsl.reproduce.table import markdown

MANY = 20
"""Seeds from which on their number is not mentioned apart from the command."""

HEAD = """# The paper's tables and figures, made again

Every table comes from the command above it, on data made afresh from seeds 0, 1, 2, ...; the
paper's numbers stand beside ours where it has any. *Form of g* is the fraction of runs whose g
has the right functional form, which is what the paper counts as success; *success* asks for the
right derivative terms too, *within 5 %* for every number as well, and *claimed* is the fraction
with the verdict "identified". RMSE is that of the coefficients at unit L1 norm, *in 95 %* how
many 95 % intervals held the truth; other columns are explained below their tables. Only under
*derivatives* RMSE is that of a derivative, or of its integrals against test functions, over the
root mean square of the true ones. Standard errors are in brackets. Seconds are medians of a small
shared machine and say little.

This page is written by `python benchmarks/results_page.py`; sets that are missing here have not
been run.
"""


def section(name: str, folder: Path) -> str:
    """A set's command and its tables, "" where it was not run."""
    path = folder / f"reproduce-{name}.csv"
    rows = read_rows(path)
    if not rows:
        return ""
    found = {row.noise for row in rows.values()}
    paper = sets()[name]
    others = None if found == {case.noise for case in paper.cases} else tuple(sorted(found))
    chosen = sets(others)[name]
    ran = {row.method for row in rows.values()}
    methods = tuple(method for method in chosen.methods if method in ran)
    seeds = sorted({row.seed for row in rows.values()})
    tables = markdown(chosen, summarise(chosen, rows, methods, seeds, {}))
    command = f"pdedsl reproduce {name} --seeds {len(seeds)}"
    if others is not None:
        command += f" --noise {','.join(f'{noise:g}' for noise in others)}"
    if set(methods) != set(chosen.default):
        command += "".join(f" --method {method}" for method in methods)
    head = f"\n## {name}: {chosen.source}\n\n```sh\n{command}\n```\n\n"
    return head + _few(len(seeds)) + tables


def written(page: Path) -> dict[str, str]:
    """The sections that a page has, by the name of their set."""
    if not page.exists():
        return {}
    parts = page.read_text(encoding="utf-8").split("\n## ")[1:]
    return {part.split(":", 1)[0]: f"\n## {part.rstrip()}\n" for part in parts}


def _few(seeds: int) -> str:
    """What to say of few seeds."""
    if seeds >= MANY:
        return ""
    return f"*{'One seed' if seeds == 1 else f'{seeds} seeds'} so far.*\n\n"


def main() -> None:
    """Write the page."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("page", type=Path)
    parser.add_argument("--keep", action="store_true", help="sections without rows stay")
    wanted = parser.parse_args()
    before = written(wanted.page) if wanted.keep else {}
    parts = [section(name, wanted.folder) or before.get(name, "") for name in sets()]
    wanted.page.write_text(HEAD + "".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
