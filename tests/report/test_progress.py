"""Progress: what is shown, where, and that showing it costs next to nothing."""

import io
import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdedsl.optimize.loss import Scored
from pdedsl.optimize.terms import Terms
from pdedsl.optimize.watching import Progress, Sketch
from pdedsl.report.console import plain_console
from pdedsl.report.events import Events
from pdedsl.report.progress import COST, SHARE, STAGES, Latest, Pace, Reporter

LAW = Sketch("d_t(u) = 2*u*(1 - u)", 49.25)


class Clock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


def step(generation, sketch=lambda: LAW, loss=0.0028):
    return Progress(generation, 20, 100 * generation, Scored(Terms(()), loss), sketch)


@given(
    st.lists(st.floats(0.0, 30.0), min_size=1, max_size=60),
    st.lists(st.floats(0.0, 2.0), min_size=60, max_size=60),
)
def test_equations_are_looked_at_for_a_two_hundredth_of_the_time(waits, costs):
    clock, spent = Clock(), []
    latest = Latest(clock)
    for generation, wait in enumerate(waits):
        clock.now += wait

        def sketch(at=generation):
            clock.now += costs[at]
            spent.append(costs[at])
            return LAW

        latest(step(generation, sketch))
    surprise = max([*spent, COST]) if spent else 0.0
    assert sum(spent) - surprise <= SHARE * latest.seconds
    if all(c <= COST for c in costs):
        assert sum(spent) <= SHARE * latest.seconds


def test_the_equation_shown_is_the_best_one_or_none():
    clock = Clock()
    latest = Latest(clock)
    clock.now = 100.0
    assert latest(step(3)) == LAW
    assert latest(step(4, lambda: None)) == LAW
    assert latest(step(5, lambda: None, loss=0.0027)) is None
    assert latest(step(6, loss=0.0027)) == LAW
    assert latest(step(0, lambda: None, loss=0.0027)) is None


def test_the_time_left_is_at_the_pace_of_this_search():
    clock = Clock()
    pace = Pace(clock)
    clock.now = 50.0
    assert pace.left(step(0)) is None
    clock.now = 58.0
    assert pace.left(step(4)) == 2.0 * 16


def shown(quiet=False, terminal=False):
    stream = io.StringIO()
    console = plain_console(file=stream, force_terminal=terminal, width=160)
    with Reporter(console, quiet=quiet) as reporter:
        reporter.latest._began -= 100.0
        reporter.begin("prey")
        for stage in STAGES:
            reporter.stage(stage)
        for generation in (0, 1):
            reporter(step(generation))
        if terminal:
            reporter.bar.refresh()
    return stream.getvalue()


def test_elsewhere_than_on_a_terminal_a_generation_is_a_line():
    lines = shown().splitlines()
    assert lines[0] == f"prey: generation 0/20, 0 scored, evidence 49.25: {LAW.text}"
    assert lines[1].startswith("prey: generation 1/20, 100 scored, ")
    assert "s left at most" in lines[1]
    assert len(lines) == 2


@pytest.mark.parametrize("terminal", [False, True])
def test_a_second_search_says_that_it_is_one(terminal):
    stream = io.StringIO()
    with Reporter(plain_console(file=stream, force_terminal=terminal, width=160)) as reporter:
        for stage in ("pilot", "search", "judging", "search"):
            reporter.stage(stage)
        reporter(step(3))
        reporter.bar.refresh()
        reporter.begin("prey")
        reporter.stage("search")
        reporter(step(4))
    text = stream.getvalue()
    assert ("2: 3/20" if terminal else "search 2, generation 3/20") in text
    assert "search 2, generation 4/20" not in text
    assert "2: 4/20" not in text


def test_a_terminal_has_a_bar_with_equation_and_evidence():
    text = shown(terminal=True)
    assert LAW.text in text
    assert "evidence 49.25" in text
    assert "1/20" in text


@pytest.mark.parametrize("terminal", [False, True])
def test_quiet_shows_nothing(terminal):
    assert shown(quiet=True, terminal=terminal) == ""


def test_events_are_objects_of_json_whatever_the_numbers():
    stream = io.StringIO()
    with Events(stream) as events:
        events.latest._began -= 100.0
        events.begin("prey")
        events.stage("pilot")
        events(step(0, loss=math.inf))
        events(step(1))
        events.remark("two\nlines, \N{GREEK SMALL LETTER BETA}")
        events.end(130, error="interrupted")
    found = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert [e["event"] for e in found] == ["stage", "generation", "generation", "remark", "end"]
    assert found[1]["loss"] is None
    assert found[2] | {"seconds": 0, "seconds_left": 0} == {
        "event": "generation",
        "equation": "prey",
        "search": 1,
        "generation": 1,
        "generations": 20,
        "scored": 100,
        "loss": 0.0028,
        "g": "",
        "text": LAW.text,
        "evidence": 49.25,
        "seconds": 0,
        "seconds_left": 0,
    }
    assert found[-1] == {"event": "end", "exit_code": 130, "error": "interrupted", "resume": None}


def test_where_nobody_reads_events_any_more_the_run_goes_on(capsys):
    class Gone(io.StringIO):
        def write(self, text):
            raise BrokenPipeError(32, "Broken pipe")

    events = Events(Gone())
    events.stage("pilot")
    events(step(1))
    assert capsys.readouterr().err == "standard output: cannot be written: Broken pipe\n"
