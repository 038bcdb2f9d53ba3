import numpy as np
import pytest

from pdedsl.experiments.initial_condition import draw_gaussian_process


def draws(count, **options):
    rng = np.random.default_rng(0)
    return [draw_gaussian_process(rng, 2.0, 0.4, **options) for _ in range(count)]


def test_draws_have_the_covariance_of_the_kernel():
    x = np.array([0.0, 0.3, 1.0, 2.0])
    values = np.array([draw(x) for draw in draws(1000)])
    kernel = np.exp(-0.5 * ((x[:, None] - x) / 0.4) ** 2)
    # four standard errors of a covariance of 1000 unit normals
    np.testing.assert_allclose(np.cov(values.T), kernel, atol=4 * np.sqrt(2 / 1000))


def test_curvature_of_draws_is_that_of_the_process():
    bends = np.array([draw.deriv(2)(np.linspace(0, 2, 9)) for draw in draws(500)])
    assert bends.std() == pytest.approx(np.sqrt(3) / 0.4**2, rel=0.1)


def test_last_coefficients_vanish():
    for draw in draws(20):
        assert np.abs(draw.coef[-3:]).max() < 1e-7 * np.abs(draw.coef).max()


def test_pinned_draws_vanish_at_both_ends_and_only_there():
    for draw in draws(20, pinned=True):
        assert np.abs(draw(np.array([0.0, 2.0]))).max() < 1e-12
        assert np.abs(draw(np.linspace(0.2, 1.8, 9))).max() > 0.1


def test_pinned_draws_have_the_conditioned_variance():
    values = np.array([draw(0.4) for draw in draws(1000, pinned=True)])
    # far from the right end: 1 - k(0.4)^2 with k one length scale away
    assert values.var() == pytest.approx(1 - np.exp(-1.0), rel=0.1)
