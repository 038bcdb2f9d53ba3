"""The command line: exit codes, messages, and what a run leaves behind."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from pdedsl.cli import main

HOME = Path(__file__).parents[1]
TEXT = """coordinates t, x
fields u
data "data.npz"
dictionary { d_t(u), d_x(u), d_xx(u) }
grammar none
"""


def field(n=24):
    t = np.linspace(0.0, 1.0, n)
    x = np.linspace(0.0, 2.0, n + 1)
    u = np.exp(-0.4 * t)[:, None] * np.sin(2.0 * x) + np.exp(-0.1 * t)[:, None] * np.cos(x)
    noise = np.random.default_rng(0).normal(0.0, 0.005, u.shape)
    return {"t": t, "x": x, "u": u + noise}


@pytest.fixture
def write(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def make(text=TEXT, **changes):
        (tmp_path / "case.pde").write_text(text)
        np.savez(tmp_path / "data.npz", **(field() | changes))
        return str(tmp_path / "case.pde")

    return make


def test_discover_writes_a_run_and_latex_reads_it(write, capsys, tmp_path):
    assert main(["discover", write(), "--quiet"]) == 0
    run = tmp_path / "runs" / "case-1"
    names = {p.name for p in run.iterdir()}
    tables = {"front.csv", "residuals.csv", "fields.npz"}
    assert names == {"result.json", "equation.tex", "table.tex", "problem.pde", *tables}
    result = json.loads((run / "result.json").read_text())
    bound = {term["term"]: term["coefficient"] for term in result["equations"][0]["bound"]}
    assert bound == {"d_t(u)": 1.0, "d_xx(u)": pytest.approx(-0.1, rel=0.05)}
    capsys.readouterr()
    assert main(["latex", str(run)]) == 0
    assert "\\partial_x^2 u" in capsys.readouterr().out


def test_a_second_run_does_not_overwrite_the_first(write, tmp_path):
    file = write()
    assert main(["discover", file, "--quiet"]) == 0
    assert main(["discover", file, "--quiet"]) == 0
    assert (tmp_path / "runs" / "case-2" / "result.json").exists()
    assert main(["discover", file, "--quiet", "--out", "runs/case-1"]) == 3


def test_noise_without_an_equation_ends_with_4(write):
    noise = np.random.default_rng(1).normal(size=(24, 25))
    assert main(["discover", write(u=noise), "--quiet"]) == 4


def test_check_shows_terms_grid_and_noise(write, capsys):
    assert main(["check", write()]) == 0
    shown = capsys.readouterr().out
    for expected in ("d_xx(u)", "(0, 2)", "\\partial_x^2 u", "24", "noise of u", "degree"):
        assert expected in shown


def test_check_shows_what_the_grammar_makes(write, capsys):
    assert (
        main(["check", write(TEXT.replace("grammar none", "grammar g(t) { e ::= t | t - t }"))])
        == 0
    )
    shown = capsys.readouterr().out
    for expected in ("note: e: t - t is always 0", "distinct expressions: 2 of up to 5"):
        assert expected in shown


def test_check_shows_ten_random_expressions_and_counts(write, capsys):
    assert main(["check", write(TEXT.replace("grammar none", "grammar elementary"))]) == 0
    lines = capsys.readouterr().out.splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("such as, at random"))
    assert re.fullmatch("distinct expressions: .* of up to 5, .* of up to 10.*", lines[first - 1])
    shown = lines[first + 1 : first + 11]
    assert len(set(shown)) == 10
    assert all(line.startswith("  ") for line in shown)
    assert not lines[first + 11].startswith("  ")


def broken(**changes):
    return field() | changes


NAN = field()["u"]
NAN[3, 4] = np.nan
REPEATED = np.linspace(0.0, 1.0, 24)
REPEATED[5] = REPEATED[4]

BAD_DATA = {
    "wrong axis length": ({"t": np.linspace(0, 1, 23)}, "t"),
    "NaN": ({"u": NAN}, "u"),
    "unsorted axis": ({"t": np.linspace(1, 0, 24)}, "t"),
    "repeated axis value": ({"t": REPEATED}, "t"),
    "constant field": ({"u": np.ones((24, 25))}, "u"),
}


@pytest.mark.parametrize("case", sorted(BAD_DATA))
def test_wrong_data_end_with_3_and_name_the_array(write, capsys, case):
    changes, name = BAD_DATA[case]
    assert main(["discover", write(**changes), "--quiet"]) == 3
    message = capsys.readouterr().err
    assert name in message
    assert len(message.splitlines()) >= 2


def test_missing_data_file_is_named(write, capsys):
    file = write(TEXT.replace("data.npz", "dta.npz"))
    assert main(["discover", file, "--quiet"]) == 3
    shown = capsys.readouterr().err
    assert "dta.npz: no such file\n  did you mean data.npz?\n" in shown
    assert f"the text names it at {file}:3:6" in shown


def test_a_grid_too_short_for_the_test_functions_is_refused(write, capsys):
    file = write(TEXT + "test bsplines { support = 0.05 }\n")
    assert main(["discover", file, "--quiet"]) == 3
    assert "support" in capsys.readouterr().err


WRONG_TEXTS = {
    "undeclared name": TEXT.replace("d_xx(u)", "d_xx(v)"),
    "u outside a derivative": TEXT.replace("d_xx(u)", "u*d_xx(u)"),
    "two terms in one": TEXT.replace("d_xx(u)", "d_x(x*d_x(u))"),
    "unknown option": TEXT + "search genetic { poplation = 3 }\n",
    "unclosed brace": TEXT.replace("d_xx(u) }", "d_xx(u)"),
}


@pytest.mark.parametrize("case", sorted(WRONG_TEXTS))
def test_wrong_texts_end_with_2_and_a_place(write, capsys, case):
    file = write(WRONG_TEXTS[case])
    assert main(["discover", file, "--quiet"]) == 2
    message = capsys.readouterr().err
    assert "case.pde:4:" in message or "case.pde:6:" in message


@pytest.mark.parametrize(
    ("interval", "remark"),
    [
        ("[0, 1]", None),
        ("[-0.05, 1.05]", None),
        ("[0, 0.8]", "t: 5 of 24 values lie outside of [0, 0.8] and are left out"),
        ("[0, 5]", "t: the range [0, 5] goes beyond the data, from 0 to 1"),
        ("[-inf, 5]", "t: the range [..., 5] goes beyond the data, from 0 to 1"),
    ],
)
@pytest.mark.parametrize("command", [["check"], ["discover", "--quiet"]])
def test_a_range_that_leaves_out_points_or_has_none_is_remarked_on(
    write, capsys, command, interval, remark
):
    file = write(TEXT.replace("coordinates t", f"coordinates t in {interval}"))
    assert main([*command, file]) in (0, 4)
    assert capsys.readouterr().err.splitlines() == ([] if remark is None else [remark])


def test_a_missing_specification_ends_with_2(tmp_path, capsys):
    assert main(["discover", str(tmp_path / "none.pde")]) == 2
    assert "none.pde" in capsys.readouterr().err


def test_set_overrides_the_file_and_names_mistakes(write, capsys):
    file = write()
    assert main(["check", file, "--set", "test.degree=7"]) == 0
    assert "degree 7" in capsys.readouterr().out
    assert main(["check", file, "--set", "search.sed=3"]) == 2
    assert "seed" in capsys.readouterr().err


def record(**changes):
    """The text of a result.json of one equation."""
    equation = {"name": "equation", "text": "d_t(u) = 0", "latex": "u_t = 0", "bound": [],
                "free": "0", "evidence": None, "chi2_per_dof": None, "loss": None}  # fmt: skip
    found = {"schema": 1, "verdict": "identified", "reason": "", "specification": "", "seed": 0,
             "seconds": 1.0, "front": [], "expectation": None, "versions": {}}  # fmt: skip
    latex = changes.pop("latex", "u_t = 0")
    return json.dumps(found | {"equations": [equation | {"latex": latex}]} | changes)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (record(equations=[]), 'the verdict is "identified", but the record has no equation'),
        (record(latex="\ud800"), "equations[0]: 'latex' holds half of a surrogate pair"),
        (" " * 2**24 + record(), "the file has more than 16 MiB, and a record has not"),
        ("[1", "not valid JSON"),
    ],
)
def test_records_that_are_none_end_latex_with_3(tmp_path, capsys, text, message):
    (tmp_path / "r.json").write_text(text)
    assert main(["latex", str(tmp_path / "r.json")]) == 3
    shown = capsys.readouterr()
    assert message in shown.err
    assert shown.out == ""


def test_latex_refuses_at_once_what_is_no_file(tmp_path, capsys):
    os.mkfifo(tmp_path / "pipe")
    for path, message in (
        (tmp_path / "pipe", "pipe: this is a device or pipe, not a file"),
        ("/dev/zero", "/dev/zero: this is a device or pipe, not a file"),
        ("a" * 300, "cannot be read: File name too long"),
        (tmp_path / "none", "none: no such file"),
        (tmp_path, "result.json: no such file"),
    ):
        assert main(["latex", str(path)]) == 3
        shown = capsys.readouterr().err
        assert message in shown
        assert "give the run folder" in shown.splitlines()[-1]


def test_a_character_that_the_terminal_has_not_is_refused_by_latex_and_escaped_elsewhere(tmp_path):
    (tmp_path / "r.json").write_text(record(latex="é"))
    np.savez(tmp_path / "data.npz", **field())
    (tmp_path / "case.pde").write_text('title "é"\n' + TEXT)
    outcomes = []
    for words in (["latex", "r.json"], ["check", "case.pde"]):
        done = subprocess.run(
            [sys.executable, "-m", "pdedsl", *words],
            cwd=tmp_path,
            env=os.environ | {"PYTHONIOENCODING": "ascii"},
            capture_output=True,
            text=True,
            check=False,
        )
        outcomes.append((done.returncode, done.stdout, done.stderr))
    (code, out, err), (second, shown, _) = outcomes
    assert (code, out) == (2, "")
    assert "has no '\\xe9'\n  set PYTHONIOENCODING=utf-8" in err
    assert second == 0
    assert "\\xe9" in shown


def test_memory_that_runs_out_is_told(write, capsys, monkeypatch):
    def run_out(*_):
        raise MemoryError("Unable to allocate 466. GiB")

    monkeypatch.setattr("pdedsl.loading.load_data", run_out)
    assert main(["check", write()]) == 3
    shown = capsys.readouterr().err
    assert "memory ran out: Unable to allocate 466. GiB\n  use fewer terms" in shown


def test_every_command_is_in_the_readme():
    readme = (Path(__file__).parents[1] / "README.md").read_text()
    for command in ("check", "discover", "latex", "reproduce"):
        assert f"pdedsl {command}" in readme


def test_check_tells_the_kind_of_an_equation(capsys):
    assert main(["check", "u_t + u*u_x = nu*u_xx"]) == 0
    out = capsys.readouterr().out
    assert "assumed: coordinates t, x; fields u; constants nu" in out
    assert "d_t(u) + 0.5*d_x(u^2) - nu*d_xx(u) = 0" in out
    assert "Variational-Ready: yes" in out


def test_a_long_equation_is_no_path_and_a_missing_file_no_equation(capsys):
    assert main(["check", f"u_t = {' + '.join(['u*u_x'] * 60)}"]) == 0
    assert "30*d_x(u^2)" in capsys.readouterr().out
    assert main(["check", "case=3.pde"]) == 2
    assert "there is no such file" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["u_t ~ u", "u_t -> u", "u_t ≈ u_xx"])
def test_another_sign_between_two_sides_is_told_to_be_wrong(text, capsys):
    assert main(["check", text]) == 2
    assert "an equation is written with =" in capsys.readouterr().err


def test_check_says_why_an_equation_has_no_weak_form(capsys):
    assert main(["check", "u_t = u_x^2"]) == 0
    out = capsys.readouterr().out
    assert "Variational-Ready: no" in out
    assert "          ^^^^^" in out


def test_check_of_a_broken_equation_or_with_options_fails(capsys):
    assert main(["check", "u_t = = 2"]) == 2
    assert main(["check", "u_t = 2", "--set", "search.seed=3"]) == 2
    assert "an equation has none" in capsys.readouterr().err


def test_check_shows_what_was_rewritten(write, capsys):
    text = TEXT.replace("d_x(u), d_xx(u)", "u*u_x, laplacian(u)") + "expect u_t = 0.1*u_xx\n"
    assert main(["check", write(text)]) == 0
    out = capsys.readouterr().out
    assert "u*u_x is (1/2)*d_x(u^2)\n" in out
    assert "laplacian(u) is d_xx(u)\n" in out
    assert "  evolution assumption, one first derivative: yes, in t\n" in out


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is full")
@pytest.mark.parametrize(
    "arguments", [["example"], ["check", str(HOME / "examples" / "oscillator.pde")]]
)
def test_a_full_disk_is_told_in_a_line(arguments):
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "pdedsl", *arguments],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert ran.returncode == 3
    assert ran.stderr == "the output cannot be written: No space left on device\n"
