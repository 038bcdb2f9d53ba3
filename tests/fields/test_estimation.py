import pickle

import numpy as np
import pytest

from pdedsl.errors import DataError, SpecificationError
from pdedsl.fields import METHODS, Binding, Dataset, Sample, SamplingGrid, estimate, from_mapping
from pdedsl.fields.gaussian_process import fit_grid

T, X = np.linspace(0, 1, 12), np.linspace(0, 2, 15)
RNG = np.random.default_rng(5)
U = np.sin(3 * T)[:, None] * np.cos(2 * X)
NOISY = U + 0.05 * RNG.normal(size=(3, 2, 12, 15))
DATA = from_mapping(
    {"run": np.arange(3), "t": T, "x": X, "u": NOISY[:, 0], "v": NOISY[:, 1]},
    Binding(("t", "x"), ("u", "v"), sample="run"),
)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_gives_estimate_noise_and_prior(method):
    estimates = estimate(DATA, method)
    assert len(estimates) == 3
    for k, found in enumerate(estimates):
        np.testing.assert_array_equal(found.observed, NOISY[k])
        assert found.mean.shape == (2, 12, 15)
        assert found.noise_sd == pytest.approx([0.05, 0.05], rel=0.2)
        assert len(found.prior) == len(found.curves) == 2
        assert np.abs(found.mean - U).max() < 0.25
        np.testing.assert_allclose(found.on((T, X)), found.mean, atol=1e-9)
        assert found.on((T[2:5], X[:4])).shape == (2, 3, 4)


@pytest.mark.parametrize("method", ["cubic", "linear", "nearest"])
def test_interpolation_keeps_the_data_as_they_are(method):
    for found in estimate(DATA, method):
        np.testing.assert_allclose(found.mean, found.observed, atol=1e-12)


@pytest.mark.parametrize(("method", "degree"), [("cubic", 3), ("linear", 1), ("nearest", 0)])
def test_interpolation_is_exact_for_polynomials_of_its_degree(method, degree):
    field = (
        (1 + T**degree)[:, None] * (2 + X**degree) if degree else np.sign(T - 0.5)[:, None] + 0 * X
    )
    sample = Sample(SamplingGrid(("t", "x"), (T, X)), field[None])
    (found,) = estimate(Dataset(("t", "x"), ("u",), (sample,)), method, noise=0.1)
    t, x = np.linspace(0, 1, 31), np.linspace(0, 2, 17)
    t = t[np.abs(t - 0.5) > 1e-6]
    exact = (
        (1 + t**degree)[:, None] * (2 + x**degree) if degree else np.sign(t - 0.5)[:, None] + 0 * x
    )
    np.testing.assert_allclose(found.on((t, x))[0], exact, atol=1e-12)


def test_estimates_come_in_the_order_of_the_samples_whatever_their_grids():
    long, short = SamplingGrid(("t",), (T,)), SamplingGrid(("t",), (T[:8],))
    samples = tuple(
        Sample(grid, np.sin(3 * grid.axes[0] + k)[None])
        for k, grid in enumerate((long, short, long, short))
    )
    found = estimate(Dataset(("t",), ("u",), samples))
    for sample, each in zip(samples, found, strict=True):
        np.testing.assert_array_equal(each.observed, sample.values)
        np.testing.assert_allclose(each.mean, sample.values, atol=1e-3)


def test_estimate_equals_the_fit_of_each_field_alone():
    found = estimate(DATA)[2]
    (alone,) = fit_grid((T, X), NOISY[2, 1][None], (None,))
    assert found.noise_sd[1] == pytest.approx(alone.noise_sd, rel=1e-6)
    np.testing.assert_allclose(found.mean[1], alone.curve.on((T, X)), atol=1e-5)


def test_noise_may_be_given_once_or_for_each_field():
    assert estimate(DATA, noise=0.1)[0].noise_sd == pytest.approx([0.1, 0.1])
    assert estimate(DATA, noise=(0.1, 0.2))[2].noise_sd == pytest.approx([0.1, 0.2])


def test_noise_that_is_almost_all_or_nothing_is_noted():
    noise = np.random.default_rng(0).normal(size=(1, 20, 20))
    axis = np.linspace(0, 1, 20)
    grid = SamplingGrid(("t", "x"), (axis, axis))
    (hopeless,) = estimate(Dataset(("t", "x"), ("u",), (Sample(grid, noise),)))
    assert "looks like noise" in hopeless.notes[0]
    clean = (np.exp(axis)[:, None] * np.exp(axis))[None]
    (perfect,) = estimate(Dataset(("t", "x"), ("u",), (Sample(grid, clean),)), noise=0.0)
    assert "1e-6" in perfect.notes[0]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"method": "splines"}, "no estimator named splines\n.*did you mean spline"),
        ({"method": "zzz"}, "no estimator named zzz\n.*gaussian_process, spline"),
        ({"noise": -1.0}, "noise = -1.0 is not a standard deviation\n.*noise = fit"),
        ({"noise": np.inf}, "is not a standard deviation"),
        ({"noise": (0.1,)}, "1 noise levels for 2 fields\n.*u, v"),
    ],
)
def test_options_that_cannot_be_meant_are_refused(arguments, message):
    with pytest.raises(SpecificationError, match=message):
        estimate(DATA, **arguments)


@pytest.mark.parametrize(
    ("axes", "message"),
    [
        ((T,), "1 axes for 2 coordinates"),
        ((T, np.linspace(0, 2.1, 5)), r"x: \[0, 2.1\] leaves the measured range \[0, 2\]"),
        ((T - 0.01, X), "t: .* leaves the measured range"),
        ((T[::-1], X), "t: the axis decreases"),
    ],
)
def test_an_estimate_is_not_read_off_outside_its_range(axes, message):
    with pytest.raises(DataError, match=message):
        estimate(DATA, "linear")[0].on(axes)


def test_an_estimate_survives_being_sent_to_a_worker():
    found = estimate(DATA)[0]
    back = pickle.loads(pickle.dumps(found))  # noqa: S301, its own bytes
    np.testing.assert_array_equal(back.on((T, X)), found.on((T, X)))


def test_arrays_of_an_estimate_cannot_be_written_to():
    found = estimate(DATA)[0]
    for array in (found.observed, found.mean, found.noise_sd):
        assert not array.flags.writeable
