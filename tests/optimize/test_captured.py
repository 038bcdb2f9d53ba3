"""Test functions see slow sources, and faster ones only as aliases of these."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pdedsl import discover
from pdedsl.optimize.captured import LEAST, captured
from pdedsl.weak.quadrature import spline_quadrature
from pdedsl.weak.testfunctions import bsplines

POINTS = np.linspace(0.0, 12.0, 200)
FUNCTIONS = bsplines(0.0, 12.0, degree=3, count=16, support=0.25)
RULE = spline_quadrature(POINTS, FUNCTIONS, 0)
SPACING = 0.6
"""From one test function to the next."""


def share(values):
    return float(captured([RULE], values))


@pytest.mark.parametrize(
    "values",
    [
        np.ones(200),
        POINTS**3,
        np.exp(-POINTS),
        np.exp(20 * POINTS / 12),
        1.0 / (POINTS + 0.1),
        np.exp(-(((POINTS - 6) / (0.5 * SPACING)) ** 2)),
        np.where(POINTS > 6, 1.0, 0.0),
    ],
)
def test_what_is_slow_or_large_in_one_place_is_seen(values):
    assert 0.5 < share(values) < 3.0


@settings(deadline=None)
@given(st.floats(0.05, 0.8), st.floats(0, 6), st.integers(1, 3))
def test_a_slow_wave_is_seen_and_its_aliases_are_not(part, phase, fold):
    slow = part * np.pi / SPACING
    assert share(np.cos(slow * POINTS + phase)) > 0.5
    for fast in (2 * np.pi * fold / SPACING - slow, 2 * np.pi * fold / SPACING + slow):
        if fast < 0.5 * np.pi / (POINTS[1] - POINTS[0]):
            assert share(np.cos(fast * POINTS + phase)) < LEAST


def test_the_share_does_not_depend_on_units_and_follows_each_axis():
    rng = np.random.default_rng(0)
    values = rng.normal(size=(3, 200)).cumsum(axis=1)
    np.testing.assert_allclose(captured([RULE], 1e5 * values), captured([RULE], values))
    both = np.cos(values)[:, :, None] * np.sin(0.3 * POINTS)
    apart = captured([RULE], np.cos(values)) * share(np.sin(0.3 * POINTS))
    np.testing.assert_allclose(captured([RULE, RULE], both), apart)
    flat = np.broadcast_to(values[:, :, None], (3, 200, 200))
    np.testing.assert_allclose(
        captured([RULE, RULE], values[:, :, None]), captured([RULE, RULE], flat)
    )


def test_a_number_is_seen_on_any_number_of_axes():
    for axes in (1, 2, 3):
        assert captured([RULE] * axes, np.array(2.5)) == pytest.approx(share(np.ones(200)) ** axes)


@pytest.mark.parametrize("values", [np.full(200, np.nan), np.full(200, np.inf), np.zeros(200)])
def test_nothing_and_what_is_not_finite_is_not_seen(values):
    assert share(values) == 0.0


@pytest.mark.parametrize("omega", [1.4, 2.1, 2.9])
def test_a_driven_relaxation_has_the_frequency_that_drives_it(omega):
    """With cos(10.5 t) of amplitude 10^5 in its place the equation was identified."""
    text = """coordinates t
fields u
data "house.npz" { sample = run }
dictionary { d_t(u) }
grammar forcing g(t, u)
search { population = 200, generations = 8 }
"""
    rng = np.random.default_rng(int(10 * omega))
    size = 3.0 / np.hypot(0.5, omega)
    lag = 0.4 - np.arctan2(omega, 0.5)
    start = np.array([0.0, 3.0, 6.0])[:, None]
    u = 2.0 + size * np.sin(omega * POINTS + lag)
    u = u + (start - 2.0 - size * np.sin(lag)) * np.exp(-0.5 * POINTS)
    data = {"t": POINTS, "run": np.arange(3), "u": u + 0.02 * rng.normal(size=u.shape)}
    found = discover(text, data)
    assert found.verdict == "identified"
    values = sorted(abs(n.value) for n in found.equations[0].free_numbers)
    assert min(abs(v - omega) for v in values) < 0.01
    assert max(values) < 10
