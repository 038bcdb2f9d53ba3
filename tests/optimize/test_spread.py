"""Standard errors of the errors-in-variables estimate, where columns are partly noise."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar

from pdedsl.optimize.bank import Stack
from pdedsl.optimize.evidence import chi2, information, noise_share, spreads
from pdedsl.optimize.fit import cautious, sandwich
from pdedsl.optimize.symmetric import packed

ROWS, POINTS, SLOPE = 40, 90, 0.7


def system(rng):
    """Two columns, the first SLOPE times the second but for noise that both share in part."""
    signal = rng.normal(size=ROWS)
    left, right = rng.normal(size=(2, ROWS, POINTS)) / np.sqrt(POINTS)
    return signal, left, right


def stack(signal, left, right, noise):
    """The columns of one draw, with the products of their exact Jacobians."""
    clean = np.array([SLOPE * signal, signal])[:, None]
    z = clean + np.array([left @ noise, right @ noise])[:, None]
    cross = tuple(a @ b.T for a, b in ((left, left), (left, right), (right, right)))
    both = cross[1] + cross[1].T
    blocks = packed(np.array([cross[0], both, cross[2]])[:, None])
    pairs = np.array([0, 0, 1]), np.array([0, 1, 1])
    return Stack(
        z, clean, *pairs, blocks, tuple(c[None] for c in cross), lambda: blocks, np.ones(1)
    )


def estimated(s):
    """The slope by chi2, with its standard error and that of least squares."""
    value = minimize_scalar(
        lambda a: chi2([s], np.array([1.0, -a])).value, bounds=(SLOPE - 2, SLOPE + 2)
    ).x
    psi = np.array([1.0, -value])
    free = np.ix_([1], [1])
    variances = [sandwich(a[free], b[free])[0, 0] for a, b in spreads([s], psi)]
    return value, *np.sqrt(variances), information([s], psi)[1, 1] ** -0.5


def test_standard_errors_hold_where_a_column_is_mostly_noise():
    rng = np.random.default_rng(3)
    shared = system(rng)
    draws = [estimated(stack(*shared, rng.normal(size=POINTS))) for _ in range(400)]
    value, by_data, by_field, plain = np.array(draws).T
    for error in (by_data, by_field):
        pulls = (value - SLOPE) / error
        assert abs(np.median(pulls)) < 0.15
        assert np.quantile(np.abs(pulls), 0.68) == pytest.approx(1.0, abs=0.15)
    assert np.quantile(np.abs(value - SLOPE) / plain, 0.68) > 1.25


def test_without_noise_in_the_other_columns_it_is_least_squares():
    rng = np.random.default_rng(4)
    signal, left, right = system(rng)
    s = stack(signal, left, 0 * right, rng.normal(size=POINTS))
    psi = np.array([1.0, -SLOPE])
    for a, b in spreads([s], psi):
        assert a[1, 1] == pytest.approx(b[1, 1]) == pytest.approx(information([s], psi)[1, 1])


@given(
    st.integers(0, 10**6), st.floats(0.1, 10.0), st.floats(-3.0, 3.0).filter(lambda c: abs(c) > 0.1)
)
def test_curvature_and_spread_follow_the_scale_of_psi(seed, scale, slope):
    rng = np.random.default_rng(seed)
    s = stack(*system(rng), rng.normal(size=POINTS))
    psi = np.array([1.0, -slope])
    flat = ([m for pair in spreads([s], p) for m in pair] for p in (psi, scale * psi))
    for one, other in zip(*flat, strict=True):
        np.testing.assert_allclose(one, other * scale**2, rtol=1e-8, atol=1e-8 * np.abs(one).max())


def test_noise_makes_of_the_columns_what_its_share_says():
    rng = np.random.default_rng(5)
    signal, left, right = system(rng)
    psi = np.array([1.0, -SLOPE])
    stacks = [stack(0 * signal, left, right, rng.normal(size=POINTS)) for _ in range(600)]
    seen = np.mean([information([s], psi) for s in stacks], axis=0)
    np.testing.assert_allclose(seen, noise_share(stacks[0], psi), atol=0.05 * seen.max())


def test_directions_without_signal_have_a_large_but_finite_variance():
    b = np.diag([1.0, 2.0])
    found = sandwich(np.diag([0.5, -0.3]), b)
    assert found[0, 0] == pytest.approx(4.0)
    assert 1e3 < found[1, 1] < np.inf
    assert sandwich(np.zeros((0, 0)), np.zeros((0, 0))).shape == (0, 0)


def test_the_cautious_covariance_has_the_larger_variances():
    one = np.array([[4.0, 1.0, 0.0], [1.0, 9.0, 0.0], [0.0, 0.0, 1.0]])
    other = np.diag([1.0, 4.0, 25.0])
    for found in (cautious(one, other), cautious(other, one)):
        np.testing.assert_allclose(np.diagonal(found), [4.0, 9.0, 25.0])
        assert found[0, 1] / 6.0 == pytest.approx(1.0 / 6.0)
    assert cautious(np.zeros((0, 0)), np.zeros((0, 0))).shape == (0, 0)
