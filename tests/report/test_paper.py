r"""The paper of a run: what it says and cites, and that a TeX compiles it whatever the names."""

import re
import shutil
import subprocess
from dataclasses import replace

import pytest
from made_runs import AWKWARD_NAMES, AWKWARD_TEXTS, made_run

from pdedsl.language import parse, unparse, with_overrides
from pdedsl.records import Finding
from pdedsl.report.latex_text import latex_unit
from pdedsl.report.paper.document import paper
from pdedsl.report.paper.escape import latex_text
from pdedsl.report.paper.formula import display
from pdedsl.report.paper.numbers import interval, num
from pdedsl.report.paper.references import ENTRIES, bibliography
from pdedsl.report.run_folder import equation_text, table_text

LATEX = shutil.which("pdflatex") and shutil.which("bibtex")


def with_options(found, **options):
    changed = with_overrides(parse(found.specification), options)
    return replace(found, specification=unparse(changed))


def test_it_says_what_was_done_and_with_what():
    text = paper(made_run(("t", "x"), title="A made run", unit="m"))["paper.tex"]
    for expected in (
        r"\title{A made run}",
        r"$u$ (in $\mathrm{m}$) over $t$ (in $\mathrm{m}$) and $x$",
        r"\emph{identified}: a test, 5 \% of it \& more.",
        "Each of 10 samples was estimated as a field by a Gaussian process",
        "(5 along $t$ and 5 along $x$)",
        "500 candidates over 20 generations (seed 7",
        "were solved exactly",
        "pdedsl~0.1.0",
        r"\num{0.2500} & \num{0.001} & \num{0.2480} to \num{0.2520}",
        r"above \num{1.9}",
    ):
        assert expected in text, expected


def test_it_cites_what_was_used_and_lists_no_more():
    files = paper(made_run(("t", "x")))
    cited = set(re.findall(r"\\cite\{([^}]+)\}", files["paper.tex"]))
    listed = set(re.findall(r"@\w+\{(\w+),", files["references.bib"]))
    assert listed == {key for keys in cited for key in keys.split(",")}
    assert "Kacprzyk2023" in listed
    assert not {"Andersen2023", "Qian2022"} & listed
    other = with_options(made_run(), **{"solve.method": "cvxopt"})
    assert {"Andersen2023", "Qian2022"} <= set(
        re.findall(r"@\w+\{(\w+),", paper(other)["references.bib"])
    )


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"method": "paper"}, "D-CIPHER as published"),
        ({"method": "ablated"}, "finite differences"),
        ({"estimate.method": "spline"}, "smoothing spline"),
        ({"estimate.noise": "0.1"}, "noise was given"),
        ({"test.degree": "5"}, "of degree 5"),
        ({"test.quadrature": "riemann"}, "Riemann sums on 200 points"),
        ({"solve.method": "collie"}, "CoLLie"),
        ({"select.method": "loss"}, "the least loss"),
    ],
)
def test_settings_are_told_as_they_were(options, said):
    assert said in paper(with_options(made_run(), **options))["paper.tex"]


def test_a_run_without_a_search_tells_of_none():
    found = made_run()
    text = found.specification
    start, end = text.index("grammar"), text.index("estimate")
    bare = replace(found, specification=f"{text[:start]}grammar none\n{text[end:]}")
    said = paper(bare)["paper.tex"]
    assert "genetic" not in said
    assert "Golub" not in said


def test_what_was_given_of_g_is_told():
    found = made_run()
    known = found.specification.replace("grammar", "known { -0.5*u }\n\ngrammar", 1)
    assert (
        "Given beforehand was $-0.5\\, u$."
        in paper(replace(found, specification=known))["paper.tex"]
    )


def test_nothing_is_claimed_where_nothing_was_identified():
    said = paper(made_run(verdict="not identified"))["paper.tex"]
    assert "no finding" in said
    none = paper(made_run(verdict="not identified", equations=()))["paper.tex"]
    assert "do not tell an equation" in none
    assert "tabular" not in none


def test_several_equations_are_aligned_at_their_signs():
    shown = display(["a = b", "c = d"])
    assert shown == "\\begin{align}\n  a &= b \\\\\n  c &= d\n\\end{align}\n"
    assert display(["a = b"]) == "\\begin{equation}\n  a = b\n\\end{equation}\n"


def test_a_long_equation_goes_on_in_lines_and_loses_nothing():
    right = " + ".join(rf"1.5\, \sin{{\left({k} t + x \right)}}" for k in range(12))
    shown = display([f"\\partial_t u = {right}"])
    assert shown.count(r"\\") >= 3
    lines = shown.replace("&\\quad", "").replace("&", "").replace("\\\\\n", "")
    assert re.sub(r"\s", "", right) in re.sub(r"\s", "", lines)
    assert all(line.count("(") == line.count(")") for line in shown.splitlines())


@pytest.mark.parametrize(
    ("ends", "shown"),
    [
        (None, r"\num{0.98} to \num{1.02}"),
        ((None, 2.0), r"below \num{2}"),
        ((-1e-12, None), r"above \num{-1e-12}"),
        ((None, None), "no bound"),
        ((0.5, 1e8), r"\num{0.5} to \num{1e8}"),
    ],
)
def test_intervals_say_which_ends_they_have(ends, shown):
    assert interval(1.0, 0.01, ends).replace("0.980", "0.98").replace("1.020", "1.02") == shown
    assert num(float("nan")) == "--"


@pytest.mark.parametrize("text", AWKWARD_TEXTS)
def test_text_becomes_no_command(text):
    shown = latex_text(text)
    assert shown.isascii()
    assert not re.search(r"(?<!\\)[%&#]", shown)
    assert r"\input" not in shown


def test_entries_have_what_their_kind_needs():
    needed = {"article": "journal", "inproceedings": "booktitle", "book": "publisher"}
    for kind, fields in ENTRIES.values():
        assert {"author", "title", "year"} <= set(fields)
        assert needed.get(kind, "howpublished") in fields
    assert bibliography(ENTRIES).count("@") == len(ENTRIES)


def compiled(folder, name):
    """The log of a document, which compiled without an error, a missing reference or character."""
    run = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", name]
    for command in (run, ["bibtex", name], run, run):
        done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
        assert done.returncode == 0, done.stdout.decode(errors="replace")[-2000:]
    log = (folder / f"{name}.log").read_text(encoding="utf-8", errors="replace")
    assert not re.search("undefined|Missing character|LaTeX Error|^!", log, re.M), log
    return log


CORPUS = {
    **{f"name {name}": {"coordinates": (name,), "field": "q"} for name in AWKWARD_NAMES},
    **{f"field {name}": {"field": name} for name in AWKWARD_NAMES},
    **{f"text {k}": {"title": t, "unit": t, "reason": t} for k, t in enumerate(AWKWARD_TEXTS)},
    **{
        f"unit {unit}": {"unit": unit}
        for unit in ("m^2/s", "1/(°C*s)", "µm", "Ω", "Å", "m^2^3", "°^2", "m²", "%", "#", "_", "日")
    },
    **{f"value {value}": {"value": value} for value in (1e-12, 1e8, -0.25, 3.0, -1e300)},
    **{f"error {error}": {"error": error} for error in (None, 0.0, 1e-14, 70.0)},
    **{
        f"ends {ends}": {"interval": ends}
        for ends in ((None, 2.0), (1e-12, None), (None, None), (-1e8, 1e8))
    },
    "nothing": {"equations": (), "verdict": "not identified", "versions": {}},
    "several": {"findings": (Finding("a_b", "identified", "x_y"), Finding("c", "identified", "%"))},
}


@pytest.mark.slow
@pytest.mark.skipif(not LATEX, reason="needs pdflatex and bibtex")
@pytest.mark.parametrize("case", sorted(CORPUS))
def test_every_paper_compiles(case, tmp_path):
    found = made_run(**CORPUS[case])
    for name, text in paper(found).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    log = compiled(tmp_path, "paper")
    assert "Overfull" not in log or case.startswith(("name a_", "field a_", "text"))
    assert (tmp_path / "paper.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.slow
@pytest.mark.skipif(not LATEX, reason="needs pdflatex and bibtex")
def test_the_fragments_of_a_run_can_be_put_in(tmp_path):
    for number, case in enumerate(c for c in CORPUS if c != "nothing"):
        found = made_run(**CORPUS[case])
        (tmp_path / f"equation{number}.tex").write_text(equation_text(found), encoding="utf-8")
        (tmp_path / f"table{number}.tex").write_text(table_text(found), encoding="utf-8")
    body = "\n\n".join(f"\\input{{equation{k}}}\n\\input{{table{k}}}" for k in range(number + 1))
    head = "\\documentclass{article}\\usepackage{amsmath,booktabs}\\begin{document}\n"
    (tmp_path / "all.tex").write_text(f"{head}{body}\n\\end{{document}}\n", encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "all"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout.decode(errors="replace")[-2000:]


def test_units_have_no_power_of_a_power():
    assert latex_unit("m^2^3") == r"\mathrm{m}^2{}^3"
    assert latex_unit("µm") == r"\mathrm{\mu m}"
    assert latex_unit("日") == ""
