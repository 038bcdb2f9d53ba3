"""The paper's problems on data of its authors' program: `python benchmarks/paper_data.py FOLDER`.

FOLDER holds files PROBLEM_noiseRATIO_trialNUMBER.npz with `axis` (of every dimension) and `noisy`
(sample, field, grid). Printed is a row of a table for each: the equation as found, its verdict, and
whether terms and form of g are right. `--only` takes a part of the name, `--method` another method.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np

import pdedsl
from pdedsl.experiments import problems
from pdedsl.form import make_symbol
from pdedsl.reproduce.found import found_in
from pdedsl.reproduce.judge import judge
from pdedsl.reproduce.subjects import of_problem
from pdedsl.reproduce.text import text_of

COLUMNS = ("data", "seed", "equation", "errors", "right", "verdict", "chi2", "evidence", "s")


def row(path: Path, method: str, settings: Sequence[str]) -> str:
    """Run a method on a file, and say what came of it."""
    subject = of_problem(problems()[path.stem.split("_noise")[0]])
    with np.load(path) as raw:
        axis, noisy = raw["axis"], raw["noisy"]
    names = [name for name, _ in subject.coordinates]
    data = dict.fromkeys(names, axis)
    data |= {"sample": np.arange(len(noisy)), "u": noisy[:, 0]}
    data["u_dims"] = np.array(["sample", *names])
    overrides = dict(setting.split("=", 1) for setting in settings)
    discovery = pdedsl.discover(text_of(subject, method), data, overrides=overrides)
    found = found_in(discovery)
    if found is None:
        return f"| {path.stem} | {discovery.seed} | none | no | {discovery.verdict} |"
    answer, problem = found
    variables = (*problem.coordinate_symbols, *problem.field_symbols)
    box = {**dict.fromkeys(names, (0.0, float(axis[-1]))), "u": _range(noisy)}
    right = judge(answer, subject.target, tuple(map(make_symbol, map(str, variables))), box)
    best = discovery.equations[0]
    numbers = [best.chi2_per_dof, best.evidence, discovery.seconds]
    shown = " | ".join("-" if number is None else f"{number:.3g}" for number in numbers)
    word = "yes" if right.success else "g only" if right.form else "no"
    errors = ", ".join(f"{b.standard_error:.2g}" for b in best.bound if b.standard_error)
    cells = f"| {path.stem} | {discovery.seed} | `{best.text}` | {errors} | {word}"
    cells += f" | {discovery.verdict}"
    return f"{cells} | {shown} |"


def _range(values: np.ndarray) -> tuple[float, float]:
    return float(values.min()), float(values.max())


def main() -> None:
    """Read the command line and print the table."""
    parser = argparse.ArgumentParser(description="The paper's problems on its authors' data.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="", help="part of the file's name")
    parser.add_argument("--method", default="calibrated", help="calibrated, paper or ablated")
    parser.add_argument("--set", action="append", default=[], help="GROUP.OPTION=VALUE")
    arguments = parser.parse_args()
    print(f"| {' | '.join(COLUMNS)} |\n{'|---' * len(COLUMNS)}|", flush=True)
    for path in sorted(p for p in arguments.folder.glob("*.npz") if arguments.only in p.stem):
        print(row(path, arguments.method, arguments.set), flush=True)


if __name__ == "__main__":
    main()
