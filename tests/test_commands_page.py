"""docs/commands.md: what the command line decides is in step with it."""

import re
import runpy
from pathlib import Path

import pytest

from pdedsl.cli import main

DOCS = Path(__file__).parents[1] / "docs"
PAGE = (DOCS / "commands.md").read_text(encoding="utf-8")
MADE = runpy.run_path(str(DOCS / "make_commands.py"))


def test_the_page_is_in_step_with_the_command_line():
    assert MADE["made"](PAGE) == PAGE, "run python docs/make_commands.py"


def test_every_command_and_option_of_the_help_is_on_the_page(capsys):
    with pytest.raises(SystemExit):
        main(["--help"])
    listed = capsys.readouterr().out.partition("COMMAND")[2]
    assert all(command in listed for command in MADE["names"]())
    for command in MADE["names"]():
        with pytest.raises(SystemExit):
            main([command, "--help"])
        shown = capsys.readouterr().out
        options = set(re.findall(r"--[a-z]+", shown))
        section = PAGE.partition(f"### pdedsl {command}\n")[2].partition("\n### ")[0]
        assert all(f"`{option}" in section for option in options - {"--help"})


def test_every_exit_code_has_its_meaning():
    told = re.sub(r"[,.]", " ", main.__doc__.partition("\n")[2]).split()
    rows = re.findall(r"^\| (\d+) \| \w", PAGE, re.M)
    assert {word for word in told if word.isdigit()} == set(rows)
