import numpy as np
import pytest

from pdedsl.errors import DataError
from pdedsl.fields import Dataset, Sample, SamplingGrid, ScatteredSample


def make_grid(*counts):
    names = ("t", "x", "y")[: len(counts)]
    return SamplingGrid(names, tuple(np.linspace(0, 1, n) for n in counts))


def make_sample(grid, seed=0, fields=1):
    return Sample(grid, np.random.default_rng(seed).normal(size=(fields, *grid.shape)))


def test_samples_on_equal_grids_form_one_group_in_order():
    short, long = make_grid(4, 5), make_grid(4, 6)
    points = ScatteredSample(np.random.default_rng(0).uniform(size=(12, 2)), np.arange(12.0)[None])
    again = Sample(make_grid(4, 5), make_sample(short).values + np.eye(4, 5))
    others = ScatteredSample(points.points, points.values[:, ::-1])
    samples = (make_sample(short), make_sample(long), again, points, others)
    assert Dataset(("t", "x"), ("u",), samples).groups == ((0, 2), (1,), (3,), (4,))


def test_values_are_copies_that_cannot_be_written_to():
    values = np.arange(4.0)[None]
    sample = Sample(make_grid(4), values)
    values[0, 0] = 9.0
    assert sample.values[0, 0] == 0.0
    with pytest.raises(ValueError, match="read-only"):
        sample.values[0, 0] = 1.0


def test_values_must_have_the_shape_of_their_grid():
    with pytest.raises(DataError, match=r"shape \(1, 5, 4\) on a grid of shape \(4, 5\)\n.*t, x"):
        Sample(make_grid(4, 5), np.zeros((1, 5, 4)))


def test_scattered_values_must_have_one_column_a_point():
    with pytest.raises(DataError, match=r"points of shape \(9, 2\) with values of shape \(1, 8\)"):
        ScatteredSample(np.zeros((9, 2)), np.zeros((1, 8)))


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (np.nan, r"u, sample 1: 2 of 20 values .* first, at \[1, 2\], is not finite, NaN"),
        (np.inf, r"u, sample 1: 2 of 20 values .* at \[1, 2\], is not finite, infinite"),
        (1e200, r"u, sample 1: 2 of 20 .* too large, 1e\+200\n.*unit"),
    ],
)
def test_values_that_are_no_numbers_are_refused_with_sample_and_place(spoil, message):
    grid = make_grid(4, 5)
    values = make_sample(grid).values.copy()
    values[0, 1, 2] = values[0, 3, 3] = spoil
    with pytest.raises(DataError, match=message):
        Dataset(("t", "x"), ("u",), (make_sample(grid), Sample(grid, values)))


def test_a_measurement_that_is_there_twice_is_refused():
    first, second = (make_sample(make_grid(4, 5)) for _ in range(2))
    other = Sample(first.grid, first.values + np.arange(20.0).reshape(1, 4, 5))
    with pytest.raises(DataError, match=r"sample 2: samples 0 and 2 are the same.*\n.*one of them"):
        Dataset(("t", "x"), ("u",), (first, other, second))
    assert len(Dataset(("t", "x"), ("u",), (first, other)).samples) == 2


def test_a_constant_field_is_refused_even_up_to_rounding():
    values = 300.0 + 1e-13 * np.random.default_rng(0).normal(size=(1, 4, 5))
    with pytest.raises(DataError, match="u: the field is constant, 300 everywhere"):
        Dataset(("t", "x"), ("u",), (Sample(make_grid(4, 5), values),))


def test_a_field_too_small_for_its_square_is_refused():
    values = 1e-130 * np.arange(20.0).reshape(1, 4, 5)
    with pytest.raises(DataError, match=r"u: the field varies by no more than .*\n.*unit"):
        Dataset(("t", "x"), ("u",), (Sample(make_grid(4, 5), values),))


def test_fewer_than_four_points_on_an_axis_are_refused():
    with pytest.raises(DataError, match="x: only 3 points, at least 4 are needed"):
        Dataset(("t", "x"), ("u",), (make_sample(make_grid(4, 3)),))


def test_scattered_points_on_too_few_lines_are_refused():
    points = np.stack([np.arange(9.0), np.repeat([0.0, 1.0, 2.0], 3)], axis=1)
    with pytest.raises(DataError, match="x: only 3 different values"):
        Dataset(("t", "x"), ("u",), (ScatteredSample(points, np.arange(9.0)[None]),))


def scattered(points, values=None):
    points = np.asarray(points, dtype=float)
    values = np.arange(len(points)) ** 2.0 if values is None else values
    return ScatteredSample(points, np.asarray(values)[None])


LINE = np.linspace(0.0, 1.0, 50)
AREA = np.random.default_rng(3).uniform(size=(50, 2))


@pytest.mark.parametrize(
    ("points", "message"),
    [
        (AREA[:11], "data: only 11 scattered points in t, x, at least 12 are needed"),
        (np.stack([LINE, LINE], 1), "data: the points lie on a line, or nearly so"),
        (np.stack([LINE, 3 - 1e6 * LINE], 1), "data: the points lie on a line"),
        (np.stack([LINE, LINE + 0.01 * np.sin(99 * LINE)], 1), "data: the points lie on a line"),
        (np.stack([np.sin(6 * LINE), np.cos(6 * LINE)], 1), "or on another curve in t, x"),
        (np.stack([LINE, LINE**2], 1), "derivatives along t and x cannot be told apart"),
        (1.0 + 2.3e-16 * np.round(50 * AREA), "t: all values lie within .* rounding\n.*offset"),
    ],
)
def test_scattered_points_that_fill_no_area_are_refused(points, message):
    with pytest.raises(DataError, match=message):
        Dataset(("t", "x"), ("u",), (scattered(points),))


def test_points_scattered_over_a_triangle_or_along_many_lines_will_do():
    triangle = np.sort(AREA, axis=1)
    lines = np.stack([AREA[:, 0], np.round(4 * AREA[:, 1])], 1)
    stretched = AREA * [1e-30, 1e40] + [0.0, 1e43]
    for points in (triangle, lines, stretched, AREA[:12]):
        assert Dataset(("t", "x"), ("u",), (scattered(points),)).groups == ((0,),)


@pytest.mark.parametrize(
    ("axis", "message"),
    [
        (5e-324 * np.arange(5), r"x: the values span 1.98e-323, .* 1e-100 to 1e\+100\n.*unit"),
        (1e-200 * np.arange(5), "x: the values span 4e-200"),
        (9e99 * np.arange(-2, 3) / 2, r"x: the values span 1.8e\+100"),
        (1.0 + 2.3e-16 * np.arange(5), r"x\[0\] and x\[1\] differ by 2.22e-16 only, at 1: "),
        (np.array([0.0, 1.0, 1.0 + 1e-13, 2.0, 3.0]), r"x\[1\] and x\[2\] differ.*\n.*offset"),
        (np.array([0.0, 5e-324, 1.0, 2.0, 3.0]), r"x\[0\] and x\[1\] differ by 4.94e-324"),
    ],
)
def test_axes_of_mere_rounding_or_in_a_hopeless_unit_are_refused(axis, message):
    grid = SamplingGrid(("t", "x"), (np.linspace(0, 1, 4), axis))
    with pytest.raises(DataError, match=message):
        Dataset(("t", "x"), ("u",), (make_sample(grid),))


@pytest.mark.parametrize(
    "axis", [1.7e9 + 1e-3 * np.arange(5), np.geomspace(1e-9, 1.0, 5), 1e-90 * np.arange(5)]
)
def test_axes_in_unusual_units_will_do(axis):
    grid = SamplingGrid(("t", "x"), (np.linspace(0, 1, 4), axis))
    assert Dataset(("t", "x"), ("u",), (make_sample(grid),)).samples[0].grid is grid


def test_a_dataset_has_samples_with_all_its_fields_and_coordinates():
    sample = make_sample(make_grid(4, 5))
    with pytest.raises(DataError, match="no sample"):
        Dataset(("t", "x"), ("u",), ())
    with pytest.raises(DataError, match="1 fields are given, 2 are named"):
        Dataset(("t", "x"), ("u", "v"), (sample,))
    with pytest.raises(DataError, match="name the axes of the grid after the coordinates"):
        Dataset(("x", "t"), ("u",), (sample,))
    points = ScatteredSample(np.random.default_rng(0).uniform(size=(9, 1)), np.arange(9.0)[None])
    with pytest.raises(DataError, match="points have 1 coordinates, 2 are named"):
        Dataset(("t", "x"), ("u",), (points,))
