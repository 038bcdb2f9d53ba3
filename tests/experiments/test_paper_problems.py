import numpy as np
import pytest

from pdedsl.experiments import problems
from pdedsl.language import parse

# As the authors' program normalises them; the order of each dictionary is ours.
PUBLISHED_TARGETS = {
    "heat": {"d_t(u)": 0.8, "d_xx(u)": -0.2},
    "burgers": {"d_t(u)": 0.588, "d_x(u^2)": 0.294, "d_xx(u)": -0.118},
    "kuramoto_sivashinsky": {
        "d_t(u)": 1 / 3.5,
        "d_x(u^2)": 0.5 / 3.5,
        "d_xx(u)": 1 / 3.5,
        "d_xxxx(u)": 1 / 3.5,
    },
    "oscillator": {"d_t(u)": 0.8, "d_tt(u)": 0.2},
    "slm": {"d_t(u)": 0.5, "d_a(u)": 0.5},
    "heat_source": {"d_t(u)": 0.8, "d_xx(u)": -0.2},
    "wave_source": {"d_tt(u)": 0.5, "d_xx(u)": -0.5},
    "cauchy_riemann_1": {"d_x(u1)": 0.5, "d_y(u2)": -0.5},
    "cauchy_riemann_2": {"d_x(u2)": 0.5, "d_y(u1)": 0.5},
    "laplace_1": {"d_xx(u1)": 0.5, "d_yy(u1)": 0.5},
    "laplace_2": {"d_xx(u2)": 0.5, "d_yy(u2)": 0.5},
}

every_problem = pytest.mark.parametrize("name", PUBLISHED_TARGETS)


def test_every_problem_is_listed_under_its_name():
    assert list(problems()) == list(PUBLISHED_TARGETS)
    assert all(problem.name == name for name, problem in problems().items())


def test_the_list_cannot_be_changed():
    with pytest.raises(TypeError):
        problems()["heat"] = problems()["burgers"]
    with pytest.raises(AttributeError):
        problems()["heat"].points = 3


@every_problem
def test_targets_are_the_published_ones(name):
    problem = problems()[name]
    found = dict(zip(problem.dictionary, problem.target_bound, strict=True))
    for term, coefficient in found.items():
        assert coefficient == pytest.approx(PUBLISHED_TARGETS[name].get(term, 0), abs=5e-4)


@every_problem
def test_targets_are_normalised(name):
    beta = np.array(problems()[name].target_bound)
    assert np.abs(beta).sum() == pytest.approx(1)
    assert beta[beta != 0][0] > 0


@every_problem
def test_the_truth_is_written_with_terms_of_the_dictionary(name):
    problem = problems()[name]
    padded = f" {problem.truth.split('=')[0]}"
    for term, coefficient in zip(problem.dictionary, problem.target_bound, strict=True):
        written = f"*{term} " in padded or f" {term} " in padded
        assert written == (coefficient != 0)


@pytest.mark.parametrize("name", [n for n in PUBLISHED_TARGETS if n[0] not in "kcl"])
def test_data_carry_the_truth_of_their_problem(name):
    problem = problems()[name]
    assert problem.run(samples=1, points=5).truth == problem.truth


@pytest.mark.parametrize("name", [n for n in PUBLISHED_TARGETS if n[0] in "cl"])
def test_a_law_of_a_pair_is_one_of_those_of_its_data(name):
    problem = problems()[name]
    known = problem.run(samples=1, points=5).truth.splitlines()
    assert problem.truth in known
    assert len(known) == 4


def test_defaults_are_the_papers():
    sizes = {name: (p.samples, p.points, p.noise) for name, p in problems().items()}
    assert sizes["heat"] == sizes["wave_source"] == (10, 30, 0.01)
    assert sizes["heat_source"] == (10, 30, 0.05)
    assert sizes["burgers"] == sizes["slm"] == sizes["oscillator"] == (10, 20, 0.01)
    assert sizes["kuramoto_sivashinsky"] == (1, 60, 0.01)


def test_a_problem_without_a_free_part_says_grammar_none():
    assert problems()["slm"].text() == (
        'title "Sharpe-Lotka-McKendrick model"\n'
        "coordinates t in [0, 1], a in [0, 1]\n"
        "fields u\n"
        "dictionary { d_t(u), d_a(u), d_aa(u), d_tt(u), d_ta(u) }\n"
        "expect d_t(u) + d_a(u) = -2*exp(1.5*a)*u\n"
    )
    assert problems()["laplace_2"].text().splitlines()[2:] == [
        "fields u1, u2",
        "dictionary { d_x(u2), d_y(u2), d_xx(u2), d_yy(u2) }",
        "grammar none",
        "expect d_xx(u2) + d_yy(u2) = 0",
    ]


@every_problem
def test_texts_are_of_the_language(name):
    assert parse(problems()[name].text())


@pytest.mark.slow
def test_the_first_flame_is_the_papers_and_the_second_is_drawn():
    problem = problems()["kuramoto_sivashinsky"]
    first, second = (problem.run(seed, samples=2, points=20) for seed in (0, 1))
    np.testing.assert_array_equal(first.clean[0], second.clean[0])
    assert np.abs(first.noisy[0] - second.noisy[0]).max() > 0.01
    assert np.abs(first.clean[1] - second.clean[1]).max() > 0.5
