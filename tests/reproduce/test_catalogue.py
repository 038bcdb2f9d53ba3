"""Sets: what is run for each table and figure, and what is put to the methods."""

import pickle

import numpy as np
import pytest

from pdedsl.experiments.no_equation import simulate_noise, simulate_unrelated
from pdedsl.language import parse
from pdedsl.options import REPRODUCED
from pdedsl.reproduce import sets
from pdedsl.reproduce.baselines import Baseline, available
from pdedsl.reproduce.text import text_of

SIZES = {
    "heat": 4,
    "slm": 2,
    "wave": 3,
    "oscillator": 6 + 5 + 5 - 2,
    "linear": 18,
    "cauchy-riemann": 6,
    "laplace": 6,
    "dictionary": 10,
    "derivatives": 3 * (5 + 9),
    "estimators": 36,
    "collie": 6,
    "nothing": 3,
    "gallery": 35,
    "wide": 35,
    "rates": 2 * (3 + 1 + 1),
}


def test_the_command_line_lists_every_set():
    assert tuple(sets()) == REPRODUCED == tuple(SIZES)


@pytest.mark.parametrize("name", REPRODUCED)
def test_every_set_has_its_settings_once_and_texts_that_can_be_read(name):
    cases = sets()[name].cases
    assert len(cases) == len({case.key for case in cases}) == SIZES[name]
    for case in cases:
        assert (case.subject is None) == (case.measure is not None)
        assert pickle.loads(pickle.dumps(case)).key == case.key  # noqa: S301
        if case.subject is not None:
            specification = parse(text_of(case.subject))
            assert len(specification.problem.dictionary) == len(case.subject.dictionary)
            assert specification.expected is None
            assert (specification.grammar is None) == (not case.subject.searched)


def test_other_noise_replaces_the_papers():
    found = sets((0.03,))
    assert {case.noise for case in found["oscillator"].cases} == {0.03}
    assert len(found["heat"].cases) == 1
    assert found["heat"].cases[0].published == ()


def test_other_methods_are_asked_for_with_the_papers_settings():
    slm, kuramoto = sets()["slm"].cases[0].subject, sets()["linear"].cases[-1].subject
    text = text_of(slm, "paper")
    assert text.startswith("method paper\n")
    assert "count = 5, support = 0.2" in text
    assert "population = 15000, generations = 20" in text
    assert "degree = 5" in text_of(kuramoto, "paper")
    assert "test" not in text_of(slm, "ablated")


def test_baselines_are_there_if_their_package_is():
    known = (
        Baseline("one", "numpy", lambda subject, data: (1.0,)),
        Baseline("two", "surely_not_installed", lambda subject, data: (1.0,)),
    )
    assert list(available(known)) == ["one"]


def test_fields_without_an_equation_have_the_spread_asked_for():
    noise = simulate_noise(0, samples=4, points=30, noise=2.0)
    assert noise.noisy.std() == pytest.approx(2.0, rel=0.05)
    smooth = simulate_unrelated(0, samples=40, points=12, noise=0.1)
    assert smooth.fields == ("u", "v")
    assert smooth.clean.std() == pytest.approx(1.0, rel=0.1)
    pairs = np.corrcoef(smooth.clean[:, 0].ravel(), smooth.clean[:, 1].ravel())
    assert abs(pairs[0, 1]) < 0.2
