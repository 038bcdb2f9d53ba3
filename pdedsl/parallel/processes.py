"""Workers that are processes of this machine."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from threading import Thread
from typing import Any

_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


class Processes:
    """Processes that are started afresh, with one thread of linear algebra each.

    They leave Ctrl-C to the process that started them, and end when it ends, however it does.

    Args:
        count: of them.
        modules: that they import while the work for them is being prepared.
    """

    losses = (BrokenExecutor,)
    keeps = False

    def __init__(self, count: int, modules: Sequence[str] = ()) -> None:
        self.count, self._modules = count, tuple(modules)
        self._open()

    def _open(self) -> None:
        context = get_context("spawn")
        leash, self._hand = context.Pipe(duplex=False)
        self._executor = ProcessPoolExecutor(
            self.count, context, initializer=_begin, initargs=(leash, self._modules)
        )
        self._leash = leash
        with _without_interrupts():
            for _ in range(self.count):
                self._executor.submit(_nothing)

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Have a function called by one of them."""
        return self._executor.submit(function, *arguments)

    def parcel(self, shared: Any) -> Any:
        """The thing itself."""
        return shared

    def received(self, result: Any) -> Any:
        """As it came."""
        return result

    def is_deserted(self) -> bool:
        """Never: where one of them ends, all that is under way fails."""
        return False

    def renew(self) -> None:
        """Start new ones in place of all."""
        self.abandon()
        self._open()

    def close(self) -> None:
        """Let them end, and wait until they have."""
        self._executor.shutdown(cancel_futures=True)
        self._let_go()

    def abandon(self) -> None:
        """Have them end at once.

        What is on its way to them is dropped: nobody will read it, and who is still writing it
        would not let this process end.
        """
        under_way = getattr(self._executor, "_call_queue", None)
        if under_way is not None:
            under_way.cancel_join_thread()
        self._let_go()
        self._executor.shutdown(wait=False, cancel_futures=True)

    def _let_go(self) -> None:
        """Close the pipe that every worker watches from the other end."""
        self._hand.close()
        self._leash.close()


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """What is started here never sees Ctrl-C; this process sees it when it is over."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _nothing() -> None:
    """What a worker is started with."""


def _begin(leash: Connection, modules: Sequence[str]) -> None:
    """Prepare a worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent(leash)
    os.environ.update(dict.fromkeys(_THREADS, "1"))
    for name in modules:
        import_module(name)
    from threadpoolctl import threadpool_limits

    threadpool_limits(1)


def end_with_parent(leash: Connection | None = None) -> None:
    """End this process as soon as the one that started it has ended, whatever it is doing.

    Args:
        leash: a pipe at whose other end that process can call for the same.
    """
    parent = parent_process()
    if parent is not None:
        watched = [parent.sentinel, *([] if leash is None else [leash])]
        Thread(target=_outlive, args=(watched,), daemon=True).start()


def _outlive(watched: Sequence[int | Connection]) -> None:
    wait(watched)
    os._exit(1)
