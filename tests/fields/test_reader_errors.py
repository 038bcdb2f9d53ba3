import gzip
import io
import os
import pickle
import zipfile

import numpy as np
import pytest
from hanging import soon
from hypothesis import given, settings
from hypothesis import strategies as st

from pdedsl.errors import DataError
from pdedsl.fields import Binding, from_mapping, read
from pdedsl.fields.readers.source import LARGEST_ARRAY

T, X = np.linspace(0, 1, 5), np.linspace(-1, 2, 7)
U = np.sin(3 * T)[:, None] * np.exp(X)
HEAT = Binding(("t", "x"), ("u",))
GOOD = {"t": T, "x": X, "u": U}


def spoilt(place, value):
    field = U.copy()
    field[place] = value
    return field


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"u": spoilt((2, 3), np.nan)}, r"u: 1 of 35 .* at \[2, 3\], is not finite, NaN\n.*drop"),
        ({"u": spoilt((2, 3), -np.inf)}, r"u: 1 of 35 .* at \[2, 3\], is not finite, infinite"),
        ({"u": np.full((5, 7), 2.5)}, "u: the field is constant, 2.5 everywhere"),
        ({"u": U + 1j}, "u: the array holds complex numbers.*\n.*two fields"),
        ({"u": U.astype(object)}, "u: the array holds Python objects.*\n.*float64"),
        ({"u": U.astype(str)}, "u: the array holds text"),
        ({"u": U > 0}, "u: the array holds truth values"),
        ({"u": 3.0}, "u: a single number"),
        ({"u": [[1.0, 2.0], [3.0]]}, "u: not an array .*\n.*equally long"),
        ({"u": np.zeros((0, 7))}, r"u: the array is empty, shape \(0, 7\)"),
        ({"u": U[:, :6]}, r"u: .* shape \(5, 6\), .* fit t \(5 points\), x .*\n.*left for x"),
        ({"u": U[0]}, r"u: .* 1 dimension \(7,\), but .* make 2\n.*leave out a coordinate"),
        ({"u": U[None]}, r"u: the array has 3 dimensions \(1, 5, 7\), .* make 2\n.*NAME\n.*arange"),
        ({"t": T[::-1]}, "t: the axis decreases.*\n.*reverse"),
        ({"t": T[[0, 2, 1, 3, 4]]}, r"t: the axis is not sorted: t\[2\] = 0.25 after t\[1\] = 0.5"),
        ({"t": T[[0, 1, 1, 3, 4]]}, r"t: an axis value is repeated: t\[2\]"),
        ({"t": np.append(T[:4], np.nan)}, r"t: 1 of 5 values .* at \[4\]"),
        ({"t": np.array(["2020-01-01"] * 5, "M8[D]")}, "t: these are dates .*\n.*: t in days"),
        ({"x": X[:3], "u": U[:, :3]}, "x: only 3 points, at least 4"),
        ({"t": 2**62 + np.arange(5)}, "t: these whole numbers are so large .*\n.*offset"),
        ({"u": np.longdouble("1e4000") * U}, r"u: 28 of 35 .* for float64; .* \[1, 0\]"),
        ({"u": spoilt((1, 2), -np.inf)}, "infinite\n  correct it: an infinite value is never left"),
        ({"u_dims": ["t", "y"]}, r"u: its dimensions are named t, y\n.*one each of t, x"),
        ({"u_dims": ["x", "t"]}, r"u: dimension x has length 5, the axis x has 7"),
        ({"u_dims": ["t"]}, "u: its dimensions are named t"),
    ],
)  # fmt: skip
def test_each_fault_of_an_array_is_named_with_its_remedy(changes, message):
    with pytest.raises(DataError, match=message):
        from_mapping(GOOD | changes, HEAT)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"names": {"u": "temp"}}, "u: no array named temp\n.*u = NAME\n.*there are: t, x, u"),
        ({"names": {"u": "Uu"}}, "u: no array named Uu\n.*did you mean u.* u = u"),
        ({"sample": "runs"}, "sample: no array named runs"),
        ({"ranges": {"t": (5.0, 6.0)}}, r"t: no value lies in the range \[5, 6\]\n.*from 0 to 1"),
        ({"ranges": {"t": (None, 0.4)}}, "t: only 2 points"),
    ],
)
def test_each_fault_of_a_binding_is_named_with_its_remedy(settings, message):
    with pytest.raises(DataError, match=message):
        from_mapping(GOOD, Binding(("t", "x"), ("u",), **settings))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"coordinates": (), "fields": ("u",)}, "at least one coordinate and one field"),
        ({"coordinates": ("t", "t"), "fields": ("u",)}, "t: named twice"),
        ({"coordinates": ("t",), "fields": ("t",)}, "t: named twice"),
        ({"coordinates": ("t",), "fields": ("u",), "missing": "fill"}, "missing = fill"),
        (
            {"coordinates": ("t",), "fields": ("u",), "ranges": {"t": (2.0, 1.0)}},
            r"t: the range \[2, 1\] is empty",
        ),
    ],
)
def test_a_binding_that_makes_no_sense_is_refused(arguments, message):
    with pytest.raises(DataError, match=message):
        Binding(**arguments)


def test_all_missing_names_are_told_at_once():
    with pytest.raises(DataError, match="x, u: no array named x, u"):
        from_mapping({"t": T, "v": U}, HEAT)


def test_two_axes_that_tell_samples_apart_are_refused():
    field = np.stack([np.stack([U, 2 * U])] * 3)
    binding = Binding(("t", "x"), ("u",), sample="run")
    arrays = {"t": T, "x": X, "run": np.arange(2), "dose": np.arange(3), "u": field}
    with pytest.raises(DataError, match=r"4 dimensions.* make 3\n.*only one axis can tell samples"):
        from_mapping(arrays, binding)
    with pytest.raises(DataError, match=r"run: the sample axis has shape \(2, 2\)"):
        from_mapping({"t": T, "x": X, "run": np.eye(2), "u": field[0]}, binding)


def test_a_field_missing_at_every_point_is_refused():
    binding = Binding(("t", "x"), ("u",), missing="drop")
    with pytest.raises(DataError, match="every point is missing"):
        from_mapping({"t": T, "x": X, "u": np.full((5, 7), np.nan)}, binding)


def test_large_whole_numbers_and_long_doubles_are_read_where_nothing_is_lost():
    t = 10**18 + 10**9 * np.arange(5)
    u = np.ma.masked_equal(U.astype(np.longdouble), U[1, 1])
    binding = Binding(("t", "x"), ("u",), missing="drop")
    dataset = from_mapping({"t": t, "x": X, "u": u}, binding)
    assert dataset.samples[0].values.size == 34
    assert from_mapping(GOOD | {"t": t}, HEAT).samples[0].grid.axes[0][4] == 10**18 + 4 * 10**9


def test_infinity_is_never_dropped():
    binding = Binding(("t", "x"), ("u",), missing="drop")
    with pytest.raises(DataError, match=r"u: 1 of 35 .* \[1, 1\], is not finite, infinite"):
        from_mapping({"t": T, "x": X, "u": spoilt((1, 1), np.inf)}, binding)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("t,u\n0,1\n1,2\n1,3\n2,4\n", r"t: lines 3 and 4 are both at t = 1\n.*sample = NAME"),
        ("t,u\n0,1\n1,two\n", "u: line 3: 'two' is not a number\n.*decimal point"),
        ("# a\n\nt,u\n0,1\n1,\n2,2\n", "u: 1 of 3 values .* in line 5, is missing\n.*drop"),
        ("t,u\n0,1\n1,inf\n2,2\n", "u: 1 of 3 values .* in line 3, is inf"),
        ("t,u\n0,1\n1\n", "line 3 has 1 cells, the header 2"),
        ("t,t,u\n0,1,2\n", "'t': two columns have the same name"),
        ("t,w\n0,1\n", "u: no column named u\n.*u = NAME\n.*columns there are: t, w"),
        ("t,u\n", "the table has no rows"),
        ("# only this\n", "the table has no rows"),
        ("0,1\n1,2\n", "the first line holds numbers, not names"),
        ('t,u\n0,"1\n2"\n1,2\n', "a quoted cell runs over several lines"),
        ("t,u\n0,1\n1,2\n2,3\n", "t: only 3 points"),
        ("t,u\n0,1\n1,1\n2,1\n3,1\n", "u: the field is constant"),
        ("t,u\n1/12/2000,1\n", "t: line 2: '1/12/2000' is not a number\n.*2000-12-31"),
        ("t,u\n31.12.00 10:30,1\n", "31.12.00 10:30' is not a number\n.*year-month-day"),
        ("t,u\n0,1\n1,1_0\n", "u: line 3: '1_0' is not a number"),
        ("t,u\n0,1\n1,٣\n", "u: line 3: '٣' is not a number"),
        ('t,u\n0,1\n1,"2\n', r"not a table \(unexpected end of data\)\n.*close every quote"),
        ("t,u\n,1\n,2\n", "t: 2 of 2 values .* in line 2, is missing"),
    ],
)
def test_each_fault_of_a_table_is_named_with_its_line(tmp_path, text, message):
    path = tmp_path / "table.csv"
    path.write_text(text)
    with pytest.raises(DataError, match=message) as caught:
        read(path, Binding(("t",), ("u",)))
    assert str(caught.value).startswith(f"{path}: ")
    assert caught.value.exit_code == 3


def test_very_many_columns_are_read(tmp_path):
    path = tmp_path / "wide.csv"
    names = ["t", "u", *(f"c{i}" for i in range(100_000))]
    path.write_text("\n".join([",".join(names), *(",".join([k] * len(names)) for k in "0123")]))
    with soon():
        assert read(path, Binding(("t",), ("u",))).samples[0].values.size == 4
        with pytest.raises(DataError, match=r"columns there are: t, u, .* and 99,982 more"):
            read(path, Binding(("x",), ("u",)))
        path.write_text(",".join(["t", "t", *names]) + "\n0\n")
        with pytest.raises(DataError, match=r"'t', 'u'|'t': two columns have the same name"):
            read(path, Binding(("t",), ("u",)))


def test_names_of_dimensions_stored_as_objects_get_their_own_remedy(tmp_path):
    np.savez(tmp_path / "d.npz", **GOOD, u_dims=np.array(["t", "x"], dtype=object))
    with pytest.raises(DataError, match=r"u_dims: .* pickled .*\n.* text: array.astype\(str\)"):
        read(tmp_path / "d.npz", HEAT)


def test_a_table_without_complete_rows_or_with_unlabelled_ones_is_refused(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("t,u,run\n,1,1\n0,,1\n")
    with pytest.raises(DataError, match="no row is complete"):
        read(path, Binding(("t",), ("u",), missing="drop"))
    path.write_text("t,u,run\n0,1,1\n1,2,\n")
    with pytest.raises(DataError, match="run: line 3: the label is missing"):
        read(path, Binding(("t",), ("u",), sample="run"))
    arrays = {"t": T, "u": T**2, "run": [1.0, 1.0, np.nan, 1.0, 1.0]}
    with pytest.raises(DataError, match="run: row 2: the label is missing"):
        from_mapping(arrays, Binding(("t",), ("u",), sample="run"))


def test_a_table_with_no_row_in_all_ranges_is_refused():
    arrays = {"t": np.arange(6.0), "x": np.arange(6.0), "u": np.arange(6.0) ** 2}
    binding = Binding(("t", "x"), ("u",), ranges={"t": (3.0, None), "x": (None, 2.0)})
    with pytest.raises(DataError, match="no row lies in all ranges"):
        from_mapping(arrays, binding)


def test_files_that_are_not_there_or_not_files_are_refused(tmp_path):
    np.savez(tmp_path / "heat_source.npz", **GOOD)
    with pytest.raises(DataError, match=r"no such file\n.*did you mean heat_source\.npz"):
        read(tmp_path / "heat_sorce.npz", HEAT)
    with pytest.raises(DataError, match=r"no such file\n.*data files in .*: heat_source.npz"):
        read(tmp_path / "zzz.csv", HEAT)
    with pytest.raises(DataError, match="there is no folder"):
        read(tmp_path / "nowhere" / "heat.npz", HEAT)
    with pytest.raises(DataError, match=r"this is a folder, not a file\n.*\.npz, .*\.csv"):
        read(tmp_path, HEAT)
    with pytest.raises(DataError, match="/dev/zero: this is a device or pipe, not a file"):
        read("/dev/zero", HEAT)
    for path in (f"{'a' * 300}.npz", "b/" * 3000):
        with pytest.raises(
            DataError, match=r"no such file can be there: .*\n.*\.npz, .*\.csv"
        ) as e:
            read(path, HEAT)
        assert len(str(e.value)) < 300
    for name, target in (("l.npz", "l.npz"), ("m.npz", "nothing.npz")):
        (tmp_path / name).symlink_to(target)
        with pytest.raises(DataError, match=rf"{name}: this is a link that leads nowhere\n.*link"):
            read(tmp_path / name, HEAT)
    (tmp_path / "heat.xlsx").write_bytes(b"\x00")
    with pytest.raises(DataError, match=r"files of type .xlsx are not read\n.*\.npz"):
        read(tmp_path / "heat.xlsx", HEAT)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "the file is empty"),
        (b"hello", r"the name says NumPy archive, but this seems to be text\n.* data.csv"),
        (b"\x00hello", "not an .npz archive"),
        (pickle.dumps({"u": 1}), r".* a pickle of Python.*\n.*savez"),
        (b"PK\x03\x04" + bytes(90), r"a damaged .npz archive .*\n.*anew"),
        (b"PK\x05\x06" + bytes(18), "the archive holds no arrays"),
    ],
)
def test_files_that_are_no_archives_are_refused(tmp_path, content, message):
    path = tmp_path / "data.npz"
    path.write_bytes(content)
    with pytest.raises(DataError, match=rf"/data\.npz: {message}"):
        read(path, HEAT)


def test_text_that_is_no_text_is_refused(tmp_path):
    path = tmp_path / "data.csv"
    path.write_bytes(b"t,u\n\xff\xfe,1\n")
    with pytest.raises(DataError, match="not a readable text file"):
        read(path, HEAT)


def test_pickles_inside_an_archive_are_not_opened(tmp_path):
    class Trap:
        def __reduce__(self):
            return (open, (str(tmp_path / "sprung"), "w"))

    np.savez(tmp_path / "trap.npz", t=T, x=X, u=np.array([Trap()], dtype=object))
    with pytest.raises(DataError, match="u: the array holds pickled Python objects"):
        read(tmp_path / "trap.npz", HEAT)
    assert not (tmp_path / "sprung").exists()


def test_an_array_that_would_not_fit_is_refused_before_it_is_unpacked(tmp_path):
    header = io.BytesIO()
    np.lib.format.write_array_header_1_0(
        header, {"descr": "<f8", "fortran_order": False, "shape": (LARGEST_ARRAY // 8, 5)}
    )
    with zipfile.ZipFile(tmp_path / "long.npz", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, values in (("t", T), ("x", X)):
            with archive.open(f"{name}.npy", "w") as stream:
                np.lib.format.write_array(stream, values)
        with archive.open("u.npy", "w") as stream:
            stream.write(header.getvalue())
        archive.getinfo("u.npy").file_size = 5 * LARGEST_ARRAY
    with pytest.raises(DataError, match=r"u: the array takes 5.0 GiB\n.*every second point"):
        read(tmp_path / "long.npz", HEAT)


@settings(max_examples=150, deadline=None)
@given(place=st.integers(0, 1500), change=st.integers(1, 255), cut=st.booleans())
def test_a_damaged_archive_is_a_data_error_or_still_readable(tmp_path_factory, place, change, cut):
    buffer = io.BytesIO()
    np.savez(buffer, **GOOD)
    content = bytearray(buffer.getvalue())
    place = min(place, len(content) - 1)
    content[place] ^= change
    path = tmp_path_factory.getbasetemp() / "damaged.npz"
    path.write_bytes(content[:place] if cut else content)
    try:
        dataset = read(path, HEAT)
    except DataError:
        return
    np.testing.assert_array_equal(dataset.samples[0].values[0], U)


TABLE = b"t,x,u\n0,0,1\n"
BOOK = {"[Content_Types].xml": b"<x/>", "xl/workbook.xml": b"<x/>"}


def zipped(**members):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def array_of(write, *held, **named):
    buffer = io.BytesIO()
    write(buffer, *held, **named)
    return buffer.getvalue()


HDF5 = b"\x89HDF\r\n\x1a\n" + bytes(600)
CONTENTS = {
    "a.npz": [(TABLE, "text", "a.csv"), (HDF5, "HDF5", "a.h5 or a.nc"), (b"PAR1", "Par", "a.parq")],
    "a.csv": [
        (gzip.compress(TABLE, mtime=0), "packed by gzip", "gunzip"),
        (HDF5, "HDF5", "a.h5"),
        (zipped(**BOOK), "an Excel workbook", "save the sheet as CSV"),
        (zipped(**{"a.csv": TABLE}), "a zip archive", "unzip"),
        (array_of(np.savez, u=U), "a NumPy archive", "a.npz"),
        ("t,x,u\n0,0,1\n".encode("utf-16"), "UTF-16", "as UTF-8"),
        (b"<!DOCTYPE html><html>", "HTML", "fetch the data anew"),
        (b"version https://git-lfs.github.com/spec/v1\n", "Git LFS", "git lfs pull"),
    ],
    "a.npy": [(array_of(np.savez, u=U), "a NumPy archive", "a.npz"), (TABLE, "text", "a.csv")],
    "a.mat": [(array_of(np.save, U), "a NumPy array", "a.npy")],
    "a.nc": [(b"MATLAB 5.0 MAT-file", "a MATLAB file", "a.mat")],
    "a.h5": [(TABLE, "text", "a.csv"), (b"CDF\x01", "a NetCDF file", "a.nc")],
    "a.parquet": [(b"ARROW1", "Feather", "store it as Parquet")],
    "a.csv.gz": [(gzip.compress(TABLE, mtime=0), "packed by gzip", "gunzip")],
    "a.xlsx": [(zipped(**BOOK), "an Excel workbook", "save the sheet as CSV")],
    "a.pkl": [(pickle.dumps({"u": 1}), "a pickle", "savez")],
    "a.data": [(TABLE, "text", "a.csv")],
}


@pytest.mark.parametrize(
    ("name", "content", "seems", "remedy"),
    [(name, *each) for name, rows in CONTENTS.items() for each in rows],
)
def test_a_file_of_another_kind_than_its_name_says_is_told(name, content, seems, remedy, tmp_path):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(DataError, match=rf"{name}: .* seems to be .*{seems}.*\n  .*{remedy}"):
        read(tmp_path / name, HEAT)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_told(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes(TABLE)
    path.chmod(0)
    with pytest.raises(DataError, match=r"a\.csv: cannot be read: Permission denied\n.*may read"):
        read(path, HEAT)


def test_text_that_is_cut_within_a_letter_is_text(tmp_path):
    header = "t,x,u\n" + "# " + "a" * (4096 - 9) + "é\n"
    assert header.encode()[4095:4097] == "é".encode()
    rows = "".join(f"{t},{x},{t * x + t}\n" for t in range(6) for x in range(6))
    (tmp_path / "a.csv").write_text(header + rows, encoding="utf-8")
    assert read(tmp_path / "a.csv", HEAT).samples


@pytest.mark.parametrize(
    ("cell", "row", "remedy"),
    [
        ("0,5", 3, r"with a decimal point, 0\.5; commas"),
        ("-1,25e-3", 3, r"with a decimal point, -1\.25e-3; commas"),
        ("16,327.35", 3, r"without commas, 16327\.35,"),
        ("1,234,567", 3, "without commas, 1234567,"),
        ("m/s", 0, r"a line of units is not read: put each behind its name, as in t \[s\]"),
        ("broken", 3, "leave a missing value empty$"),
    ],
)
def test_a_cell_that_is_no_number_is_told_with_what_to_write(cell, row, remedy, tmp_path):
    rows = [[str(t), str(x), str(t + x)] for t in range(6) for x in range(6)]
    rows[row][2] = cell
    text = "\n".join(";".join(r) for r in (["t", "x", "u"], *rows))
    (tmp_path / "a.csv").write_text(text)
    with pytest.raises(DataError, match=rf"a\.csv: u: line {row + 2}: .*\n  .*{remedy}"):
        read(tmp_path / "a.csv", HEAT)
