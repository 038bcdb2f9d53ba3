"""Sweeps: a table of all runs, whatever becomes of some, and nothing done twice."""

import csv
import json
import os
import signal
import subprocess
from multiprocessing import active_children
from pathlib import Path

import numpy as np
import pytest
from growth_data import HEAD, SEARCH, growth
from rich.console import Console
from running import HEARING, is_running, session_of, until

from pdedsl.cli import main
from pdedsl.sweep import trials
from pdedsl.sweep.table import Row, show
from pdedsl.sweep.trials import done

TEXT = (
    HEAD
    + """dictionary { d_t(u) }
grammar none
"""
)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    np.savez("growth.npz", **growth())
    Path("quick.pde").write_text(TEXT)
    Path("search.pde").write_text(SEARCH)
    Path("wrong.pde").write_text(TEXT.replace("d_t(u)", "d_q(u)"))
    Path("absent.pde").write_text(TEXT.replace("growth.npz", "none.npz"))
    return tmp_path


def table(path="out/sweep.csv"):
    with open(path, newline="") as stream:
        return list(csv.DictReader(stream))


def without_time(rows):
    return [{k: v for k, v in row.items() if k != "seconds"} for row in rows]


def test_an_error_is_a_row_and_not_the_end(folder, capsys):
    files = ["wrong.pde", "quick.pde", "absent.pde"]
    assert main(["sweep", *files, "--seeds", "2", "--out", "out"]) == 1
    rows = table()
    assert [(r["file"], r["exit_code"]) for r in rows] == [
        ("wrong.pde", "2"),
        ("wrong.pde", "2"),
        ("quick.pde", "4"),
        ("quick.pde", "4"),
        ("absent.pde", "3"),
        ("absent.pde", "3"),
    ]
    assert rows[0]["verdict"] == rows[4]["verdict"] == "error"
    assert "d_q" in rows[0]["message"]
    assert "none.npz" in rows[4]["message"]
    assert [r["seed"] for r in rows[2:4]] == ["0", "1"]
    shown = capsys.readouterr()
    assert "6/6 absent.pde seed 1: error" in shown.err
    assert "not identified" in shown.out
    record = json.loads(Path(rows[2]["folder"], "result.json").read_text())
    assert record["verdict"] == rows[2]["verdict"]


@pytest.mark.slow
def test_two_workers_give_the_same_table_and_what_is_there_is_not_done_again(
    folder, monkeypatch, capsys
):
    command = ["sweep", "search.pde", "quick.pde", "--set", "search.length=9,12", "--quiet"]
    assert main([*command, "--out", "one"]) == 0
    assert main([*command, "--out", "two", "--workers", "2"]) == 0
    one, two = without_time(table("one/sweep.csv")), without_time(table("two/sweep.csv"))
    assert [r | {"folder": ""} for r in one] == [r | {"folder": ""} for r in two]
    assert [r["setting"] for r in one] == ["search.length=9", "search.length=12"] * 2
    assert all(r["equation"] for r in one[:2])
    monkeypatch.setattr(trials, "done", None)
    before = table("two/sweep.csv")
    main([*command, "--out", "two", "--workers", "2"])
    assert table("two/sweep.csv") == before


def test_runs_that_broke_off_go_on_from_their_journals(folder, monkeypatch):
    command = ["sweep", "search.pde", "--seeds", "2", "--out", "out", "--quiet"]
    assert main([*command[:-2], "whole", "--quiet"]) == 0

    def interrupted(self, step):
        if step.generation == 2:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(trials.Teller, "__call__", interrupted)
        assert main(command) == 130
    assert len(table()) == 0
    (journal,) = Path("out").glob("*.journal.jsonl")
    kept = journal.read_bytes().count(b"\n")
    assert kept >= 3
    (folder / "out" / "other.journal.jsonl").write_text("torn")
    assert main(command) == 0
    assert not journal.exists()
    assert [r | {"folder": ""} for r in without_time(table())] == [
        r | {"folder": ""} for r in without_time(table("whole/sweep.csv"))
    ]


def dies(trial):
    """The run, unless it is seed 1: that one takes its process along, the first time or always."""
    mark = Path(trial.start, "mark")
    if trial.seed == 1 and mark.exists():
        if mark.read_text() == "once":
            mark.unlink()
        os.kill(os.getpid(), signal.SIGKILL)
    return done(trial)


@pytest.mark.slow
@pytest.mark.parametrize("when", ["once", "always"])
def test_a_killed_worker_costs_its_run_alone(folder, monkeypatch, when):
    Path("mark").write_text(when)
    monkeypatch.setattr(trials, "done", dies)
    command = ["sweep", "quick.pde", "--seeds", "4", "--out", "out", "--workers", "2", "--quiet"]
    assert main(command) == (0 if when == "once" else 1)
    codes = [r["exit_code"] for r in table()]
    assert codes == (["4"] * 4 if when == "once" else ["4", "1", "4", "4"])
    assert until(lambda: not active_children())


def test_a_mistake_of_all_runs_is_told_before_any(folder, capsys):
    files = ["quick.pde", "quick.pde"]
    assert main(["sweep", *files, "--set", "search.populaton=4,5", "--out", "out"]) == 2
    told = capsys.readouterr().err
    assert told.count("search has no option populaton") == 1
    assert "^^^^" in told
    assert not Path("out").exists()


def test_a_narrow_terminal_has_a_block_for_each_run(capsys):
    show([Row("a.pde", "x=1", 3, "identified", "d_t(u) = u", "12", "1", 2.0)], Console(width=80))
    first, second = capsys.readouterr().out.splitlines()
    assert first == "a.pde x=1 seed 3: identified, evidence 12, chi2 1, exit 0, 2.0 s"
    assert second.rstrip() == "    d_t(u) = u"


def test_json_lines_tell_every_run(folder, capsys):
    files = ["wrong.pde", "quick.pde"]
    assert main(["sweep", *files, "--out", "out", "--json"]) == 1
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [e["event"] for e in events] == ["sweep", "run", "run", "table", "end"]
    assert [e["exit_code"] for e in events if e["event"] == "run"] == [2, 4]
    assert events[-1]["exit_code"] == 1
    page = (Path(__file__).parents[2] / "docs" / "runs.md").read_text()
    for event in events:
        assert f"| `{event['event']}` |" in page


def test_a_folder_that_cannot_be_written_is_told_before_any_run(folder, capsys):
    Path("taken").write_text("a file")
    assert main(["sweep", "quick.pde", "--out", "taken/out"]) == 3
    assert "cannot be written" in capsys.readouterr().err


def test_a_disk_that_is_full_at_the_end_keeps_the_runs(folder, monkeypatch, capsys):
    def full(path, text):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("pdedsl.sweep.table.write_whole", full)
        assert main(["sweep", "quick.pde", "--out", "out", "--quiet"]) == 3
    assert "No space left on device" in capsys.readouterr().err
    monkeypatch.setattr(trials, "done", None)
    assert main(["sweep", "quick.pde", "--out", "out", "--quiet"]) == 0
    assert [r["exit_code"] for r in table()] == ["4"]


@pytest.mark.slow
@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="looks processes up in /proc")
def test_ctrl_c_ends_a_sweep_at_once_with_the_table_so_far(folder):
    long = ["--set", "search.generations=900", "--set", "search.population=300"]
    command = ["sweep", "quick.pde", "search.pde", *long, "--out", "out", "--workers", "2"]
    run = subprocess.Popen(
        [*HEARING, *command],
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert "quick.pde" in run.stderr.readline()
    assert until(lambda: list(Path("out").glob("*.journal.jsonl")))
    group = [int(p) for p in os.listdir("/proc") if p.isdigit() and session_of(p) == run.pid]
    assert len(group) >= 3
    os.killpg(run.pid, signal.SIGINT)
    out, error = run.communicate(timeout=120)
    assert run.returncode == 130, error
    assert "1 of 2 runs are missing" in error
    assert "Traceback" not in error
    assert "quick.pde" in out
    assert until(lambda: not any(map(is_running, group)))
    assert len(table()) == 1
