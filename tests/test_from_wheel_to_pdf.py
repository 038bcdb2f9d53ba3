"""A day of a user: the wheel alone, a table of numbers, the commands of README, a paper."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import pdedsl

HOME = Path(__file__).parents[1]
RATE, CAPACITY = 0.8, 12.0
MEASURE = f"""
import csv, math, random

random.seed(1)
with open("colonies.csv", "w", newline="") as stream:
    rows = csv.writer(stream)
    rows.writerow(["colony", "time [h]", "mass [mg]"])
    for colony, start in enumerate([0.4, 1.0, 2.5, 5.0, 9.0, 16.0], start=1):
        for k in range(25):
            t = 0.4 * k
            mass = {CAPACITY} / (1 + ({CAPACITY} / start - 1) * math.exp(-{RATE} * t))
            rows.writerow([colony, round(t, 3), round(mass + random.gauss(0, 0.05), 4)])
"""
"""Six colonies that grow logistically, weighed every 24 minutes."""

pytestmark = pytest.mark.slow


def python_of(environment):
    return environment / ("Scripts" if os.name == "nt" else "bin") / "python"


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A fresh environment with the wheel and what docs/report.md tells to add for figures."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder]
    subprocess.run([*build, HOME], check=True, cwd=folder)
    (wheel,) = folder.glob("*.whl")
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
    python = python_of(folder / "venv")
    install = [python, "-m", "pip", "install", "--quiet", f"{wheel}[plots]"]
    subprocess.run(install, check=True, cwd=folder)
    return python.parent


@pytest.fixture(scope="module")
def day(installed, tmp_path_factory):
    """Call a program of that environment in a folder that knows nothing of the repository."""
    folder = tmp_path_factory.mktemp("day")
    foreign = ("PYTHONPATH", "VIRTUAL_ENV", "PYTHONHOME")
    known = {k: v for k, v in os.environ.items() if k not in foreign}
    known["PATH"] = f"{installed}{os.pathsep}{known['PATH']}"
    known["MPLCONFIGDIR"] = str(folder / "matplotlib")  # fonts as on a new machine

    def call(*words, where="."):
        program = shutil.which(words[0], path=known["PATH"])
        assert program is not None, words[0]
        done = subprocess.run(
            [program, *words[1:]],
            cwd=folder / where,
            env=known,
            capture_output=True,
            check=False,
            timeout=1200,
        )
        shown = (done.stdout + done.stderr).decode("utf-8", "replace")
        assert done.returncode == 0, shown
        assert "Warning" not in shown or words[0] in ("pdflatex", "bibtex"), shown
        assert "Traceback" not in shown
        assert "findfont" not in shown
        return shown

    (folder / "measure.py").write_text(MEASURE)
    call("python", "measure.py")
    return folder, call


@pytest.fixture(scope="module")
def found(day):
    """The first commands, and the record that they leave."""
    folder, call = day
    assert "colonies.pde" in call("pdedsl", "new", "colonies.csv")
    assert "6 samples" in call("pdedsl", "check", "colonies.pde")
    assert "identified" in call("pdedsl", "discover", "colonies.pde")
    return pdedsl.Discovery.load(folder / "runs" / "colonies-1")


def test_the_equation_is_that_of_the_colonies(found):
    assert found.verdict == "identified"
    assert list(found.coefficients) == ["d[time](mass)"]
    g, mass = found.to_callable(), np.linspace(1.0, 14.0, 9)
    assert g.arguments[-1] == "mass"
    growth = RATE * mass * (1 - mass / CAPACITY)
    np.testing.assert_allclose(g(mass=mass, time=0.0), growth, atol=0.03 * RATE * CAPACITY / 4)


def test_the_page_needs_nothing_else(day, found):
    folder, call = day
    call("pdedsl", "report", "runs/colonies-1")
    page = (folder / "runs" / "colonies-1" / "report.html").read_text(encoding="utf-8")
    assert page.count("<svg") >= 4
    assert not re.search(r"""(?:src|href)=["']?http""", page)


@pytest.mark.skipif(
    not (shutil.which("pdflatex") and shutil.which("bibtex")),
    reason="needs a TeX: pdflatex and bibtex",
)
def test_the_paper_compiles_and_holds_the_equation(day, found):
    folder, call = day
    call("pdedsl", "latex", "runs/colonies-1", "--paper")
    paper = folder / "runs" / "colonies-1" / "paper"
    run = ("pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper")
    for words in (run, ("bibtex", "paper"), run, run):
        call(*words, where=paper)
    assert (paper / "paper.pdf").read_bytes()[:5] == b"%PDF-"
    source = (paper / "paper.tex").read_text(encoding="utf-8")
    assert found.latex().strip() in source
    assert r"\mathrm{mass}" in found.latex()
    log = (paper / "paper.log").read_text(encoding="utf-8", errors="replace")
    assert not re.search("undefined|Missing character|Overfull", log)
    if shutil.which("pdftotext"):
        shown = call("pdftotext", "paper.pdf", "-", where=paper)
        assert "mass" in shown
