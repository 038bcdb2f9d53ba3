import numpy as np
import pytest

from pdedsl.errors import DataError, ShapeError
from pdedsl.experiments import Simulation, problems

QUICK = [name for name in problems() if name != "kuramoto_sivashinsky"]
SHORT = {"samples": 2, "points": 8}

every_problem = pytest.mark.parametrize("name", QUICK)


@every_problem
def test_the_same_seed_gives_the_same_data_and_another_seed_other_data(name):
    problem = problems()[name]
    first, again, other = (problem.run(seed, **SHORT) for seed in (3, 3, 4))
    np.testing.assert_array_equal(first.noisy, again.noisy)
    assert np.abs(first.clean - other.clean).max() > 0.01
    assert np.abs((first.noisy - first.clean) / (other.noisy - other.clean) - 1).min() > 0


@every_problem
def test_noise_scales_and_leaves_the_fields_alone(name):
    problem = problems()[name]
    silent, quiet, loud = (problem.run(0, noise=noise, **SHORT) for noise in (0.0, 0.01, 0.1))
    np.testing.assert_array_equal(quiet.clean, loud.clean)
    np.testing.assert_array_equal(silent.clean, silent.noisy)
    # rounding of fields of about 10 against errors of about 0.01
    np.testing.assert_allclose(
        10 * (quiet.noisy - quiet.clean), loud.noisy - loud.clean, rtol=1e-6, atol=1e-12
    )


@every_problem
def test_more_samples_keep_the_first_ones(name):
    problem = problems()[name]
    few, many = problem.run(0, samples=2, points=8), problem.run(0, samples=3, points=8)
    np.testing.assert_array_equal(few.noisy, many.noisy[:2])
    assert np.abs(many.clean[2] - many.clean[1]).max() > 0.01


@every_problem
def test_sizes_are_as_asked(name):
    problem = problems()[name]
    data = problem.run(0, samples=2, points=9)
    shape = (2, len(problem.fields), *[9] * len(problem.coordinates))
    assert data.clean.shape == data.noisy.shape == shape
    assert data.names == tuple(name for name, _ in problem.coordinates)
    for axis, (_, end) in zip(data.axes, problem.coordinates, strict=True):
        np.testing.assert_allclose(axis, np.linspace(0, end, 9))


def test_noise_has_the_stated_level_relative_to_each_field():
    data = problems()["heat_source"].run(0, noise=0.2)
    np.testing.assert_allclose(data.noise_sd, 0.2 * data.clean.std(axis=(2, 3)))
    errors = (data.noisy - data.clean) / data.noise_sd[..., None, None]
    # four standard errors: 900 errors a sample, 9000 in all
    np.testing.assert_allclose(errors.std(axis=(2, 3)), 1, atol=4 / np.sqrt(2 * 900))
    assert errors.std() == pytest.approx(1, abs=4 / np.sqrt(2 * 9000))
    assert errors.mean() == pytest.approx(0, abs=4 / np.sqrt(9000))


def test_fields_of_a_pair_have_noise_of_their_own():
    data = problems()["cauchy_riemann_1"].run(0)
    errors = (data.noisy - data.clean) / data.noise_sd[..., None, None]
    correlation = np.mean(errors[:, 0] * errors[:, 1])
    assert abs(correlation) < 4 / np.sqrt(9000)


def test_arrays_cannot_be_written_to():
    data = problems()["oscillator"].run()
    for array in (*data.axes, data.clean, data.noisy, data.noise_sd):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ({"samples": 0}, "samples: 0 samples"),
        ({"points": 1}, "points: 1 points"),
        ({"noise": -0.1}, "noise: noise ratio -0.1"),
        ({"noise": float("nan")}, "noise: noise ratio nan"),
    ],
)
def test_impossible_settings_are_refused(setting, said):
    with pytest.raises(DataError, match=said):
        problems()["oscillator"].run(**setting)


def test_fields_off_the_grid_are_refused():
    flat = np.zeros((2, 1, 5))
    with pytest.raises(ShapeError, match="clean"):
        Simulation(("t",), (np.arange(4.0),), flat, flat, np.zeros((2, 1)), "d_t(u) = 0")


def test_measurements_name_what_an_observer_has():
    data = problems()["slm"].run(0, **SHORT)
    arrays = data.measurements()
    assert sorted(arrays) == ["a", "sample", "t", "u", "u_dims"]
    assert arrays["u_dims"].tolist() == ["sample", "t", "a"]
    assert arrays["u_dims"].dtype.kind == "U"
    np.testing.assert_array_equal(arrays["u"], data.noisy[:, 0])
    np.testing.assert_array_equal(arrays["sample"], [0, 1])
