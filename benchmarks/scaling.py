"""How time and memory grow: points, samples, test functions and terms doubled one at a time.

    python benchmarks/scaling.py [--what points,samples,functions,terms] [--seed 0]

Every size runs in a process of its own, as in `benchmarks/large.py`. The exponent of a stage is the
slope of log time, or of log peak memory, against log size over its upper half; it is left out where
the largest time is below 0.1 s, or the largest peak below 10 MB. Set OMP_NUM_THREADS=1.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from large import ADDRESSES, STAGES, staged
from large_data import LINE, NOISE, heat

TERMS = (
    *("d_t(u)", "d_xx(u)", "d_x(u)", "d_x(u^2)", "d_xx(u^2)", "d_tx(u)", "d_xxx(u)", "d_x(u^3)"),
    *("d_tt(u)", "d_t(u^2)", "d_xx(u^3)", "d_x(u^4)", "d_t(u^3)", "d_tx(u^2)", "d_xxxx(u)"),
    "d_xx(u^4)",
)
"""The first two make the law, d_t(u) - 0.05 * d_xx(u) = 0."""


@dataclass(frozen=True)
class Size:
    """One size of a problem.

    Attributes:
        value: of what is doubled.
        shape: of the grid.
        samples: D.
        functions: test functions on each axis, None to leave them to be chosen.
        terms: P.
    """

    value: int
    shape: tuple[int, int] = (128, 128)
    samples: int = 1
    functions: tuple[int, int] | None = None
    terms: int = 4

    @property
    def text(self) -> str:
        """Of the problem, without its data."""
        test = ""
        if self.functions is not None:
            test = "test bsplines {{ count = ({}, {}) }}\n".format(*self.functions)
        terms = ", ".join(TERMS[: self.terms])
        return f"{LINE}dictionary {{ {terms} }}\ngrammar none\n{test}"

    def arrays(self, seed: int) -> dict[str, np.ndarray]:
        """Samples of different amplitude, with noise."""
        made = heat(self.shape)
        rng = np.random.default_rng(seed)
        u = np.stack([made["u"] * rng.uniform(0.5, 2) for _ in range(self.samples)])
        u += NOISE * float(u.std()) * rng.standard_normal(u.shape)
        return made | {"u": u, "run": np.arange(self.samples)}


def doubled(shape: tuple[int, int], times: int) -> tuple[int, int]:
    """A shape of so many times the points, the axes doubled in turn."""
    return shape[0] << (times + 1) // 2, shape[1] << times // 2


SERIES: Mapping[str, tuple[Size, ...]] = {
    "points": tuple(Size(64 * 64 << k, doubled((64, 64), k)) for k in range(9)),
    "samples": tuple(Size(1 << k, (64, 64), samples=1 << k) for k in range(8)),
    "functions": tuple(Size(16 << k, (256, 256), functions=doubled((4, 4), k)) for k in range(6)),
    "terms": tuple(Size(1 << k, terms=1 << k) for k in range(1, 5)),
}

THEORY: Mapping[str, Mapping[str, str]] = {
    "points": {
        "read": "1, 1",
        "fields": "1 beyond 40 000 points, 1",
        "weak": "1, 1",
        "answer": "1 for terms nonlinear in u, 0",
    },
    "samples": {"read": "1, 1", "fields": "1, 1", "weak": "1, 1", "answer": "1, 1"},
    "functions": {"read": "0, 0", "fields": "0, 0", "weak": "0.5, 0.5", "answer": "2 to 3, 2"},
    "terms": {"read": "0, 0", "fields": "0, 0", "weak": "1, 1", "answer": "2 and more, 2"},
}
"""Exponents of time and of memory that the algorithms have."""


def child(what: str, place: int, folder: Path) -> None:
    """Print what one size takes, after the same on the smallest of the series."""
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESSES, ADDRESSES))
    size, small = SERIES[what][place], SERIES["points"][0]
    for name, one in (("small", small), ("large", size)):
        lines = f'{one.text}data "{name}.npz" {{ sample = run }}\n'
        (folder / f"{name}.pde").write_text(lines)
    staged(folder / "small.pde")
    print(json.dumps(staged(folder / "large.pde")))


def run(what: str, place: int, seed: int) -> dict[str, object]:
    """One size in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        np.savez(Path(folder) / "small.npz", **SERIES["points"][0].arrays(seed))
        np.savez(Path(folder) / "large.npz", **SERIES[what][place].arrays(seed))
        done = subprocess.run(
            [sys.executable, __file__, "--child", what, str(place), folder],
            capture_output=True,
            text=True,
            check=True,
        )
    return dict(json.loads(done.stdout.splitlines()[-1]))


def slope(sizes: Sequence[int], values: Sequence[float], least: float) -> str:
    """Of log value against log size over the upper half; a dash for what is too small to tell."""
    half = len(sizes) // 2
    upper = np.array(values[half:])
    if upper[-1] < least or np.any(upper <= 0):
        return "-"
    return f"{np.polyfit(np.log(sizes[half:]), np.log(upper), 1)[0]:.1f}"


def tables(what: str, seed: int) -> str:
    """Measurements and exponents of one series in Markdown."""
    found = [run(what, place, seed) for place in range(len(SERIES[what]))]
    sizes = [size.value for size in SERIES[what]]
    heads = [f"{stage}, s / MB" for stage in STAGES]
    lines = [f"### {what.capitalize()}", "", f"| {what} | {' | '.join(heads)} | predicted, MB |"]
    lines.append("|--:|" + "--:|" * (len(STAGES) + 1))
    for size, each in zip(sizes, found, strict=True):
        cells = [f"{each[s][0]:.2f} / {each[s][1]:.0f}" for s in STAGES]
        lines.append(f"| {size:,} | {' | '.join(cells)} | {each.get('predicted', 0):.0f} |")
    lines += ["", "| stage | time, exponent | memory, exponent | theory: time, memory |"]
    lines.append("|---|--:|--:|---|")
    for stage in STAGES:
        seconds, peaks = zip(*(each[stage] for each in found), strict=True)
        measured = f"{slope(sizes, seconds, 0.1)} | {slope(sizes, peaks, 10.0)}"
        lines.append(f"| {stage} | {measured} | {THEORY[what][stage]} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--what", default=",".join(SERIES))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--child", nargs=3, help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.child:
        what, place, folder = wanted.child
        child(what, int(place), Path(folder))
        return
    for what in wanted.what.split(","):
        print(tables(what, wanted.seed), flush=True)


if __name__ == "__main__":
    main()
