"""Finding the workers that were asked for."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from pdedsl.errors import PdedslError
from pdedsl.parallel.crew import ALONE, Crew, Pool, Workers

MANY = 64
"""Processes that may be asked for whatever the machine, and four for each of its cores."""


@contextmanager
def pool_of(
    workers: int | str,
    *,
    modules: Sequence[str] = (),
    on_loss: Callable[[str], None] = lambda _: None,
) -> Iterator[Pool]:
    """A pool for as long as it is needed; after an error its workers end at once.

    Args:
        workers: how many processes, this one among them; or the address of a Dask scheduler.
        modules: that the workers will need.
        on_loss: told of every loss of a worker.

    Raises:
        PdedslError: fewer than one or too many, Dask is missing, or no scheduler with workers is
            there.
    """
    if workers == 1:
        yield ALONE
        return
    _judge(workers)
    others = workers if isinstance(workers, str) else workers - 1
    hired = open_workers(others, modules)
    try:
        yield Crew(hired, on_loss, helps=not isinstance(workers, str))
    except BaseException:
        hired.abandon()
        raise
    hired.close()


def open_workers(workers: int | str, modules: Sequence[str] = ()) -> Workers:
    """The same without a crew; whoever calls has to close or abandon them.

    Args:
        workers: how many processes; or the address of a Dask scheduler.
        modules: that the workers will need.

    Raises:
        PdedslError: as above.
    """
    if isinstance(workers, str):
        from pdedsl.parallel.cluster import connect

        return connect(workers)
    _judge(workers)
    from pdedsl.parallel.processes import Processes

    return Processes(workers, modules)


def _judge(workers: int | str) -> None:
    """Refuse what is no number of workers."""
    if isinstance(workers, str):
        return
    if workers < 1:
        raise PdedslError(f"{workers} workers can do nothing\n  ask for 1 or more")
    most = max(MANY, 4 * (os.cpu_count() or 1))
    if workers > most:
        raise PdedslError(f"{workers} workers are too many\n  ask for {most} at most here")
