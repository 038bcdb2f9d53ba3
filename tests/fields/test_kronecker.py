"""Modes of an axis: from two halves where it is symmetric, and those of its matrix either way."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pdedsl.fields import kronecker
from pdedsl.fields.kronecker import axis_spectrum
from pdedsl.fields.prior import correlation


def checked(axis, length):
    """The modes, which are orthonormal, sorted, and give the matrix back."""
    found = axis_spectrum(axis, length)
    matrix = correlation(axis, axis, length)
    n = len(axis)
    assert np.all(np.diff(found.values) >= -1e-12 * n)
    assert np.all(found.values >= 0)
    np.testing.assert_allclose(found.vectors.T @ found.vectors, np.eye(n), atol=1e-13 * n)
    again = (found.vectors * found.values) @ found.vectors.T
    np.testing.assert_allclose(again, matrix, atol=1e-14 * n)
    return found


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.integers(2, 41), st.floats(0.02, 5.0), st.booleans())
def test_halves_give_the_modes_of_the_whole(count, length, is_even):
    half = np.sort(np.random.default_rng(count).uniform(0.01, 1.0, count))
    axis = np.concatenate([-half[::-1], half if is_even else [0.0, *half]]) + 3.0
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kronecker, "HALVED", 2)
        found = checked(axis, length)
        patch.setattr(kronecker, "HALVED", 10**6)
        whole = checked(axis, length)
    np.testing.assert_allclose(found.values, whole.values, atol=1e-13 * len(axis))


@pytest.mark.parametrize("count", [128, 129, 256])
def test_long_axes_of_equal_steps_are_halved(count, monkeypatch):
    axis, asked = np.linspace(-1, 7, count), []
    halves = kronecker._of_halves
    monkeypatch.setattr(kronecker, "_of_halves", lambda x, l: asked.append(x) or halves(x, l))
    checked(axis, 0.4)
    assert len(asked) == 1
    bent = axis + 1e-3 * (axis - axis[0]) ** 2
    checked(bent, 0.4)
    assert len(asked) == 1
