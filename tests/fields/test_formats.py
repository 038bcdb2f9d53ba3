"""Every format holds the same field, and every way in which a file can be bad is named."""

import json
import pickle
import shutil
import subprocess
import sys

import numpy as np
import pytest
from stored_fields import OBJECTS, WRITERS, store

from pdedsl.errors import DataError
from pdedsl.fields import Binding, from_mapping, read
from pdedsl.fields.readers.registry import FORMATS, SUFFIXES
from pdedsl.fields.readers.source import optional

T, X = np.linspace(0, 1, 8), np.linspace(-1, 2, 9)
U = np.sin(3 * T)[:, None] * np.exp(X)
RUNS = np.array([3.0, 7.0])
ARRAYS = {"run": RUNS, "t": T, "x": X, "u": np.stack([U, 2 * U + 1])}
BINDING = Binding(("t", "x"), ("u",), sample="run")
EXPECTED = from_mapping(ARRAYS, BINDING)


def same(found):
    assert len(found.samples) == 2
    for a, b in zip(found.samples, EXPECTED.samples, strict=True):
        assert a.grid.same_as(b.grid)
        np.testing.assert_array_equal(a.values, b.values)


@pytest.mark.parametrize("name", WRITERS)
def test_each_format_holds_the_same_data(name, tmp_path):
    same(read(store(tmp_path, name, ARRAYS), BINDING))


@pytest.mark.parametrize("name", OBJECTS)
def test_each_object_holds_the_same_data(name):
    same(from_mapping(OBJECTS[name](ARRAYS), BINDING))


def test_every_suffix_is_written_by_a_test_or_another_name_of_one_that_is():
    written = {f".{name.rpartition('.')[2]}" for name in WRITERS}
    assert all(written & set(each.suffixes) for each in FORMATS)
    assert len(set(SUFFIXES)) == len(SUFFIXES)


TEXT = (".csv", ".tsv", ".txt", ".dat")  # which end where they end


@pytest.mark.parametrize("name", [n for n in WRITERS if not n.endswith((".zarr", *TEXT))])
def test_a_file_cut_short_is_a_data_error(name, tmp_path):
    path = store(tmp_path, name, ARRAYS)
    content = path.read_bytes()
    for part in (0.02, 0.3, 0.6, 0.9):
        path.write_bytes(content[: int(part * len(content))])
        with pytest.raises(DataError) as caught:
            read(path, BINDING)
        assert str(path) in caught.value.where
        assert caught.value.remedy
        assert caught.value.exit_code == 3


@pytest.mark.parametrize("name", WRITERS)
def test_a_file_of_another_format_is_a_data_error(name, tmp_path):
    path = store(tmp_path, name, ARRAYS)
    if path.is_dir():
        shutil.rmtree(path)
        path.mkdir()
    else:
        path.write_bytes(b"\x00\xff\x01 no data at all" * 50)
    with pytest.raises(DataError, match=rf"/{name}: .*\n  \w+"):
        read(path, BINDING)


@pytest.mark.parametrize("name", ["version5.mat", "version7.mat", "records.npy", "table.parquet"])
def test_changed_bytes_are_a_data_error_or_data(name, tmp_path):
    path = store(tmp_path, name, ARRAYS)
    content = path.read_bytes()
    rng = np.random.default_rng(0)
    refused = 0
    for _ in range(150):
        changed = bytearray(content)
        for place in rng.integers(min(len(content), 3000), size=3):
            changed[place] = int(rng.integers(256))
        path.write_bytes(changed)
        try:
            read(path, BINDING)
        except DataError:
            refused += 1
    assert refused > 10


@pytest.mark.parametrize("name", WRITERS)
def test_values_missing_everywhere_are_refused(name, tmp_path):
    path = store(tmp_path, name, ARRAYS | {"u": np.full((2, 8, 9), np.nan)})
    with pytest.raises(
        DataError, match=r"u: 144 of 144 .* \[0, 0, 0\]|u: 144 of 144 .* (line|row) "
    ):
        read(path, BINDING)
    drop = Binding(("t", "x"), ("u",), sample="run", missing="drop")
    with pytest.raises(DataError, match=r"every point is missing|no row is complete"):
        read(path, drop)


@pytest.mark.parametrize("name", WRITERS)
def test_a_name_that_is_not_there_is_named_with_those_that_are(name, tmp_path):
    path = store(tmp_path, name, ARRAYS)
    with pytest.raises(DataError, match=r": v: no (array|column) named v\n.*\n.* there are: .*u"):
        read(path, Binding(("t", "x"), ("v",)))


@pytest.mark.parametrize(
    ("package", "name"),
    [("pyarrow", "a.parquet"), ("h5py", "a.h5"), ("xarray", "a.nc"), ("zarr", "a.zarr")],
)
def test_a_missing_package_is_named_with_how_to_install_it(package, name, tmp_path, monkeypatch):
    for part in (package, f"{package}.parquet", "h5netcdf"):
        monkeypatch.setitem(sys.modules, part, None)
    path = tmp_path / name
    if name.endswith("zarr"):
        path.mkdir()
    else:
        path.write_bytes({"a.parquet": b"PAR1", "a.h5": b"\x89HDF\r\n\x1a\n"}.get(name, b"CDF"))
    with pytest.raises(
        DataError, match=rf"package {package}, .*\n.*pip install \"pdedsl\[data\]\""
    ):
        read(path, BINDING)
    with pytest.raises(DataError, match="not installed"):
        optional(package, "they")


def test_the_package_is_light():
    heavy = "pandas", "pyarrow", "h5py", "xarray", "zarr", "h5netcdf"
    code = (
        "import sys, pdedsl.loading, pdedsl.fields.assembly\n"
        f"sys.exit(any(n in sys.modules for n in {heavy}))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


class Trap:
    """Opens a file where it is unpickled."""

    def __init__(self, path):
        self.path = str(path)

    def __reduce__(self):
        return (open, (self.path, "w"))


def test_pickles_in_arrays_and_folders_are_not_opened(tmp_path):
    sprung = tmp_path / "sprung"
    np.save(tmp_path / "trap.npy", np.array([Trap(sprung)], dtype=object))
    with pytest.raises(DataError, match=r"holds pickled Python objects.*\n.*float64"):
        read(tmp_path / "trap.npy", BINDING)
    (tmp_path / "bare.npy").write_bytes(pickle.dumps(Trap(sprung)))
    with pytest.raises(DataError, match=r"NumPy array, but this seems to be a pickle"):
        read(tmp_path / "bare.npy", BINDING)
    path = store(tmp_path, "version2.zarr", ARRAYS)
    described = json.loads((path / "t" / ".zarray").read_text())
    described |= {"dtype": "|O", "filters": [{"id": "pickle"}], "compressor": None}
    (path / "t" / ".zarray").write_text(json.dumps(described | {"fill_value": None}))
    (path / "t" / "0").write_bytes(pickle.dumps(Trap(sprung)))
    with pytest.raises(DataError, match=r"t: an array is stored as pickled .*\n.*numbers"):
        read(path, BINDING)
    assert not sprung.exists()


def test_arrays_that_would_not_fit_are_refused_before_they_are_read(tmp_path):
    h5py = pytest.importorskip("h5py")
    with h5py.File(tmp_path / "a.h5", "w") as file:
        for name in ("t", "x", "run"):
            file[name] = ARRAYS[name]
        file.create_dataset("u", shape=(2**20, 2**20), chunks=(2**10, 2**10), dtype="f8")
    with pytest.raises(DataError, match=r"u: the array takes 8192.0 GiB\n.*every second point"):
        read(tmp_path / "a.h5", BINDING)


def test_files_that_are_too_large_are_refused_before_they_are_read(tmp_path):
    for name, size, message in (
        ("a.csv", 2**29, r"the text has 512 MiB, at most 256 .*\n.*Parquet"),
        ("a.npz", 2**31, r"the file has 2.0 GiB\n.*every second point"),
    ):
        with (tmp_path / name).open("wb") as stream:
            stream.truncate(size)
        with pytest.raises(DataError, match=message):
            read(tmp_path / name, BINDING)


def test_what_holds_no_numbers_in_matlab_is_named(tmp_path):
    from scipy import sparse
    from scipy.io import savemat

    path = tmp_path / "a.mat"
    cases = {
        "struct": ({"a": 1.0}, "this is a struct"),
        "sparse": (sparse.eye(3).tocsc(), "this is a sparse matrix"),
        "text": ("hello", "the array holds text"),
        "complex": (ARRAYS["u"] * 1j, "complex numbers"),
        "cells": (np.array([[1.0], ["a"]], dtype=object), "cell array that holds more than texts"),
    }
    for held, message in cases.values():
        savemat(path, ARRAYS | {"u": held})
        with pytest.raises(DataError, match=rf"u: .*{message}"):
            read(path, BINDING)
    savemat(path, ARRAYS | {"run": np.array(["before", "after"], dtype=object)})
    assert len(read(path, BINDING).samples) == 2
    savemat(path, {"t": T}, format="4")
    with pytest.raises(DataError, match=r"or one of version 4\n.*-v7"):
        read(path, BINDING)


def test_text_in_a_column_of_numbers_is_named_with_its_place(tmp_path):
    pandas = pytest.importorskip("pandas")
    data = {"t": T, "u": [*range(7), "seven"]}
    binding = Binding(("t",), ("u",))
    with pytest.raises(DataError, match=r"u: .* the first that is none, at \[7\], is 'seven'"):
        from_mapping(pandas.DataFrame(data), binding)
    pandas.DataFrame(data | {"u": list("0123456x")}).to_csv(tmp_path / "a.csv", index=False)
    with pytest.raises(DataError, match="u: line 9: 'x' is not a number"):
        read(tmp_path / "a.csv", binding)


def test_nested_columns_of_parquet_are_refused_and_nulls_are_missing(tmp_path):
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    table = {"t": arrow.array(range(8)), "u": arrow.array([*range(7), None])}
    parquet.write_table(arrow.table(table), tmp_path / "a.parquet")
    drop = Binding(("t",), ("u",), missing="drop")
    assert read(tmp_path / "a.parquet", drop).notes == (
        "1 of 8 rows dropped, a value being missing",
    )
    parquet.write_table(arrow.table(table | {"u": [[1.0]] * 8}), tmp_path / "a.parquet")
    with pytest.raises(DataError, match=r"u: .* list<.*\n.*a column of its own"):
        read(tmp_path / "a.parquet", drop)


def test_hdf5_attributes_are_used_as_netcdf_has_them(tmp_path):
    h5py = pytest.importorskip("h5py")
    with h5py.File(tmp_path / "a.h5", "w") as file:
        file["a/t"], file["b/t"] = T, T + 1
        file["u"] = np.arange(8, dtype="i2")
        file["u"].attrs.update({"scale_factor": 0.5, "add_offset": 1.0, "_FillValue": np.int16(3)})
    binding = Binding(("t",), ("u",), names={"t": "b/t"}, missing="drop")
    (sample,) = read(tmp_path / "a.h5", binding).samples
    np.testing.assert_array_equal(sample.values[0], np.delete(1 + 0.5 * np.arange(8), 3))
    assert sample.grid.ranges == ((1.0, 2.0),)


def test_an_array_without_names_is_a_table_by_number_or_refused(tmp_path):
    np.save(tmp_path / "a.npy", np.stack([T, T**2], axis=1))
    binding = Binding(("t",), ("u",), names={"t": "column_1", "u": "column_2"})
    np.testing.assert_array_equal(read(tmp_path / "a.npy", binding).samples[0].values[0], T**2)
    np.save(tmp_path / "a.npy", ARRAYS["u"])
    with pytest.raises(DataError, match=r"shape \(2, 8, 9\) has no names .*\n.*savez"):
        read(tmp_path / "a.npy", binding)


@pytest.mark.parametrize("held", [3.0, [1, 2], "u", object(), np.zeros(3)])
def test_objects_that_hold_nothing_by_name_are_refused(held):
    with pytest.raises(DataError, match=r"data: this is of type \w+, .*\n.*mapping"):
        from_mapping(held, BINDING)


def test_an_unnamed_array_is_no_two_fields():
    held = OBJECTS["DataArray without a name"](ARRAYS)
    with pytest.raises(DataError, match="one array without a name, for the fields u, v"):
        from_mapping(held, Binding(("t", "x"), ("u", "v"), sample="run"))


def test_two_columns_of_one_name_in_a_frame_are_refused():
    pandas = pytest.importorskip("pandas")
    held = pandas.DataFrame(np.zeros((5, 3)), columns=["t", "u", "u"])
    with pytest.raises(DataError, match="u: two columns have the same name"):
        from_mapping(held, Binding(("t",), ("u",)))
