"""Runs that break off: they go on from their journal and end as if nothing had happened."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from growth_data import HEAD, SEARCH, growth

import pdedsl
from pdedsl.cli import main
from pdedsl.commands import discover as command
from pdedsl.errors import DataError
from pdedsl.report.journal import Journal

TEXT = SEARCH.replace("24, generations = 2", "40, generations = 4")

PAPER = TEXT.replace("grammar polynomial", "grammar polynomial\nmethod paper")

SEVERAL = (
    HEAD
    + """search genetic { population = 30, generations = 2 }
equation rate {
  dictionary { d_t(u) }
  grammar polynomial
}
equation both {
  dictionary { d_t(u), d_tt(u) }
  grammar polynomial
}
"""
)


@pytest.fixture
def write(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def make(text=TEXT, **changes):
        (tmp_path / "case.pde").write_text(text)
        np.savez(tmp_path / "growth.npz", **(growth() | changes))
        return str(tmp_path / "case.pde")

    return make


@pytest.fixture
def heeded():
    """Ctrl-C raises KeyboardInterrupt, also where the tests are a job in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def without_time(found):
    return replace(found, seconds=0.0)


@pytest.mark.parametrize("text", [TEXT, PAPER, SEVERAL], ids=["calibrated", "paper", "several"])
def test_a_run_goes_on_from_any_batch_and_ends_the_same(text, tmp_path):
    path = tmp_path / "run.jsonl"
    whole = without_time(pdedsl.discover(text, growth()))
    assert without_time(pdedsl.discover(text, growth(), journal=path)) == whole
    content = path.read_bytes()
    lines = content.splitlines(keepends=True)
    assert len(lines) > 2
    ends = {1, len(lines) // 2, len(lines) - 1, len(lines)}
    for end in ends:
        torn = lines[end][: len(lines[end]) // 2] if end < len(lines) else b""
        path.write_bytes(b"".join(lines[:end]) + torn)
        assert without_time(pdedsl.discover(text, growth(), journal=path)) == whole
        assert path.read_bytes() == content


def test_a_journal_of_other_data_or_options_is_refused(tmp_path):
    path = tmp_path / "run.jsonl"
    pdedsl.discover(TEXT, growth(), journal=path)
    with pytest.raises(DataError, match="the journal of other data"):
        pdedsl.discover(TEXT, growth(seed=1), journal=path)
    with pytest.raises(DataError, match="the journal of other text or options"):
        pdedsl.discover(TEXT, growth(), overrides={"search.seed": "1"}, journal=path)


def test_whoever_watches_can_end_a_search_and_gets_what_it_has(tmp_path):
    seen = []

    def enough(step):
        seen.append(step.generation)
        return len(seen) < 2

    found = pdedsl.discover(TEXT, growth(), on_progress=enough)
    assert seen == [0, 1]
    assert found.equations


def test_a_run_that_ends_leaves_no_journal(write, tmp_path):
    assert main(["discover", write(), "--quiet"]) == 0
    assert [p.name for p in (tmp_path / "runs").iterdir()] == ["case-1"]


def interrupted_at(monkeypatch, generation):
    """Ctrl-C comes at a generation of every search."""
    told = command._Watch.__call__

    def call(watch, step):
        if step.generation == generation:
            os.kill(os.getpid(), signal.SIGINT)
        return told(watch, step)

    monkeypatch.setattr(command._Watch, "__call__", call)


def test_an_interrupted_run_is_kept_and_goes_on(heeded, write, tmp_path, monkeypatch, capsys):
    file = write()
    assert main(["discover", file, "--quiet", "--out", "runs/whole"]) == 0
    with monkeypatch.context() as patch:
        interrupted_at(patch, 1)
        assert main(["discover", file, "--quiet"]) == 130
    error = capsys.readouterr().err
    journal = tmp_path / "runs" / "case-1.journal.jsonl"
    assert f"--resume {journal.relative_to(tmp_path)}" in error
    cut = json.loads((tmp_path / "runs" / "case-1" / "result.json").read_text())
    assert "interrupted after generation 1 of 4" in cut["reason"]
    assert cut["equations"]
    again = ["discover", file, "--quiet", "--resume", str(journal)]
    assert main(again) == 0
    results = [tmp_path / "runs" / name / "result.json" for name in ("whole", "case-2")]
    whole, resumed = (json.loads(p.read_text()) | {"seconds": 0} for p in results)
    assert resumed == whole
    assert not journal.exists()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_second_interrupt_ends_at_once_and_keeps_all(
    heeded, write, tmp_path, monkeypatch, capsys
):
    def call(watch, step):
        os.kill(os.getpid(), signal.SIGINT)
        os.kill(os.getpid(), signal.SIGINT)
        raise AssertionError("not reached")

    file = write()
    with monkeypatch.context() as patch:
        patch.setattr(command._Watch, "__call__", call)
        assert main(["discover", file, "--quiet"]) == 130
        assert [p.name for p in (tmp_path / "runs").iterdir()] == ["case-1.journal.jsonl"]
        capsys.readouterr()
        assert main(["discover", file, "--json", "--out", "runs/told"]) == 130
    end = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert end["event"] == "end"
    assert end["resume"] == str(Path("runs/told.journal.jsonl"))
    assert main(["discover", file, "--quiet"]) == 0
    assert (tmp_path / "runs" / "case-2" / "result.json").exists()
    assert (tmp_path / "runs" / "case-1.journal.jsonl").exists()


def test_where_interrupts_are_ignored_they_stay_so(heeded, write, monkeypatch):
    file = write()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    interrupted_at(monkeypatch, 1)
    assert main(["discover", file, "--quiet"]) == 0
    assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN


def test_a_run_whose_data_are_wrong_leaves_no_journal(write, tmp_path):
    file = write(TEXT.replace("d_tt(u) }", "d_tt(log(u - 100)) }"))
    assert main(["discover", file, "--quiet"]) == 3
    assert not list((tmp_path / "runs").iterdir())


def test_a_folder_that_another_run_is_going_to_use_is_refused(write, tmp_path, capsys):
    file = write()
    (tmp_path / "mine.journal.jsonl").write_text("")
    assert main(["discover", file, "--quiet", "--out", "mine"]) == 3
    assert "--resume mine.journal.jsonl" in capsys.readouterr().err


def test_a_disk_that_fills_up_is_told_and_the_run_ends_as_ever(
    write, tmp_path, monkeypatch, capsys
):

    file = write()

    def full(self, record):
        self.trouble = "No space left on device"

    monkeypatch.setattr(Journal, "_write", full)
    assert main(["discover", file, "--quiet"]) == 0
    assert "No space left on device" in capsys.readouterr().err
    assert (tmp_path / "runs" / "case-1" / "result.json").exists()


@pytest.mark.slow
def test_a_run_that_is_killed_at_any_moment_ends_as_if_it_had_not_been(write, tmp_path):
    """Fifty times: kill -9 at a random moment, go on, until the run has ended."""
    file = write(TEXT.replace("population = 40, generations = 4", "population = 60"))
    start = [sys.executable, "-m", "pdedsl.cli", "discover", file, "--quiet"]
    began = time.monotonic()
    subprocess.run([*start, "--out", "whole"], check=True, capture_output=True)
    lasts = time.monotonic() - began
    whole = json.loads((tmp_path / "whole" / "result.json").read_text()) | {"seconds": 0}
    rng, kills, run = random.Random(0), 0, 0
    while kills < 50:
        run += 1
        folder, journal = tmp_path / f"run{run}", tmp_path / f"run{run}.journal.jsonl"
        while not folder.exists():
            more = ["--resume", str(journal)] if journal.exists() else ["--out", str(folder)]
            process = subprocess.Popen([*start, *more], stderr=subprocess.PIPE)
            try:
                _, error = process.communicate(timeout=rng.uniform(0.2, 1.0) * lasts)
                assert process.returncode in (0, 3), error.decode()
                if process.returncode == 3:
                    assert b"no journal of a run" in error
                    journal.unlink()
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
                kills += 1
        result = json.loads((folder / "result.json").read_text()) | {"seconds": 0}
        assert result == whole
        journal.unlink(missing_ok=True)
