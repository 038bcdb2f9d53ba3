"""`pdedsl new`: what it writes, where, and what it leaves alone."""

import json
import os
import shutil
from pathlib import Path

import numpy as np
import pytest

from pdedsl.cli import main
from pdedsl.loading import load_data, load_specification

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "data").mkdir()
    shutil.copy(EXAMPLES / "oscillator.npz", tmp_path / "data")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_text_lies_here_and_finds_its_data(folder, capsys):
    assert main(["new", "data/oscillator.npz"]) == 0
    assert capsys.readouterr().out.startswith("written to oscillator.pde\n")
    assert 'data "data/oscillator.npz" {' in (folder / "oscillator.pde").read_text("utf-8")
    assert main(["check", "oscillator.pde"]) == 0
    assert "sample" in capsys.readouterr().out


def test_what_is_written_ends_with_a_verdict(folder):
    assert main(["new", "data/oscillator.npz"]) == 0
    few = ["--set", "search.population=20", "--set", "search.generations=1"]
    assert main(["discover", "oscillator.pde", "--quiet", *few]) in (0, 4)
    result = json.loads((folder / "runs" / "oscillator-1" / "result.json").read_text("utf-8"))
    assert result["verdict"] in ("identified", "best of rivals", "not identified")
    terms = {term["term"] for each in result["equations"] for term in each["bound"]}
    assert terms <= {"d_t(u)", "d_tt(u)"}


def test_the_path_of_the_data_is_seen_from_the_folder_of_the_text(folder):
    (folder / "texts").mkdir()
    (folder / "link").symlink_to(folder / "data" / "..", target_is_directory=True)
    for out in ("texts/a.pde", "link/b.pde", str(folder / "texts" / "deep" / "c.pde")):
        assert main(["new", "link/data/oscillator.npz", "--out", out]) == 0
        assert len(load_data(load_specification(Path(out))).samples) == 10


def test_names_of_files_with_quotes_and_spaces_are_written_so_that_they_read_back(folder):
    os.rename("data/oscillator.npz", 'data/the "cold" end.npz')
    assert main(["new", 'data/the "cold" end.npz', "--out", "a.pde"]) == 0
    assert main(["check", "a.pde"]) == 0


def test_a_text_is_never_overwritten_without_force(folder, capsys):
    (folder / "a.pde").write_text("mine")
    assert main(["new", "data/oscillator.npz", "--out", "a.pde"]) == 3
    assert "a.pde: is there already\n  name another file by --out" in capsys.readouterr().err
    assert (folder / "a.pde").read_text() == "mine"
    assert main(["new", "data/oscillator.npz", "--out", "a.pde", "--force"]) == 0
    assert "dictionary" in (folder / "a.pde").read_text("utf-8")


def test_a_text_that_comes_meanwhile_is_not_overwritten(folder, monkeypatch):
    def slow(*_, **__):
        (folder / "a.pde").write_text("mine")
        return "text"

    monkeypatch.setattr("pdedsl.starter.starting.new", slow)
    assert main(["new", "data/oscillator.npz", "--out", "a.pde"]) == 3
    assert (folder / "a.pde").read_text() == "mine"


def test_nothing_is_written_where_the_data_cannot_be_used(folder, capsys):
    np.savez("data/bad.npz", t=np.arange(9.0))
    assert main(["new", "data/bad.npz"]) == 3
    assert "bad.npz: the data hold no field" in capsys.readouterr().err
    assert not (folder / "bad.pde").exists()
    assert main(["new", "data/none.npz"]) == 3
    assert "no such file" in capsys.readouterr().err
    assert main(["new", "data/oscillator.npz", "--out", "a.txt"]) == 2
    assert main(["new", "data/oscillator.npz", "--out", "data", "--force"]) == 2
    (folder / "b.pde").mkdir()
    assert main(["new", "data/oscillator.npz", "--out", "b.pde", "--force"]) == 3
    assert "is no file" in capsys.readouterr().err
