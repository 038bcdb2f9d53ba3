"""Arithmetic of the table, and what it shows."""

import csv
import importlib.util
import io

import pytest
from rich.console import Console

from pdedsl.reproduce import Case, ReproductionSet, Row, Sweep, summarise
from pdedsl.reproduce.case import Published
from pdedsl.reproduce.plot import draw
from pdedsl.reproduce.schedule import runs_of
from pdedsl.reproduce.summary import Mean, fraction, mean, summary_of
from pdedsl.reproduce.table import show, write_summary

NUMBERS = (("paper", Published(0.64, 0.07, 0.15, 0.009)), ("ablated", Published(0.46)))
CASE = Case(None, "heat_source", 0.05, 10, 30, terms=5, published=NUMBERS)
SET = ReproductionSet("heat", "Table 3", (Sweep("Heat", "noise", (CASE,)),))


def row(seed, **changes):
    base = {"problem": "heat_source", "method": "calibrated", "noise": 0.05, "samples": 10}
    return Row(**(base | {"points": 30, "seed": seed} | changes))


def test_a_fraction_has_the_error_of_a_coin():
    assert fraction([True, True, False, None]) == Mean(2 / 3, pytest.approx((2 / 27) ** 0.5))
    assert fraction([True, True], errors=2) == Mean(0.5, 0.25)
    assert fraction([None]) is None


def test_a_mean_has_the_error_of_its_spread():
    assert mean([1.0, None, 3.0]) == Mean(2.0, 1.0)
    assert mean([1.0]) == Mean(1.0, None)
    assert mean([]) is None


def test_a_failed_run_is_no_success_and_has_no_numbers():
    right = {"success": True, "form": True, "strict": False, "rmse": 0.1, "seconds": 2.0}
    rows = [row(0, **right, covered=2, intervals=3), row(1, verdict="error", success=False)]
    found = summary_of("Heat", "noise", CASE, "calibrated", rows)
    assert (found.runs, found.errors) == (2, 1)
    assert found.form.value == found.success.value == 0.5
    assert found.strict.value == 0.0
    assert found.rmse == Mean(0.1)
    assert (found.covered, found.intervals, found.seconds) == (2, 3, 2.0)


def test_percentiles_are_those_of_all_problems_and_the_worst_is_known_without_them():
    rows = [row(k, loss_errors=tuple(range(50 * k, 50 * k + 50)), loss_error=1.0) for k in (0, 1)]
    rows.append(row(2, loss_error=4.0, worst_error=200.0))
    found = summary_of("Inner problem", "terms", CASE, "collie", rows)
    assert (found.median_error, found.tail_error) == (49.5, pytest.approx(98.01))
    assert (found.worst_error, found.loss_error.value) == (200.0, 2.0)
    none = summary_of("Inner problem", "terms", CASE, "collie", rows[2:])
    assert (none.median_error, none.tail_error) == (None, None)


def test_percentiles_of_seconds_are_those_of_all_solves():
    rows = [row(k, solve_seconds=tuple(range(50 * k, 50 * k + 50)), seconds=7.0) for k in (0, 1)]
    found = summary_of("Inner problem", "terms", CASE, "cvxopt", [*rows, row(2, seconds=7.0)])
    assert (found.median_seconds, found.tail_seconds) == (49.5, pytest.approx(98.01))
    assert found.seconds == 7.0


def test_nothing_is_measured_where_every_run_failed():
    found = summary_of("Heat", "noise", CASE, "paper", [row(0, verdict="error", success=False)])
    assert found.success is None
    assert found.form is None
    assert found.seconds is None


def test_the_papers_numbers_stand_beside_their_methods():
    summaries = summarise(SET, {}, ("calibrated",), range(2), {})
    assert [(s.method, s.published.success) for s in summaries] == [
        ("calibrated", 0.64),
        ("ablated", 0.46),
    ]
    assert CASE.paper("paper").rmse == 0.15
    assert Case(None, "wave_source", 0.1, 10, 30).paper("ablated") == Published()


def test_other_seeds_and_options_are_not_counted():
    rows = {r.key: r for r in (row(0, success=True), row(5, success=True))}
    assert summarise(SET, rows, ("calibrated",), range(2), {})[0].runs == 1
    options = {"search.population": "20"}
    assert summarise(SET, rows, ("calibrated",), range(2), options)[0].runs == 0
    assert len(runs_of(SET, ("calibrated", "paper"), range(3), options)) == 6


def test_the_table_shows_ours_and_theirs_and_no_empty_column(tmp_path):
    rows = {r.key: r for r in (row(0, success=True, form=True, rmse=0.01), row(1, form=False))}
    summaries = summarise(SET, rows, ("calibrated",), range(2), {})
    out = io.StringIO()
    show(SET, summaries, Console(file=out, width=160))
    text = out.getvalue()
    for expected in ("Table 3", "noise 0.05", "0.50 (0.35)", "0.64 (0.07)", "0.15 (0.009)"):
        assert expected in text
    assert "loss error" not in text
    write_summary(tmp_path / "summary.csv", SET, summaries)
    with (tmp_path / "summary.csv").open() as stream:
        records = list(csv.DictReader(stream))
    assert records[0]["form"] == "0.5"
    assert records[0]["paper_form"] == "0.64"
    assert records[1]["method"] == "ablated"
    lines = (tmp_path / "summary.md").read_text().splitlines()
    assert lines[0] == f"**{SET.sweeps[0].title}** (Table 3)"
    assert lines[2].startswith("| setting | method | runs | form of g | paper |")
    assert lines[4].startswith("| noise 0.05 | calibrated | 2 | 0.50 (0.35) | 0.64 (0.07) |")


def test_the_share_of_claims_counts_verdicts_alone():
    verdicts = ("identified", "not identified", "best of rivals", "solved", "error")
    rows = [row(k, verdict=v) for k, v in enumerate(verdicts)]
    found = summary_of("Heat", "noise", CASE, "calibrated", rows)
    assert found.claimed.value == pytest.approx(1 / 3)


@pytest.mark.skipif(importlib.util.find_spec("matplotlib") is None, reason="needs matplotlib")
@pytest.mark.parametrize("axis", ["noise", "variant", ""])
def test_a_figure_is_drawn(tmp_path, axis):
    chosen = ReproductionSet("heat", "Table 3", (Sweep("Heat", axis, (CASE,)),))
    rows = {r.key: r for r in (row(0, success=True, form=True, rmse=0.01, seconds=1.0),)}
    draw(tmp_path / "figure.svg", summarise(chosen, rows, ("calibrated",), range(2), {}))
    assert "<svg" in (tmp_path / "figure.svg").read_text()
