"""What several processes gain: the rate of losses, and whole runs, with 1, 2, ... workers.

    python benchmarks/workers.py [--workers 1,2] [--repeats 3] [--seed 0]

Work of 1 and of several workers takes turns, and the best of a few repeats counts. Losses are those
of a generation within a search: workers have the weak system from an earlier one. `own` is the
processor time of the process that leads, which nobody shares: it bounds what more workers can gain.
`load` is how many processes wanted the machine when the line began, by the average of a minute:
where others than ours did, or cores are hyperthreads of one, times say little of what free cores
would give. Candidates without constants are scored by the one that leads, whatever the number.
"""

from __future__ import annotations

import argparse
import os
import platform
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from stages import COUNT, SEARCHED, expressions, screen_of

from pdedsl.experiments import problems
from pdedsl.language import parse
from pdedsl.loading import load_data
from pdedsl.optimize.loss import score
from pdedsl.optimize.watching import Hooks
from pdedsl.parallel import Pool, pool_of
from pdedsl.pipeline import WORKED_IN, run
from pdedsl.reproduce.subjects import of_problem
from pdedsl.reproduce.text import text_of


@dataclass(frozen=True)
class Time:
    """Wall seconds of a piece of work, and processor seconds of this process in it."""

    wall: float
    own: float


def compared(
    workers: Sequence[int],
    repeats: int,
    work: Callable[[Pool], object],
    before: Callable[[Pool], object] = lambda _: None,
) -> list[Time]:
    """The best of a few repeats for each number of workers, which are there before it begins.

    Args:
        workers: how many.
        repeats: of each.
        work: what takes the time.
        before: what has been done by then.
    """
    best = [Time(float("inf"), float("inf"))] * len(workers)
    with pool_of(1) as pool:
        before(pool)  # what is computed once in a process, such as functions that are compiled
    for _ in range(repeats):
        for i, count in enumerate(workers):
            with pool_of(count, modules=WORKED_IN) as pool:
                pool.map(waited, 0, range(4 * count))
                before(pool)
                wall, own = time.perf_counter(), time.process_time()
                work(pool)
                found = Time(time.perf_counter() - wall, time.process_time() - own)
            best[i] = min(best[i], found, key=lambda t: t.wall)
    return best


def waited(seconds: int, item: int) -> int:
    """Nothing: by the time that all of these are done, every worker has begun."""
    time.sleep(0.1)
    return item


def shown(what: str, load: float, workers: Sequence[int], times: Sequence[Time], rate: int) -> None:
    """A line of the table, in candidates a second or in seconds."""
    cells = []
    for count, found in zip(workers, times, strict=True):
        size = f"{rate / found.wall:.4g} /s" if rate else f"{found.wall:.3g} s"
        gain = f"{times[0].wall / found.wall:.2f} times, own {found.own:.3g} s"
        cells.append(f"{count}: {size} ({gain})")
    print(f"{what:36s} load {load:.1f}  {'   '.join(cells)}", flush=True)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--workers", default="1,2")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--seed", type=int, default=0)
    wanted = parser.parse_args()
    workers = [int(n) for n in wanted.workers.split(",")]
    print(
        f"{platform.machine()}, {os.cpu_count()} logical cores, Python {platform.python_version()}"
    )
    print("workers: rate or seconds (times one worker's rate, processor s of the one that leads)")
    for name in SEARCHED:
        screen, points = screen_of(name, wanted.seed)
        for constants in (False, True):
            earlier, chosen = (expressions(points, constants, wanted.seed + k) for k in (1, 0))
            load = os.getloadavg()[0]
            times = compared(
                workers,
                wanted.repeats,
                lambda p, s=screen, c=chosen: score(s, c, p),
                lambda p, s=screen, c=earlier: score(s, c, p),
            )
            kind = "constants fitted" if constants else "no constants"
            shown(f"losses, {name}, {kind}", load, workers, times, COUNT)
    for name in SEARCHED:
        problem = problems()[name]
        specification = parse(text_of(of_problem(problem)))
        noise = 0.01 if name == "oscillator" else 0.1
        data = load_data(specification, problem.run(wanted.seed, noise=noise).measurements())
        load = os.getloadavg()[0]
        times = compared(
            workers, 1, lambda p, s=specification, d=data: run(s, d, hooks=Hooks(pool=p))
        )
        shown(f"run, {name}", load, workers, times, 0)


if __name__ == "__main__":
    main()
