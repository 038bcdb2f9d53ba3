"""Write docs/results.md from the tables that `pdedsl reproduce` left in a folder.

    for name in heat slm wave oscillator linear cauchy-riemann laplace dictionary \\
        derivatives estimators collie nothing; do pdedsl reproduce $name --seeds 20 --jobs 2; done
    python benchmarks/results_page.py runs docs/results.md
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path

from pdedsl.reproduce import sets

HEAD = """# The paper's tables and figures, made again

Every table comes from the command above it, on data made afresh from seeds 0, 1, 2, ...; the
paper's numbers stand beside ours where it has any. *Form of g* is the fraction of runs whose g
has the right functional form, which is what the paper counts as success; *success* asks for the
right derivative terms too, *within 5 %* for every number as well, and *claimed* is the fraction
with the verdict "identified". RMSE is that of the coefficients at unit L1 norm, *in 95 %* how
many 95 % intervals held the truth. Only under *derivatives* it is that of a derivative, or of its
integrals against test functions, over the root mean square of the true ones. Standard errors are
in brackets. Seconds are medians of a small shared machine and say little.

This page is written by `python benchmarks/results_page.py`; sets that are missing here have not
been run with this version.
"""


def section(name: str, source: str, folder: Path) -> str:
    """A set's command and its tables, "" where it was not run."""
    tables = folder / f"reproduce-{name}-summary.md"
    if not tables.exists():
        return ""
    command = f"pdedsl reproduce {name}{_arguments(name, folder / f'reproduce-{name}.csv')}"
    return f"\n## {name}: {source}\n\n```sh\n{command}\n```\n\n{tables.read_text(encoding='utf-8')}"


def _arguments(name: str, path: Path) -> str:
    """With what a set was run, as far as it is not what the set does by itself."""
    with path.open(encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    chosen = sets()[name]
    found = f" --seeds {len({row['seed'] for row in rows})}"
    noises = sorted({float(row["noise"]) for row in rows})
    if set(noises) != {case.noise for case in chosen.cases}:
        found += f" --noise {','.join(f'{noise:g}' for noise in noises)}"
    methods = list(dict.fromkeys(row["method"] for row in rows))
    if set(methods) != set(chosen.default):
        found += "".join(f" --method {method}" for method in methods)
    return found


def main() -> None:
    """Write the page."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("page", type=Path)
    wanted = parser.parse_args()
    parts = [section(name, each.source, wanted.folder) for name, each in sets().items()]
    wanted.page.write_text(HEAD + "".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
