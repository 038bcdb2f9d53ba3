"""Large grids: the same process, from the modes of its axes."""

import numpy as np
import pytest

from pdedsl.fields.arrays import read_only, settled, together
from pdedsl.fields.axis_modes import axis_modes, shortest_length
from pdedsl.fields.curve import ModesCurve
from pdedsl.fields.gaussian_process import fit_grid
from pdedsl.fields.kronecker import apply_each, axis_spectrum, outer
from pdedsl.fields.prior import correlation

T, X = np.linspace(0, 3, 300), np.geomspace(1, 2, 40)
CLEAN = np.sin(3 * T[:, None] + 2 * X) + 0.5 * np.exp(-T[:, None]) * X


def noisy(clean, noise, seed=0):
    return clean + noise * np.random.default_rng(seed).standard_normal(clean.shape)


@pytest.mark.parametrize("axis", [np.linspace(0, 1, 400), np.geomspace(1, 5, 400)])
@pytest.mark.parametrize("length", [0.004, 0.03, 0.3, 5.0])
def test_modes_are_orthonormal_and_make_the_correlation(axis, length):
    found = axis_modes(axis, length)
    size = len(found.values)
    exact = correlation(axis, axis, length)
    made = (found.vectors * found.values) @ found.vectors.T
    np.testing.assert_allclose(made, exact, atol=1e-11)
    np.testing.assert_allclose(found.vectors.T @ found.vectors, np.eye(size), atol=1e-12)


def test_the_estimate_is_the_exact_posterior_mean_on_and_off_the_grid():
    field = noisy(CLEAN, 0.1)
    (fit,) = fit_grid((T, X), field[None], (None,))
    assert isinstance(fit.curve, ModesCurve)
    prior, axes = fit.prior, (T, X)
    spectra = [axis_spectrum(x, l) for x, l in zip(axes, prior.length_scales, strict=True)]
    turned = apply_each([s.vectors.T for s in spectra], field - prior.mean)
    variance = prior.signal_sd**2 * outer([s.values for s in spectra]) + fit.noise_sd**2
    weights = apply_each([s.vectors for s in spectra], turned / variance)
    for new in ((T, X), (T[3:-5] + 0.001, X), (np.linspace(0, 3, 50), np.linspace(1, 2, 7))):
        factors = [
            prior.axis_covariance(i, n, o) for i, (n, o) in enumerate(zip(new, axes, strict=True))
        ]
        exact = prior.mean + prior.signal_sd**2 * apply_each(factors, weights)
        np.testing.assert_allclose(fit.curve.on(new), exact, atol=1e-8)


@pytest.mark.parametrize("noise", [0.0, 0.02, 0.5])
def test_the_noise_is_found_within_a_few_percent(noise):
    (fit,) = fit_grid((T, X), noisy(CLEAN, noise)[None], (None,))
    if noise:
        assert fit.noise_sd == pytest.approx(noise, rel=0.03)
    else:
        assert fit.noise_sd < 1e-4 * CLEAN.std()


def test_a_series_of_twenty_thousand_points_is_smoothed_with_its_noise_level():
    t = np.linspace(0, 20, 20_000)
    clean = np.exp(-0.1 * t) * np.cos(2 * t)
    (fit,) = fit_grid((t,), noisy(clean, 0.05)[None], (None,))
    assert fit.noise_sd == pytest.approx(0.05, rel=0.03)
    assert np.sqrt(np.mean((fit.curve.on((t,)) - clean) ** 2)) < 0.05 * 0.1


def test_a_field_is_estimated_as_it_is_beside_others():
    fields = np.stack([noisy(CLEAN, 0.1), 5 + 3 * noisy(CLEAN**2, 0.02, seed=1)])
    both = fit_grid((T, X), fields, (None, None))
    for field, fit in zip(fields, both, strict=True):
        (alone,) = fit_grid((T, X), field[None], (None,))
        assert alone.noise_sd == pytest.approx(fit.noise_sd, rel=1e-6)
        np.testing.assert_allclose(alone.curve.on((T, X)), fit.curve.on((T, X)), atol=1e-4)


def test_no_mode_is_held_of_an_axis_too_long_for_it():
    axis = np.linspace(0, 1, 50_000)
    assert axis_modes(axis, 1e-6).vectors.shape[1] <= 200
    assert shortest_length(axis) > 1e-3


def test_settled_arrays_are_shared_and_others_copied():
    values = settled(np.ones((3, 4)))
    assert read_only(values) is values
    assert together(list(values)) is values
    mine = np.arange(3.0)
    assert not np.shares_memory(read_only(mine), mine)
    view = mine[:]
    view.setflags(write=False)
    assert not np.shares_memory(read_only(view), mine)
    np.testing.assert_array_equal(together([values[1], values[0]]), values[[1, 0]])
