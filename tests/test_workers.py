"""A search by several processes finds what one finds, to the last digit."""

import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from multiprocessing import active_children
from pathlib import Path

import numpy as np
import pytest
from growth_data import HEAD, SEARCH, growth
from running import HEARING, is_running, session_of, until

import pdedsl
from pdedsl.cli import main

TEXT = SEARCH

SEVERAL = (
    HEAD
    + """search genetic { population = 12, generations = 0 }
equation rate {
  dictionary { d_t(u) }
  grammar { e ::= e + e | e * e | exp(e) | u | t | const }
}
equation known {
  dictionary { d_t(u), d_tt(u), u }
  grammar none
}
"""
)


def without_time(found):
    return replace(found, seconds=0.0)


@pytest.fixture(scope="module")
def alone():
    return without_time(pdedsl.discover(TEXT, growth()))


def test_two_workers_find_the_same_though_one_is_killed_in_the_middle(alone, tmp_path):
    killed, path = [], tmp_path / "run.jsonl"

    def kill(step):
        if step.generation == 1:
            victim = active_children()[0]
            os.kill(victim.pid, signal.SIGKILL)
            killed.append(victim.pid)

    found = pdedsl.discover(TEXT, growth(), on_progress=kill, workers=2, journal=path)
    assert killed
    assert without_time(found) == alone
    assert until(lambda: not active_children())
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:2]))
    assert without_time(pdedsl.discover(TEXT, growth(), journal=path)) == alone
    assert path.read_bytes() == b"".join(lines)


@pytest.mark.slow
@pytest.mark.parametrize("text", [SEVERAL, TEXT + "solve collie\n"], ids=["several", "collie"])
def test_several_equations_and_other_solvers_are_found_the_same(text):
    one, two = (pdedsl.discover(text, growth(), workers=n) for n in (1, 2))
    assert without_time(one) == without_time(two)


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "case.pde").write_text(TEXT)
    np.savez(tmp_path / "growth.npz", **growth())
    return "case.pde"


@pytest.mark.parametrize("wrong", ["0", "-1"])
def test_no_workers_are_refused(file, wrong, capsys):
    assert main(["discover", file, "--workers", wrong]) == 2
    assert f"--workers {wrong}: ask for 1 or more" in capsys.readouterr().err


def test_without_dask_its_extra_is_named(file, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["discover", file, "--scheduler", "tcp://127.0.0.1:1"]) == 2
    assert 'pip install "pdedsl[dask]"' in capsys.readouterr().err
    assert not [p for p in os.listdir("runs") if not p.startswith(".")]


@pytest.mark.slow
@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="looks processes up in /proc")
def test_ctrl_c_ends_after_the_generation_and_leaves_nobody_behind(file):
    """As on a terminal, every process of the group gets it."""
    command = [*HEARING, "discover", file, "--workers", "2"]
    long = ["--set", "search.generations=900", "--set", "search.population=300"]
    run = subprocess.Popen(
        command + long,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    lines = iter(run.stderr.readline, "")
    assert any(line.startswith("generation 0/900") for line in lines)
    group = [int(p) for p in os.listdir("/proc") if p.isdigit() and session_of(p) == run.pid]
    assert len(group) >= 3
    os.killpg(run.pid, signal.SIGINT)
    _, error = run.communicate(timeout=120)
    assert run.returncode == 130, error
    assert "ending after this generation" in error
    assert "Traceback" not in error
    assert until(lambda: not any(map(is_running, group)))
    assert os.path.exists("runs/case-1/result.json")


@pytest.mark.slow
@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="looks processes up in /proc")
def test_a_second_ctrl_c_ends_at_once_whatever_is_on_its_way_to_workers(tmp_path, monkeypatch):
    """Eight times: a weak system that no pipe holds may be half sent, and nobody reads the rest."""
    monkeypatch.chdir(tmp_path)
    rng, example = random.Random(0), Path(__file__).parents[1] / "examples" / "oscillator.pde"
    for count in range(8):
        command = [*HEARING, "discover", str(example), "--quiet", "--workers", "3"]
        run = subprocess.Popen(
            [*command, "--out", f"runs/{count}"], stderr=subprocess.PIPE, start_new_session=True
        )
        assert until(lambda n=count: os.path.exists(f"runs/{n}.journal.jsonl"))
        time.sleep(rng.uniform(0.1, 1.0))
        for _ in range(2):
            os.killpg(run.pid, signal.SIGINT)
            time.sleep(0.02)
        run.communicate(timeout=30)
        assert run.returncode == 130
