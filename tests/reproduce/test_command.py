"""The command: exit codes, messages, rows of real runs, and going on where it stopped."""

import csv
from dataclasses import replace

import pytest

from pdedsl.cli import main
from pdedsl.reproduce import run, run_case, sets
from pdedsl.reproduce.baselines import Baseline
from pdedsl.reproduce.inner import PROBLEMS, SOLVERS, measure
from pdedsl.reproduce.rows import append_row
from pdedsl.reproduce.run import Run

SMALL = ["--set", "search.population=20", "--set", "search.generations=1"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def rows_of(path):
    with path.open() as stream:
        return list(csv.DictReader(stream))


def refused(capsys, *words):
    code = main(["reproduce", *words])
    return code, capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["heta"], "did you mean heat?"),
        (["zzz"], "one of heat, slm"),
        (["heat", "--method", "papr"], "did you mean paper?"),
        (["collie", "--method", "calibrated"], "exact, collie"),
        (["heat", "--noise", "0.1;0.2"], "write ratios with commas"),
        (["heat", "--noise", "-1"], "write ratios with commas"),
        (["heat", "--noise", "nan"], "each from 0 to 1000"),
        (["heat", "--noise", "1e300"], "each from 0 to 1000"),
        (["heat", "--seeds", "1" + "0" * 30], "the most is 10000"),
        (["heat", "--first", str(2**70)], "the most is 4294967286"),
        (["heat", "--first", "-1"], "the least is 0"),
        (["heat", "--set", "search.seed=x"], "it takes a whole number"),
        (["heat", "--set", "zz=1"], "there is no option zz"),
        (["heat", "--set", "="], "GROUP.OPTION=VALUE"),
        (["heat", "--set", "search.seed="], "GROUP.OPTION=VALUE"),
        (["collie", "--set", "search.seed=1"], "--set has no effect on collie"),
        (["heat", "--seeds", "0"], "the least is 1"),
        (["heat", "--jobs", "0"], "the least is 1"),
        (["heat", "--plot", "figure.xyz"], "ends in .svg"),
        (["heat", "--set", "search.seed"], "GROUP.OPTION=VALUE"),
    ],
)
def test_what_cannot_be_done_is_told_before_anything_is_run(folder, capsys, words, message):
    code, shown = refused(capsys, *words)
    assert code == 2
    assert message in shown
    assert not list(folder.iterdir())


def test_a_figure_without_matplotlib_says_what_to_install(folder, capsys, monkeypatch):
    monkeypatch.setattr("pdedsl.reproduce.plot.find_spec", lambda name: None)
    code, shown = refused(capsys, "heat", "--plot", "figure.svg")
    assert code == 2
    assert "pdedsl[plots]" in shown


def test_a_foreign_csv_ends_with_3(folder, capsys):
    (folder / "data.csv").write_text("t,u\n0,1\n")
    code, shown = refused(capsys, "heat", "--csv", "data.csv")
    assert code == 3
    assert "data.csv" in shown


def test_rows_of_another_set_are_refused_and_kept(folder, capsys):
    case = sets()["oscillator"].cases[0]
    append_row(folder / "mine.csv", Run(case, "calibrated", 0, ()).blank)
    before = (folder / "mine.csv").read_text()
    code, shown = refused(capsys, "heat", "--csv", "mine.csv")
    assert code == 3
    assert "mine.csv: it has rows of oscillator, which are not in heat" in shown
    assert (folder / "mine.csv").read_text() == before


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--csv", "/proc/x.csv"], "/proc/x.csv: cannot be read and written: "),
        (["--csv", "a" * 300], "cannot be read and written: File name too long"),
        (["--csv", "folder"], "folder: this is no file"),
        (["--csv", "/dev/zero"], "/dev/zero: this is no file"),
        (["--csv", "begun.csv"], "begun.csv: holds other columns than runs have"),
        (["--csv", "word.csv"], "word.csv: holds other columns than runs have"),
        (["--csv", "my.csv"], "my-summary.csv: holds no summary of runs"),
    ],
)
def test_files_that_are_not_ours_are_refused_before_the_runs_and_kept(
    folder, capsys, monkeypatch, words, message
):
    monkeypatch.setattr("pdedsl.reproduce.schedule.execute", lambda *_: pytest.fail("it ran"))
    (folder / "folder").mkdir()
    texts = {"begun.csv": "t,u\n0,1", "word.csv": "word", "my-summary.csv": "t,u\n0,1\n"}
    for name, text in texts.items():
        (folder / name).write_text(text)
    code, shown = refused(capsys, "heat", *words)
    assert code == 3
    assert message in shown
    assert "--csv" in shown.splitlines()[-1]
    assert {p.name: p.read_text() for p in folder.iterdir() if p.is_file()} == texts


def test_a_figure_is_not_drawn_over_the_rows_or_where_none_can_be(folder, capsys, monkeypatch):
    monkeypatch.setattr("pdedsl.reproduce.plot.find_spec", lambda name: object())
    code, shown = refused(capsys, "heat", "--csv", "a.svg", "--plot", str(folder / "a.svg"))
    assert (code, "this is a file of rows" in shown) == (2, True)
    code, shown = refused(capsys, "heat", "--plot", "/proc/a.svg")
    assert (code, "/proc/a.svg: cannot be written" in shown) == (3, True)
    assert not list(folder.iterdir())


def test_a_real_run_is_written_and_not_repeated(folder, capsys):
    words = ["reproduce", "oscillator", "--seeds", "1", "--noise", "0.01", *SMALL]
    assert main(words) == 0
    first = capsys.readouterr()
    path = folder / "runs" / "reproduce-oscillator.csv"
    (row,) = rows_of(path)
    assert (row["problem"], row["seed"], row["options"]) == (
        "oscillator",
        "0",
        "search.population=20 search.generations=1",
    )
    assert row["verdict"] != "error", row["message"]
    assert "d_t(u)" in row["equation"]
    assert "0.82" in first.out
    assert main(words) == 0
    assert len(rows_of(path)) == 1
    assert "1 of 1 runs" in capsys.readouterr().err
    assert len(rows_of(path.with_name("reproduce-oscillator-summary.csv"))) == 2


def test_only_the_settings_asked_for_are_run(folder, capsys):
    words = ["reproduce", "oscillator", "--seeds", "1", "--only", "5 points", "--csv", "rows.csv"]
    words += ["--set", "search.population=20", "--set", "search.generations=1"]
    assert main([*words, "--only", "1 samples"]) == 0
    rows = rows_of(folder / "rows.csv")
    assert [(r["points"], r["samples"]) for r in rows] == [("5", "10"), ("20", "1")]
    assert "25 points" not in capsys.readouterr().out


def test_a_setting_that_the_table_has_not_is_told(folder, capsys):
    assert main(["reproduce", "oscillator", "--only", "6 points"]) == 2
    told = capsys.readouterr().err
    assert "no setting '6 points'" in told
    assert "did you mean 5 points?" in told
    assert main(["reproduce", "oscillator", "--only", "noise 77"]) == 2
    told = capsys.readouterr().err
    assert "one of noise 0.001, " in told
    assert "; other noise by --noise" in told


def test_an_error_is_a_row_and_exit_code_1(folder, capsys):
    words = ["reproduce", "oscillator", "--seeds", "3", "--noise", "0.01"]
    words += ["--set", "test.count=1000", "--csv", "rows.csv"]
    assert main(words) == 1
    rows = rows_of(folder / "rows.csv")
    assert [row["verdict"] for row in rows] == ["error"] * 3
    assert "write count = " in rows[0]["message"]
    assert "3 (3 failed)" in capsys.readouterr().out
    assert main(words) == 1
    assert len(rows_of(folder / "rows.csv")) == 3
    assert main([*words, "--retry"]) == 1
    assert len(rows_of(folder / "rows.csv")) == 6


def test_what_other_methods_gave_with_the_same_seeds_stands_beside(folder, capsys, monkeypatch):
    case = sets((0.1,))["oscillator"].cases[0]
    for method, seed, options in (("paper", 0, ""), ("ablated", 7, ""), ("ablated", 0, "a.b=1")):
        blank = Run(case, method, seed).blank
        row = replace(blank, options=options, verdict="error", success=False)
        append_row(folder / "rows.csv", row)
    solved = Run(case, "calibrated", 0).blank
    monkeypatch.setattr(
        "pdedsl.reproduce.schedule.run_case", lambda run: replace(solved, success=True)
    )
    words = ["reproduce", "oscillator", "--noise", "0.1", "--seeds", "1", "--csv", "rows.csv"]
    assert main(words) == 0
    records = rows_of(folder / "rows-summary.csv")
    assert [(r["method"], r["runs"], r["errors"]) for r in records] == [
        ("calibrated", "1", "0"),
        ("paper", "1", "1"),
        ("ablated", "0", "0"),
    ]
    assert main([*words, "--method", "paper"]) == 1
    assert rows_of(folder / "rows-summary.csv") == records
    capsys.readouterr()


def test_what_has_no_equation_is_right_if_none_is_claimed():
    outside = next(c for c in sets()["nothing"].cases if c.problem == "white_noise")
    small = replace(outside, samples=2, points=10)
    overrides = (("search.population", "10"), ("search.generations", "0"))
    row = run_case(Run(small, "calibrated", 0, overrides))
    assert row.verdict == "not identified", row.message
    assert row.success
    assert row.form is None


def test_a_baseline_is_judged_like_any_other(monkeypatch):
    heat = sets()["linear"].cases[0]
    known = Baseline("exactly", "numpy", lambda subject, data: (0, -2.0, 0, 0, 0.51, 0))
    monkeypatch.setattr(run, "available", lambda: {"exactly": known})
    row = run_case(Run(heat, "exactly", 0))
    assert row.success, row.message
    assert row.strict
    assert 0 < row.rmse < 0.002
    assert row.equation == "-2*d_t(u) + 0.51*d_xx(u) = 0"


def test_the_exact_solver_is_never_above_the_yardstick_and_collie_may_be():
    exact, collie = (measure(s, 3, 100, 0, count=15) for s in ("exact", "collie"))
    assert abs(exact.worst) < 1e-9
    assert collie.worst >= collie.mean >= -1e-9


def test_the_yardstick_is_measured_by_itself_and_every_problem_is_in_the_row():
    case = replace(sets()["collie"].cases[0], points=50)
    rows = [run_case(Run(case, solver, 0)) for solver in SOLVERS]
    exact, collie, yardstick = rows
    assert yardstick.loss_errors == (0.0,) * PROBLEMS
    assert yardstick.seconds > collie.seconds
    assert yardstick.seconds == pytest.approx(sum(yardstick.solve_seconds) / PROBLEMS)
    assert len(exact.loss_errors) == PROBLEMS
    assert max(map(abs, exact.loss_errors)) < 1e-9
    assert collie.worst_error == max(collie.loss_errors)
    papers = [case.paper(solver).tail_error for solver in SOLVERS]
    assert papers == [None, 0.0001, None]
