"""What part of the data is used: slices, steps, marks for missing values; wide and ragged data."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdedsl.errors import DataError
from pdedsl.fields import Binding, from_mapping, read

T, X, Z = np.linspace(0, 1, 9), np.linspace(-1, 2, 10), np.array([0.1, 0.2, 0.5])
U = np.sin(3 * T)[:, None] * np.exp(X)
ARRAYS = {"t": T, "x": X, "u": U}
LONG = {n: v.ravel() for n, v in zip("tx", np.meshgrid(T, X, indexing="ij"), strict=True)}
LONG["u"] = U.ravel()


def binding(**settings):
    return Binding(("t", "x"), ("u",), **settings)


def only(dataset):
    (sample,) = dataset.samples
    return sample


@pytest.mark.parametrize("form", [ARRAYS, LONG], ids=["axes", "table"])
@given(
    step=st.integers(1, 2), low=st.floats(-1.5, -0.7), high=st.floats(1.7, 2.5), each=st.booleans()
)
def test_slices_and_steps_are_those_of_numpy(form, step, low, high, each):
    every = {"x": step} | ({"t": step} if each else {})
    found = only(from_mapping(form, binding(slices={"x": (low, high)}, every=every)))
    kept = np.flatnonzero((low <= X) & (high >= X))[::step]
    np.testing.assert_array_equal(found.grid.axes[1], X[kept])
    times = slice(None, None, step if each else 1)
    np.testing.assert_array_equal(found.values[0], U[times][:, kept])


def test_a_slice_is_meant_and_not_remarked_on():
    found = from_mapping(ARRAYS, binding(slices={"x": (0, None)}, ranges={"t": (0, 1)}))
    assert found.remarks == ()


def test_slices_outside_of_the_data_or_of_the_range_are_refused():
    with pytest.raises(DataError, match=r"x: no value lies in the range \[5, 6\]"):
        from_mapping(ARRAYS, binding(slices={"x": (5, 6)}))
    with pytest.raises(DataError, match=r"x: no value lies both in .*\n.*overlap"):
        from_mapping(ARRAYS, binding(slices={"x": (-1, 0)}, ranges={"x": (1, 2)}))


def test_what_is_sliced_away_is_not_judged():
    field = U.copy()
    field[1] = np.nan
    every = {"t": 2}
    assert only(from_mapping(ARRAYS | {"u": field}, binding(every=every))).grid.shape == (5, 10)


def test_one_value_of_another_axis_is_chosen():
    field = U[:, None, :] * Z[:, None]
    arrays = {"t": T, "depth": Z, "x": X, "u": field}
    found = only(from_mapping(arrays, binding(only={"depth": (0.15, 0.3)})))
    np.testing.assert_allclose(found.values[0], 0.2 * U)
    with pytest.raises(DataError, match=r"depth: 2 values of depth lie in .*\n.*sample = depth"):
        from_mapping(arrays, binding(only={"depth": (0.1, 0.2)}))
    with pytest.raises(DataError, match=r"u: the array has 3 dimensions"):
        from_mapping(arrays, binding())
    with pytest.raises(DataError, match=r"height: no array named height\n.*take the slice height"):
        from_mapping(arrays, binding(only={"height": (0, 1)}))
    with pytest.raises(DataError, match=r"mean depth\? then write: depth in \["):
        from_mapping(arrays, binding(only={"dept": (0.15, 0.3)}))


def test_rows_are_chosen_by_another_column_and_samples_by_their_label():
    depth = np.repeat(Z, len(LONG["u"]))
    table = {n: np.tile(v, 3) for n, v in LONG.items()} | {"depth": depth}
    table["u"] = table["u"] * depth
    found = only(from_mapping(table, binding(only={"depth": (0.4, None)})))
    np.testing.assert_allclose(found.values[0], 0.5 * U)
    runs = from_mapping(table, binding(sample="depth", only={"depth": (None, 0.3)}))
    assert len(runs.samples) == 2
    axes = {"depth": Z, **ARRAYS, "u": Z[:, None, None] * U}
    runs = from_mapping(axes, binding(sample="depth", only={"depth": (0.15, None)}))
    np.testing.assert_allclose(runs.samples[0].values[0], 0.2 * U)
    assert len(runs.samples) == 2


def test_samples_are_not_sliced_by_labels_that_are_no_numbers(tmp_path):
    table = {"run": ["a"] * 90 + ["b"] * 90} | {n: np.tile(v, 2) for n, v in LONG.items()}
    bound = binding(sample="run", only={"run": (0, 1)})
    with pytest.raises(DataError, match="run: the array holds text"):
        from_mapping(table, bound)
    rows = zip(*table.values(), strict=True)
    (tmp_path / "a.csv").write_text(
        "\n".join([",".join(table), *(",".join(map(str, r)) for r in rows)])
    )
    with pytest.raises(DataError, match="run: line 2: 'a' is not a number"):
        read(tmp_path / "a.csv", bound)


def test_a_number_may_stand_for_a_missing_value(tmp_path):
    field = U.copy()
    field[4, 5] = -999
    with pytest.raises(DataError, match=r"u: 1 of 90 .* at \[4, 5\], is not finite, NaN\n.*drop"):
        from_mapping(ARRAYS | {"u": field}, binding(gap=-999.0))
    found = from_mapping(ARRAYS | {"u": field}, binding(gap=-999.0, missing="drop"))
    assert "1 of 90 points dropped" in found.notes[-1]
    assert len(only(found).points) == 89


def wide(path, corner="t", header=X, cells=U, rows=T):
    lines = [",".join([corner, *map(str, header)])]
    lines += [",".join(map(str, [t, *row])) for t, row in zip(rows, cells, strict=True)]
    path.write_text("\n".join(lines))


def test_wide_tables_hold_the_same_data(tmp_path):
    wide(tmp_path / "a.csv", "time")
    found = only(read(tmp_path / "a.csv", binding(names={"t": "time"}, columns="x")))
    np.testing.assert_array_equal(found.values[0], U)
    assert found.grid.ranges == ((0, 1), (-1, 2))
    sliced = binding(names={"t": "time"}, columns="x", slices={"x": (0, 2)}, every={"t": 2})
    found = only(read(tmp_path / "a.csv", sliced))
    np.testing.assert_array_equal(found.values[0], U[::2][:, X >= 0])


def test_columns_may_be_samples(tmp_path):
    wide(tmp_path / "a.csv", header=[f"run {k}" for k in range(10)])
    found = read(tmp_path / "a.csv", Binding(("t",), ("u",), columns="sample"))
    assert len(found.samples) == 10
    np.testing.assert_array_equal(found.samples[3].values[0], U[:, 3])


def test_a_wide_frame_has_numbers_for_names():
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame(U, columns=X, index=pandas.Index(T, name="t"))
    np.testing.assert_array_equal(only(from_mapping(table, binding(columns="x"))).values[0], U)


def test_each_fault_of_a_wide_table_is_named(tmp_path):
    path = tmp_path / "a.csv"
    wide(path, header=[*X[:-1], "remark"])
    with pytest.raises(DataError, match=r"x: 'remark' is the name of a column, and no .*\n.*bind"):
        read(path, binding(columns="x"))
    wide(path, header=["t2"], cells=[[t] for t in T])
    with pytest.raises(DataError, match=r"u: no column is left .*\n.*value of x"):
        read(path, binding(columns="x", only={"t2": (0, 1)}))
    with pytest.raises(DataError, match=r"x: the cells of a wide table hold one field, not u, v"):
        read(path, Binding(("t", "x"), ("u", "v"), columns="x"))
    with pytest.raises(DataError, match=r"sample: samples are told apart twice"):
        read(path, Binding(("t",), ("u",), sample="t2", columns="sample"))
    with pytest.raises(DataError, match=r"x: arrays have no columns\n.*wide tables"):
        from_mapping({"t": T, "0.5": T}, binding(columns="x"))
    wide(path, cells=[["?"] * 10] * 9)
    with pytest.raises(DataError, match=r"u: line 2: '\?' is not a number"):
        read(path, binding(columns="x"))


def test_a_decreasing_axis_with_a_named_dimension_is_turned_round_with_its_fields():
    xarray = pytest.importorskip("xarray")
    turned = xarray.Dataset({"u": (("t", "x"), U[:, ::-1])}, {"t": T, "x": X[::-1]})
    found = from_mapping(turned, binding(slices={"x": (-0.9, None)}, every={"x": 2}))
    np.testing.assert_array_equal(only(found).grid.axes[1], X[1::2])
    np.testing.assert_array_equal(only(found).values[0], U[:, 1::2])
    assert found.notes[-1] == "x: decreases in the data, turned round"
    with pytest.raises(DataError, match=r"x: the axis decreases.*\n.*reverse"):
        from_mapping({"t": T, "x": X[::-1], "u": U[:, ::-1]}, binding())


def test_runs_of_different_lengths_may_stand_in_rows_filled_up_with_nan():
    t = np.tile(np.linspace(0, 1, 8), (2, 1))
    t[1, 5:] = np.nan
    u = np.where(np.isnan(t), np.nan, np.exp(-t))
    bound = Binding(("t",), ("u",), sample="run", missing="drop")
    found = from_mapping({"run": np.arange(2), "t": t, "u": u}, bound)
    assert [sample.grid.shape for sample in found.samples] == [(8,), (5,)]
    assert found.notes == ("3 of 16 rows dropped, a value being missing",)


def test_coordinates_of_two_dimensions_are_points():
    xarray = pytest.importorskip("xarray")
    place = X + 0.1 * np.arange(3)[:, None]
    data = xarray.Dataset(
        {"u": (("run", "t", "x"), np.stack([U, 2 * U, 3 * U]))},
        {"t": ("t", T), "place": (("run", "x"), place)},
    )
    bound = binding(names={"x": "place"}, sample="run")
    found = from_mapping(data, bound)
    assert [sample.grid.axes[1][0] for sample in found.samples] == [-1, -0.9, -0.8]
    np.testing.assert_array_equal(found.samples[2].values[0], 3 * U)
    with pytest.raises(DataError, match="no array named run"):
        from_mapping(ARRAYS, binding(sample="run"))


def test_columns_of_different_lengths_are_no_table():
    ragged = np.rec.fromarrays([T, T**2], names=["t", "u"])
    assert only(from_mapping(ragged, Binding(("t",), ("u",)))).grid.shape == (9,)


def test_very_many_samples_do_not_take_long():
    many = np.arange(200_000.0)
    table = {"run": many, "t": many, "u": many}
    bound = Binding(("t",), ("u",), sample="run")
    with pytest.raises(DataError, match=r"run: 200,000 samples, at most .*\n.*not points"):
        from_mapping(table, bound)
    few = {name: column[:500] for name, column in table.items()}
    with pytest.raises(DataError, match=r"run: sample 0 has 1 row, at least 4 are needed"):
        from_mapping(few, bound)
