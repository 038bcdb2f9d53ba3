"""Workers that are processes: killed ones are replaced, and none outlives who started it."""

import os
import signal
import subprocess
import sys
import time
from multiprocessing import active_children, parent_process

import pytest
from running import is_running, until

from pdedsl.errors import PdedslError
from pdedsl.parallel import Crew, pool_of
from pdedsl.parallel.processes import Processes

NOTHING_IN_PROC = not os.path.isdir("/proc/self")


def killed_at(shared, item):
    """The square; the first worker that comes upon the fatal item while the mark is there dies."""
    mark, fatal = shared
    if item == fatal and os.path.exists(mark) and parent_process() is not None:
        os.unlink(mark)
        os.kill(os.getpid(), signal.SIGKILL)
    return item**2


def threads_and_interrupts(shared, item):
    handler = signal.getsignal(signal.SIGINT)
    return os.environ.get("OMP_NUM_THREADS"), handler == signal.SIG_IGN


@pytest.mark.parametrize(("count", "helps", "fatal"), [(2, False, 5), (1, True, 0)])
def test_a_killed_worker_costs_what_it_was_doing_and_nothing_else(tmp_path, count, helps, fatal):
    mark, told = tmp_path / "alive", []
    mark.write_text("")
    crew = Crew(Processes(count), told.append, helps=helps)
    found = crew.map(killed_at, (str(mark), fatal), range(20))
    assert found == [i**2 for i in range(20)]
    assert not mark.exists()
    assert len(told) == 1
    assert crew.map(killed_at, (str(mark), fatal), range(20)) == found
    assert len(told) == 1
    crew.workers.close()
    assert until(lambda: not active_children())


def test_workers_have_one_thread_and_leave_interrupts_to_who_leads():
    with pool_of(3) as pool:
        found = pool.map(threads_and_interrupts, (), range(6))
        assert len(active_children()) == 2
    assert found[:2] == [("1", True)] * 2
    assert until(lambda: not active_children())


def test_an_error_ends_workers_at_once():
    crew = Crew(Processes(2))
    busy = [crew.workers.submit(time.sleep, 600) for _ in range(2)]
    assert until(lambda: all(b.running() for b in busy))
    children = active_children()
    assert len(children) == 2
    crew.workers.abandon()
    assert until(lambda: not any(c.is_alive() for c in children))


@pytest.mark.parametrize("count", [0, -3, 10**6])
def test_no_workers_and_far_too_many_are_refused(count):
    with pytest.raises(PdedslError, match=f"{count} workers"), pool_of(count):
        pass


PARENT = """
import os, time
from multiprocessing import active_children, parent_process
from pdedsl.parallel.processes import Processes

if __name__ == "__main__":
    workers = Processes(2)
    for _ in range(4):
        workers.submit(time.sleep, 600)
    print(*(c.pid for c in active_children()), flush=True)
    time.sleep(600)
"""


@pytest.mark.skipif(NOTHING_IN_PROC, reason="looks processes up in /proc")
def test_workers_end_with_a_parent_that_is_killed(tmp_path):
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    parent = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True)
    workers = [int(pid) for pid in parent.stdout.readline().split()]
    assert len(workers) == 2
    assert all(map(is_running, workers))
    parent.kill()
    parent.wait()
    parent.stdout.close()
    assert until(lambda: not any(map(is_running, workers)))
