"""Exports and run folders: refused before the run, and nothing of the user's is overwritten."""

import json
import os

import numpy as np
import pytest

from pdedsl.cli import main

TEXT = """coordinates t, x
fields u
data "data.npz"
dictionary { d_t(u), d_x(u), d_xx(u) }
grammar none
"""


@pytest.fixture
def case(tmp_path, monkeypatch):
    """Makes case.pde with some lines more, and its data, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    t, x = np.linspace(0.0, 1.0, 12), np.linspace(0.0, 2.0, 14)
    u = np.exp(-0.4 * t)[:, None] * np.sin(2.0 * x) + np.exp(-0.1 * t)[:, None] * np.cos(x)
    np.savez(tmp_path / "data.npz", t=t, x=x, u=u)

    def make(*lines):
        (tmp_path / "case.pde").write_text(TEXT + "\n".join(lines) + "\n")
        return str(tmp_path / "case.pde")

    return make


@pytest.fixture
def no_run(monkeypatch):
    """Fails a test in which data are read or anything is run."""

    def load(*_):
        raise AssertionError("the data were read")

    monkeypatch.setattr("pdedsl.commands.discover.load_data", load)
    monkeypatch.setattr("pdedsl.loading.load_data", load)


def contents(folder):
    return {p.name: p.read_bytes() for p in folder.iterdir() if p.is_file()}


@pytest.mark.parametrize(
    "line",
    [
        'export json "case.pde"',
        'export csv "sub/../data.npz"',
        'export csv "notes.csv"',
        'export json "old"',
        'export json "notes.csv/a.json"',
        'export json "notes.csv/b/a.json"',
        'export json "a"\nexport csv "./a"',
    ],
)
@pytest.mark.usefixtures("no_run")
def test_check_refuses_what_discover_refuses_with_the_same_words(case, tmp_path, capsys, line):
    file = case(line)
    (tmp_path / "notes.csv").write_text("t,u\n0,1\n")
    (tmp_path / "old").mkdir()
    (tmp_path / "sub").mkdir()
    before = contents(tmp_path)
    assert main(["check", file]) == 2
    told = capsys.readouterr().err
    assert contents(tmp_path) == before
    assert main(["check", "--json", file]) == 2
    message = json.loads(capsys.readouterr().out)["mistakes"][0]["message"]
    assert message in told
    assert main(["discover", file]) == 2
    assert capsys.readouterr().err == told


def test_check_makes_nothing(case, tmp_path):
    file = case('export json "new/folder/a.json"')
    before = sorted(tmp_path.rglob("*"))
    assert main(["check", file]) == 0
    assert main(["check", "--json", file]) == 0
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('export json "case.pde"', "6:13: this would overwrite the specification itself"),
        ('export json "sub/../case.pde"', "overwrite the specification itself"),
        ('export csv "data.npz"', "6:12: this would overwrite the data"),
        ('export csv "link.npz"', "overwrite the data"),
        ('export csv "twin.npz"', "overwrite the data"),
        ('export csv "notes.csv"', "overwrite a file that is no csv export of pdedsl"),
        ('export latex "notes.csv"', "overwrite a file that is no latex export of pdedsl"),
        ('export json "old/result.json"', "overwrite a file that is no json export of pdedsl"),
        ('export csv "old/front.csv"', "overwrite a file that is no csv export of pdedsl"),
        ('export json "old"', "this is there already, and is no file"),
        ('export json "loop"', "this is a link that leads nowhere"),
        ('export json "dangling"', "this is a link that leads nowhere"),
        ('export json "/proc/x.json"', "this file cannot be written: "),
        (f'export json "{"a" * 300}"', "this file cannot be written: File name too long"),
        ('export json "notes.csv/a.json"', "this file cannot be written: "),
        ('export json "runs/case-1/a.json"', "this lies in the folder of the run"),
        ('export json "runs/case-1"', "this lies in the folder of the run"),
        ('export json "a"\nexport csv "./a"', "7:12: this would overwrite the json export before"),
    ],
)
@pytest.mark.usefixtures("no_run")
def test_an_export_that_must_not_be_written_is_refused_before_the_run(
    case, tmp_path, capsys, line, message
):
    file = case(line)
    (tmp_path / "sub").mkdir()
    (tmp_path / "notes.csv").write_text("t,u\n0,1\n")
    (tmp_path / "old").mkdir()
    of_a_run = {
        "result.json": '{\n  "schema": 1,\n  "verdict": "identified"\n}\n',
        "problem.pde": TEXT,
        "front.csv": "equation,complexity,loss,evidence,chi2_per_dof\n",
    }
    for name, text in of_a_run.items():
        (tmp_path / "old" / name).write_text(text)
    (tmp_path / "link.npz").symlink_to("data.npz")
    os.link(tmp_path / "data.npz", tmp_path / "twin.npz")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "dangling").symlink_to("nothing")
    before = contents(tmp_path), contents(tmp_path / "old")
    assert main(["discover", file, "--quiet"]) == 2
    shown = capsys.readouterr().err
    assert message in shown
    assert "name" in shown.splitlines()[-1]
    assert (contents(tmp_path), contents(tmp_path / "old")) == before


EXPORTS = ('export json "a.json"', 'export csv "new/a.csv"', 'export latex "a.tex"',
           'export table "b.tex"')  # fmt: skip


def test_exports_are_written_announced_and_replaced_by_the_next_run(case, tmp_path, capsys):
    file = case(*EXPORTS)
    assert main(["discover", file, "--quiet"]) == 0
    shown = capsys.readouterr().err
    for kind, name in (("json", "a.json"), ("csv", "new/a.csv"), ("table", "b.tex")):
        assert f"export {kind}: written to {tmp_path / name}" in shown
    assert json.loads((tmp_path / "a.json").read_text())["verdict"] == "identified"
    assert (tmp_path / "a.tex").read_text().startswith("% written by pdedsl")
    names = {p.name for p in tmp_path.iterdir()}
    assert names == {"case.pde", "data.npz", "runs", "new", "a.json", "a.tex", "b.tex"}
    (tmp_path / "new" / "a.csv").write_text("equation,complexity,loss,evidence,chi2_per_dof\nold\n")
    assert main(["discover", file, "--quiet"]) == 0
    assert "old" not in (tmp_path / "new" / "a.csv").read_text()


@pytest.mark.parametrize("kind", ["latex", "csv"])
def test_an_export_is_not_replaced_by_one_of_another_kind(case, tmp_path, capsys, kind):
    assert main(["discover", case('export json "a"'), "--quiet"]) == 0
    before = (tmp_path / "a").read_bytes()
    assert main(["discover", case(f'export {kind} "a"'), "--quiet"]) == 2
    assert f"no {kind} export of pdedsl" in capsys.readouterr().err
    assert (tmp_path / "a").read_bytes() == before


def test_what_comes_to_be_there_during_the_run_is_kept(case, tmp_path, capsys, monkeypatch):
    file = case('export json "a.json"')
    monkeypatch.setattr(
        "pdedsl.commands.discover.check_exports",
        lambda *_: (tmp_path / "a.json").write_text("mine"),
    )
    assert main(["discover", file, "--quiet"]) == 3
    shown = capsys.readouterr()
    assert "a.json: this would overwrite a file that is no json export" in shown.err
    assert "written to runs" in shown.out
    assert (tmp_path / "a.json").read_text() == "mine"


@pytest.mark.parametrize(
    ("folder", "message"),
    [
        ("loop", "loop: this is a link"),
        ("dangling", "dangling: this is a link"),
        ("empty", "empty: this is a link"),
        ("a" * 300, "cannot be written: File name too long"),
        ("case.pde", "case.pde: exists already"),
        ("case.pde/run", "cannot be written: "),
        ("/proc/run", "cannot be written: "),
    ],
)
@pytest.mark.usefixtures("no_run")
def test_a_run_folder_that_cannot_be_made_is_refused_before_the_run(
    case, tmp_path, capsys, folder, message
):
    file = case()
    (tmp_path / "there").mkdir()
    for name, target in (("loop", "loop"), ("dangling", "nothing"), ("empty", "there")):
        (tmp_path / name).symlink_to(target)
    assert main(["discover", file, "--quiet", "--out", folder]) == 3
    shown = capsys.readouterr().err
    assert message in shown
    assert "give --out" in shown.splitlines()[-1]


def test_a_run_that_loses_its_folder_to_another_is_kept_beside_it(
    case, tmp_path, capsys, monkeypatch
):
    file = case()

    def taken(*_):
        (tmp_path / "runs" / "case-1").mkdir(parents=True)
        (tmp_path / "runs" / "case-1" / "result.json").write_text("the other's")

    monkeypatch.setattr("pdedsl.commands.discover.check_exports", taken)
    assert main(["discover", file, "--quiet"]) == 0
    assert "written to runs/case-1-2" in capsys.readouterr().out
    assert (tmp_path / "runs" / "case-1" / "result.json").read_text() == "the other's"
    assert (tmp_path / "runs" / "case-1-2" / "result.json").exists()


def test_an_empty_folder_will_do_for_a_run(case, tmp_path):
    (tmp_path / "here").mkdir()
    assert main(["discover", case(), "--quiet", "--out", "here"]) == 0
    assert (tmp_path / "here" / "result.json").exists()
