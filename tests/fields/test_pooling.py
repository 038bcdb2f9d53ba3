"""Repetitions of few points agree about their noise; many points, or few samples, need not."""

import numpy as np
import pytest

from pdedsl.fields.gaussian_process import fit_grid
from pdedsl.fields.pooling import FEWEST, MOST

T = np.linspace(0, 2, 10)


def oscillations(count, points=T.size):
    """Damped and driven, from random initial states."""
    rng = np.random.default_rng(11)
    t = np.linspace(0, 2, points)
    a, b = rng.uniform(-2, 2, (2, count, 1))
    return np.exp(-t) * (a * np.cos(3 * t) + b * np.sin(3 * t)) + 0.3 * np.sin(3 * t - 1)


def noise_of(fields, kinds):
    fits = fit_grid((np.linspace(0, 2, fields.shape[1]),), fields, (None,) * len(fields), kinds)
    return np.array([fit.noise_sd for fit in fits])


@pytest.mark.parametrize("relative", [True, False])
@pytest.mark.parametrize("seed", range(3))
def test_the_noise_of_ten_samples_of_ten_points_is_found(relative, seed):
    clean = oscillations(10)
    truth = 0.03 * (clean.std(axis=1) if relative else np.full(10, clean.std()))
    noisy = clean + truth[:, None] * np.random.default_rng(seed).normal(size=clean.shape)
    alone, together = noise_of(noisy, ()), noise_of(noisy, (0,) * 10)
    assert np.all(np.abs(np.log(together / truth)) < 1.2)
    error, before = (np.mean(np.log(found / truth) ** 2) for found in (together, alone))
    assert error < max(before, 0.1)


def test_without_pooling_a_sample_can_seem_to_have_no_noise_at_all():
    clean = oscillations(10)
    found = []
    for seed in range(6):
        noise = 0.03 * clean.std(axis=1)[:, None]
        noisy = clean + noise * np.random.default_rng(seed).normal(size=clean.shape)
        found.append(noise_of(noisy, ()) / noise[:, 0])
    assert np.min(found) < 1e-3


def test_kinds_do_not_mix():
    clean = oscillations(10)
    rng = np.random.default_rng(0)
    rough = clean + 0.3 * clean.std(axis=1)[:, None] * rng.normal(size=clean.shape)
    fine = clean + 0.003 * clean.std(axis=1)[:, None] * rng.normal(size=clean.shape)
    both = noise_of(np.concatenate([rough, fine]), (0,) * 10 + (1,) * 10)
    np.testing.assert_allclose(both[:10], noise_of(rough, (0,) * 10))
    np.testing.assert_allclose(both[10:], noise_of(fine, (0,) * 10))


@pytest.mark.parametrize(("count", "points"), [(FEWEST - 1, 10), (10, MOST + 1)])
def test_few_samples_and_many_points_are_taken_as_they_are(count, points):
    fields = oscillations(count, points)
    fields = fields + 0.02 * np.random.default_rng(3).normal(size=fields.shape)
    np.testing.assert_array_equal(noise_of(fields, ()), noise_of(fields, (0,) * count))


def test_a_sample_whose_noise_is_truly_larger_stays_so():
    clean = oscillations(10, 60)
    scale = 0.01 * clean.std(axis=1)
    scale[4] *= 20
    noisy = clean + scale[:, None] * np.random.default_rng(5).normal(size=clean.shape)
    found = noise_of(noisy, (0,) * 10)
    assert found[4] == pytest.approx(scale[4], rel=0.35)
