"""Intervals from the profile of chi2: symmetric where much is known, one-sided where little is."""

import numpy as np
import pytest

from pdedsl.experiments import heat
from pdedsl.language import parse
from pdedsl.loading import load_data
from pdedsl.optimize.expression import Node, constant, variable
from pdedsl.optimize.model import covariance_of, make_library, maximised, minimised, start
from pdedsl.optimize.profile import is_vague, profile_interval, profile_strength
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
    model = minimised(library, maximised(library, start(library, support, (SOURCE,), 0)))
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


@pytest.mark.parametrize("seed", [2, 3, 4])
def test_the_profile_tells_a_noisy_term_from_zero_where_its_error_does_not(seed):
    library, model, error = fitted(0.2, seed)
    assert profile_strength(library, model, 1, error) > 3.5
    assert abs(model.psi[1]) / error < 3.0


@pytest.mark.parametrize("seed", [2, 4])
def test_the_profile_does_not_tell_a_needless_term_from_zero(seed):
    """log B is 6 to 9 ahead with d_tt on these data, more than its penalty."""
    library, model, error = fitted(
        0.05, seed, TEXT.replace("d_t(u), d_xx", "d_t(u), d_tt(u), d_xx")
    )
    assert profile_strength(library, model, 1, error) < 2.0
