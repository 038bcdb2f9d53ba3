"""Which runs are still to be done, and doing them, one or several at once."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context

from pdedsl.errors import PdedslError
from pdedsl.parallel.processes import end_with_parent
from pdedsl.reproduce.case import ReproductionSet
from pdedsl.reproduce.rows import Key, Row
from pdedsl.reproduce.run import Run, run_case

_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def runs_of(
    chosen: ReproductionSet,
    methods: Sequence[str],
    seeds: Sequence[int],
    overrides: Mapping[str, str],
) -> tuple[Run, ...]:
    """Every run of a set, seed by seed, so that an early stop leaves whole tables."""
    pairs = tuple(overrides.items())
    return tuple(
        Run(case, method, seed, pairs)
        for seed in seeds
        for method in methods
        for case in chosen.cases
    )


def remaining(runs: Sequence[Run], done: Mapping[Key, Row], *, retry: bool) -> tuple[Run, ...]:
    """The runs without a row; with `retry` also those whose row is an error."""

    def open_(run: Run) -> bool:
        row = done.get(run.blank.key)
        return row is None or (retry and row.failed)

    return tuple(run for run in runs if open_(run))


def beside(
    chosen: ReproductionSet,
    methods: Sequence[str],
    done: Mapping[Key, Row],
    seeds: Sequence[int],
    overrides: Mapping[str, str],
) -> tuple[str, ...]:
    """The methods asked for, and all others that have a row with one of the seeds.

    They are in the set's own order, so that tables made one after the other look alike.
    """
    settings = {case.key for case in chosen.cases}
    options = Run(chosen.cases[0], "", 0, tuple(overrides.items())).blank.options
    present = {
        row.method
        for row in done.values()
        if (row.problem, row.variant, row.noise, row.samples, row.points) in settings
        and row.seed in seeds
        and row.options == options
    }
    return tuple(method for method in chosen.methods if method in present or method in methods)


def execute(runs: Sequence[Run], jobs: int, on_row: Callable[[Row], None]) -> None:
    """Do the runs and hand each row over as soon as it is there.

    Args:
        runs: in any number.
        jobs: processes at once, each with one BLAS thread, no more than there are runs or
            cores; 1 stays in this process.
        on_row: called in this process, one row at a time.

    Raises:
        PdedslError: a process ended by itself, as it does when memory runs out.
    """
    jobs = min(jobs, len(runs), os.cpu_count() or 1)
    if jobs <= 1:
        for run in runs:
            on_row(run_case(run))
        return
    context = get_context("spawn")
    with _one_thread(), ProcessPoolExecutor(jobs, context, initializer=end_with_parent) as pool:
        futures = [pool.submit(run_case, run) for run in runs]
        try:
            for future in as_completed(futures):
                on_row(future.result())
        except BrokenProcessPool as error:
            raise PdedslError(
                "a process ended before its run did, perhaps for lack of memory\n"
                "  rows so far are kept: repeat the command with fewer --jobs"
            ) from error
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


@contextmanager
def _one_thread() -> Iterator[None]:
    """One BLAS thread in processes started here, whatever the surroundings say."""
    before = {name: os.environ.get(name) for name in _THREADS}
    os.environ.update(dict.fromkeys(_THREADS, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
