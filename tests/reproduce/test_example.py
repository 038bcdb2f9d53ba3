"""`pdedsl example`: problems of the gallery as files."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import pdedsl
from pdedsl.cli import main
from pdedsl.experiments import problems
from pdedsl.language import format_text
from pdedsl.reproduce.example import examples, text
from pdedsl.reproduce.gallery import papers
from pdedsl.reproduce.subjects import of_problem
from pdedsl.reproduce.text import text_of

NAMES = [entry.name for entry in examples()]


@pytest.mark.parametrize("entry", examples(), ids=lambda e: e.name)
def test_every_text_is_that_of_the_run_with_words_and_the_law(entry):
    shown = text(entry)
    assert format_text(shown, "example.pde") == shown
    specification, ran = pdedsl.parse(shown), pdedsl.parse(text_of(entry.subject))
    assert replace(specification.problem, title="") == ran.problem
    assert specification.grammar == ran.grammar
    assert specification.expected is not None
    assert all(line.startswith("# ") or line == "#" for line in shown.split("\n\n")[0].splitlines())
    assert "Known: " in shown.replace("\n# ", " ")
    assert "Searched: " in shown.replace("\n# ", " ")


def test_the_texts_beside_the_examples_are_these():
    folder = Path(__file__).parents[2] / "examples" / "gallery"
    texts = {path.stem: path.read_text(encoding="utf-8") for path in folder.glob("*.pde")}
    assert texts == {entry.name: text(entry) for entry in examples()}


@pytest.mark.parametrize("entry", papers(), ids=lambda e: e.name)
def test_problems_of_the_paper_are_those_of_its_tables(entry):
    problem = problems()[entry.name]
    ours, its = entry.subject, of_problem(problem)
    assert ours.target.bound == pytest.approx(its.target.bound)
    assert ours.target.free.text == its.target.free.text
    assert ours.target.free.values == pytest.approx(its.target.free.values)
    assert text_of(ours) == text_of(its)
    assert (entry.samples, entry.points) == (problem.samples, problem.points)


def test_all_names_are_listed(capsys):
    assert main(["example"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == NAMES


def test_text_and_data_are_written_the_same_every_time_and_checked(tmp_path, capsys):
    for folder in ("one", "two"):
        assert main(["example", "gauss", "--folder", str(tmp_path / folder)]) == 0
    data, again = (np.load(tmp_path / folder / "gauss.npz") for folder in ("one", "two"))
    assert data.files == again.files
    assert all(np.array_equal(data[name], again[name]) for name in data.files)
    assert data["ex"].shape == (3, 24, 24)
    assert f"written to {tmp_path / 'one' / 'gauss.pde'}" in capsys.readouterr().out
    assert main(["check", str(tmp_path / "one" / "gauss.pde")]) == 0


def test_no_file_is_overwritten(tmp_path, capsys):
    (tmp_path / "drift.pde").write_text("mine")
    assert main(["example", "drift", "--folder", str(tmp_path)]) == 3
    assert (tmp_path / "drift.pde").read_text() == "mine"
    assert not (tmp_path / "drift.npz").exists()
    assert "name another folder by --folder" in capsys.readouterr().err


def test_a_folder_that_is_a_file_is_told(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert main(["example", "drift", "--folder", str(tmp_path / "file")]) == 3
    assert "cannot be written" in capsys.readouterr().err


def test_an_unknown_name_gets_the_nearest_one(capsys):
    assert main(["example", "fischer"]) == 2
    assert "did you mean fisher?" in capsys.readouterr().err
