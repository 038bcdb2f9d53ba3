"""What `pdedsl check` prints of a problem: texts as they are, expressions in the language."""

from __future__ import annotations

import io

import pytest
from hanging import soon

from pdedsl.language import parse
from pdedsl.report.console import plain_console
from pdedsl.report.problem import show_problem

HEAD = "coordinates t, x\nfields u\n"


def shown(text):
    console = plain_console(width=200)
    with console.capture() as captured:
        show_problem(parse(HEAD + text), console)
    return captured.get()


@pytest.mark.parametrize(
    "title", ["a :b: of :warning:", "[bold]a[/bold] [/]", "ab " * 200, "a" * 90_000]
)
def test_a_title_is_shown_as_it_is_and_soon(title):
    with soon():
        assert shown(f'title "{title}"\ndictionary {{ d_t(u) }}').startswith(f"{title}\n")


def test_a_and_h_are_shown_as_the_language_writes_them():
    row = shown("dictionary { d_t(u), 0.2*x^2*d_x(u^2*abs(u)) }").splitlines()[6]
    assert [cell.strip() for cell in row.split("│")][3:5] == ["0.2*x^2", "u^2*abs(u)"]


def test_a_long_known_part_is_not_broken():
    known = "known { " + " + ".join(f"sin({n}*x)" for n in range(1, 60)) + " }\n"
    lines = shown(f"{known}dictionary {{ d_t(u) }}\ngrammar none").splitlines()
    assert next(line for line in lines if line.startswith("g = ")).count("sin") == 59


LONG = "dictionary { d_t(u), " + "x*t*" * 12 + "d_x(u*abs(u)*sin(u)*exp(u)*log(u)) }"


def test_in_a_pipe_no_cell_is_cut_or_broken(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    console = plain_console(file=io.StringIO())
    show_problem(parse(HEAD + LONG), console)
    row = console.file.getvalue().splitlines()[6]
    assert "…" not in row
    assert "t^12*x^12*d_x(u*abs(u)*exp(u)*log(u)*sin(u))" in row


def test_on_a_narrow_terminal_no_character_is_lost():
    console = plain_console(file=io.StringIO(), force_terminal=True, width=60)
    show_problem(parse(HEAD + LONG), console)
    shown = console.file.getvalue()
    assert "…" not in shown
    column = [line.split("│")[1].strip() for line in shown.splitlines() if line.count("│") > 3]
    assert "t^12*x^12*d_x(u*abs(u)*exp(u)*log(u)*sin(u))" in "".join(column)
