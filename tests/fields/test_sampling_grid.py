import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdedsl.errors import DataError
from pdedsl.fields import SamplingGrid


def test_shape_size_spacing_and_ranges_describe_the_axes():
    grid = SamplingGrid(("t", "x"), (np.array([0.0, 1.0, 4.0]), np.linspace(-1, 1, 5)))
    assert grid.shape == (3, 5)
    assert grid.size == 15
    assert grid.spacing == (2.0, 0.5)
    assert grid.ranges == ((0.0, 4.0), (-1.0, 1.0))


def test_axes_are_copies_that_cannot_be_written_to():
    axis = np.linspace(0, 1, 4)
    grid = SamplingGrid(("t",), (axis,))
    axis[0] = 7.0
    assert grid.axes[0][0] == 0.0
    with pytest.raises(ValueError, match="read-only"):
        grid.axes[0][0] = 1.0


@given(st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=8, unique=True))
def test_same_grid_means_the_same_numbers(values):
    axis = np.sort(np.array(values))
    grid = SamplingGrid(("t",), (axis,))
    assert grid.same_as(SamplingGrid(("t",), (axis.copy(),)))
    assert not grid.same_as(SamplingGrid(("x",), (axis,)))
    assert not grid.same_as(SamplingGrid(("t",), (axis[1:],)))


@pytest.mark.parametrize(
    ("axis", "message"),
    [
        ([0.0, 1.0, 1.0, 2.0], r"t: an axis value is repeated: t\[2\] = 1 after t\[1\] = 1"),
        ([0.0, 2.0, 1.0, 3.0], r"t: the axis is not sorted: t\[2\] = 1 after t\[1\] = 2\n.*sort"),
        ([3.0, 2.0, 1.0, 0.0], r"t: the axis decreases: t\[1\] = 2 after t\[0\] = 3\n.*reverse"),
        ([0.0, np.nan, 1.0, np.nan], r"t: 2 of 4 values .* first, at \[1\], is not finite, NaN"),
        ([0.0, 1.0, 2.0, np.inf], r"t: 1 of 4 values .* at \[3\], is not finite, infinite"),
        ([[0.0, 1.0], [2.0, 3.0]], r"t: an axis has one dimension, .* shape \(2, 2\)"),
        ([], r"t: the array is empty"),
        (3.0, r"t: a single number, not an array"),
        (["a", "b"], r"t: the array holds text"),
    ],
)
def test_an_axis_that_cannot_be_one_is_refused_with_its_place(axis, message):
    with pytest.raises(DataError, match=message):
        SamplingGrid(("t",), (np.array(axis),))


def test_names_and_axes_must_match():
    with pytest.raises(DataError, match="1 axes for the coordinates t, x"):
        SamplingGrid(("t", "x"), (np.arange(4.0),))
