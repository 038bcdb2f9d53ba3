"""Intervals from the profile of chi2: symmetric where much is known, one-sided where little is."""

import numpy as np
import pytest

from pdedsl.experiments import heat
from pdedsl.language import parse
from pdedsl.loading import load_data
from pdedsl.optimize.bank import Stack
from pdedsl.optimize.evidence import chi2, difference_variance
from pdedsl.optimize.expression import Node, constant, variable
from pdedsl.optimize.fitted import covariance_of, maximised, minimised
from pdedsl.optimize.model import make_library
from pdedsl.optimize.pilot import best_lead
from pdedsl.optimize.profile import between, is_vague, profile_interval, strength
from pdedsl.optimize.symmetric import packed
from pdedsl.pipeline import estimates_of, weak_system

TEXT = """coordinates t, x
fields u
data "rod.npz" { sample = sample }
dictionary { d_t(u), d_xx(u) }
"""
SOURCE = Node("exp", (Node("*", (constant(1.8), variable("t"))),))


def fitted(noise, seed, text=TEXT):
    """A library, the true structure and the standard error of its second dictionary term."""
    specification = parse(text)
    data = load_data(specification, heat.simulate_with_source(seed, noise=noise).measurements())
    library = make_library(weak_system(specification, estimates_of(specification, data)))
    support = tuple(range(len(specification.problem.dictionary)))
    best = best_lead(library, support, (SOURCE,), (0,))
    model = minimised(library, maximised(library, best))
    return library, model, float(np.sqrt(covariance_of(library, model)[0, 0]))


def estimated(noise, seed):
    """The conductivity, its standard error and its interval."""
    library, model, error = fitted(noise, seed)
    return float(model.psi[1]), error, profile_interval(library, model, 1, error)


def test_where_much_is_known_it_is_that_of_the_standard_error():
    value, error, (low, high) = estimated(0.01, 0)
    assert not is_vague(value, error)
    assert (value - low) / error == pytest.approx(1.96, rel=0.15)
    assert (high - value) / error == pytest.approx(1.96, rel=0.15)


@pytest.mark.parametrize("seed", [2, 3, 4])
def test_where_little_is_known_it_is_longer_on_the_side_that_noise_hides(seed):
    """A larger coefficient lets in more noise, which excuses it; a smaller one has no excuse."""
    value, error, (low, high) = estimated(0.2, seed)
    assert is_vague(value, error)
    assert low < -0.25 < high < 0
    assert value - low > 1.5 * (high - value)


def test_what_is_certain_or_has_no_error_is_not_vague():
    assert not is_vague(1.0, 0.2)
    assert not is_vague(1.0, None)
    assert is_vague(0.0, 0.2)


@pytest.mark.parametrize("seed", [2, 6, 7])
def test_the_profile_tells_a_noisy_term_from_zero_where_its_error_does_not(seed):
    library, model, error = fitted(0.2, seed)
    assert strength(library, model, 1) > 3.5
    assert abs(model.psi[1]) / error < 3.5


@pytest.mark.parametrize("noise", [0.05, 0.1])
@pytest.mark.parametrize("seed", [2, 4])
def test_the_profile_does_not_tell_a_needless_term_from_zero(noise, seed):
    library, model, _ = fitted(noise, seed, TEXT.replace("d_t(u), d_xx", "d_t(u), d_tt(u), d_xx"))
    assert strength(library, model, 1) < 2.0


def test_terms_of_noise_alone_are_told_from_zero_as_seldom_as_they_should_be():
    """Two columns, the second pure noise that the residual shares in part: no equation needs it."""
    rng = np.random.default_rng(0)
    rows, points, draws = 60, 90, 200
    left, right = rng.normal(size=(2, rows, points)) / np.sqrt(points)
    cross = tuple(a @ b.T for a, b in ((left, left), (left, right), (right, right)))
    blocks = packed(np.array([cross[0], cross[1] + cross[1].T, cross[2]])[:, None])
    pairs = np.array([0, 0, 1]), np.array([0, 1, 1])
    alone = tuple(c[None] for c in cross)
    one, other = np.array([1.0, 0.7]), np.array([1.0, 0.0])
    differences = []
    for _ in range(draws):
        noise = rng.normal(size=points)
        z = np.array([left @ noise, right @ noise])[:, None]
        s = Stack(z, z, *pairs, blocks, alone, lambda: blocks, np.ones(1))
        differences.append(chi2([s], one).value - chi2([s], other).value)
    spread = np.sqrt(difference_variance(s, one, other))
    assert np.std(differences) == pytest.approx(spread, rel=0.15)
    assert abs(np.mean(differences)) < 3 * spread / np.sqrt(draws)
    assert difference_variance(s, one, -2 * one) == pytest.approx(0.0, abs=1e-6)


def test_a_profile_ends_where_chi2_has_risen_by_the_quantile():
    low, high = between(lambda v: (4.0 * (v - 2.0) ** 2, 0.0), 2.0, 0.5)
    assert (low, high) == (pytest.approx(2.0 - 0.98, abs=0.03), pytest.approx(2.0 + 0.98, abs=0.03))


def test_a_profile_that_has_risen_at_its_centre_already_tells_no_bound():
    """Where a fit started from the minimum ends elsewhere, chi2 may be higher all around."""
    assert between(lambda v: (50.0 + v**2, 1.0), 1.0, 0.1) == (-np.inf, np.inf)
