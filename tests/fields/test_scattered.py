import numpy as np
import pytest

from pdedsl.fields import Binding, estimate, from_mapping
from pdedsl.fields.scattered import MOST_POINTS, automatic_axes, chosen_points, fit_points

SCATTER = Binding(("t", "x"), ("u",))


def field(t, x):
    return np.sin(5 * t) * np.exp(x)


def scattered(count, noise, seed=0):
    rng = np.random.default_rng(seed)
    t, x = rng.uniform(size=(2, count)) * [[1.0], [2.0]]
    return from_mapping(
        {"t": t, "x": x, "u": field(t, x) + noise * rng.normal(size=count)}, SCATTER
    )


def test_scattered_points_give_an_estimate_on_a_grid():
    (found,) = estimate(scattered(300, 0.05))
    t, x = found.grid.axes
    error = found.mean[0] - field(t[:, None], x)
    assert np.sqrt(np.mean(error**2)) < 0.05
    np.testing.assert_array_equal(found.observed, found.mean)
    per_point = found.noise_sd[0] / np.sqrt(found.grid.size / 300)
    assert per_point == pytest.approx(0.05, rel=0.2)
    assert "300 of 300 used" in found.notes[0]


def test_noise_of_scattered_points_may_be_given():
    (found,) = estimate(scattered(100, 0.05), noise=0.1)
    assert found.noise_sd[0] == pytest.approx(0.1 * np.sqrt(found.grid.size / 100))


def test_a_grid_with_a_hole_is_estimated_on_that_grid():
    t, x = np.linspace(0, 1, 12), np.linspace(0, 2, 14)
    values = field(t[:, None], x) + 0.02 * np.random.default_rng(0).normal(size=(12, 14))
    holed = values.copy()
    holed[5, 6] = np.nan
    binding = Binding(("t", "x"), ("u",), missing="drop")
    (found,) = estimate(from_mapping({"t": t, "x": x, "u": holed}, binding))
    (whole,) = estimate(from_mapping({"t": t, "x": x, "u": values}, SCATTER))
    assert found.grid.same_as(whole.grid)
    assert found.prior[0].length_scales == pytest.approx(whole.prior[0].length_scales, rel=0.1)
    assert found.noise_sd[0] == pytest.approx(whole.noise_sd[0], rel=0.1)
    np.testing.assert_allclose(found.mean, whole.mean, atol=0.05)


def test_three_coordinates_are_read_off_like_two():
    rng = np.random.default_rng(1)
    t, x, y = rng.uniform(size=(3, 250))
    arrays = {"t": t, "x": x, "y": y, "u": t + np.sin(3 * x) * y}
    (found,) = estimate(from_mapping(arrays, Binding(("t", "x", "y"), ("u",))))
    axes = tuple(np.linspace(low + 0.1, high - 0.1, 4) for low, high in found.grid.ranges)
    a, b, c = np.meshgrid(*axes, indexing="ij")
    np.testing.assert_allclose(found.on(axes)[0], a + np.sin(3 * b) * c, atol=0.02)


def test_large_samples_are_drawn_from_by_seed():
    assert len(chosen_points(100, 0)) == 100
    first = chosen_points(5000, 1)
    assert len(np.unique(first)) == MOST_POINTS
    np.testing.assert_array_equal(first, chosen_points(5000, 1))
    assert not np.array_equal(first, chosen_points(5000, 2))


def test_automatic_axes_resolve_the_length_scales_within_limits():
    points = np.random.default_rng(0).uniform(size=(500, 2))
    axes = automatic_axes(points, np.array([0.1, 1e-4]))
    assert [len(axis) for axis in axes] == [51, 64]
    assert [len(a) for a in automatic_axes(points, np.array([9.0, 9.0]))] == [20, 20]
    np.testing.assert_allclose([a[0] for a in axes], points.min(axis=0))
    np.testing.assert_allclose([a[-1] for a in axes], points.max(axis=0))


@pytest.mark.parametrize("noise", [0.001, 0.01, 0.1])
@pytest.mark.parametrize("seed", range(3))
def test_the_noise_of_points_is_found_whatever_the_draw(noise, seed):
    """A search for length scales that stands still where it began finds three times the noise."""
    rng = np.random.default_rng(seed)
    t, x = points = rng.uniform(size=(2, 300))
    rate = 0.1 * np.pi**2
    u = np.exp(-rate * t) * np.sin(np.pi * x) + 0.5 * np.exp(-4 * rate * t) * np.sin(2 * np.pi * x)
    fit = fit_points(points.T, u + noise * rng.normal(size=t.size), None, seed)
    assert fit.noise_sd == pytest.approx(noise, rel=0.2)


def test_points_of_a_grid_with_a_hole_have_their_noise():
    t, x = (
        a.ravel() for a in np.meshgrid(*(np.linspace(0, 1, n) for n in (30, 40)), indexing="ij")
    )
    rate = 0.1 * np.pi**2
    u = np.exp(-rate * t) * np.sin(np.pi * x) + 0.5 * np.exp(-4 * rate * t) * np.sin(2 * np.pi * x)
    u = u + 0.01 * np.random.default_rng(0).normal(size=t.size)
    outside = (np.abs(t - 0.5) > 0.2) | (np.abs(x - 0.46) > 0.17)
    points = np.stack([t, x], axis=1)[outside]
    for seed in range(3):
        assert fit_points(points, u[outside], None, seed).noise_sd == pytest.approx(0.01, rel=0.2)
