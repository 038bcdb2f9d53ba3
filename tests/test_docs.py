"""What README and docs show is run: Python as it stands, `.pde` texts parsed."""

import contextlib
import io
import re
from pathlib import Path

import pytest

import pdedsl
from pdedsl.cli import main

HOME = Path(__file__).parents[1]
PAGES = [HOME / "README.md", *sorted((HOME / "docs").glob("*.md"))]


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
    monkeypatch.chdir(HOME)
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(compile(code, "<docs>", "exec"), {})  # noqa: S102
    assert out.getvalue().strip()


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
