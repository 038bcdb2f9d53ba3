"""Workers of a Dask cluster, on this machine or on others."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from copy import deepcopy
from functools import cache
from importlib.metadata import version
from typing import Any

from pdedsl.errors import PdedslError

ANSWER = 10
"""Seconds that a scheduler has to answer in."""


def connect(address: str) -> Cluster:
    """The workers of a scheduler, which have to have the same pdedsl.

    Args:
        address: such as "tcp://10.0.0.5:8786".

    Raises:
        PdedslError: Dask is not installed, nobody answers, there are no workers, or they have
            another version of pdedsl or none.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise PdedslError(
            '--scheduler needs Dask, which is not installed\n  pip install "pdedsl[dask]"'
        ) from error
    try:
        client = Client(address, timeout=ANSWER, set_as_default=False)
    except (OSError, ValueError, ImportError, TimeoutError) as error:
        raise PdedslError(
            f"no Dask scheduler answers at {address}\n"
            "  start one with `dask scheduler`, and give the address that it prints"
        ) from error
    try:
        _check(client, address)
    except BaseException:
        client.close()
        raise
    return Cluster(client)


def _check(client: Any, address: str) -> None:
    if not client.scheduler_info(n_workers=-1)["workers"]:
        remedy = f"start some with `dask worker {address}`"
        raise PdedslError(f"the Dask scheduler at {address} has no workers\n  {remedy}")
    try:
        there = set(client.run(_version).values())
    except Exception as error:
        raise PdedslError(
            f"the Dask workers of {address} cannot import pdedsl: {error}\n"
            f"  install pdedsl {version('pdedsl')} where they run"
        ) from error
    if there != {version("pdedsl")}:
        raise PdedslError(
            f"the Dask workers of {address} have pdedsl {', '.join(sorted(there))}, not"
            f" {version('pdedsl')}\n  install the same version everywhere"
        )


def _version() -> str:
    return version("pdedsl")


class Cluster:
    """The workers of a Dask scheduler; what one of them loses the scheduler gives to others.

    Args:
        client: connected to it.
    """

    keeps = True

    def __init__(self, client: Any) -> None:
        from distributed.client import FutureCancelledError
        from distributed.comm import CommClosedError
        from distributed.scheduler import KilledWorker

        self.losses = (
            KilledWorker,
            CancelledError,
            asyncio.CancelledError,
            FutureCancelledError,
            CommClosedError,
            TimeoutError,
            OSError,
        )
        self.client = client
        self.count = max(1, sum(client.nthreads().values()))
        self._executor = client.get_executor(pure=False)

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Have a function called by one of them, with one thread of linear algebra."""
        return self._executor.submit(_called, function, *arguments)

    def parcel(self, shared: Any) -> Any:
        """The thing sent to every worker; it stands for itself among arguments."""
        return self.client.scatter([_Cargo(shared)], broadcast=True, hash=False)[0]

    def received(self, result: Any) -> Any:
        """A result in memory of its own."""
        return deepcopy(result)

    def is_deserted(self) -> bool:
        """Whether the scheduler is gone, or has no workers."""
        if self.client.status != "running":
            return True
        return not self.client.scheduler_info(n_workers=-1)["workers"]

    def renew(self) -> None:
        """Count those that are left; new ones come by themselves."""
        if not self.is_deserted():
            self.count = max(1, sum(self.client.nthreads().values()))

    def close(self) -> None:
        """Take leave of the scheduler."""
        self.client.close()

    def abandon(self) -> None:
        """The same: what is under way is dropped, and what runs is not waited for."""
        self._executor.shutdown(wait=False)
        self.client.close()


class _Cargo:
    """A shared thing on its way.

    Dask leaves arrays where they lie in the message, at any address. Linear algebra takes another
    way there, with other last digits; so each worker copies what it gets into memory of its own.
    """

    def __init__(self, shared: Any) -> None:
        self.sent, self.own = shared, None

    def __getstate__(self) -> dict[str, Any]:
        """From one worker to the next: as it was sent."""
        return {"sent": self.sent, "own": None}

    def opened(self) -> Any:
        """The thing, copied once."""
        if self.own is None:
            self.own = deepcopy(self.sent)
        return self.own


def _called(function: Callable[..., Any], *arguments: Any) -> Any:
    """In a worker: as on the machine that asks, with one thread and arrays where they belong."""
    _limit_threads()
    return function(*(a.opened() if isinstance(a, _Cargo) else deepcopy(a) for a in arguments))


@cache
def _limit_threads() -> None:
    """Once for a process, and for good: threads that run side by side cannot each undo it."""
    from threadpoolctl import threadpool_limits

    threadpool_limits(1)
