"""Intervals from the profile of chi2: symmetric where much is known, one-sided where little is."""

import numpy as np
import pytest

from pdedsl.experiments import heat
from pdedsl.language import parse
from pdedsl.loading import load_data
from pdedsl.optimize.expression import Node, constant, variable
from pdedsl.optimize.model import covariance_of, make_library, minimised, start
from pdedsl.optimize.profile import is_vague, profile_interval
from pdedsl.pipeline import estimates_of, weak_system

TEXT = """coordinates t, x
fields u
data "rod.npz" { sample = sample }
dictionary { d_t(u), d_xx(u) }
"""
SOURCE = Node("exp", (Node("*", (constant(1.8), variable("t"))),))


def estimated(noise, seed):
    """The conductivity, its standard error and its interval."""
    specification = parse(TEXT)
    data = load_data(specification, heat.simulate_with_source(seed, noise=noise).measurements())
    library = make_library(weak_system(specification, estimates_of(specification, data)))
    model = minimised(library, start(library, (0, 1), (SOURCE,), 0))
    error = float(np.sqrt(covariance_of(library, model)[0, 0]))
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
