"""A process of its own that tries texts, with a hard limit to its time and memory."""

from __future__ import annotations

import multiprocessing
import os
import resource
import signal
import time
import traceback
import warnings
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from types import FrameType

MEGABYTE = 2**20
PATIENCE = 60
"""Seconds that pass at least before a process is taken for dead: the machine may be busy."""

HARD = 5
"""Times the limit of processor time after which a text is given up."""


@dataclass(frozen=True)
class Limits:
    """What a text may cost: seconds of processor time a stage, and megabytes in all."""

    seconds: float = 2.0
    megabytes: int = 500


@dataclass(frozen=True)
class Outcome:
    """What came of a text.

    Attributes:
        problem: what is wrong, "" if nothing is; texts with the same problem are alike.
        detail: more of it, such as a traceback.
        accepted: whether the text is valid.
        digest: of all that was said of it.
        features: what was to see in it.
        seconds: the longest stage.
        stage: which stage that is.
        megabytes: largest size of the process so far.
    """

    problem: str = ""
    detail: str = ""
    accepted: bool = False
    digest: str = ""
    features: frozenset[str] = frozenset()
    seconds: float = 0.0
    stage: str = ""
    megabytes: float = 0.0


class Worker:
    """Tries texts one after the other in a process, which it starts anew when that has died."""

    def __init__(self, limits: Limits, hash_seed: int = 0, most: int = 400) -> None:
        """Start with the first text; `most` texts go to one process."""
        self._limits, self._hash_seed, self._most = limits, str(hash_seed), most
        self._process: multiprocessing.process.BaseProcess | None = None
        self._connection: Connection | None = None
        self._done = 0

    def run(self, kind: str, data: bytes) -> Outcome:
        """Try a text."""
        if self._process is None or self._done >= self._most:
            self._start()
        assert self._connection is not None
        self._done += 1
        self._connection.send((kind, data))
        stage = "start"
        while True:
            if not self._connection.poll(PATIENCE + 60 * self._limits.seconds):
                self.stop()
                return Outcome(f"no answer in {stage}", stage=stage)
            try:
                found = self._connection.recv()
            except EOFError:
                self.stop()
                seconds = HARD * self._limits.seconds
                return Outcome(f"died in {stage}", stage=stage, seconds=seconds)
            if isinstance(found, Outcome):
                return found
            stage = found

    def fresh(self, kind: str, data: bytes) -> Outcome:
        """Try a text in a process that has seen none before."""
        self.stop()
        return self.run(kind, data)

    def stop(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
        self._process = None

    def _start(self) -> None:
        self.stop()
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        before = os.environ.get("PYTHONHASHSEED")
        os.environ["PYTHONHASHSEED"] = self._hash_seed
        self._process = context.Process(target=serve, args=(theirs, self._limits), daemon=True)
        self._process.start()
        if before is None:
            del os.environ["PYTHONHASHSEED"]
        else:
            os.environ["PYTHONHASHSEED"] = before
        theirs.close()
        self._done = 0
        assert self._connection.recv() == "ready"


def serve(connection: Connection, limits: Limits) -> None:
    """Answer texts with outcomes until the other side is gone."""
    from fuzzing.trial import Trial

    warnings.simplefilter("error")
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    Trial(lambda _: None).run("text", _FIRST.encode())
    room = (_mapped() + limits.megabytes) * MEGABYTE
    resource.setrlimit(resource.RLIMIT_AS, (room, room))
    connection.send("ready")
    while True:
        try:
            kind, data = connection.recv()
        except EOFError:
            return
        connection.send(_tried(kind, data, limits, connection))


_FIRST = """coordinates t, x
fields u
dictionary { d_t(u), u*u_x, laplacian(u) }
expect d_t(u) = u
"""


def _tried(kind: str, data: bytes, limits: Limits, connection: Connection) -> Outcome:
    from fuzzing.trial import Broken, Trial

    places: list[str] = []

    def enter(stage: str) -> None:
        connection.send(stage)
        signal.setitimer(signal.ITIMER_PROF, limits.seconds)

    def look(_: int, frame: FrameType | None) -> None:
        places.append("".join(traceback.format_stack(frame)))

    signal.signal(signal.SIGPROF, look)
    end = int(time.process_time() + HARD * limits.seconds) + 2  # whole seconds: one at least
    resource.setrlimit(resource.RLIMIT_CPU, (end, resource.RLIM_INFINITY))
    trial = Trial(enter)
    problem = detail = ""
    try:
        trial.run(kind, data)
    except MemoryError:
        problem, detail = f"more than {limits.megabytes} MB", traceback.format_exc()
    except Broken as law:
        problem = str(law)
    except BaseException as error:
        detail = traceback.format_exc()
        problem = f"{type(error).__name__} {_innermost(detail)}"
    signal.setitimer(signal.ITIMER_PROF, 0)
    stage = max(trial.seconds, key=trial.seconds.__getitem__, default="")
    seconds, size = trial.seconds.get(stage, 0.0), _largest()
    if not problem and seconds > limits.seconds:
        detail = places[0] if places else ""
        problem = f"more than {limits.seconds:g} s in {stage} {_innermost(detail)}"
    elif not problem and size > limits.megabytes:
        problem = f"more than {limits.megabytes} MB in all"
    return Outcome(
        problem, detail, trial.accepted, trial.digest, trial.features, seconds, stage, size
    )


def _innermost(trace: str) -> str:
    """The last place in our package that a traceback names."""
    lines = [line for line in trace.splitlines() if "/pdedsl/" in line and ", in " in line]
    if not lines:
        return ""
    path, _, function = lines[-1].partition(", in ")
    return f"{Path(path.split(chr(34))[1]).stem}.{function}"


def _mapped() -> int:
    """Megabytes of address space."""
    return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize() // MEGABYTE


def _largest() -> float:
    """Megabytes that the process has had at most, without those of the one that started it."""
    text = Path("/proc/self/status").read_text()
    return int(text.partition("VmHWM:")[2].split()[0]) / 1024
