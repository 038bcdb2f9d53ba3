"""What every stage of a run costs, with peers beside it where they do the same work.

    pip install "pdedsl[bench]"
    python benchmarks/stages.py [--repeats 3] [--seed 0]
        [--stages parse,field,weak,inner,values,loss,run]

A line gives the time of one piece of work, or how many are done in a second, the best of a few
repeats that take turns; `ratio` is how many times faster ours is than the peer's. Peers that are
not installed are left out. One thread everywhere: set OMP_NUM_THREADS=1.

Losses: distinct expressions of the stock grammar that are defined on the data, those without
constants and those with some. Ours are integrated against the test functions, whitened, and the
inner problem is solved; with constants these are fitted from several starts. gplearn and Operon
evaluate the same expressions on as many points and compare with a vector; Operon in single
precision.
"""

from __future__ import annotations

import argparse
import platform
import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError, version
from itertools import count
from typing import Any

import numpy as np
from parse import imported, plain, written
from parse import text as text_of_terms
from stages_peers import gaussian_process, gplearn_work, operon_work, peer, summed

from pdedsl.experiments import problems
from pdedsl.language import parse, stock_grammar
from pdedsl.loading import load_data
from pdedsl.optimize.expression import Node
from pdedsl.optimize.inner import prepare, solve, solve_many
from pdedsl.optimize.known import Known
from pdedsl.optimize.loss import score
from pdedsl.optimize.model import make_library
from pdedsl.optimize.pilot import pilot
from pdedsl.optimize.primitives import primitives, to_expression
from pdedsl.optimize.screen import DENSE, VALUES, Screen
from pdedsl.optimize.terms import Terms, folded, split
from pdedsl.optimize.values import Values
from pdedsl.optimize.whitening import make_screen
from pdedsl.pipeline import discover, estimates_of, weak_system
from pdedsl.reproduce.catalogue import sets
from pdedsl.reproduce.run import Run, run_case
from pdedsl.reproduce.subjects import of_problem
from pdedsl.reproduce.text import text_of

Work = Callable[[], object]
SEARCHED = ("oscillator", "heat_source")
LINEAR = ("burgers", "heat", "kuramoto_sivashinsky")
COUNT = 400
"""Expressions of each kind."""

TURN = 0.2
"""Seconds."""


@dataclass(frozen=True)
class Line:
    """A line of the table: seconds of one piece of work, the peer's, and what is counted."""

    stage: str
    what: str
    seconds: float
    peer: str = ""
    peer_seconds: float = float("nan")
    rate: bool = False

    def __str__(self) -> str:
        peer = f"{self.peer:22s} {self._shown(self.peer_seconds):>12s}" if self.peer else ""
        ratio = f"{self.peer_seconds / self.seconds:8.3g}" if self.peer else ""
        ours = f"{self.stage:6s} {self.what:48s} {self._shown(self.seconds):>12s}"
        return f"{ours}  {peer} {ratio}".rstrip()

    def _shown(self, seconds: float) -> str:
        if self.rate:
            return f"{1 / seconds:.3g} /s"
        for unit, size in (("s", 1.0), ("ms", 1e-3)):
            if seconds >= size:
                return f"{seconds / size:.3g} {unit}"
        return f"{seconds / 1e-6:.3g} us"


def fastest(repeats: int, **works: Work) -> dict[str, float]:
    """The best of a few repeats of each piece of work, in seconds; they take turns."""
    best = dict.fromkeys(works, float("inf"))
    for _ in range(repeats):
        for name, work in works.items():
            began = time.perf_counter()
            work()
            best[name] = min(best[name], time.perf_counter() - began)
    return best


def sustained(repeats: int, **works: Work) -> dict[str, float]:
    """The same for works of a few milliseconds: each turn lasts `TURN`, and its mean counts.

    Whoever comes first finds the processor's memory as another left it.
    """

    def turn(work: Work) -> float:
        began = time.perf_counter()
        times = 0
        while time.perf_counter() - began < TURN:
            work()
            times += 1
        return (time.perf_counter() - began) / times

    best = dict.fromkeys(works, float("inf"))
    for _ in range(repeats):
        for name, work in works.items():
            best[name] = min(best[name], turn(work))
    return best


# ---------------------------------------------------------------------------- one stage each


def parsing(repeats: int, seed: int) -> Iterator[Line]:
    """Text to problem, and the import of the package in a process of its own."""
    for name in SEARCHED:
        text = text_of(of_problem(problems()[name]))
        yield Line("parse", name, fastest(repeats, ours=lambda t=text: parse(t))["ours"])
    for name, term in (("200 terms", plain), ("200 terms, 18 of them rewritten", written)):
        text = text_of_terms(term)
        yield Line("parse", name, fastest(repeats, ours=lambda t=text: parse(t))["ours"])
    yield Line("parse", "import pdedsl", min(imported()[0] for _ in range(repeats)))


def fields(repeats: int, seed: int) -> Iterator[Line]:
    """Measurements to field estimates; scikit-learn fits the same kernel to one sample."""
    for name in SEARCHED:
        specification, dataset = prepared(name, seed)
        works: dict[str, Work] = {"ours": lambda s=specification, d=dataset: estimates_of(s, d)}
        samples = problems()[name].samples
        sample = dataset.samples[0]
        axes = np.meshgrid(*sample.grid.axes, indexing="ij")
        points, values = np.stack([a.ravel() for a in axes], axis=1), sample.values[0].ravel()
        works["theirs"] = lambda p=points, v=values: gaussian_process(p, v)
        found = fastest(repeats, **works)
        what = f"{name}, {samples} samples of {len(points)} points"
        yield Line("field", what, found["ours"], "scikit-learn, 1 sample", found["theirs"])


def weak(repeats: int, seed: int) -> Iterator[Line]:
    """Field estimates to the weak system, and whole runs where g = 0 is known."""
    for name in (*SEARCHED, *LINEAR):
        specification, dataset = prepared(name, seed)
        estimates = estimates_of(specification, dataset)
        found = fastest(repeats, ours=lambda s=specification, e=estimates: weak_system(s, e))
        what = f"{name}, {len(specification.problem.dictionary)} terms"
        yield Line("weak", what, found["ours"])
    for case in sets((0.01,))["linear"].cases:
        methods = ("calibrated", "wsindy") if peer("pysindy") else ("calibrated",)
        rows = [run_case(Run(case, method, seed, ())) for method in methods * repeats]
        ours, *theirs = (min(r.seconds for r in rows if r.method == m) for m in methods)
        if theirs:
            yield Line(
                "weak", f"{case.problem}, whole discovery", ours, "PySINDy, weak form", theirs[0]
            )
        else:
            yield Line("weak", f"{case.problem}, whole discovery", ours)


def inner(repeats: int, seed: int) -> Iterator[Line]:
    """The inner problem on the L1 sphere, P = 5."""
    rng = np.random.default_rng(seed)
    z = rng.standard_normal((1000, 5))
    w = rng.standard_normal((1000, 1000))
    exact, conic = prepare(z, "exact"), prepare(z, "cvxopt")
    vectors = list(np.ascontiguousarray(w.T))
    found = fastest(
        repeats,
        single=lambda: [solve(exact, v) for v in vectors],
        block=lambda: solve_many(exact, w),
        theirs=lambda: [solve(conic, v) for v in vectors[:5]],
    )
    yield Line("inner", "P = 5, one by one", found["single"] / 1000, "CVXOPT", found["theirs"] / 5)
    yield Line("inner", "P = 5, in blocks", found["block"] / 1000, "CVXOPT", found["theirs"] / 5)


def losses(repeats: int, seed: int) -> Iterator[Line]:
    """Candidates in a second, and the same expressions evaluated by others."""
    for name in SEARCHED:
        screen, points = screen_of(name, seed)
        for constants in (False, True):
            chosen = expressions(points, constants, seed)
            fresh = iter([forgetful(screen) for _ in range(repeats)])
            works: dict[str, Work] = {"ours": lambda s=fresh, c=chosen: score(next(s), c)}
            works |= of_peers(chosen, points)
            found = fastest(repeats, **works)
            size = len(next(iter(at_points(points).values())))
            kind = "constants fitted" if constants else "no constants"
            for who in [w for w in works if w != "ours"] or [""]:
                theirs = (who, found[who] / COUNT) if who else ("", float("nan"))
                what = f"{name}, {size} points, {kind}"
                yield Line("loss", what, found["ours"] / COUNT, *theirs, rate=True)


def values(repeats: int, seed: int) -> Iterator[Line]:
    """Values of expressions alone, on the same data.

    Ours are evaluated on the shape of the grid, where a function of t takes as many numbers as
    there are times; the others take arrays of as many numbers as there are points. Ours also come
    with a generation's memory: parts without constants that several have in common are evaluated
    once.
    """
    for name in SEARCHED:
        _, points = screen_of(name, seed)
        for constants in (False, True):
            chosen = expressions(points, constants, seed)
            nodes = [summed(terms) for terms in chosen]
            works: dict[str, Work] = {"ours": lambda c=nodes, p=points: evaluated(c, p)}
            works |= of_peers(chosen, points)
            found = sustained(repeats, **works)
            kind = "constants given" if constants else "no constants"
            what = f"{name}, {len(next(iter(at_points(points).values())))} points, {kind}"
            for who in [w for w in works if w != "ours"]:
                ours, theirs = found["ours"] / COUNT, found[who] / COUNT
                yield Line("values", what, ours, who, theirs, rate=True)


def of_peers(chosen: Sequence[Terms], columns: Mapping[str, np.ndarray]) -> dict[str, Work]:
    """The same expressions evaluated by those that are installed."""
    makers = {"gplearn": gplearn_work, "Operon": operon_work}
    each = {who: make(chosen, at_points(columns)) for who, make in makers.items()}
    return {who: work for who, work in each.items() if work is not None}


def evaluated(chosen: Sequence[Node], points: Mapping[str, np.ndarray]) -> list[float]:
    """The mean square distance of every expression from ones; small ones go together."""
    values = Values(points, VALUES)
    found: list[float] = []
    small: dict[tuple[int, ...], list[int]] = {}
    kept: dict[int, np.ndarray] = {}
    with np.errstate(all="ignore"):
        for place, node in enumerate(chosen):
            at = values.of(node)
            if at.size > DENSE:
                apart = (at - 1.0).ravel()
                found.append(float(apart.dot(apart)) / apart.size)
            else:
                kept[place] = at
                small.setdefault(at.shape, []).append(place)
                found.append(0.0)
        for places in small.values():
            apart = np.array([kept[place] for place in places]).reshape(len(places), -1) - 1.0
            means = np.einsum("ij,ij->i", apart, apart) / apart.shape[1]
            for place, mean in zip(places, means.tolist(), strict=True):
                found[place] = mean
    return found


def runs(repeats: int, seed: int) -> Iterator[Line]:
    """Whole discoveries, of three seeds each."""
    for name in SEARCHED:
        problem = problems()[name]
        text = text_of(of_problem(problem))
        for at in range(seed, seed + 3):
            data = problem.run(at, noise=0.01 if name == "oscillator" else 0.1).measurements()
            found = fastest(1, ours=lambda t=text, d=data: discover(t, d))
            yield Line("run", f"{name}, seed {at}", found["ours"])


STAGES: Mapping[str, Callable[[int, int], Iterator[Line]]] = {
    "parse": parsing,
    "field": fields,
    "weak": weak,
    "inner": inner,
    "values": values,
    "loss": losses,
    "run": runs,
}


# ---------------------------------------------------------------------------- what they work on


def prepared(name: str, seed: int) -> tuple[Any, Any]:
    """Specification and data of a problem at 1 % noise."""
    problem = problems()[name]
    specification = parse(text_of(of_problem(problem)))
    return specification, load_data(specification, problem.run(seed, noise=0.01).measurements())


def screen_of(name: str, seed: int) -> tuple[Screen, dict[str, np.ndarray]]:
    """A problem's screen, and its measurements by variable, on the shape of their grid."""
    specification, dataset = prepared(name, seed)
    library = make_library(weak_system(specification, estimates_of(specification, dataset)))
    assert specification.grammar is not None
    screen = make_screen(library, pilot(library, specification.grammar.arguments), "exact")
    problem, samples = specification.problem, dataset.samples
    axes = np.meshgrid(*samples[0].grid.axes, indexing="ij", sparse=True)
    names = [s.name for s in (*problem.coordinate_symbols, *problem.field_symbols)]
    fields = np.stack([sample.values for sample in samples], axis=1)
    columns = dict(zip(names, [*(a[None] for a in axes), *fields], strict=True))
    return screen, {v: columns[v] for v in specification.grammar.arguments}


def at_points(columns: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """The same with as many numbers for every variable as there are points."""
    each = np.broadcast_arrays(*columns.values())
    return {name: np.ascontiguousarray(a).ravel() for name, a in zip(columns, each, strict=True)}


def forgetful(screen: Screen) -> Screen:
    """The screen as it is before the first candidate."""
    each = (Values(g.values.inputs, g.values.room) for g in screen.groups)
    groups = tuple(replace(g, values=v) for g, v in zip(screen.groups, each, strict=True))
    found = replace(screen, groups=groups, columns=Known(screen.columns.room))
    assert found.compact.columns.room
    return found


def expressions(points: Mapping[str, np.ndarray], constants: bool, seed: int) -> list[Terms]:
    """Distinct random expressions of the stock grammar with constants in them, or without.

    Each is defined on the data: what is not would be something else to those who protect their
    operations.
    """
    made = primitives(stock_grammar("elementary", tuple(points)))
    values = Values(points)
    rng = random.Random(seed)
    found: dict[str, Terms] = {}
    for attempt in count():
        if len(found) == COUNT:
            break
        derivation = made.generate(rng.choice, 2 + attempt % 5)
        terms = split(folded(to_expression(derivation)), scalable=True)
        if not terms.features or terms.size > 20 or bool(terms.inner) != constants:
            continue
        with np.errstate(all="ignore"):
            if np.all(np.isfinite(values.of(summed(terms)))):
                found.setdefault(terms.key, terms)
    return list(found.values())


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--stages", default=",".join(STAGES))
    wanted = parser.parse_args()
    print(f"{platform.machine()}, Python {platform.python_version()}, {_versions()}")
    for name in wanted.stages.split(","):
        for line in STAGES[name](wanted.repeats, wanted.seed):
            print(line, flush=True)


def _versions() -> str:
    found = []
    for name in ("numpy", "scipy", "scikit-learn", "cvxopt", "pysindy", "gplearn", "pyoperon"):
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            continue
    return ", ".join(found)


if __name__ == "__main__":
    main()
