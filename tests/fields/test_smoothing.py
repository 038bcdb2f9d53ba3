import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.interpolate import make_smoothing_spline

from pdedsl.fields.smoothing import smooth_along, smoothing_curve


@given(seed=st.integers(0, 1000), log_penalty=st.floats(-4, 3))
def test_a_smoothing_spline_equals_scipys_for_the_same_penalty(seed, log_penalty):
    rng = np.random.default_rng(seed)
    x = np.cumsum(rng.uniform(0.5, 1.5, size=15))
    y = rng.normal(size=15)
    penalty = 10**log_penalty
    unit = np.mean(np.diff(x))
    expected = make_smoothing_spline(x / unit, y, lam=penalty)(x / unit)
    np.testing.assert_allclose(smooth_along(x, y, 0, penalty), expected, atol=1e-7)


@given(slope=st.floats(-10, 10), level=st.floats(-10, 10))
def test_straight_lines_are_smooth_already(slope, level):
    x = np.linspace(0, 3, 12)
    line = level + slope * x
    np.testing.assert_allclose(smooth_along(x, line, 0, 1e4), line, atol=1e-6)


@pytest.mark.parametrize("axis", [0, 1])
def test_every_line_along_an_axis_is_smoothed_alike(axis):
    x = np.linspace(0, 1, 10)
    values = np.random.default_rng(0).normal(size=(10, 10))
    whole = smooth_along(x, values, axis, 2.0)
    for k in range(10):
        line = np.take(values, k, axis=1 - axis)
        alone = smooth_along(x, line, 0, 2.0)
        np.testing.assert_allclose(np.take(whole, k, axis=1 - axis), alone, atol=1e-10)


@pytest.mark.parametrize("level", [0.01, 0.1, 0.3])
def test_cross_validation_brings_the_data_closer_to_the_truth(level):
    t, x = np.linspace(0, 1, 30), np.linspace(0, 2, 25)
    truth = np.sin(4 * t)[:, None] * np.cos(2 * x)
    noise = level * np.random.default_rng(1).normal(size=truth.shape)
    smooth = smoothing_curve((t, x), truth + noise).on((t, x))
    assert np.sqrt(np.mean((smooth - truth) ** 2)) < 0.5 * level
