import csv

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pdedsl.fields import Binding, Sample, ScatteredSample, from_mapping, read

T, X = np.linspace(0, 1, 5), np.linspace(-1, 2, 7)
U = np.sin(3 * T)[:, None] * np.exp(X)
V = T[:, None] - X**2
BOTH = Binding(("t", "x"), ("u", "v"))
RUNS = Binding(("t", "x"), ("u", "v"), sample="run")
LABELS = np.array([3.0, 7.0])


def runs(values):
    return np.stack([values, 2 * values + 1])


def write_csv(path, order, header=("run", "x", "u", "t", "v")):
    rows = [
        (LABELS[k], X[j], runs(U)[k, i, j], T[i], runs(V)[k, i, j])
        for k in range(2)
        for i in range(len(T))
        for j in range(len(X))
    ]
    with path.open("w", newline="") as stream:
        writer = csv.writer(stream)
        stream.write("# two runs\n")
        writer.writerow(header)
        writer.writerows(rows[o] for o in order)


def same(one, other):
    assert len(one.samples) == len(other.samples)
    for a, b in zip(one.samples, other.samples, strict=True):
        assert a.grid.same_as(b.grid)
        np.testing.assert_array_equal(a.values, b.values)


def test_mapping_archive_and_table_are_read_as_the_same_data(tmp_path):
    arrays = {"run": LABELS, "t": T, "x": X, "u": runs(U), "v": runs(V)}
    expected = from_mapping(arrays, RUNS)
    np.testing.assert_array_equal(expected.samples[1].values, np.stack([2 * U + 1, 2 * V + 1]))
    np.savez(tmp_path / "data.npz", **arrays)
    same(read(tmp_path / "data.npz", RUNS), expected)
    write_csv(tmp_path / "data.csv", range(70))
    same(read(str(tmp_path / "data.csv"), RUNS), expected)


@settings(max_examples=25)
@given(order=st.permutations(range(70)))
def test_the_order_of_rows_has_no_meaning(tmp_path_factory, order):
    path = tmp_path_factory.getbasetemp() / "shuffled.csv"
    write_csv(path, order)
    same(
        read(path, RUNS),
        from_mapping({"run": LABELS, "t": T, "x": X, "u": runs(U), "v": runs(V)}, RUNS),
    )


@given(order=st.permutations(range(3)))
def test_dimensions_are_matched_by_length_in_any_order(order):
    arrays = {
        "u": runs(U).transpose(order), "x": X, "run": LABELS, "v": runs(V).transpose(order), "t": T,
    }  # fmt: skip
    dataset = from_mapping(arrays, RUNS)
    np.testing.assert_array_equal(dataset.samples[0].values, np.stack([U, V]))
    names = [("sample", "t", "x")[o] for o in order]
    assert dataset.notes[0] == f"u[{', '.join(names)}], by length"


def test_equally_long_axes_follow_the_order_of_the_data_and_a_note_says_so():
    x = np.linspace(0, 2, 5)
    field = T[:, None] + 10 * x
    for arrays, expected in [
        ({"t": T, "x": x, "u": field}, field),
        ({"x": x, "t": T, "u": field}, field.T),
    ]:
        dataset = from_mapping(arrays, Binding(("t", "x"), ("u",)))
        np.testing.assert_array_equal(dataset.samples[0].values[0], expected)
        assert "being equally long, in the order of the data" in dataset.notes[0]
        assert "u_dims" in dataset.notes[0]


def test_the_sample_axis_comes_first_where_lengths_do_not_tell():
    x, run = np.linspace(0, 2, 5), np.arange(5)
    field = np.arange(5)[:, None, None] * 100 + T[:, None] + 10 * x
    dataset = from_mapping(
        {"t": T, "x": x, "run": run, "u": field}, Binding(("t", "x"), ("u",), sample="run")
    )
    np.testing.assert_array_equal(dataset.samples[3].values[0], field[3])


def test_named_dimensions_win_over_order(tmp_path):
    x = np.linspace(0, 2, 5)
    field = T[:, None] + 10 * x
    np.savez(tmp_path / "named.npz", x=x, t=T, u=field, u_dims=["t", "x"])
    dataset = read(tmp_path / "named.npz", Binding(("t", "x"), ("u",)))
    np.testing.assert_array_equal(dataset.samples[0].values[0], field)
    assert dataset.notes == ("u[t, x], as its dimensions are named",)


def test_arrays_that_name_their_own_dimensions_are_understood():
    class Labelled:
        dims = ("time", "x")

        def __init__(self, values):
            self.values = values
            self.shape = values.shape

        def __array__(self, dtype=None, copy=None):
            return np.array(self.values, dtype=dtype)

    x = np.linspace(0, 2, 5)
    field = T[:, None] + 10 * x
    binding = Binding(("t", "x"), ("u",), names={"t": "time"})
    dataset = from_mapping({"x": x, "time": T, "u": Labelled(field)}, binding)
    np.testing.assert_array_equal(dataset.samples[0].values[0], field)


def test_one_array_may_serve_as_two_axes():
    field = np.arange(25.0).reshape(5, 5)
    binding = Binding(("t", "x"), ("u",), names={"t": "axis", "x": "axis"})
    dataset = from_mapping({"axis": T, "u": field}, binding)
    np.testing.assert_array_equal(dataset.samples[0].values[0], field)


def test_names_of_the_data_may_differ_from_ours():
    binding = Binding(("t", "x"), ("u",), names={"t": "time", "u": "temperature"})
    dataset = from_mapping({"time": T, "x": X, "temperature": U}, binding)
    assert dataset.coordinates == ("t", "x")
    np.testing.assert_array_equal(dataset.samples[0].values[0], U)


def test_ranges_cut_the_grid_ends_included():
    binding = Binding(("t", "x"), ("u",), ranges={"x": (None, 1.0), "t": (0.25, None)})
    (sample,) = from_mapping({"t": T, "x": X, "u": U}, binding).samples
    assert sample.grid.ranges == ((0.25, 1.0), (-1.0, 1.0))
    np.testing.assert_array_equal(sample.values[0], U[1:, :5])


def test_a_limit_missed_by_rounding_is_kept():
    t = np.arange(11) * 0.1
    binding = Binding(("t",), ("u",), ranges={"t": (0.0, 0.3)})
    (sample,) = from_mapping({"t": t, "u": np.sin(t)}, binding).samples
    assert t[3] > 0.3
    assert sample.grid.shape == (4,)


def test_what_lies_outside_the_ranges_is_not_judged():
    field = U.copy()
    field[0, 0] = np.nan
    binding = Binding(("t", "x"), ("u",), ranges={"t": (0.2, None)})
    (sample,) = from_mapping({"t": T, "x": X, "u": field}, binding).samples
    assert sample.grid.shape == (4, 7)


def test_rows_of_the_grid_that_are_missing_altogether_are_cut_out():
    field = U.copy()
    field[1] = np.nan
    field[:, 6] = np.nan
    binding = Binding(("t", "x"), ("u", "v"), missing="drop")
    dataset = from_mapping({"t": T, "x": X, "u": field, "v": V}, binding)
    (sample,) = dataset.samples
    assert isinstance(sample, Sample)
    np.testing.assert_array_equal(sample.values[0], np.delete(U[:, :6], 1, axis=0))
    np.testing.assert_array_equal(sample.grid.axes[0], np.delete(T, 1))
    assert "11 of 35 points dropped, whole rows" in dataset.notes[-1]


def test_a_grid_with_holes_becomes_scattered_points():
    field = np.ma.masked_array(U, mask=np.zeros(U.shape, bool))
    field[2, 3] = np.ma.masked
    binding = Binding(("t", "x"), ("u", "v"), missing="drop")
    dataset = from_mapping({"t": T, "x": X, "u": field, "v": V}, binding)
    (sample,) = dataset.samples
    assert isinstance(sample, ScatteredSample)
    assert sample.points.shape == (34, 2)
    np.testing.assert_array_equal(sample.values[1], sample.points[:, 0] - sample.points[:, 1] ** 2)
    assert "1 of 35 points dropped; the rest has holes" in dataset.notes[-1]


def test_incomplete_rows_of_a_table_are_dropped_and_counted(tmp_path):
    lines = ["t;u", "0.0;1.0", "0.1;", "0.2;2.0", "0.3;NA", "0.4;3", "0.5;5", "", "# end"]
    (tmp_path / "gaps.csv").write_text("\ufeff" + "\r\n".join(lines), encoding="utf-8")
    dataset = read(tmp_path / "gaps.csv", Binding(("t",), ("u",), missing="drop"))
    np.testing.assert_array_equal(dataset.samples[0].values[0], [1, 2, 3, 5])
    assert dataset.notes == ("2 of 6 rows dropped, a value being missing",)


def test_points_on_no_grid_are_a_scattered_sample():
    points = np.random.default_rng(0).uniform(size=(40, 2))
    arrays = {"t": points[:, 0], "x": points[:, 1], "u": points.sum(axis=1)}
    dataset = from_mapping(arrays, Binding(("t", "x"), ("u",)))
    (sample,) = dataset.samples
    assert isinstance(sample, ScatteredSample)
    np.testing.assert_allclose(sample.values[0], sample.points.sum(axis=1))
    assert "40 rows do not fill a 40 x 40 grid" in dataset.notes[0]


def test_coordinates_given_as_full_arrays_are_a_table_too():
    t, x = np.meshgrid(T, X, indexing="ij")
    dataset = from_mapping({"t": t, "x": x, "u": U}, Binding(("t", "x"), ("u",)))
    np.testing.assert_array_equal(dataset.samples[0].values[0], U)


def test_samples_of_a_table_may_have_different_grids():
    arrays = {
        "run": ["b"] * 5 + ["a"] * 6, "t": [*range(5), *range(6)], "u": np.arange(11.0) ** 2,
    }  # fmt: skip
    dataset = from_mapping(arrays, Binding(("t",), ("u",), sample="run"))
    assert [sample.grid.shape for sample in dataset.samples] == [(6,), (5,)]


def test_only_bound_arrays_are_read(tmp_path):
    objects = np.array([{}, None], dtype=object)
    np.savez(tmp_path / "mixed.npz", t=T, x=X, u=U, other=objects)
    assert read(tmp_path / "mixed.npz", Binding(("t", "x"), ("u",))).samples[0].grid.shape == (5, 7)


def test_data_frames_are_read_by_column():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"t": T, "u": np.sin(T)})
    np.testing.assert_array_equal(
        from_mapping(frame, Binding(("t",), ("u",))).samples[0].values[0], np.sin(T)
    )


@pytest.mark.parametrize(
    ("limits", "remarks"),
    [
        ((0.0, 1.0), ()),
        ((None, None), ()),
        ((-0.05, 1.05), ()),
        ((0.0, 0.8), ("t: 5 of 25 values lie outside of [0, 0.8] and are left out",)),
        ((0.0, 2.0), ("t: the range [0, 2] goes beyond the data, from 0 to 1",)),
        ((-1.0, None), ("t: the range [-1, ...] goes beyond the data, from 0 to 1",)),
    ],
)
def test_a_range_that_may_not_be_meant_is_remarked_on(limits, remarks):
    t, x = (v.ravel() for v in np.meshgrid(np.linspace(0, 1, 5), np.arange(5.0), indexing="ij"))
    binding = Binding(("t", "x"), ("u",), ranges={"t": limits})
    table = {"t": t, "x": x, "u": np.exp(t) * np.sin(x)}
    assert from_mapping(table, binding).remarks == remarks
