"""A run in a process of its own: what memory it takes above its imports, and what was predicted."""

import ctypes
import gc
import json
import sys
import time
from pathlib import Path

import numpy as np

from pdedsl.loading import load_data, parse
from pdedsl.optimize.watching import Hooks
from pdedsl.pipeline import _one, estimates_of, weak_system
from pdedsl.weak.memory import memory, sizes_of
from pdedsl.weak.system import by_grid

COORDINATES = ("t", "x", "y")


def field(shape, samples):
    """Samples of a sum of decaying waves, with noise."""
    rng = np.random.default_rng(0)
    names = COORDINATES[: len(shape)]
    ends = zip(names, shape, (1, 2, 3), strict=False)
    axes = {name: np.linspace(0, end, points) for name, points, end in ends}
    mesh = np.meshgrid(*axes.values(), indexing="ij", sparse=True)
    wave = sum(np.sin((2 + i) * x + 0.3) for i, x in enumerate(mesh)) * np.exp(-0.3 * mesh[0])
    u = rng.uniform(0.5, 2, (samples, *(1,) * len(shape))) * wave
    u += 0.05 * rng.standard_normal(u.shape)
    return axes | {"u": u, "run": np.arange(samples)}


def run(shape, samples, terms):
    """Bytes predicted after a run on data that are made here and read from a file."""
    names = ", ".join(COORDINATES[: len(shape)])
    path = Path(sys.argv[1]) / "data.npz"
    np.savez(path, **field(shape, samples))
    give_back()
    base = status("VmRSS")
    Path("/proc/self/clear_refs").write_text("5")
    specification = parse(
        f'coordinates {names}\nfields u\ndata "{path}" {{ sample = run }}\n'
        f"dictionary {{ {terms} }}\ngrammar none\n"
    )
    dataset = load_data(specification)
    estimates = estimates_of(specification, dataset)
    functions = weak_system(specification, estimates).functions
    _one(specification, estimates, Hooks(), time.perf_counter())
    predicted = memory(specification.problem, sizes_of(by_grid(estimates), functions)).total
    return predicted, status("VmHWM") - base


def give_back():
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)


def status(name):
    """A line of /proc/self/status, in bytes."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(1024 * int(line.split()[1]) for line in lines if line.startswith(name + ":"))


if __name__ == "__main__":
    wanted_shape, wanted_samples, wanted_terms = json.loads(sys.argv[2])
    run([8] * len(wanted_shape), 1, wanted_terms)
    print(json.dumps(run(wanted_shape, wanted_samples, wanted_terms)))  # noqa: T201
