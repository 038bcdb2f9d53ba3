"""Are the test functions chosen well? Errors of the coefficients beside those of a scan.

For each of the paper's problems the true terms and the true g are told, so that only the
coefficients are estimated, with the test functions that pdedsl chooses and with those of a scan
over supports and degrees. Printed is the root mean square error over seeds, and the ratio of the
chosen one to the best of the scan. The best of many is partly luck: with ten seeds a ratio of
1.3 means nothing.

    python benchmarks/test_functions.py [--seeds 10] [--problems heat,burgers]
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import numpy as np

from pdedsl.errors import PdedslError
from pdedsl.experiments import PaperProblem, problems
from pdedsl.language import parse
from pdedsl.loading import load_data
from pdedsl.optimize.fitted import minimised
from pdedsl.optimize.model import make_library
from pdedsl.optimize.pilot import best_lead
from pdedsl.pipeline import estimates_of, weak_system
from pdedsl.reproduce.case import Subject, Target
from pdedsl.reproduce.subjects import of_problem
from pdedsl.reproduce.text import text_of

SUPPORTS = (0.15, 0.25, 0.4, 0.6, 0.9)
DEGREES = (2, 4, 7)
"""Above the highest derivative."""

Setting = tuple[tuple[str, str], ...]


def told(problem: PaperProblem) -> Subject:
    """The problem with nothing to find but coefficients, those of the true terms."""
    whole = of_problem(problem)
    target = whole.target.bound
    used = [p for p, b in enumerate(target) if b]
    return replace(
        whole,
        dictionary=tuple(whole.dictionary[p] for p in used),
        target=Target(tuple(target[p] for p in used), whole.target.free),
        searched=False,
        known="" if problem.target_free == "0" else problem.target_free,
    )


def settings(problem: PaperProblem) -> list[Setting]:
    """What pdedsl chooses, and the scan, as options of the text."""
    highest = 4 if "kuramoto" in problem.name else 2
    scan = product(SUPPORTS, DEGREES)
    return [(), *((("support", f"{s:g}"), ("degree", str(highest + d))) for s, d in scan)]


def squared_errors(
    problem: PaperProblem, noise: float, seed: int, options: Sequence[Setting]
) -> dict[Setting, float]:
    """Mean square error of the normalised coefficients for every setting, on one data set."""
    subject = told(problem)
    text = text_of(subject)
    data = problem.run(seed, noise=noise).measurements()
    plain = parse(text)
    estimates = estimates_of(plain, load_data(plain, data))
    target = np.array(subject.target.bound)
    found = {}
    for setting in options:
        words = ", ".join(f"{name} = {value}" for name, value in setting)
        specification = parse(text + f"test bsplines {{ {words} }}\n" if words else text)
        try:
            library = make_library(weak_system(specification, estimates))
        except PdedslError:
            continue
        terms = tuple(range(target.size))
        model = minimised(library, best_lead(library, terms, (), terms))
        beta = model.psi[: target.size]
        beta = beta * np.sign(beta @ target) / np.abs(beta).sum()
        found[setting] = float(np.mean((beta - target) ** 2))
    return found


def main() -> None:
    """Print a line for each problem and noise ratio."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--problems", default=",".join(problems()))
    parser.add_argument("--noise", default="0.01,0.1")
    wanted = parser.parse_args()
    print(f"{'problem':22} {'noise':>6} {'chosen':>9} {'best':>9} {'ratio':>6}  best setting")
    for name in wanted.problems.split(","):
        problem = problems()[name]
        every = settings(problem)
        for noise in map(float, wanted.noise.split(",")):
            rows = [squared_errors(problem, noise, seed, every) for seed in range(wanted.seeds)]
            means = {
                s: math.sqrt(sum(r[s] for r in rows) / len(rows))
                for s in every
                if all(s in r for r in rows)
            }
            best = min(means, key=means.get)
            label = ", ".join(f"{k} {v}" for k, v in best) or "the chosen one"
            print(
                f"{name:22} {noise:6g} {means[()]:9.2g} {means[best]:9.2g}"
                f" {means[()] / means[best]:6.2f}  {label}",
                flush=True,
            )


if __name__ == "__main__":
    main()
