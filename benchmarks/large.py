"""Large data: the equation found against the truth, seconds, and peak memory against a limit.

    python benchmarks/large.py [--cases heat_512x201,oscillator_20000] [--seed 0]

Every case runs in a process of its own: read, field estimates, weak system, the answer with
`grammar none`. Memory is the peak of the resident set above what the same steps on a few points
leave behind (imports, in other words); the limit is four times the field in float64 plus 200 MB.
Peaks of the stages are told apart where the system lets a process reset its own (Linux does).
Seconds are those of the processor, so that other work on the machine does not count. Set
OMP_NUM_THREADS=1 for one core.
"""

from __future__ import annotations

import argparse
import ctypes
import gc
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from large_data import CASES, Case

from pdedsl.loading import load_data, load_specification
from pdedsl.optimize.watching import Hooks
from pdedsl.pipeline import _one, estimates_of, weak_system
from pdedsl.weak.memory import memory, sizes_of
from pdedsl.weak.system import by_grid

ADDRESSES = 12 * 2**30
"""Bytes of address space that a case may ask for."""

STAGES = ("read", "fields", "weak", "answer")


def limit(points: int) -> float:
    """MB that a case may take."""
    return (4 * 8 * points + 200e6) / 1e6


def status(name: str) -> float:
    """A line of /proc/self/status, in MB."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(name + ":"):
            return int(line.split()[1]) * 1024 / 1e6
    return float("nan")


def reset_peak() -> None:
    """Let the peak start from what is used now."""
    try:
        Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        return


def give_back() -> None:
    """Return what is freed to the system, where the C library can."""
    gc.collect()
    try:
        ctypes.CDLL(None).malloc_trim(0)
    except (AttributeError, OSError, TypeError):
        return


def staged(path: Path) -> dict[str, object]:
    """Seconds and peak memory of every stage, the equation, and the memory predicted."""
    found: dict[str, object] = {}
    give_back()
    base = status("VmRSS")

    def measured(stage, work):
        reset_peak()
        began = time.process_time()
        made = work()
        found[stage] = (time.process_time() - began, status("VmHWM") - base)
        return made

    specification = load_specification(path)
    dataset = measured("read", lambda: load_data(specification))
    estimates = measured("fields", lambda: estimates_of(specification, dataset))
    system = measured("weak", lambda: weak_system(specification, estimates))
    sizes = sizes_of(by_grid(estimates), system.functions)
    found["predicted"] = memory(specification.problem, sizes).total / 1e6
    found["mostly"] = memory(specification.problem, sizes).largest
    del system
    found["noise"] = float(estimates[0].noise_sd[0] / dataset.samples[0].values[0].std())
    answer = measured(
        "answer", lambda: _one(specification, estimates, Hooks(), time.perf_counter())
    )
    found["equation"] = answer.equations[0].text if answer.equations else "none"
    found["verdict"] = answer.verdict
    return found


def child(name: str, folder: Path) -> None:
    """Print what one case takes, after the same on few points."""
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESSES, ADDRESSES))
    case = CASES[name]
    small = Case(tuple(24 for _ in case.shape), case.make, case.text, case.truth)
    np.savez(folder / "small.npz", **small.arrays(0))
    for size in ("small", "large"):
        (folder / f"{size}.pde").write_text(f'{case.text}data "{size}.npz"\n')
    staged(folder / "small.pde")
    print(json.dumps(staged(folder / "large.pde")))


def run(name: str, seed: int) -> dict[str, object]:
    """One case in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        np.savez(Path(folder) / "large.npz", **CASES[name].arrays(seed))
        done = subprocess.run(
            [sys.executable, __file__, "--child", name, folder],
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [f"killed ({done.returncode})"]
        return {"failed": lines[-1]}
    return dict(json.loads(done.stdout.splitlines()[-1]))


def shown(name: str, found: dict[str, object]) -> str:
    """A few lines on one case."""
    case = CASES[name]
    if "failed" in found:
        return f"{name}: {found['failed']}"
    stages = [found[stage] for stage in STAGES]
    times = ", ".join(
        f"{stage} {s:.1f} s {mb:.0f} MB" for stage, (s, mb) in zip(STAGES, stages, strict=True)
    )
    peak = max(mb for _, mb in stages)
    told = f"{found['predicted']:.0f} MB predicted, mostly {found['mostly']}"
    return (
        f"{name}: {case.points:,} points\n"
        f"  found  {found['equation']}   ({found['verdict']}, noise {found['noise']:.5f})\n"
        f"  truth  {case.truth}\n"
        f"  {sum(s for s, _ in stages):.1f} s: {times}\n"
        f"  peak {peak:.0f} MB of {limit(case.points):.0f} MB ({told})"
        + ("" if peak <= limit(case.points) else "   EXCEEDED")
    )


def main() -> None:
    """Print every case."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--cases", default=",".join(CASES))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--child", nargs=2, metavar=("CASE", "FOLDER"), help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.child:
        child(wanted.child[0], Path(wanted.child[1]))
        return
    for name in wanted.cases.split(","):
        print(shown(name, run(name, wanted.seed)), flush=True)


if __name__ == "__main__":
    main()
