"""A search on a Dask cluster of processes, one of which is killed, finds what one process finds."""

import csv
import os
import signal
from dataclasses import replace
from threading import Thread

import numpy as np
import pytest
from growth_data import SEARCH, growth
from running import until

import pdedsl
from pdedsl.cli import main
from pdedsl.errors import PdedslError
from pdedsl.parallel import pool_of

distributed = pytest.importorskip("distributed", reason='needs Dask: pip install "pdedsl[dask]"')

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]

TEXT = SEARCH.replace("24, generations = 2", "40, generations = 4")


@pytest.fixture
def cluster():
    settings = {"n_workers": 3, "threads_per_worker": 1, "dashboard_address": None}
    with distributed.LocalCluster(**settings, processes=True) as made:
        yield made


def workers_of(cluster):
    with distributed.Client(cluster, set_as_default=False) as client:
        client.wait_for_workers(1)
        return list(client.run(os.getpid).values())


def without_time(found):
    return replace(found, seconds=0.0)


@pytest.mark.parametrize("when", [None, 0, 2])
def test_a_killed_worker_of_a_cluster_changes_nothing(cluster, when):
    killed = []

    def kill(step):
        if step.generation == when:
            victim = workers_of(cluster)[0]
            os.kill(victim, signal.SIGKILL)
            killed.append(victim)

    address = cluster.scheduler_address
    found = pdedsl.discover(TEXT, growth(), on_progress=kill, workers=address)
    assert bool(killed) == (when is not None)
    assert without_time(found) == without_time(pdedsl.discover(TEXT, growth()))


def test_a_cluster_that_goes_away_is_done_without(cluster):
    def stop(step):
        if step.generation == 1:
            cluster.close()

    found = pdedsl.discover(TEXT, growth(), on_progress=stop, workers=cluster.scheduler_address)
    assert without_time(found) == without_time(pdedsl.discover(TEXT, growth()))


def test_the_command_line_takes_the_address(cluster, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "case.pde").write_text(TEXT)
    np.savez(tmp_path / "growth.npz", **growth())
    assert main(["discover", "case.pde", "--scheduler", cluster.scheduler_address]) == 0


def test_a_sweep_on_a_cluster_loses_no_run(cluster, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "case.pde").write_text(TEXT)
    (tmp_path / "wrong.pde").write_text(TEXT.replace("growth.npz", "none.npz"))
    np.savez(tmp_path / "growth.npz", **growth())
    files = ["case.pde", "wrong.pde", "--seeds", "3", "--quiet"]
    killed = Thread(target=kill_when, args=(cluster, tmp_path / "out"))
    killed.start()
    assert main(["sweep", *files, "--out", "out", "--scheduler", cluster.scheduler_address]) == 1
    killed.join()
    assert main(["sweep", *files, "--out", "alone"]) == 1
    with open("out/sweep.csv") as one, open("alone/sweep.csv") as two:
        rows = [list(csv.DictReader(stream)) for stream in (one, two)]
    equal = ("file", "seed", "verdict", "equation", "evidence", "chi2", "exit_code", "message")
    pairs = zip(*rows, strict=True)
    assert all(a[name] == b[name] for a, b in pairs for name in equal)


def kill_when(cluster, folder):
    """Kill a worker of the cluster as soon as a run is going on."""
    assert until(lambda: list(folder.glob("*.journal.jsonl")))
    os.kill(workers_of(cluster)[0], signal.SIGKILL)


def test_no_scheduler_and_no_workers_are_told(monkeypatch):
    monkeypatch.setattr("pdedsl.parallel.cluster.ANSWER", 1)
    with (
        pytest.raises(PdedslError, match="no Dask scheduler answers"),
        pool_of("tcp://127.0.0.1:9"),
    ):
        pass
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=None) as empty,
        pytest.raises(PdedslError, match="has no workers"),
        pool_of(empty.scheduler_address),
    ):
        pass
