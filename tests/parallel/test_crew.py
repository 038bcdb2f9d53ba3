"""Items handed out to workers: whatever is lost on the way, results are those of one process."""

from concurrent.futures import Future

from hypothesis import given
from hypothesis import strategies as st

from pdedsl.parallel.crew import ALONE, TRIES, Crew, _Lacking


class LostError(Exception):
    """A worker is gone."""


class Scripted:
    """Workers that do everything at once, or lose it, or have forgotten what is shared."""

    losses = (LostError,)

    def __init__(self, script, *, keeps=False, deserted=False, count=2):
        self.script, self.keeps, self.deserted, self.count = iter(script), keeps, deserted, count
        self.renewed, self.done, self.parcels, self.known = 0, [], 0, {}

    def submit(self, function, *arguments):
        future, fate = Future(), next(self.script, "does it")
        if fate == "refuses":
            raise LostError
        if fate == "is silent":
            return future
        if fate == "dies":
            future.set_exception(LostError())
            return future
        inner, number, content, item = arguments
        self.parcels += content is not None
        shared = self.known.get(number) if content is None else content
        if shared is None or (fate == "forgot" and content is None):
            future.set_result(_Lacking())
        else:
            self.known[number] = shared
            self.done.append(item)
            future.set_result(inner(shared, item))
        return future

    def parcel(self, shared):
        return shared

    def received(self, result):
        return result

    def is_deserted(self):
        return self.deserted

    def renew(self):
        self.renewed += 1

    def close(self): ...

    def abandon(self): ...


SHARED = [1000]


def plus(shared, item):
    return shared[0] + item


fates = st.lists(st.sampled_from(["does it", "forgot", "dies", "refuses"]), max_size=30)


@given(st.lists(st.integers(), max_size=12), fates, st.booleans(), st.integers(1, 4), st.booleans())
def test_results_do_not_depend_on_what_becomes_of_the_workers(items, script, keeps, count, helps):
    crew = Crew(Scripted(script, keeps=keeps, count=count), helps=helps)
    for _ in range(3):
        assert crew.map(plus, SHARED, items) == ALONE.map(plus, SHARED, items)


def test_only_what_was_lost_is_done_again():
    workers, told = Scripted(["does it"] * 5 + ["dies"]), []
    crew = Crew(workers, told.append)
    assert crew.map(plus, SHARED, range(9)) == list(range(1000, 1009))
    assert len(told) == workers.renewed == 1
    assert len(workers.done) <= 9 + 2 * workers.count
    assert workers.done[:5] == [0, 1, 2, 3, 4]


def test_who_helps_does_what_the_workers_are_not_at():
    workers, own = Scripted([], count=1), []

    def noted(shared, item):
        own.append(item)
        return item

    crew = Crew(workers, helps=True)
    assert crew.map(noted, SHARED, range(20)) == list(range(20))
    assert sorted(own) == list(range(20))
    here = [item for item in own if item not in workers.done]
    assert 5 <= len(here) <= 15
    alone = Crew(Scripted([], count=1))
    alone.map(noted, SHARED, range(20))
    assert len(alone.workers.done) == 20


def test_what_is_shared_goes_out_once_a_worker_until_it_changes():
    workers = Scripted([], count=3)
    crew = Crew(workers)
    crew.map(plus, SHARED, range(20))
    crew.map(plus, SHARED, range(20))
    assert workers.parcels == 3
    assert crew.map(plus, [0], range(20)) == list(range(20))
    assert workers.parcels == 6


def test_workers_that_never_come_are_done_without():
    workers = Scripted(["refuses"] * 100)
    crew = Crew(workers)
    assert crew.map(plus, SHARED, range(4)) == [1000, 1001, 1002, 1003]
    assert workers.renewed == TRIES
    crew.map(plus, SHARED, range(4))
    assert workers.renewed == TRIES


def test_silence_where_nobody_is_left_is_not_waited_for(monkeypatch):
    monkeypatch.setattr("pdedsl.parallel.crew.GLANCE", 0.01)
    workers = Scripted(["does it", "is silent", "is silent"] + ["is silent"] * 9)

    def deserted():
        return bool(workers.done)

    workers.is_deserted = deserted
    assert Crew(workers).map(plus, SHARED, range(4)) == [1000, 1001, 1002, 1003]


def test_an_error_of_the_work_itself_is_no_loss():
    crew, told = Crew(Scripted([])), []
    crew.on_loss = told.append
    try:
        crew.map(plus, SHARED, [1, "one"])
    except TypeError:
        assert not told
    else:
        raise AssertionError("not raised")
