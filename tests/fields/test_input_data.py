"""Inputs: found beside the fields, on fewer axes, and read off between their points."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from pdedsl.errors import DataError
from pdedsl.fields import Binding, Sample, SamplingGrid, ScatteredSample, estimate, from_mapping
from pdedsl.fields.inputs import BETWEEN, Known, of_points

T, X = np.linspace(0, 1, 11), np.linspace(-1, 2, 7)
U = np.sin(3 * T)[:, None] * np.exp(X)
BINDING = Binding(("t", "x"), ("u",), inputs=("q",))
RUNS = Binding(("t", "x"), ("u",), sample="run", inputs=("q",))
LABELS = np.array([3.0, 7.0, 8.0])


def runs():
    return {"run": LABELS, "t": T, "x": X, "u": np.stack([U, 2 * U, 3 * U])}


def only(data, binding=BINDING):
    return from_mapping(data, binding).samples[0].inputs[0]


def test_an_input_on_the_grid_is_kept_as_it_is():
    q = np.outer(T, X**2)
    assert_array_equal(only({"t": T, "x": X, "u": U, "q": q}), q)


def test_an_input_may_be_of_one_axis_alone():
    assert_array_equal(only({"t": T, "x": X, "u": U, "q": T**2}), (T**2)[:, None])
    assert_array_equal(only({"t": T, "x": X, "u": U, "q": X**2}), (X**2)[None])


def test_axes_on_which_nothing_changes_are_not_kept():
    q = np.broadcast_to((T**2)[:, None], U.shape)
    assert only({"t": T, "x": X, "u": U, "q": q}).shape == (11, 1)


def test_an_input_may_be_one_number_for_each_sample():
    found = from_mapping({**runs(), "q": np.array([1.0, 2.0, 5.0])}, RUNS)
    assert [s.inputs[0].tolist() for s in found.samples] == [[[1.0]], [[2.0]], [[5.0]]]


def test_an_input_may_be_the_same_in_all_samples_or_not():
    same = from_mapping({**runs(), "q": T**2}, RUNS)
    own = from_mapping({**runs(), "q": np.outer(LABELS, T)}, RUNS)
    assert_array_equal(same.samples[2].inputs[0][:, 0], T**2)
    assert_array_equal(own.samples[2].inputs[0][:, 0], 8 * T)


def test_of_axes_equally_long_the_first_is_meant_and_a_note_says_so():
    data = {"t": T, "x": T, "u": np.outer(T, T**2), "q": np.sin(T)}
    found = from_mapping(data, BINDING)
    assert found.samples[0].inputs[0].shape == (11, 1)
    assert any("q[t]" in note and "q_dims" in note for note in found.notes)
    named = from_mapping({**data, "q_dims": np.array(["x"])}, BINDING)
    assert named.samples[0].inputs[0].shape == (1, 11)


def test_a_table_and_arrays_give_the_same_inputs():
    t, x = (a.ravel() for a in np.meshgrid(T, X, indexing="ij"))
    order = np.random.default_rng(0).permutation(t.size)
    table = {"t": t, "x": x, "u": U.ravel(), "q": np.cos(t)}
    shuffled = {name: column[order] for name, column in table.items()}
    assert_array_equal(only(shuffled), np.cos(T)[:, None])


def test_ranges_steps_and_other_names_hold_for_inputs_too():
    binding = Binding(
        ("t", "x"),
        ("u",),
        names={"q": "force"},
        slices={"t": (0.2, 0.8)},
        every={"t": 2},
        inputs=("q",),
    )
    found = only({"t": T, "x": X, "u": U, "force": T**2}, binding)
    assert_allclose(found[:, 0], np.array([0.2, 0.4, 0.6, 0.8]) ** 2)


def test_a_missing_value_of_an_input_is_named_or_its_points_are_dropped():
    q = T**2
    q[3] = np.nan
    data = {"t": T, "x": X, "u": U, "q": q}
    with pytest.raises(DataError, match=r"^q: 1 of 11 values cannot be used; the first, at \[3\]"):
        from_mapping(data, BINDING)
    drop = Binding(("t", "x"), ("u",), missing="drop", inputs=("q",))
    sample = from_mapping(data, drop).samples[0]
    assert_array_equal(sample.grid.axes[0], np.delete(T, 3))
    assert_array_equal(sample.inputs[0][:, 0], np.delete(T**2, 3))


def test_holes_leave_scattered_points_with_their_inputs():
    u = U.copy()
    u[2, 3] = u[7, 1] = np.nan
    drop = Binding(("t", "x"), ("u",), missing="drop", inputs=("q",))
    sample = from_mapping({"t": T, "x": X, "u": u, "q": np.sin(T)}, drop).samples[0]
    assert isinstance(sample, ScatteredSample)
    assert_array_equal(sample.inputs[0], np.sin(sample.points[:, 0]))


@pytest.mark.parametrize(
    ("q", "message"),
    [
        (np.full(11, 2.5), "constant, 2.5 everywhere, and cannot be told from a number"),
        (np.zeros(11), "constant, 0 everywhere"),
        (1e-120 * T, "varies by no more than 1e-120"),
        (1e110 * T, "too large, 1e+109"),
        (np.where(T > 0.5, np.inf, 1.0), "not finite, infinite"),
        (np.ones(5), "which fits none of t (11 points), x (7 points)"),
        (np.ones((7, 7)), "(7, 7), which does not fit"),
        (np.ones((3, 11, 7)), "the array has 3 dimensions"),
        (T + 1j, "complex numbers"),
        (np.array(["a"] * 11), "text"),
        (np.float64(2.0), "a single number, 2, not an array"),
        (T, "the input is t itself, value for value"),
        (np.broadcast_to(X, (11, 7)), "the input is x itself"),
        (U, "the input is u itself"),
    ],
)
def test_what_is_no_input_is_refused_with_its_name(q, message):
    with pytest.raises(DataError) as caught:
        from_mapping({"t": T, "x": X, "u": U, "q": q}, BINDING)
    assert caught.value.where == "q"
    assert message in caught.value.message
    assert caught.value.remedy


def test_what_is_on_or_off_is_one_or_zero():
    assert_array_equal(only({"t": T, "x": X, "u": U, "q": T > 0.5})[:, 0], (T > 0.5) * 1.0)


def test_an_input_that_is_not_there_is_named_with_the_nearest_that_is():
    with pytest.raises(DataError, match=r"no array named q") as caught:
        from_mapping({"t": T, "x": X, "u": U, "Q": T}, BINDING)
    assert "did you mean Q? then write: q = Q" in caught.value.remedy


def test_the_digest_tells_inputs_apart():
    data = {"t": T, "x": X, "u": U}
    one, other = (from_mapping({**data, "q": q}, BINDING).digest for q in (T**2, T**3))
    without = from_mapping(data, Binding(("t", "x"), ("u",))).digest
    assert len({one, other, without}) == 3


def test_inputs_have_the_shape_of_the_grid():
    with pytest.raises(DataError, match="an input of shape"):
        Sample(SamplingGrid(("t", "x"), (T, X)), U[None], (np.outer(T, np.arange(6.0)),))


@pytest.mark.parametrize("between", BETWEEN)
def test_at_its_own_points_an_input_has_its_own_values(between):
    q = np.outer(T**2, np.cos(X))
    assert_array_equal(Known((T, X), q).at((T, X), between), q)


@pytest.mark.parametrize("between", BETWEEN)
def test_between_its_points_an_input_does_not_overshoot(between):
    steps = np.random.default_rng(0).integers(0, 2, (11, 7)).astype(float)
    known, axes = Known((T, X), steps), (np.linspace(0, 1, 57), np.linspace(-1, 2, 44))
    for found in (known.at(axes, between), known.on_nodes(axes, between)):
        assert found.shape == (57, 44)
        assert -1e-12 <= found.min() <= found.max() <= 1 + 1e-12


def test_a_held_input_jumps_at_its_points():
    known = Known((T,), np.arange(11.0))
    assert_array_equal(known.at((np.array([0.0, 0.05, 0.1, 0.19, 1.0]),), "held"), [0, 0, 1, 1, 10])


@pytest.mark.parametrize(("between", "offset"), [("linear", 0.0), ("held", 0.5), ("smooth", 0.0)])
def test_integrals_over_nodes_are_those_of_what_is_between_them(between, offset):
    # A weight that vanishes at the ends, against a rough input: the error falls as the step does.
    t = np.linspace(0, 1, 41)
    q = np.random.default_rng(1).normal(size=41)
    fine = np.linspace(0, 1, 40 * 64 + 1)
    weight = lambda s: (s * (1 - s)) ** 4 * np.sin(9 * s)  # noqa: E731
    exact = np.trapezoid(Known((t,), q).at((fine + 1e-9,), between) * weight(fine), fine)
    rule = np.sum(Known((t,), q).on_nodes((t,), between) * weight(t)) * (t[1] - t[0])
    plain = np.sum(q * weight(t)) * (t[1] - t[0])
    scale = np.sqrt(np.mean(weight(t) ** 2)) * (t[1] - t[0]) * np.sqrt(41)
    assert abs(rule - exact) < 0.03 * scale
    if offset:
        assert abs(rule - exact) < 0.1 * abs(plain - exact)


def test_scattered_points_of_equal_times_make_an_input_of_time():
    rng = np.random.default_rng(0)
    points = np.column_stack([np.repeat(T, 5), rng.uniform(0, 1, 55)])
    switched = (T > 0.5).astype(float)
    known = of_points(points, np.repeat(switched, 5), (np.linspace(0, 1, 4), np.linspace(0, 1, 5)))
    assert_array_equal(known.at((T, X))[:, 0], switched)


def test_scattered_points_make_an_input_that_is_linear_where_it_is():
    points = np.random.default_rng(0).uniform(0, 1, (200, 2))
    axes = (np.linspace(0.1, 0.9, 5), np.linspace(0.1, 0.9, 6))
    known = of_points(points, points @ [2.0, -3.0], axes)
    assert_allclose(known.values, 2 * axes[0][:, None] - 3 * axes[1], atol=1e-12)


def test_an_estimate_keeps_its_inputs_without_smoothing():
    q = np.random.default_rng(0).normal(size=11)
    noisy = U + 0.01 * np.random.default_rng(1).normal(size=U.shape)
    (found,) = estimate(from_mapping({"t": T, "x": X, "u": noisy, "q": q}, BINDING))
    assert_array_equal(found.inputs[0].at((T, X))[:, 0], q)
    (other,) = estimate(from_mapping({"t": T, "x": X, "u": noisy, "q": q**2}, BINDING))
    assert_array_equal(found.mean, other.mean)
