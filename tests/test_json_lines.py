"""`pdedsl discover --json`: every line of standard output is an event; the last tells the end."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
from growth_data import HEAD, growth

from pdedsl.cli import main

TEXT = (
    HEAD
    + """search genetic { population = 24, generations = 2 }
equation rate {
  dictionary { d_t(u) }
  grammar polynomial
}
equation same {
  dictionary { d_t(u) }
  grammar none
}
export csv "front.csv"
"""
)


@pytest.fixture
def events(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    np.savez(tmp_path / "growth.npz", **growth())

    def run(*arguments, text=TEXT):
        (tmp_path / "case.pde").write_text(text)
        code = main(["discover", "case.pde", "--json", *arguments])
        lines = capsys.readouterr().out.splitlines()
        return code, [json.loads(line) for line in lines]

    return run


def test_a_run_tells_its_stages_generations_result_and_end(events):
    code, found = events()
    kinds = [e["event"] for e in found]
    assert kinds[0] == "stage"
    assert kinds[-3:] == ["found", "written", "end"]
    assert [e["generation"] for e in found if e["event"] == "generation"][:2] == [0, 1]
    assert {e["equation"] for e in found if e["event"] == "generation"} == {"rate"}
    result = json.loads(Path("runs/case-1/result.json").read_text())
    assert [e["text"] for e in found[-3]["equations"]] == [e["text"] for e in result["equations"]]
    assert found[-3]["verdict"] == result["verdict"]
    assert found[-2] == {
        "event": "written",
        "folder": str(Path("runs/case-1")),
        "exports": {"csv": "front.csv"},
    }
    assert found[-1] == {"event": "end", "exit_code": code, "error": None, "resume": None}


def test_quiet_leaves_result_and_end(events):
    _, found = events("--quiet")
    assert [e["event"] for e in found] == ["found", "written", "end"]


def test_an_error_is_the_end(events, capsys):
    code, found = events(text=TEXT.replace("d_t(u) }", "d_q(u) }"))
    assert code == 2
    (end,) = found
    assert (end["event"], end["exit_code"]) == ("end", 2)
    assert "case.pde:6" in end["error"]


def test_a_folder_that_cannot_be_written_is_told_before_the_run(events, tmp_path):
    (tmp_path / "taken").write_text("a file")
    code, found = events("--out", "taken/run")
    assert code == 3
    assert "cannot be written" in found[-1]["error"]
    assert [e["event"] for e in found] == ["end"]


def test_every_event_is_in_the_page():
    page = (Path(__file__).parents[1] / "docs" / "runs.md").read_text()
    source = (Path(__file__).parents[1] / "pdedsl" / "report" / "events.py").read_text()
    for event in re.findall(r'self\.event\(\s*"(\w+)"', source):
        assert f"| `{event}` |" in page
