"""`pdedsl fmt`: what it writes, what it leaves, and how it ends."""

import io
import os
import sys

import pytest

from pdedsl.cli import main
from pdedsl.language import parse

UNTIDY = "coordinates t\nfields u # the field\ndictionary {d_t( u )\n}\n"
TIDY = "coordinates t\nfields u  # the field\ndictionary {\n    d_t(u)\n}\n"
WRONG = "coordinates t\nfields u\ndictionary {d_t( v )}\n"


@pytest.fixture
def write(tmp_path):
    def make(text, name="case.pde"):
        path = tmp_path / name
        path.write_bytes(text.encode())
        return path

    return make


def test_a_file_is_rewritten_and_named_and_then_left_alone(write, capsys):
    path = write(UNTIDY)
    assert main(["fmt", str(path)]) == 0
    assert path.read_text() == TIDY
    assert capsys.readouterr().err == f"{path}: changed\n"
    before = path.stat().st_mtime_ns
    assert main(["fmt", str(path)]) == 0
    assert path.stat().st_mtime_ns == before
    assert capsys.readouterr() == ("", "")
    assert [p.name for p in path.parent.iterdir()] == ["case.pde"]


def test_check_writes_nothing_and_tells_by_its_exit_code(write, capsys):
    path = write(UNTIDY)
    assert main(["fmt", "--check", str(path)]) == 1
    assert path.read_text() == UNTIDY
    assert capsys.readouterr().err == f"{path}: would change\n"
    assert main(["fmt", "--check", str(write(TIDY))]) == 0


def test_a_file_with_mistakes_stays_and_the_others_are_done(write, capsys):
    wrong, other = write(WRONG, "wrong.pde"), write(UNTIDY, "other.pde")
    assert main(["fmt", str(wrong), str(other)]) == 2
    assert wrong.read_text() == WRONG
    assert other.read_text() == TIDY
    assert f"{wrong}:3:18: v is not declared" in capsys.readouterr().err
    assert main(["fmt", "--check", str(wrong), str(other)]) == 2


@pytest.mark.parametrize("text", [UNTIDY.replace("\n", "\r\n"), "\ufeff" + TIDY, TIDY[:-1]])
def test_line_ends_byte_order_mark_and_last_line_are_made_canonical(write, text):
    path = write(text)
    assert main(["fmt", str(path)]) == 0
    assert path.read_bytes() == TIDY.encode()


def test_standard_input_goes_to_standard_output(monkeypatch, capsysbinary):
    for name, text in (("ordinary", UNTIDY), ("no ASCII", UNTIDY.replace("the field", "Wärme"))):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        assert main(["fmt", "-"]) == 0, name
        assert parse(capsysbinary.readouterr().out.decode()) == parse(text)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(WRONG.encode())))
    assert main(["fmt", "-"]) == 2
    found = capsysbinary.readouterr()
    assert found.out == b""
    assert found.err.startswith(b"<stdin>:3:18: ")


def test_a_link_and_permissions_stay(write, tmp_path):
    path = write(UNTIDY)
    path.chmod(0o640)
    link = tmp_path / "link.pde"
    link.symlink_to(path)
    assert main(["fmt", str(link)]) == 0
    assert link.is_symlink()
    assert path.read_text() == TIDY
    assert path.stat().st_mode & 0o777 == 0o640


def test_what_cannot_be_read_or_written_is_told(write, monkeypatch, capsys):
    path = write(UNTIDY)
    assert main(["fmt", str(path.with_name("none.pde"))]) == 2
    assert "there is no such file" in capsys.readouterr().err

    def refuse(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", refuse)
    assert main(["fmt", str(path)]) == 3
    assert f"{path}: cannot be written: No space left on device" in capsys.readouterr().err
    assert path.read_text() == UNTIDY
    assert [p.name for p in path.parent.iterdir()] == ["case.pde"]


def test_a_stock_grammar_is_done_as_any_file(write):
    path = write("grammar( field ){ e::=field|const*e # growth\n}\n")
    assert main(["fmt", str(path)]) == 0
    assert path.read_text() == "grammar (field) {\n    e ::= field | const*e  # growth\n}\n"
