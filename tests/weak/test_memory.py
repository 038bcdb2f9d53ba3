"""The memory of a run, told from its sizes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pdedsl.errors import DataError
from pdedsl.language import parse
from pdedsl.weak import memory as module
from pdedsl.weak.memory import GridSize, check_machine, least_size, memory

PROBLEM = parse(
    "coordinates t, x\nfields u\ndictionary { d_t(u), d_xx(u), d_x(u^2) }\ngrammar none\n"
).problem
SIZE = GridSize((200, 200), 2, (10, 10), (20, 20))
SCRIPT = Path(__file__).parents[1] / "memory_of_run.py"
LINE = "d_t(u), d_xx(u), d_x(u), d_x(u^2)"
CASES = {
    "a field with a nonlinear term": ((400, 500), 1, LINE),
    "a million points": ((1024, 1024), 1, LINE),
    "three coordinates": ((96, 96, 96), 1, "d_t(u), d_xx(u), d_yy(u)"),
    "a series": ((20_000,), 1, "u, d_t(u), d_tt(u)"),
    "many samples": ((64, 64), 128, LINE),
}
SLOW = list(CASES)[1:]


@pytest.mark.skipif(sys.platform != "linux", reason="peaks are read from /proc")
@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.slow if n in SLOW else ()) for n in CASES]
)
def test_the_prediction_is_within_a_factor_of_two_of_the_peak(name, tmp_path):
    done = subprocess.run(
        [sys.executable, str(SCRIPT), str(tmp_path), json.dumps(CASES[name])],
        capture_output=True,
        text=True,
        check=True,
    )
    predicted, measured = json.loads(done.stdout)
    assert measured / 2 <= predicted <= 2 * measured, (predicted / 1e6, measured / 1e6)


@pytest.mark.parametrize(
    "more",
    [
        GridSize((400, 200), 2, (10, 10), (20, 20)),
        GridSize((200, 200), 4, (10, 10), (20, 20)),
        GridSize((200, 200), 2, (20, 20), (20, 20)),
    ],
    ids=["points", "samples", "functions"],
)
def test_more_of_anything_takes_more(more):
    assert memory(PROBLEM, [more]).total > memory(PROBLEM, [SIZE]).total


def test_what_takes_most_is_named():
    assert "pairs of terms" in str(memory(PROBLEM, [GridSize((50, 50), 9, (20, 20), (9, 9))]))
    assert "data" in str(memory(PROBLEM, [GridSize((5000, 5000), 1, (5, 5), (9, 9))]))


def test_what_exceeds_the_machine_is_refused_with_a_remedy(monkeypatch):
    size = least_size((5000, 5000), 1, None)
    check_machine(PROBLEM, [size])
    monkeypatch.setattr(module, "_machine", lambda: 2**29)
    with pytest.raises(DataError, match=r"memory would be needed.*has 0.5 GiB") as refused:
        check_machine(PROBLEM, [size])
    assert "every" in refused.value.remedy
