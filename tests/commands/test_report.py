"""`pdedsl report` and `pdedsl latex --paper`: what they write, and what they never overwrite."""

from dataclasses import replace
from pathlib import Path

import pytest
from made_runs import made_run

from pdedsl.cli import main


@pytest.fixture
def run(tmp_path):
    made_run(fields=None, residuals="").save(tmp_path / "run")
    return tmp_path / "run"


def without_matplotlib(monkeypatch):
    monkeypatch.setattr("pdedsl.commands.report.find_spec", lambda name: None)
    monkeypatch.setattr("pdedsl.figures.look.find_spec", lambda name: None)


def test_the_page_goes_into_the_folder_of_the_run(run, capsys):
    assert main(["report", str(run)]) == 0
    assert (run / "report.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert f"written to {run / 'report.html'}" in capsys.readouterr().err


def test_the_record_alone_is_enough(run):
    assert main(["report", str(run / "result.json")]) == 0
    assert (run / "report.html").exists()


def test_a_page_takes_the_place_of_a_page_and_of_nothing_else(run, capsys, tmp_path):
    page = tmp_path / "deep" / "page.html"
    assert main(["report", str(run), "--out", str(page)]) == 0
    assert main(["report", str(run), "--out", str(page)]) == 0
    page.write_text("mine")
    assert main(["report", str(run), "--out", str(page)]) == 3
    assert "no report of pdedsl" in capsys.readouterr().err
    assert page.read_text() == "mine"


def test_figures_are_written_alone_or_with_the_page(run, capsys, tmp_path):
    assert main(["report", str(run), "--figures", str(tmp_path / "figures")]) == 0
    assert {p.name for p in (tmp_path / "figures").iterdir()} == {"front.pdf", "front.svg"}
    assert "no figure of noise" in capsys.readouterr().err
    assert not (run / "report.html").exists()
    page = tmp_path / "page.html"
    assert main(["report", str(run), "--figures", str(tmp_path), "--out", str(page)]) == 0
    assert page.exists()


def test_without_matplotlib_there_is_a_page_and_it_is_said_what_to_install(
    run, capsys, monkeypatch, tmp_path
):
    without_matplotlib(monkeypatch)
    assert main(["report", str(run)]) == 0
    assert "<svg" not in (run / "report.html").read_text(encoding="utf-8")
    assert "pdedsl[plots]" in capsys.readouterr().err
    assert main(["report", str(run), "--figures", str(tmp_path)]) == 2
    assert "pdedsl[plots]" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["report"], ["latex", "--paper"]])
@pytest.mark.parametrize("where", ["nowhere", "file/below"])
def test_what_is_no_run_and_what_cannot_be_written_is_told(run, arguments, where, capsys, tmp_path):
    (tmp_path / "file").write_text("")
    assert main([*arguments, str(tmp_path / where)]) == 3
    assert "no such file" in capsys.readouterr().err or where != "nowhere"
    assert main([*arguments, str(run), "--out", str(tmp_path / "file" / "below")]) == 3
    assert "cannot be written" in capsys.readouterr().err


def test_a_record_whose_text_is_none_ends_without_a_traceback(run, capsys):
    record = run / "result.json"
    text = record.read_text(encoding="utf-8")
    record.write_text(text.replace("coordinates t", "coordinates"), encoding="utf-8")
    assert main(["report", str(run)]) == 2
    assert main(["latex", str(run), "--paper"]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_a_record_whose_parts_do_not_fit_ends_without_a_traceback(tmp_path):
    found = made_run(fields=None)
    (equation,) = found.equations
    replace(found, equations=(replace(equation, bound=equation.bound[:1]),)).save(tmp_path)
    assert main(["report", str(tmp_path)]) in (2, 3)
    assert main(["latex", str(tmp_path), "--paper"]) in (2, 3)


def test_the_paper_goes_into_a_folder_of_the_run(run, capsys):
    assert main(["latex", str(run), "--paper"]) == 0
    assert {p.name for p in (run / "paper").iterdir()} == {"paper.tex", "references.bib"}
    assert capsys.readouterr().out == ""
    assert main(["latex", str(run), "--paper"]) == 0


def test_a_paper_takes_the_place_of_a_paper_and_of_nothing_else(run, capsys, tmp_path):
    (tmp_path / "references.bib").write_text("@book{mine}")
    assert main(["latex", str(run), "--paper", "--out", str(tmp_path)]) == 3
    assert "not written by pdedsl" in capsys.readouterr().err
    assert not (tmp_path / "paper.tex").exists()
    assert (tmp_path / "references.bib").read_text() == "@book{mine}"


def test_the_equation_alone_is_printed_and_goes_nowhere(run, capsys):
    assert main(["latex", str(run)]) == 0
    assert "\\partial_t u" in capsys.readouterr().out
    assert main(["latex", str(run), "--out", "there"]) == 2
    assert not Path("there").exists()


def test_what_is_not_identified_is_said_and_ends_with_4(tmp_path, capsys):
    made_run(verdict="not identified", fields=None).save(tmp_path)
    assert main(["latex", str(tmp_path), "--paper"]) == 4
    assert "not identified: a test" in capsys.readouterr().err
    assert main(["report", str(tmp_path), "--out", str(tmp_path / "page.html")]) == 0
