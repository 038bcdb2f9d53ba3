"""What README and docs show is run: Python as it stands, `.pde` texts parsed."""

import contextlib
import io
import re
import shlex
import shutil
from pathlib import Path

import pytest

import pdedsl
from pdedsl.cli import main

HOME = Path(__file__).parents[1]
PAGES = [HOME / "README.md", *sorted((HOME / "docs").glob("*.md"))]
FOLLOWED = ("start", "choosing", "how_it_works")
"""Pages whose commands are run, one after the other, and show what is shown below them."""
OPTIONAL = ("pysindy",)
"""Packages of others that a page may use; what uses them is run where they are."""
NUMBER = re.compile(r"(?<![\w.])[-+]?\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?")


def blocks(kind):
    """Fenced blocks of a language, each with the page it is on."""
    fence = re.compile(rf"^```{kind}\n(.*?)^```", re.M | re.S)
    return [
        pytest.param(text, id=f"{page.stem}-{position}")
        for page in PAGES
        for position, text in enumerate(fence.findall(page.read_text(encoding="utf-8")))
    ]


@pytest.mark.parametrize("code", blocks("python"))
def test_python_blocks_run(code, monkeypatch):
    for package in OPTIONAL:
        if f"import {package}" in code:
            pytest.importorskip(package, exc_type=ImportError)
    monkeypatch.chdir(HOME)
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(compile(code, "<docs>", "exec"), {})  # noqa: S102
    assert out.getvalue().strip()


def test_first_python_example_identifies_its_equation(monkeypatch):
    (code,) = next(b for b in blocks("python") if b.id == "python-0").values
    monkeypatch.chdir(HOME)
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(compile(code, "<docs>", "exec"), {})  # noqa: S102
    assert out.getvalue().startswith("identified")


@pytest.mark.parametrize("text", blocks("pde"))
def test_specifications_shown_can_be_read(text):
    assert pdedsl.parse(text).problem.dictionary


def test_commands_shown_exist():
    pages = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    shells = "".join(re.findall(r"```sh\n(.*?)```", pages, re.S))
    shown = set(re.findall(r"\bpdedsl ([a-z]+)", shells))
    assert shown
    for command in shown:
        with pytest.raises(SystemExit) as stopped, contextlib.redirect_stdout(io.StringIO()):
            main([command, "--help"])
        assert stopped.value.code == 0


def commands_and_output(page):
    """The blocks of commands of a page, each with the output shown right below it, or None."""
    text = (HOME / "docs" / f"{page}.md").read_text(encoding="utf-8")
    return re.findall(r"^```sh\n(.*?)^```\n(?:\n```text\n(.*?)^```)?", text, re.M | re.S)


def run_commands(block):
    """What those of pdedsl print, but for lines with names in capitals that stand for others."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        for line in block.splitlines():
            words = shlex.split(line, comments=True)
            if words[:1] == ["pdedsl"] and not re.search(r"\b(?:FILE|DIR|RUN)\b", line):
                assert main(words[1:]) == 0, line
    return out.getvalue()


def plain(text):
    """Lines without the frames of tables."""
    bare = (" ".join(re.sub(r"[\u2500-\u257f]", " ", line).split()) for line in text.splitlines())
    return [line for line in bare if line]


def same(shown, real):
    """Whether two lines say the same, numbers within a tenth."""
    if NUMBER.sub("#", shown) != NUMBER.sub("#", real):
        return False
    numbers = zip(NUMBER.findall(shown), NUMBER.findall(real), strict=True)
    pairs = [[float(n.replace(",", "")) for n in pair] for pair in numbers]
    return all(a == pytest.approx(b, rel=0.1) for a, b in pairs)


def missing(shown, real):
    """The first line shown that was not printed; `...` stands for any lines, also none."""
    lines, free = iter(plain(real)), False
    for line in plain(shown):
        if line == "...":
            free = True
            continue
        found = next(lines, "")
        while free and found and not same(line, found):
            found = next(lines, "")
        if not same(line, found):
            return line, found
        free = False
    return None


@pytest.mark.parametrize("page", FOLLOWED)
def test_commands_shown_print_what_is_shown(page, tmp_path, monkeypatch):
    (tmp_path / "examples").mkdir()
    for path in (HOME / "examples").glob("*.[np][pd][ze]"):
        shutil.copy(path, tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    for block, shown in commands_and_output(page):
        assert missing(shown, run_commands(block)) is None


def test_output_that_differs_is_noticed():
    assert missing("a: 1.00\n...\nc\n", "a: 1.05\nb\nc\nd") is None
    assert missing("a: 1.00\n", "a: 1.2\n") == ("a: 1.00", "a: 1.2")
    assert missing("a\nc\n", "a\nb\nc\n") == ("c", "b")
    assert missing("...\nc\n", "a\nb\n") == ("c", "")
