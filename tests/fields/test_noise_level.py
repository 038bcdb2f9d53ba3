import numpy as np
import pytest

from pdedsl.fields.gaussian_process import fit_grid
from pdedsl.fields.thinning import strides

T, X = np.linspace(0, 2, 30), np.linspace(0, 2, 30)
SMOOTH = {
    "wave": np.sin(3 * T)[:, None] * np.cos(2 * X),
    "growth": np.exp(1.2 * T)[:, None] + X**2,
    "hill": np.exp(-4 * (T[:, None] - 1) ** 2 - 6 * (X - 0.8) ** 2),
}
LEVELS = (0.001, 0.01, 0.05, 0.2)


def with_noise(field, level, seed):
    noise = np.random.default_rng(seed).normal(size=field.shape)
    return field + level * field.std() * noise, level * field.std()


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("field", SMOOTH.values(), ids=SMOOTH)
def test_noise_of_a_smooth_field_is_recovered(field, level):
    noisy, truth = zip(*(with_noise(field, level, seed) for seed in range(5)), strict=True)
    for fit, sigma in zip(fit_grid((T, X), np.stack(noisy), (None,) * 5), truth, strict=True):
        assert fit.noise_sd == pytest.approx(sigma, rel=0.15)


@pytest.mark.parametrize("field", SMOOTH.values(), ids=SMOOTH)
def test_estimate_is_closer_to_the_truth_than_the_data(field):
    noisy, sigma = with_noise(field, 0.1, 0)
    (fit,) = fit_grid((T, X), noisy[None], (None,))
    error = np.sqrt(np.mean((fit.curve.on((T, X)) - field) ** 2))
    assert error < 0.35 * sigma


@pytest.mark.parametrize("field", SMOOTH.values(), ids=SMOOTH)
def test_clean_data_are_reproduced_and_called_clean(field):
    (fit,) = fit_grid((T, X), field[None], (None,))
    assert 0.999e-6 * field.std() <= fit.noise_sd < 1e-4 * field.std()
    assert np.abs(fit.curve.on((T, X)) - field).max() < 1e-3 * field.std()
    between = (T[:-1] + T[1:]) / 2
    finer = fit.curve.on((between, X))
    assert np.abs(finer - (field[1:] + field[:-1]) / 2).max() < 0.05 * field.std()


@pytest.mark.parametrize("level", [0.01, 0.1, 0.3])
def test_fifteen_periods_are_not_taken_for_noise(level):
    t = np.linspace(0, 40, 300)
    swing = np.sin(2 * np.pi * 15 / 40 * t) * np.exp(-0.01 * t)
    noisy, sigma = with_noise(swing, level, 1)
    (fit,) = fit_grid((t,), noisy[None], (None,))
    assert fit.noise_sd == pytest.approx(sigma, rel=0.15)
    assert 0.1 < fit.prior.length_scales[0] < 3.0


def test_white_noise_is_taken_for_noise():
    noise = np.random.default_rng(3).normal(size=(5, 20, 20))
    axes = (np.linspace(0, 1, 20),) * 2
    for fit, field in zip(fit_grid(axes, noise, (None,) * 5), noise, strict=True):
        assert fit.noise_sd > 0.8 * field.std()


def test_long_axes_are_fitted_on_part_of_their_points():
    assert strides((30, 30)) == (1, 1)
    assert strides((256, 101)) == (1, 1)
    assert strides((1024,)) == (4,)
    steps = strides((1024, 251, 40))
    assert np.prod(np.ceil(np.array([1024, 251, 40]) / steps)) <= 40_000


@pytest.mark.parametrize("periods", [2, 60])
def test_noise_of_a_long_series_is_recovered_whether_it_varies_slowly_or_fast(periods):
    t = np.linspace(0, 1, 520)
    noisy, sigma = with_noise(np.sin(2 * np.pi * periods * t), 0.1, 2)
    (fit,) = fit_grid((t,), noisy[None], (None,))
    assert fit.noise_sd == pytest.approx(sigma, rel=0.15)


def test_a_long_series_with_known_noise_keeps_it():
    t = np.linspace(0, 1, 520)
    noisy, _ = with_noise(np.sin(20 * t), 0.1, 2)
    (fit,) = fit_grid((t,), noisy[None], (0.05,))
    assert fit.noise_sd == pytest.approx(0.05, rel=1e-3)
