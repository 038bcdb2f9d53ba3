"""Rows survive the CSV, a stopped command and a half-written line."""

import csv
from dataclasses import replace

import pytest

from pdedsl.errors import DataError
from pdedsl.reproduce import Case, Row
from pdedsl.reproduce.rows import COLUMNS, LATER, append_row, one_line, read_rows
from pdedsl.reproduce.run import Run
from pdedsl.reproduce.schedule import remaining

FULL = Row(
    problem="heat_source",
    variant="terms 5",
    method="calibrated",
    noise=0.05,
    samples=10,
    points=30,
    seed=3,
    options="search.population=20 search.generations=1",
    success=True,
    form=True,
    support=True,
    strict=False,
    rmse=0.1 + 0.2,
    covered=1,
    intervals=2,
    seconds=1.25,
    verdict="identified",
    chi2=0.9,
    evidence=80.0,
    equation='d_t(u) - 0.25*d_xx(u) = "1,25"',
    loss_errors=(0.25, -1e-15),
    solve_seconds=(1e-4, 2e-4),
    estimates="d_t(u) = 1; d_xx(u) = -0.25 +- 0.001; g = 0",
)
BARE = Row(problem="heat_source", method="paper", noise=0.05, samples=10, points=30, seed=3)


def test_the_promised_columns_are_there():
    promised = "problem method noise samples points seed success strict rmse seconds verdict"
    assert {*promised.split(), "equation"} <= set(COLUMNS)


def test_rows_come_back_as_they_were(tmp_path):
    path = tmp_path / "deep" / "rows.csv"
    for row in (FULL, BARE):
        append_row(path, row)
    assert list(read_rows(path).values()) == [FULL, BARE]
    assert len(path.read_text().splitlines()) == 3


@pytest.mark.parametrize("missing", range(1, len(LATER) + 1))
def test_a_file_of_an_earlier_version_is_read_and_can_be_added_to(tmp_path, missing):
    path = tmp_path / "rows.csv"
    bare = replace(FULL, **{name: getattr(BARE, name) for name in LATER[-missing:]})
    append_row(path, BARE)
    append_row(path, bare)
    early = [line.rsplit(",", missing)[0] for line in path.read_text().splitlines()]
    assert early[0] == ",".join(COLUMNS[:-missing])
    path.write_text("\n".join(early) + "\n")
    assert list(read_rows(path).values()) == [BARE, bare]
    assert path.read_text().splitlines() == early
    append_row(path, FULL)
    assert list(read_rows(path).values()) == [BARE, FULL]
    lines = path.read_text().splitlines()
    assert {len(record) for record in csv.reader(lines)} == {len(COLUMNS)}


def test_errors_that_are_no_numbers_are_refused_by_their_line(tmp_path):
    path = tmp_path / "rows.csv"
    append_row(path, FULL)
    path.write_text(path.read_text().replace("0.25 -1e-15", "0.25 none"))
    with pytest.raises(DataError, match=r"rows\.csv:2"):
        read_rows(path)


def test_no_file_has_no_rows(tmp_path):
    assert read_rows(tmp_path / "none.csv") == {}


def test_a_half_written_row_is_cut_off_and_written_again(tmp_path):
    path = tmp_path / "rows.csv"
    append_row(path, FULL)
    append_row(path, BARE)
    path.write_text(path.read_text()[:-8])
    assert list(read_rows(path).values()) == [FULL]
    append_row(path, BARE)
    assert list(read_rows(path).values()) == [FULL, BARE]


def test_half_a_header_is_written_again(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("problem,vari")
    assert read_rows(path) == {}
    append_row(path, FULL)
    assert list(read_rows(path).values()) == [FULL]


def test_another_csv_is_refused(tmp_path):
    path = tmp_path / "data.csv"
    path.write_text("t,u\n0,1\n")
    with pytest.raises(DataError, match="other columns"):
        read_rows(path)


@pytest.mark.parametrize("text", ["t,u\n0,1", "word", "problem,variant\n1"])
def test_another_file_without_an_end_is_left_as_it_is(tmp_path, text):
    path = tmp_path / "data.csv"
    path.write_text(text)
    with pytest.raises(DataError, match="other columns"):
        read_rows(path)
    assert path.read_text() == text


def test_a_broken_row_is_named_by_its_line(tmp_path):
    path = tmp_path / "rows.csv"
    append_row(path, FULL)
    append_row(path, FULL)
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:2], lines[2].replace("0.05", "five")]) + "\n")
    with pytest.raises(DataError, match=r"rows\.csv:3"):
        read_rows(path)


def test_only_runs_without_a_row_remain_and_failed_ones_on_request():
    case = Case(None, "inner_problem", 0.0, 1, 50)
    runs = [Run(case, "exact", seed) for seed in range(3)]
    failed = Row(**{**vars(runs[1].blank), "verdict": "error"})
    done = {runs[0].blank.key: runs[0].blank, failed.key: failed}
    assert remaining(runs, done, retry=False) == (runs[2],)
    assert remaining(runs, done, retry=True) == (runs[1], runs[2])
    other = Run(case, "exact", 0, (("search.population", "20"),))
    assert remaining([other], done, retry=False) == (other,)


def test_messages_are_one_line():
    assert one_line("a\n  b\n") == "a b"
