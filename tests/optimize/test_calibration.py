"""Standard errors hold where samples differ in their noise, and where a grid is coarse."""

import numpy as np
import pytest

from pdedsl.experiments import burgers, oscillator, sharpe_lotka_mckendrick
from pdedsl.language import parse
from pdedsl.loading import load_data
from pdedsl.optimize.answer import seen_levels
from pdedsl.optimize.fitted import covariance_of, error_of_integration, minimised
from pdedsl.optimize.model import Model, assessed, inflated, make_library
from pdedsl.pipeline import estimates_of, weak_system


def library_of(text, simulation):
    specification = parse(text)
    estimates = estimates_of(specification, load_data(specification, simulation.measurements()))
    return make_library(weak_system(specification, estimates))


def population(seed, noise):
    """Ageing and dying with a jump between those born before and after the start."""
    text = """coordinates t, a
fields u
data "u.npz" { sample = sample }
dictionary { d_t(u), d_a(u) }
known { -2*exp(1.5*a)*u }
grammar none
"""
    library = library_of(text, sharpe_lotka_mckendrick.simulate(seed, noise=noise))
    return library, Model((0, 1), (), np.array([1.0, 1.0, -1.0]), 0)


def front(seed):
    """Burgers' equation on 20 points an axis, too few for its fronts."""
    text = """coordinates t, x
fields u
data "u.npz" { sample = sample }
dictionary { d_t(u), d_x(u^2), d_xx(u) }
grammar none
"""
    library = library_of(text, burgers.simulate(seed, points=20, noise=0.001))
    return library, Model((0, 1, 2), (), np.array([1.0, 0.5, -0.2]), 0)


def pulls(library, truth):
    """Errors over standard errors: plain ones, and with levels and error of integration."""
    model = minimised(library, assessed(library, truth))
    error = np.delete(model.psi - truth.psi, model.lead)
    seen = inflated(library, model.chi2 / library.system.rows)
    plain = np.diagonal(covariance_of(seen, model))
    levels = seen_levels(library, model, library.system.rows)
    between = error_of_integration(library, model)
    full = np.diagonal(covariance_of(library, model, (), levels)) + between**2
    return error / np.sqrt(plain), error / np.sqrt(full)


@pytest.mark.parametrize("noise", [0.001, 0.01])
def test_standard_errors_hold_where_fields_jump(noise):
    found = np.array([pulls(*population(seed, noise)) for seed in range(3)])
    plain, full = np.sqrt(np.mean(found**2, axis=(0, 2)))
    assert full < 1.5
    assert full < 0.8 * plain


def test_standard_errors_hold_where_fronts_are_between_the_points():
    found = np.array([pulls(*front(seed))[1] for seed in range(3)])
    assert np.sqrt(np.mean(found**2)) < 1.5


def test_a_level_common_to_all_samples_is_that_of_the_noise():
    library, truth = population(0, 0.01)
    model = assessed(library, truth)
    levels = [np.full(10, 0.3)]
    one = covariance_of(library, model, (), levels)
    other = covariance_of(inflated(library, 0.3), model)
    np.testing.assert_allclose(one, other, rtol=1e-6)


def test_levels_of_one_change_nothing():
    library, truth = front(0)
    model = assessed(library, truth)
    ones = [np.ones(len(g.mean)) for g in library.system.groups]
    np.testing.assert_allclose(
        covariance_of(library, model, (), ones), covariance_of(library, model), rtol=1e-9
    )


def test_the_level_of_a_sample_whose_noise_is_overstated_is_low():
    library, truth = population(0, 0.01)
    (levels,) = seen_levels(library, assessed(library, truth), library.system.rows)
    spreads = library.system.groups[0].mean.std(axis=(1, 2, 3))
    true_levels = (0.01 * spreads / library.system.groups[0].noise_sd[:, 0]) ** 2
    assert np.corrcoef(np.log(levels), np.log(true_levels))[0, 1] > 0.8


def test_the_error_of_integration_falls_with_the_spacing():
    text = """coordinates t
fields u
data "u.npz" { sample = sample }
dictionary { d_t(u), d_tt(u), u }
known { 1.25*sin(3*t) }
grammar none
test bsplines { count = 6, degree = 4, support = 0.6 }
"""
    steps = []
    for points in (12, 23, 45):
        simulation = oscillator.simulate(0, points=points, noise=0.0)
        library = library_of(text, simulation)
        model = minimised(library, Model((0, 1, 2), (), np.array([1, 0.25, 4.0, -1.0]), 1))
        steps.append(np.linalg.norm(error_of_integration(library, model)))
    assert steps[0] > 4 * steps[1] > 16 * steps[2] > 0
