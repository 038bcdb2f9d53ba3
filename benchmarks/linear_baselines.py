"""RMSE of `pdedsl reproduce linear` on our dictionary and, as the paper takes it, on products.

    python benchmarks/linear_baselines.py runs/reproduce-linear.csv

The paper judges PDE-FIND and WSINDy by the coefficients of u d_x^k(u), ours by those of
d_x^k(u^2); here every row is judged by both.
"""

import re
import sys
from collections import defaultdict
from pathlib import Path
from statistics import fmean

from pdedsl.reproduce import sets
from pdedsl.reproduce.product_terms import rmse_in_products
from pdedsl.reproduce.rows import Row, read_rows

TERM = re.compile(r"([+-]?)(?:([0-9.e+-]+)\*)?(d_[a-z]+\([^)]*\)|u)")


def coefficients(equation: str, dictionary: tuple[str, ...]) -> list[float]:
    """The numbers before the terms of a left-hand side, with the time derivative positive."""
    left = equation.split("=", maxsplit=1)[0].replace(" ", "").replace("+-", "-")
    found = {t: float(f"{sign}{number or 1}") for sign, number, t in TERM.findall(left)}
    values = [found.get(term, 0.0) for term in dictionary]
    turned = found.get("d_t(u)", 0.0) < 0
    return [-value for value in values] if turned else values


def main(path: Path) -> None:
    """Print a line for every problem, method and noise ratio."""
    subjects = {case.problem: case.subject for case in sets()["linear"].cases}
    published = {(case.problem, case.noise): case for case in sets()["linear"].cases}
    groups: dict[tuple[str, str, float], list[Row]] = defaultdict(list)
    for row in read_rows(path).values():
        if row.rmse is not None and row.equation:
            groups[row.problem, row.method, row.noise].append(row)
    print(
        f"{'problem':22}{'method':22}{'noise':>7}{'runs':>5}{'ours':>9}{'products':>9}{'paper':>9}"
    )
    for (problem, method, noise), rows in sorted(groups.items()):
        subject = subjects[problem]
        products = fmean(
            rmse_in_products(
                coefficients(row.equation, subject.dictionary),
                subject.target.bound,
                subject.dictionary,
            )
            for row in rows
        )
        case = published.get((problem, noise))
        paper = case.paper(method).rmse if case else None
        print(
            f"{problem:22}{method:22}{noise:7g}{len(rows):5}{fmean(r.rmse for r in rows):9.4f}"
            f"{products:9.4f}{'-' if paper is None else format(paper, '9.4f'):>9}"
        )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
