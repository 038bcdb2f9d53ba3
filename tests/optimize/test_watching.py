"""When a search has gone on for long enough, and whom it names as its best so far."""

from types import SimpleNamespace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from pdedsl.optimize.archive import cost
from pdedsl.optimize.expression import Node, variable
from pdedsl.optimize.loss import Scored
from pdedsl.optimize.terms import Terms
from pdedsl.optimize.watching import PATIENCE, SETTLED, reporter

ROWS, POINTS, GENERATIONS = 100, 400, 30
T = variable("t")


def candidate(size):
    """t, t * t, ..., of so many factors."""
    node = T
    for _ in range(size):
        node = Node("*", (T, node))
    return Terms((node,))


class Search:
    """A search that finds what it is told to."""

    def __init__(self, watched=lambda _: True):
        self.archive = SimpleNamespace(screen=SimpleNamespace(z=np.zeros((ROWS, 2))), found={})
        self.told = []
        self.watched = watched
        self.report = reporter(self.archive, POINTS, GENERATIONS, self.see)

    def see(self, progress):
        self.told.append(progress)
        return self.watched(progress)

    def generation(self, *scored):
        for each in scored:
            self.archive.found[str(len(self.archive.found))] = each
        return self.report(len(self.told))


scores = st.builds(
    Scored,
    st.integers(0, 6).map(candidate),
    st.floats(1e-3, 1.0) | st.just(np.inf),
    st.floats(0.5, 50.0),
)


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.lists(st.lists(scores, max_size=5), min_size=1, max_size=6))
def test_the_best_of_all_generations_is_told(found):
    search = Search()
    every = []
    for new in found:
        search.generation(*new)
        every += new
        best = search.told[-1].best
        if not every:
            assert best is None
            continue
        assert cost(best, ROWS, POINTS) == min(cost(s, ROWS, POINTS) for s in every)
        assert search.told[-1].scored == len(every)


def test_it_ends_once_nothing_better_has_come_for_long():
    search = Search()
    assert search.generation(Scored(candidate(1), 0.1, 30.0))
    for _ in range(PATIENCE - 1):
        assert search.generation(Scored(candidate(3), 0.5, 30.0))
    assert not search.generation()
    again = Search()
    assert again.generation(Scored(candidate(1), 0.1, 30.0))
    for _ in range(PATIENCE - 1):
        assert again.generation()
    assert again.generation(Scored(candidate(2), 0.001, 1.0))


def test_it_ends_sooner_where_a_short_one_leaves_what_noise_explains():
    search = Search()
    assert search.generation(Scored(candidate(0), 0.01, 1.0))
    for _ in range(SETTLED - 1):
        assert search.generation()
    assert not search.generation()


def test_who_watches_ends_it():
    assert not Search(lambda _: False).generation(Scored(candidate(1), 0.1, 1.0))
