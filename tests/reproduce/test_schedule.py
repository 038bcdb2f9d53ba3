"""Doing runs in several processes: no more than there is work for, and none left behind."""

import os
import signal
import subprocess
import sys
import time

import pytest

from pdedsl.reproduce import Case, schedule
from pdedsl.reproduce.inner import measured
from pdedsl.reproduce.run import Run
from pdedsl.reproduce.schedule import execute

INNER = Case(None, "inner_problem", 0.0, 1, 50, terms=2, measure=measured)

PARENT = """
import os, time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pdedsl.parallel.processes import end_with_parent

with ProcessPoolExecutor(1, get_context("spawn"), initializer=end_with_parent) as pool:
    print(pool.submit(os.getpid).result(), flush=True)
    pool.submit(time.sleep, 600).result()
"""


def is_running(process):
    """Whether a process is there and has not ended."""
    try:
        with open(f"/proc/{process}/stat") as stream:
            return stream.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="looks processes up in /proc")
def test_workers_end_with_the_process_that_started_them():
    parent = subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True)
    worker = int(parent.stdout.readline())
    assert is_running(worker)
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    parent.stdout.close()
    give_up = time.monotonic() + 20
    while is_running(worker) and time.monotonic() < give_up:
        time.sleep(0.05)
    assert not is_running(worker)


@pytest.mark.parametrize(
    ("jobs", "runs", "cores", "wanted"), [(10**6, 3, 8, 3), (10**6, 9, 4, 4), (2, 9, 4, 2)]
)
def test_no_more_processes_than_runs_or_cores(monkeypatch, jobs, runs, cores, wanted):
    asked = []

    def pool(count, *_, **__):
        asked.append(count)
        raise InterruptedError

    monkeypatch.setattr(schedule, "ProcessPoolExecutor", pool)
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    todo = [Run(INNER, "exact", s) for s in range(runs)]
    with pytest.raises(InterruptedError):
        execute(todo, jobs, pytest.fail)
    assert asked == [wanted]


def test_a_single_run_stays_in_this_process(monkeypatch):
    monkeypatch.setattr(schedule, "ProcessPoolExecutor", None)
    rows = []
    run = Run(INNER, "exact", 0)
    execute([run], 10**6, rows.append)
    assert [row.verdict for row in rows] == ["solved"]
    execute([], 3, rows.append)
    assert len(rows) == 1
