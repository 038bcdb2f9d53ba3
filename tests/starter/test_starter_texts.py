"""`new`: what the data are is told by names, shapes and rows, and what is said reads back."""

import re

import numpy as np
import pytest
from beginnings import ARRAYS, T, U, X, begun, said, table
from hypothesis import example, given, settings
from hypothesis import strategies as st

import pdedsl
from pdedsl.errors import DataError, PdedslError
from pdedsl.starter.names import _WORDS, in_data, legal_names

pytestmark = pytest.mark.usefixtures("unchecked")


@pytest.fixture(scope="module")
def unchecked():
    """Leaves out the estimate of the fields, which takes most of the time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pdedsl.starter.starting.check", lambda _: None)
        yield


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("any")


LONG_T, LONG_X = (g.ravel() for g in np.meshgrid(T, X, indexing="ij"))
W = U.ravel()
N = len(W)
RNG = np.random.default_rng(0)
CURVE = np.sin(3 * np.linspace(0, 2, 24))
LINE = np.linspace(0, 2, 24)
TABLES = {
    "one coordinate": ({"t": LINE, "u": CURVE}, ("t", "u", None)),
    "units in brackets": (
        {"time [s]": LONG_T, "x (mm)": LONG_X, "T [°C]": W},
        ("time [s] x (mm)", "T [°C]", None),
    ),
    "field before coordinates": ({"u": W, "x": LONG_X, "t": LONG_T}, ("t x", "u", None)),
    "names that say nothing": ({"a": LONG_T, "b": LONG_X, "c": W}, ("a b", "c", None)),
    "an axis without a known name": (
        {"t": LONG_T, "probe": LONG_X, "c": W},
        ("t probe", "c", None),
    ),
    "populations called x and y": (
        {"t": LINE, "x": CURVE + 2, "y": np.cos(LINE)},
        ("t", "x y", None),
    ),
    "a track": (
        {"t": LINE, "x": CURVE, "y": np.cos(LINE), "speed": LINE**2},
        ("t", "x y speed", None),
    ),
    "a track with a clock that is uneven": (
        {"t": LINE**1.2, "x": CURVE, "speed": LINE**2},
        ("t", "x speed", None),
    ),
    "space alone": ({"x": LONG_T, "y": LONG_X, "z": W}, ("x y", "z", None)),
    "scattered points": (
        {"t": RNG.uniform(size=N), "x": RNG.uniform(size=N), "u": W},
        ("t x", "u", None),
    ),
    "an index and a column that is constant": (
        {"": range(24), "t": LINE, "mass": [2.5] * 24, "u": CURVE},
        ("t", "u", None),
    ),
    "samples by number": (
        {"well_id": np.repeat([4, 7], 12), "t": np.tile(LINE[:12], 2), "u": CURVE},
        ("t", "u", "well_id"),
    ),
    "samples by a word": (
        {"t": np.tile(LINE[:12], 2), "kind": ["a"] * 12 + ["b"] * 12, "u": CURVE},
        ("t", "u", "kind"),
    ),
    "samples without a name that says so": (
        {"t": np.tile(LINE[:12], 2), "vessel": np.repeat([1, 2], 12), "u": CURVE},
        ("t", "u", "vessel"),
    ),
    "errors and flags": (
        {"t": LINE, "u_err": CURVE**2 + 0.1, "u": CURVE, "qc_flag": [0, 1] * 12},
        ("t", "u", None),
    ),
    "too few depths": (
        {"t": np.tile(LINE[:12], 2), "depth": np.repeat([0.5, 1.5], 12), "u": CURVE},
        ("t", "u", None),
    ),
    "a day as a number": ({"day": LINE, "20200101": CURVE}, ("day", "20200101", None)),
}


@pytest.mark.parametrize("name", TABLES)
def test_columns_are_told_by_names_and_rows(name, tmp_path):
    columns, expected = TABLES[name]
    assert said(begun(table(tmp_path / "a.csv", columns))[1]) == expected


def test_units_of_the_file_stand_in_the_text(tmp_path):
    columns = {"time [min]": LONG_T, "x (mm)": LONG_X, "T [°C]": W}
    text, found, _ = begun(table(tmp_path / "a.csv", columns))
    assert [c.unit for c in found.problem.coordinates] == ["min", "mm"]
    assert found.problem.fields[0].unit == "°C"
    assert "d[time, 2](T)" in text


@pytest.mark.parametrize(
    ("step", "unit", "last"),
    [("s", "s", 23), ("m", "min", 23), ("h", "h", 23), ("D", "d", 23), ("W", "d", 161)],
)
def test_dates_become_times_in_a_unit_that_suits_their_extent(step, unit, last, tmp_path):
    dates = np.datetime64("2020-01-01T00:00") + np.arange(24).astype(f"m8[{step}]")
    text, found, data = begun(table(tmp_path / "a.csv", {"u": CURVE, "sampled at": dates}))
    assert found.data.times[0].unit == unit == found.problem.coordinates[0].unit
    assert data.samples[0].grid.axes[0][-1] == pytest.approx(last)
    assert 'since "2020-01-01"' in text


def test_missing_values_are_counted_and_dropped(tmp_path):
    holes = W.copy()
    holes[[3, 20]] = np.nan
    text, found, data = begun(table(tmp_path / "a.csv", {"t": LONG_T, "x": LONG_X, "u": holes}))
    assert found.data.missing == "drop"
    assert "are missing: 2 of u" in text
    assert len(data.samples[0].points) == N - 2


def test_nothing_missing_is_said_too(tmp_path):
    text, found, _ = begun(table(tmp_path / "a.csv", {"t": LINE, "u": CURVE}))
    assert found.data.missing == "error"
    assert "nothing is missing" in text


def test_a_number_that_stands_for_missing_values_is_seen(tmp_path):
    holes = W.copy()
    holes[[3, 20]] = -9999
    _, found, _ = begun(table(tmp_path / "a.csv", {"t": LONG_T, "x": LONG_X, "u": holes}))
    assert found.data.missing_value == -9999
    assert found.data.missing == "drop"
    far = W.copy()
    far[3] = -9999  # once may be a mistake, and is not for the text to judge
    _, found, _ = begun(table(tmp_path / "a.csv", {"t": LONG_T, "x": LONG_X, "u": far}))
    assert found.data.missing_value is None


@pytest.mark.parametrize("first", ["time", "", "depth", "probe"])
def test_wide_tables_are_told_by_the_names_of_their_columns(first, tmp_path):
    columns = {first: T} | {f"{x:.4f}": u for x, u in zip(X, U.T, strict=True)}
    _, found, data = begun(table(tmp_path / "a.csv", columns))
    assert found.data.columns == ("t" if first == "depth" else "x")
    values = data.samples[0].values[0]
    np.testing.assert_allclose(values, U.T if first == "depth" else U)


def test_columns_that_are_dates_are_the_time(tmp_path):
    days = [f"2020-01-{day + 1:02d}" for day in range(len(X))]
    columns = {"depth": T} | dict(zip(days, U.T, strict=True))
    _, found, data = begun(table(tmp_path / "a.csv", columns))
    assert found.data.columns == "t"
    assert found.problem.coordinates[0].unit == "d"
    assert data.samples[0].grid.shape in ((8, 9), (9, 8))


def test_columns_with_one_name_and_a_number_are_samples(tmp_path):
    columns = {"t": LINE} | {f"run {k}": CURVE * k + k for k in range(1, 6)}
    _, found, data = begun(table(tmp_path / "a.csv", columns))
    assert found.data.columns == "sample"
    assert len(data.samples) == 5
    few = {"t": LINE, "u1": CURVE, "u2": CURVE**2}
    assert said(begun(table(tmp_path / "b.csv", few))[1]) == ("t", "u1 u2", None)


def test_an_array_without_names_has_usual_ones(tmp_path):
    np.save(tmp_path / "a.npy", np.stack([LONG_T, LONG_X, W], axis=1))
    _, found, _ = begun(tmp_path / "a.npy")
    assert said(found) == ("column_1 column_2", "column_3", None)
    assert [s.name for s in found.problem.coordinate_symbols] == ["t", "x"]
    assert found.problem.field_symbols[0].name == "u"
    np.save(tmp_path / "b.npy", np.stack([LINE, *(CURVE * k for k in range(1, 6))], axis=1))
    assert begun(tmp_path / "b.npy")[1].data.columns == "sample"


MEMBER = {"t": LINE, "member": np.arange(3)}
ARCHIVES = {
    "fields on axes": (ARRAYS, ("t x", "u", "run")),
    "called like coordinates": (
        {"t": T, "sample": np.arange(9), "x": U, "y": U**2},
        ("t", "x y", "sample"),
    ),
    "a label that only counts": ({"t": T, "k": np.arange(9), "u": U}, ("t", "u", "k")),
    "few values of an axis": (
        {"t": T, "x": X, "state": np.arange(3.0), "u": np.stack([U, U + 1, 2 * U])},
        ("t x", "u", "state"),
    ),
    "a parameter beside time and place": (
        {"t": T, "x": X, "dose": LINE[:5], "u": np.stack([U * (k + 1) for k in range(5)])},
        ("t x", "u", "dose"),
    ),
    "places in the order of the data": (
        {"y": LINE[:5], "x": X, "t": T, "u": np.stack([U * (k + 1) for k in range(5)])},
        ("t y x", "u", None),
    ),
    "one value of an axis": (
        {"t": T, "x": X, "h": np.array([2.0, 2.0]), "u": U},
        ("t x", "u", None),
    ),
    "columns": ({"t": LONG_T, "x": LONG_X, "u": W}, ("t x", "u", None)),
    "errors beside": ({"t": T, "x": X, "u_std": U**2, "u": U}, ("t x", "u", None)),
    "places that move": (
        {"run": np.arange(3), "t": np.tile(LINE, (3, 1)), "u": np.stack([CURVE, CURVE**2, LINE])},
        ("t", "u", "run"),
    ),
}


@pytest.mark.parametrize("name", ARCHIVES)
def test_arrays_are_told_by_names_and_lengths(name, tmp_path):
    arrays, expected = ARCHIVES[name]
    np.savez(tmp_path / "a.npz", **arrays)
    assert said(begun(tmp_path / "a.npz")[1]) == expected


def test_other_axes_are_cut_to_one_value(tmp_path):
    xarray = pytest.importorskip("xarray")
    fields = {"T": (("height", "time", "x"), np.stack([U, U + 1, 2 * U])), "crs": 7}
    axes = {
        "height": ("height", [2.0, 10.0, 50.0], {"units": "m"}),
        "time": ("time", np.arange(8), {"units": "hours since 1990-01-01"}),
        "x": X,
    }
    xarray.Dataset(fields, axes).to_netcdf(tmp_path / "a.nc", engine="scipy")
    _, found, data = begun(tmp_path / "a.nc")
    assert said(found) == ("time x", "T", None)
    assert [(s.name, s.lower, s.upper) for s in found.data.slices] == [("height", 2.0, 2.0)]
    assert found.problem.coordinates[0].unit == "hours"
    np.testing.assert_allclose(data.samples[0].values[0], U)


def test_a_dimension_without_labels_tells_samples_apart(tmp_path):
    xarray = pytest.importorskip("xarray")
    fields = {"u": (("member", "t"), np.stack([CURVE, CURVE**2, LINE]))}
    xarray.Dataset(fields, {"t": LINE}).to_netcdf(tmp_path / "a.nc", engine="scipy")
    assert said(begun(tmp_path / "a.nc")[1]) == ("t", "u", "member")


def test_a_group_of_several_is_taken(tmp_path):
    h5py = pytest.importorskip("h5py")
    with h5py.File(tmp_path / "a.h5", "w") as file:
        for run in ("first", "second"):
            for name in ("t", "x"):
                file[f"{run}/{name}"] = ARRAYS[name]
            file[f"{run}/u"] = U
    text, found, _ = begun(tmp_path / "a.h5")
    assert said(found) == ("first/t first/x", "first/u", None)
    assert "not in first" in text


def test_several_fields_have_an_equation_each(tmp_path):
    columns = {"t": LINE, "hare": CURVE + 2, "lynx": np.cos(LINE) + 2}
    _, found, _ = begun(table(tmp_path / "a.csv", columns))
    assert [part.equation_name for part in found.parts] == ["hare", "lynx"]


@pytest.mark.parametrize("name", ["q", "Forcing", "force [N]", "heat source"])
def test_what_may_be_an_input_by_its_name_is_said_to_be(name, tmp_path):
    columns = {"t": LINE, "u": CURVE, name: np.cos(2 * LINE)}
    text, _, _ = begun(table(tmp_path / "a.csv", columns))
    (line,) = re.findall(r"^# (inputs \w+)$", text, re.M)
    ours = line.removeprefix("inputs ")
    without = re.sub(rf"(?ms)^equation {ours} {{.*?^}}", "", text).replace(f"# {line}", line)
    without = re.sub(rf"(?m)^(fields .*), {ours}( \"N\")?", r"\1", without)
    assert [q.symbol.name for q in pdedsl.parse(without).problem.inputs] == [ours]


def test_the_noise_in_a_comment_is_said_to_be_no_measurement(tmp_path):
    text, _, _ = begun(table(tmp_path / "a.csv", {"t": LINE, "u": CURVE}))
    assert "number, which was not measured: it is 1 % of the spread of u" in text


def test_more_than_three_fields_are_named_but_not_all_taken(tmp_path):
    columns = {"t": LINE} | {name: np.sin((k + 1) * LINE) for k, name in enumerate("abcef")}
    text, found, _ = begun(table(tmp_path / "a.csv", columns))
    assert len(found.problem.fields) == 3
    assert "'f' could be a field as well" in text


def test_a_field_that_cannot_be_used_gives_way_to_one_that_can(tmp_path):
    columns = {"t": LINE, "u": [np.inf, *CURVE[1:]], "v": CURVE}
    text, found, _ = begun(table(tmp_path / "a.csv", columns))
    assert said(found) == ("t", "v", None)
    assert "what is likelier cannot be used: u" in text


def test_long_axes_are_thinned(tmp_path):
    t = np.linspace(0, 20, 2500)
    _, found, data = begun(table(tmp_path / "a.csv", {"t": t, "u": np.sin(t)}))
    assert [s.every for s in found.data.slices] == [3]
    assert data.samples[0].grid.shape == (834,)


OTHER_WAYS = re.compile(
    r"^ *# ((?:coordinates|fields|grammar|estimate|search|export) .*?)(?:  #.*)?$"
)


def test_every_other_way_can_be_taken(tmp_path):
    three = {"t": LONG_T, "x": LONG_X, "u": W}
    for columns in (three, three | {"v": np.cos(W)}, {"t": LINE, "u": CURVE}):
        text, found, _ = begun(table(tmp_path / "a.csv", columns))
        lines = text.split("\n")
        tried = 0
        for k, line in enumerate(lines):
            way = OTHER_WAYS.match(line)
            if way is None:
                continue
            keyword = way[1].split()[0]
            own = [n for n, line in enumerate(lines) if line.strip().startswith(f"{keyword} ")]
            near = min(own, key=lambda n: abs(n - k), default=k)
            again = pdedsl.parse("\n".join([*lines[:near], way[1], *lines[near + 1 :]]))
            assert again != found or keyword == "export"
            tried += 1
        assert tried > 10


def test_terms_and_entries_in_comments_can_be_taken(tmp_path):
    text, found, _ = begun(table(tmp_path / "a.csv", {"t": LONG_T, "x": LONG_X, "u": W}))
    terms = re.findall(r"^    # (\S+[)]) +# ", text, re.M)
    entries = re.findall(r"^    # (t .*?) +# ", text, re.M)
    assert len(terms) == 3
    assert len(entries) == 2
    for line in (*terms, *entries):
        changed = pdedsl.parse(text.replace(f"# {line}", line))
        assert changed != found


REFUSED = {
    "one column": (
        {"t": LINE},
        r"no field along a coordinate .*\n  give .* a column of .*\n.*t \(",
    ),
    "no numbers": ({"a": ["x", "y"] * 12, "b": ["p", "q"] * 12}, "no numbers that vary"),
    "constants": ({"t": [1.0] * 24, "u": [2.0] * 24}, "no numbers that vary"),
    "three rows": ({"t": [0, 1, 2], "u": [1, 2, 4]}, "along a coordinate of at least 4 values"),
    "an infinite value": ({"t": LINE, "u": [np.inf, *CURVE[1:]]}, r"u: .*inf"),
    "a word in a column": (
        {"t": LINE, "u": ["many", *CURVE[1:]]},
        r"no field .*\n.*\n.*u \(line 2: 'many' is not a number\)",
    ),
    "points twice": ({"t": np.tile(LINE[:12], 2), "u": CURVE}, r"both at t = .*\n.*sample = NAME"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_data_that_cannot_be_begun_with_are_refused(name, tmp_path):
    columns, message = REFUSED[name]
    with pytest.raises(DataError, match=rf"a\.csv: .*{message}"):
        pdedsl.new(table(tmp_path / "a.csv", columns))


def test_an_array_without_an_axis_is_named(tmp_path):
    np.savez(tmp_path / "a.npz", t=LINE, u=np.stack([CURVE, CURVE**2]))
    message = r"a.npz: u: the array is 2 x 24, and no axis has 2 values\n.*arange\(D\)"
    with pytest.raises(DataError, match=message):
        pdedsl.new(tmp_path / "a.npz")


AWKWARD = [
    "time [s]", "θ", "exp", "2m temp", "a.b", "a b", "columns", "sample", "every", "in", "", "E",
    "const", "Größe", "温度", "d_t", "column_1", 'the "cold" end', "a" * 90, "lambda", "g", "µ",
    "missing", "u_t", "x/y", "#", "sin", "inf", "int", "variable", "T (°C)",
]  # fmt: skip


@pytest.mark.parametrize("awkward", AWKWARD)
@pytest.mark.parametrize("role", ["coordinate", "field", "sample"])
def test_awkward_names_are_bound_to_legal_ones(awkward, role, tmp_path):
    if (awkward, role) == ("θ", "sample"):
        pytest.skip("that is an angle")
    names = {"coordinate": "t", "field": "u", "sample": "run", role: awkward}
    held = {
        names["sample"]: np.repeat([1, 2], 12),
        names["coordinate"]: np.tile(LINE[:12], 2),
        names["field"]: CURVE,
    }
    _, found, data = begun(table(tmp_path / "a.csv", held))
    assert len(data.samples) == 2
    assert said(found) == (names["coordinate"], names["field"], names["sample"])
    np.testing.assert_allclose(np.concatenate([s.values[0] for s in data.samples]), CURVE)


NAMES = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=70)
LIKE_WORDS = st.one_of(NAMES, st.sampled_from(AWKWARD), st.sampled_from(sorted(_WORDS)))


@given(st.lists(LIKE_WORDS, min_size=2, max_size=6, unique=True))
@example(["x [m]", "x", "x_2", "x [s]"])
def test_names_are_legal_and_different_and_bind_what_was_meant(theirs):
    printable = [n for n in theirs if n.isprintable()]
    ours = legal_names(printable, [("u", "v")] * len(printable), ())
    assert len(set(ours)) == len(ours)
    if len(ours) < 2:
        return
    pairs = list(zip(ours, printable, strict=True))
    first, *rest = pairs
    entries = "\n".join(f"{o} = {in_data(n)}" for o, n in pairs if o != n)
    text = f"coordinates {first[0]}\nfields {', '.join(o for o, _ in rest)}\n"
    text += f'data "a.npz" {{\n{entries}\n}}\ndictionary {{ d[{first[0]}]({rest[0][0]}) }}\n'
    assert dict(pdedsl.parse(text).data.names) == {o: n for o, n in pairs if o != n}


CELLS = st.one_of(
    st.floats(-3, 3).map("{:.3g}".format),
    st.integers(0, 5).map(str),
    st.sampled_from(
        ["", "nan", "inf", "-inf", "-999", "1e300", "a", "2020-01-01", "1:30", "20200101"]
    ),
)
COLUMNS = st.one_of(
    st.just([f"{k / 3:.4f}" for k in range(12)]),
    st.just([f"{k % 4}" for k in range(12)]),
    st.just([f"{k // 4}" for k in range(12)]),
    st.just([f"2020-01-{k + 1:02d}" for k in range(12)]),
    st.lists(CELLS, min_size=12, max_size=12),
    st.lists(st.floats(-3, 3).map("{:.3g}".format), min_size=12, max_size=12),
)
HEADS = st.one_of(LIKE_WORDS, st.sampled_from([*"txyu", "run", "date", "1", "2.5", "u1", "u2"]))


def assert_text_or_refusal(path):
    """Whatever else is raised, or warned of, fails."""
    refusal = None
    try:
        begun(path)
    except PdedslError as error:
        refusal = error
    assert refusal is None or "\n  " in str(refusal)


@settings(max_examples=60)
@given(st.dictionaries(HEADS, COLUMNS, min_size=1, max_size=7))
def test_any_table_gives_a_text_that_reads_or_a_refusal(folder, columns):
    path = table(folder / "a.csv", columns)
    assert_text_or_refusal(path)


SHAPES = st.lists(st.sampled_from([1, 2, 3, 5, 6, 7]), min_size=0, max_size=3)


@st.composite
def arrays(draw):
    shape = draw(SHAPES)
    rng = np.random.default_rng(draw(st.integers(0, 9)))
    values = (
        rng.normal(size=shape) if draw(st.booleans()) else np.arange(np.prod(shape)).reshape(shape)
    )
    kind = draw(
        st.sampled_from(["f8", "f8", "f4", "i4", "bool", "complex", "U4", "M8[D]", "m8[s]"])
    )
    values = (
        np.asarray(values).astype("i8").astype(kind) if kind[0] in "Mm" else values.astype(kind)
    )
    if kind[0] == "f" and draw(st.booleans()):
        values.flat[:1] = draw(st.sampled_from([np.nan, np.inf, 1e36]))
    return values


@settings(max_examples=60)
@given(
    st.dictionaries(
        st.sampled_from([*"txyuvw", "run", "u_dims", "lat", "a b"]), arrays(), min_size=1
    )
)
def test_any_archive_gives_a_text_that_reads_or_a_refusal(folder, held):
    np.savez(folder / "a.npz", **held)
    assert_text_or_refusal(folder / "a.npz")


@pytest.mark.parametrize("cell", ["broken", "1,5", "(1+2j)"])
def test_a_field_that_cannot_be_read_is_named_where_the_rest_is_no_data(cell, tmp_path):
    """Without u the rows look like points that are there twice."""
    t, x = (a.ravel() for a in np.meshgrid(LINE[:6], LINE[:6], indexing="ij"))
    columns = {"t": t, "x": x, "u": [cell, *t[1:]]}
    with pytest.raises(DataError, match=r"(?s)both at t = 0.*not read as numbers: u \(") as refusal:
        pdedsl.new(table(tmp_path / "a.csv", columns))
    assert repr(cell) in str(refusal.value)
