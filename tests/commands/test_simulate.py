"""`pdedsl simulate`: what it prints, writes and returns."""

import csv
import importlib.util
from dataclasses import replace

import numpy as np
import pytest
from solved_runs import T, X, heat, one, oscillator

from pdedsl.cli import main
from pdedsl.commands import simulate as command
from pdedsl.forward import figure

HAS_MATPLOTLIB = importlib.util.find_spec("matplotlib") is not None


@pytest.fixture
def run(tmp_path):
    def saved(found):
        found.save(tmp_path / "run")
        return tmp_path / "run"

    return saved


def called(capsys, *arguments):
    code = main(["simulate", *map(str, arguments)])
    shown = capsys.readouterr()
    return code, shown.out, shown.err


def test_a_run_is_solved_printed_and_written(run, capsys):
    folder = run(oscillator(2))
    code, out, err = called(capsys, folder)
    assert code == 0
    assert "d_tt(u) + d_t(u) = -16*u" in out
    assert "solved for d_t^2 of u" in out
    assert out.count("never") == 2
    assert f"written to {folder / 'simulation'}" in err
    with (folder / "simulation" / "error.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == 2 * 41
    assert {r["sample"] for r in rows} == {"0", "1"}
    last = rows[-1]
    assert float(last["ratio"]) == pytest.approx(
        float(last["error_estimate"]) / float(last["noise_sd"]), rel=1e-6
    )
    with np.load(folder / "simulation" / "simulation.npz", allow_pickle=False) as arrays:
        assert arrays["1.u"].shape == arrays["1.axis.t"].shape == (41,)
        assert list(arrays["fields"]) == ["u"]


@pytest.mark.skipif(not HAS_MATPLOTLIB, reason="needs matplotlib")
def test_the_figure_is_a_vector_twice_and_the_same_each_time(run, capsys):
    folder = run(heat())
    kinds = ("svg", "pdf")
    contents = []
    for _ in range(2):
        assert called(capsys, folder)[0] == 0
        files = [folder / "simulation" / f"simulation.{kind}" for kind in kinds]
        contents.append([f.read_bytes() for f in files])
    assert contents[0] == contents[1]
    assert b"<svg" in contents[0][0]
    assert contents[0][1].startswith(b"%PDF")


def test_without_matplotlib_the_numbers_are_written_and_it_is_said(run, capsys, monkeypatch):
    folder = run(oscillator())
    for module in (command, figure):
        monkeypatch.setattr(module, "find_spec", lambda _: None)
    code, _, err = called(capsys, folder)
    assert code == 0
    assert "matplotlib is not installed" in err
    assert sorted(p.name for p in (folder / "simulation").iterdir()) == sorted(command.OURS)


def test_options_reach_the_solution(run, capsys, tmp_path):
    folder = run(oscillator(3))
    out = tmp_path / "elsewhere"
    wanted = ("--samples", "2,1", "--until", "4", "--start", "fit", "--time", "t", "--refine", "1")
    assert called(capsys, folder, "--out", out, *wanted)[0] == 0
    with np.load(out / "simulation.npz") as arrays:
        assert list(arrays["numbers"]) == [2, 1]
        assert arrays["0.axis.t"][-1] == 4.0
    assert not (folder / "simulation").exists()


def test_an_equation_that_cannot_be_stepped_has_an_exit_code_of_its_own(run, capsys):
    equation = "d_tt(u) + d_xx(u) = 0"
    laplace = one("d_tt(u), d_xx(u)", equation, {"t": T, "x": X}, np.cosh(T)[:, None] * np.cos(X))
    folder = run(laplace)
    code, out, err = called(capsys, folder)
    assert (code, out) == (5, "")
    assert "cannot be stepped forward" in err
    assert "residuals.csv" in err
    assert not (folder / "simulation").exists()


def test_a_solution_that_ends_early_is_written_and_has_an_exit_code_of_its_own(run, capsys):
    times = np.linspace(0, 2, 21)
    folder = run(one("d_t(u)", "d_t(u) = u^2", {"t": times}, 1 / (1 - 0.4 * times)))
    code, out, _ = called(capsys, folder)
    assert code == 6
    assert "grows beyond" in out
    assert (folder / "simulation" / "error.csv").exists()


def test_what_is_not_claimed_is_solved_with_a_warning(run, capsys):
    unsure = replace(oscillator(), verdict="not identified", reason="too noisy")
    code, _, err = called(capsys, run(unsure))
    assert code == 4
    assert "not identified: too noisy" in err
    code, _, err = called(capsys, run(replace(unsure, equations=())))
    assert code == 4


@pytest.mark.parametrize("wrong", ["1,", "a", "-1", "1.5", "99999999999"])
def test_samples_are_whole_numbers(run, capsys, wrong):
    code, _, err = called(capsys, run(oscillator()), f"--samples={wrong}")
    assert code == 2
    assert "write numbers" in err


def test_no_other_folder_is_written_over(run, capsys, tmp_path):
    folder = run(oscillator())
    file = tmp_path / "file"
    file.write_text("mine")
    for out in (folder, file):
        code, _, err = called(capsys, folder, "--out", out)
        assert code == 3
        assert "there already" in err
    assert file.read_text() == "mine"
    assert not (folder / "error.csv").exists()


def test_a_record_without_fields_says_what_to_do(run, capsys):
    folder = run(oscillator())
    code, _, err = called(capsys, folder / "result.json")
    assert code == 3
    assert "give the run folder itself" in err
