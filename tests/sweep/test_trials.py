"""Runs handed out to workers: each becomes one row, and a run that kills is told from others."""

from concurrent.futures import Future
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdedsl.errors import PdedslError
from pdedsl.sweep.plan import Trial
from pdedsl.sweep.trials import UNEXPECTED, execute


class LostError(Exception):
    """A worker is gone."""


class Fragile:
    """Workers that do a run at once; a fatal one breaks them, and with it every third other run."""

    losses = (LostError,)

    def __init__(self, count, fatal):
        self.count, self.fatal, self.is_broken, self.tried = count, fatal, False, []

    def submit(self, function, trial):
        if self.is_broken:
            raise LostError
        future, is_first = Future(), trial.seed not in self.tried
        self.tried.append(trial.seed)
        self.is_broken = trial.seed in self.fatal or (is_first and trial.seed % 3 == 0)
        if self.is_broken:
            future.set_exception(LostError())
        else:
            future.set_result(trial.seed)
        return future

    def is_deserted(self):
        return False

    def renew(self):
        self.is_broken = False


def trials(count):
    return [Trial(Path("a.pde"), (), seed, Path("out"), Path()) for seed in range(count)]


@given(st.integers(0, 12), st.integers(1, 4), st.sets(st.integers(0, 11)))
def test_every_run_has_one_row_and_fatal_ones_say_so(count, at_once, fatal):
    workers, rows = Fragile(at_once, fatal), {}

    def take(trial, row):
        assert trial.seed not in rows
        rows[trial.seed] = row

    execute(trials(count), workers, take)
    assert set(rows) == set(range(count))
    for seed, row in rows.items():
        if seed in fatal:
            assert row.exit_code == UNEXPECTED
            assert "process ended" in row.message
        else:
            assert row == seed
    assert all(workers.tried.count(seed) == 1 + (seed % 3 == 0 or seed in fatal) for seed in rows)


def test_where_no_workers_are_left_the_sweep_ends(monkeypatch):
    monkeypatch.setattr("pdedsl.sweep.trials.GLANCE", 0.01)
    workers = Fragile(3, set())
    workers.is_deserted = lambda: True
    workers.submit = lambda function, trial: Future()
    with pytest.raises(PdedslError, match="repeat the command"):
        execute(trials(2), workers, lambda *_: None)


def test_where_no_worker_takes_anything_the_sweep_ends():
    workers = Fragile(3, set())
    workers.renew = lambda: None
    workers.is_broken = True
    with pytest.raises(PdedslError, match="--workers 1"):
        execute(trials(2), workers, lambda *_: None)
