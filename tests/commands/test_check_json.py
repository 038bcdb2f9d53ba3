"""`pdedsl check --json`: always JSON, with every mistake in its place, and never the data."""

import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pdedsl.cli import main
from pdedsl.errors import SpecificationError
from pdedsl.language import parse
from pdedsl.report.problem_record import problem_record

HOME = Path(__file__).parents[2]
SPECS = HOME / "tests" / "language" / "specs"
VALID = sorted([*(SPECS / "valid").glob("*.pde"), *(HOME / "examples").glob("*.pde")])
WRONG = sorted((SPECS / "wrong").glob("*.pde"))
PAGE = (HOME / "docs" / "check_json.md").read_text(encoding="utf-8")
TOP = {"schema", "file", "valid", "mistakes", "notes", "problem", "equation"}
PLACE = {"line", "column", "end_line", "end_column"}


@pytest.fixture
def check(capsys):
    def run(*arguments):
        code = main(["check", "--json", *map(str, arguments)])
        shown = capsys.readouterr()
        assert shown.err == ""
        assert "NaN" not in shown.out
        record = json.loads(shown.out)
        assert record.keys() == TOP
        assert record["schema"] == 1
        assert record["valid"] == (code == 0) == (record["mistakes"] == [])
        for found in (*record["mistakes"], *record["notes"]):
            assert found.keys() == {"severity", "message", "remedy", "file"} | PLACE
        return code, record

    return run


def test_one_side_of_an_equation_is_told_to_need_the_other(check):
    code, record = check("u_t - u_xx")
    assert code == 2
    assert record["file"] == "u_t - u_xx"
    assert record["mistakes"][0]["remedy"].endswith('as in "u_t - u_xx = 0"')
    assert check("u_t - u_xx = 0")[0] == 0


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_a_right_text_gives_the_problem_without_its_data(check, path, tmp_path):
    alone = tmp_path / path.name
    alone.write_bytes(path.read_bytes())
    code, record = check(alone)
    assert code == 0
    specification = parse(path.read_text(encoding="utf-8"))
    problem = record["problem"]
    alphas = [tuple(term["alpha"]) for term in problem["terms"]]
    assert alphas == [term.alpha.orders for term in specification.problem.dictionary]
    assert all(term["latex"] for term in problem["terms"])
    assert (problem["grammar"] is None) == (specification.grammar is None)
    assert (problem["expected"] is None) == (specification.expected is None)
    assert problem["options"]["search"]["seed"] == specification.options.search.seed


@pytest.mark.parametrize("path", WRONG, ids=lambda path: path.stem)
def test_a_wrong_text_gives_the_mistakes_of_its_error(check, path):
    with pytest.raises(SpecificationError) as caught:
        parse(path.read_text(encoding="utf-8"))
    code, record = check(path)
    assert (code, record["problem"]) == (2, None)
    for found, mistake in zip(record["mistakes"], caught.value.mistakes, strict=True):
        assert (found["severity"], found["file"]) == ("error", str(path))
        assert (found["message"], found["remedy"]) == (mistake.message, mistake.remedy)
        assert all(found[name] == getattr(mistake.span, name) for name in PLACE)


def test_terms_and_notes_stand_where_they_are_written(check):
    path = SPECS / "valid" / "as_people_write.pde"
    lines = path.read_text(encoding="utf-8").split("\n")

    def text(found):
        assert found["line"] == found["end_line"]
        return lines[found["line"] - 1][found["column"] - 1 : found["end_column"] - 1]

    record = check(path)[1]
    assert [text(term) for term in record["problem"]["terms"][:3]] == ["u_t", "u*u_x", "u^2*d_y(u)"]
    rewritten = [n for n in record["notes"] if n["line"] == 7]
    assert [(text(n), n["message"]) for n in rewritten] == [("u*u_x", "u*u_x is (1/2)*d_x(u^2)")]


def test_notes_on_a_grammar_name_the_line_of_the_rule(check, tmp_path):
    path = tmp_path / "case.pde"
    path.write_text(
        'coordinates t\nfields u\ndata "a.npz"\ndictionary { d_t(u) }\n'
        "grammar {\n    e ::= e + f | t\n    f ::= t | t | t - t\n}\n"
    )
    notes = check(path)[1]["notes"]
    assert [n["severity"] for n in notes] == ["note"] * 2
    assert [(n["line"], n["column"], n["end_column"]) for n in notes] == [(7, 5, 6)] * 2
    assert notes[1]["message"] == "f: t - t is always 0"


def test_the_terms_of_an_equation_alone_have_no_place(check):
    terms = check(SPECS / "valid" / "equation_only.pde")[1]["problem"]["terms"]
    assert [term["line"] for term in terms] == [None] * 3


def test_standard_input_is_read(check, monkeypatch):
    for text, valid in (("fields u\n", False), ("coordinates t\nfields u\nexpect u_t = u", True)):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        record = check("-")[1]
        assert (record["file"], record["valid"]) == ("<stdin>", valid)


def test_an_equation_is_described_or_refused(check):
    code, record = check("u_t + u*u_x = nu*u_xx")
    assert (code, record["problem"]) == (0, None)
    assert record["equation"]["text"] == "d_t(u) + 0.5*d_x(u^2) - nu*d_xx(u) = 0"
    assert check("u_t = u_x^2")[1]["equation"]["refusal"]
    assert check("u_t = = 2")[0] == 2
    assert check("u_t = 2", "--set", "search.seed=3")[0] == 2


def test_options_of_the_command_line_count_and_have_places_of_their_own(check):
    path = SPECS / "valid" / "smallest.pde"
    assert check(path, "--set", "search.seed=3")[1]["problem"]["options"]["search"]["seed"] == 3
    wrong = check(path, "--set", "search.sed=3")[1]["mistakes"]
    assert [(m["file"], m["line"], m["remedy"]) for m in wrong] == [
        ("--set", 1, "did you mean seed?")
    ]
    assert check(path, "--set", "search.seed")[1]["mistakes"][0]["line"] is None


def test_a_file_that_cannot_be_read_is_a_mistake_without_a_place(check, tmp_path):
    code, record = check(tmp_path / "none.pde")
    assert code == 2
    assert [(m["message"], m["line"]) for m in record["mistakes"]] == [
        ("there is no such file", None)
    ]
    latin = tmp_path / "latin.pde"
    latin.write_bytes(b'title "W\xe4rme"\n')
    assert check(latin)[1]["mistakes"][0]["column"] == 9


def test_every_name_is_documented():
    record = {}

    def names(value):
        if isinstance(value, dict):
            for name, inner in value.items():
                record[name] = None
                if name not in ("options", "names"):
                    names(inner)
        for inner in value if isinstance(value, list) else ():
            names(inner)

    text = (SPECS / "valid" / "whole.pde").read_text(encoding="utf-8")
    names(problem_record(parse(text)))
    assert {*record, *TOP} <= set(re.findall(r"`(\w+)`", PAGE))


def test_nothing_numerical_is_loaded():
    code = (
        "import sys; from pdedsl.cli import main; main(['check', '--json', sys.argv[1]]);"
        "sys.exit(str({'numpy', 'scipy', 'deap', 'sklearn'} & set(sys.modules)))"
    )
    path = str(SPECS / "valid" / "smallest.pde")
    arguments = [sys.executable, "-c", code, path]
    done = subprocess.run(arguments, check=False, capture_output=True, text=True)
    assert done.stderr.strip() == "set()"
