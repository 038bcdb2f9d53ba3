"""Sine and cosine of the search are those of NumPy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from pdedsl.optimize import trigonometry
from pdedsl.optimize.trigonometry import cosine, sine

ANGLES = st.floats(-1e9, 1e9)
EPSILON = np.finfo(float).eps


@pytest.mark.parametrize("is_quick", [True, False])
@given(x=arrays(float, array_shapes(min_dims=0, max_dims=3), elements=ANGLES))
def test_as_numpy_has_them(is_quick, x):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(trigonometry, "QUICK", is_quick)
        assert np.all(np.abs(sine(x) - np.sin(x)) <= 3 * EPSILON)
        assert np.all(np.abs(cosine(x) - np.cos(x)) <= 3 * EPSILON)
        assert sine(x).shape == cosine(x).shape == x.shape


@pytest.mark.parametrize("is_quick", [True, False])
def test_at_quarters_of_a_turn(is_quick, monkeypatch):
    monkeypatch.setattr(trigonometry, "QUICK", is_quick)
    x = np.arange(-400, 401) * np.pi / 2
    np.testing.assert_allclose(sine(x), np.sin(x), atol=3 * EPSILON)
    np.testing.assert_allclose(cosine(x), np.cos(x), atol=3 * EPSILON)


@pytest.mark.parametrize("is_quick", [True, False])
def test_small_angles_keep_their_digits(is_quick, monkeypatch):
    monkeypatch.setattr(trigonometry, "QUICK", is_quick)
    x = np.array([1e-300, -1e-17, 1e-8, np.pi - 1e-9])
    np.testing.assert_allclose(sine(x), np.sin(x), rtol=1e-15)


@pytest.mark.parametrize("is_quick", [True, False])
def test_an_infinite_angle_has_none(is_quick, monkeypatch):
    monkeypatch.setattr(trigonometry, "QUICK", is_quick)
    with np.errstate(invalid="ignore"):
        for f in (sine, cosine):
            assert np.isnan(f(np.array([np.inf, -np.inf, np.nan]))).all()


def test_argument_is_left_alone():
    x = np.linspace(0, 7, 50)
    before = x.copy()
    sine(x), cosine(x)
    np.testing.assert_array_equal(x, before)
