"""The same field gives the same equation, however it is stored and however irregular it is."""

import numpy as np
import pytest
from stored_fields import OBJECTS, WRITERS, columns, frame, labelled, store

import pdedsl
from pdedsl.errors import DataError
from pdedsl.loading import load_data

TEXT = """
coordinates t, x
fields u
data "FILE" {{
    sample = run
    {entries}
}}
dictionary {{ d_t(u), d_xx(u) }}
grammar none
"""
DIFFUSIVITY = 0.1
T, X = np.linspace(0, 1, 12), np.linspace(0, 1, 13)


def heat(t, x):
    """Two modes of heat in a rod with cold ends."""
    t, x = np.meshgrid(t, x, indexing="ij")
    first = np.exp(-DIFFUSIVITY * np.pi**2 * t) * np.sin(np.pi * x)
    return first + 0.5 * np.exp(-4 * DIFFUSIVITY * np.pi**2 * t) * np.sin(2 * np.pi * x)


def noisy(values, seed=0):
    return values + np.random.default_rng(seed).normal(0, 1e-3, values.shape)


FIELD = np.stack([noisy(heat(T, X)), 2 * noisy(heat(T, X), seed=1)])
ARRAYS = {"run": np.arange(2.0), "t": T, "x": X, "u": FIELD}


def discover(data, entries="", text=TEXT):
    return pdedsl.discover(text.format(entries=entries), data)


def diffusivity(found):
    """What the equation says, 0 if it is of another form."""
    assert found.verdict == "identified"
    coefficients = {name: value for name, (value, _) in found.coefficients.items()}
    assert set(coefficients) == {"d_t(u)", "d_xx(u)"}
    return -coefficients["d_xx(u)"] / coefficients["d_t(u)"]


@pytest.fixture(scope="module")
def plain():
    return diffusivity(discover(ARRAYS))


def test_the_equation_is_the_one_behind_the_field(plain):
    assert plain == pytest.approx(DIFFUSIVITY, rel=0.01)


@pytest.mark.parametrize("name", WRITERS)
def test_each_format_gives_the_same_equation(name, tmp_path, plain):
    found = discover(store(tmp_path, name, ARRAYS))
    assert diffusivity(found) == pytest.approx(plain, rel=1e-9)


@pytest.mark.parametrize("name", OBJECTS)
def test_each_object_gives_the_same_equation(name, plain):
    assert diffusivity(discover(OBJECTS[name](ARRAYS))) == pytest.approx(plain, rel=1e-9)


def test_the_text_may_name_the_file(tmp_path, plain):
    path = store(tmp_path, "commas.csv", ARRAYS)
    (tmp_path / "rod.pde").write_text(TEXT.format(entries="").replace("FILE", path.name))
    assert diffusivity(pdedsl.discover(tmp_path / "rod.pde")) == pytest.approx(plain, rel=1e-9)


@pytest.mark.parametrize("seed", [1, 2])
def test_shuffled_rows_change_nothing(seed, plain):
    assert diffusivity(discover(columns(ARRAYS, seed))) == plain
    assert diffusivity(discover(columns(ARRAYS, None))) == plain


def test_a_wide_table_gives_the_same_equation(tmp_path):
    one = {**ARRAYS, "run": ARRAYS["run"][:1], "u": FIELD[:1]}
    expected = diffusivity(discover(one))
    rows = [
        ",".join(map(repr, [t, *row])) for t, row in zip(T.tolist(), FIELD[0].tolist(), strict=True)
    ]
    lines = [",".join(["time", *map(repr, X.tolist())]), *rows]
    (tmp_path / "wide.csv").write_text("\n".join(lines))
    text = TEXT.replace("sample = run", "t = time, x = columns")
    found = discover(tmp_path / "wide.csv", text=text)
    assert diffusivity(found) == pytest.approx(expected, rel=1e-9)


# Missing values.


def spoilt(place):
    field = FIELD.copy()
    field[place] = np.nan
    return ARRAYS | {"u": field}


@pytest.mark.parametrize(
    ("place", "count"),
    [
        ((1, 5), "sample 1: 13 of 156 points dropped"),
        ((0, 3, 4), "sample 0: 1 of 156 points dropped"),
    ],
    ids=["a whole instant", "one point"],
)
def test_what_is_missing_is_dropped_and_counted(place, count, plain):
    data = spoilt(place)
    dropped = load_data(pdedsl.parse(TEXT.format(entries="missing = drop")), data)
    assert any(note.startswith(count) for note in dropped.notes)
    found = diffusivity(discover(data, "missing = drop"))
    assert found == pytest.approx(plain, rel=0.01)


@pytest.mark.parametrize("name", ["archive.npz", "commas.csv", "table.parquet", "version7.mat"])
def test_what_is_missing_is_named_by_its_place(name, tmp_path):
    path = store(tmp_path, name, spoilt((1, 5, 6)))
    place = r"at \[1, 5, 6\]" if name.endswith(("npz", "mat")) else r"in (line|row) \d+"
    with pytest.raises(DataError, match=rf"{name}: u: 1 of 312 .* the first, {place}, .*\n.*drop"):
        discover(path)


def test_a_row_with_a_missing_value_is_dropped_and_counted(tmp_path, plain):
    path = store(tmp_path, "semicolons.csv", spoilt((1, 5, 6)))
    specification = pdedsl.parse(TEXT.format(entries="missing = drop"))
    assert "1 of 312 rows dropped, a value being missing" in load_data(specification, path).notes
    assert diffusivity(discover(path, "missing = drop")) == pytest.approx(plain, rel=0.01)


def test_a_number_that_stands_for_a_missing_value_is_none(plain):
    field = np.where(np.arange(13) == 6, -999.0, FIELD)
    found = diffusivity(discover(ARRAYS | {"u": field}, "missing = drop, missing_value = -999"))
    assert found == pytest.approx(plain, rel=0.01)


# Other irregularities.


def test_samples_may_have_different_grids_and_lengths(plain):
    pandas = pytest.importorskip("pandas")
    later, fewer = np.linspace(0.1, 0.9, 9), np.linspace(0, 1, 11)
    grids = np.meshgrid([2.0], later, fewer, indexing="ij")
    other = dict(zip(("run", "t", "x"), (g.ravel() for g in grids), strict=True))
    other["u"] = 3 * noisy(heat(later, fewer), seed=2).ravel()
    data = pandas.concat([frame(ARRAYS), pandas.DataFrame(other)]).sample(frac=1, random_state=0)
    assert diffusivity(discover(data)) == pytest.approx(plain, rel=0.01)


def test_axes_may_be_uneven():
    t, x = T**1.3, X + 0.02 * np.sin(2 * np.pi * X)
    data = {"t": t, "x": x, "u": noisy(heat(t, x))}
    text = TEXT.replace("sample = run", "")
    assert diffusivity(discover(data, text=text)) == pytest.approx(DIFFUSIVITY, rel=0.02)


def test_points_may_lie_anywhere():
    rng = np.random.default_rng(3)
    t, x = rng.uniform(size=(2, 150))
    values = np.array([heat([a], [b])[0, 0] for a, b in zip(t, x, strict=True)])
    data = {"t": t, "x": x, "u": noisy(values)}
    text = TEXT.replace("sample = run", "")
    assert diffusivity(discover(data, text=text)) == pytest.approx(DIFFUSIVITY, rel=0.05)


@pytest.mark.parametrize(("count", "verdict"), [(8, "identified"), (6, "not identified")])
def test_points_may_be_few_until_the_verdict_says_that_they_are_too_few(count, verdict):
    t, x = np.linspace(0, 1, count), np.linspace(0, 1, count + 1)
    runs = np.stack([(k + 1) * noisy(heat(t, x), seed=k) for k in range(4)])
    found = discover({"run": np.arange(4), "t": t, "x": x, "u": runs})
    assert found.verdict == verdict
    assert found.coefficients["d_xx(u)"][0] == pytest.approx(-DIFFUSIVITY, rel=0.05)
    assert verdict == "identified" or "measure more points along t" in found.reason


def test_slices_and_steps_are_those_of_numpy():
    t, x = np.linspace(0, 1.2, 29), np.linspace(-0.2, 1, 31)
    fine = {"run": np.arange(3), "t": t, "x": x, "u": np.stack([noisy(heat(t, x))] * 3)}
    part = {"run": [0], "t": t[:24:2], "x": x[5::2], "u": fine["u"][:1, :24:2, 5::2]}
    found = discover(fine, "t in [0, 1], x in [0, 1], every 2, run in [0, 0.5]")
    assert diffusivity(found) == diffusivity(discover(part))


# Units.


@pytest.mark.parametrize("factor", [1e-4, 1e8])
def test_the_unit_of_a_field_does_not_matter(factor, plain):
    found = discover(ARRAYS | {"u": factor * FIELD})
    assert diffusivity(found) == pytest.approx(plain, rel=1e-6)


def test_time_in_nanoseconds_gives_the_same_equation_after_conversion(plain):
    found = discover(ARRAYS | {"t": 1e9 * T})
    assert 1e9 * diffusivity(found) == pytest.approx(plain, rel=1e-6)


@pytest.mark.parametrize(
    ("entries", "seconds"),
    [("t in s", 1.0), ("t in ms", 1e-3), ('t in minutes since "2019-12-31"', 60.0)],
)
def test_dates_give_the_same_equation_in_the_stated_unit(entries, seconds, plain):
    dates = np.datetime64("2020-01-01", "ns") + np.round(1e9 * T).astype("m8[ns]")
    found = discover(ARRAYS | {"t": dates}, entries)
    assert diffusivity(found) / seconds == pytest.approx(plain, rel=1e-5)


def test_the_unit_beside_a_coordinate_is_that_of_its_dates(plain):
    data = labelled(ARRAYS | {"t": np.round(3600e9 * T).astype("m8[ns]")})
    found = discover(data, text=TEXT.replace("coordinates t", 'coordinates t "h"'))
    assert diffusivity(found) == pytest.approx(plain, rel=1e-5)
    with pytest.raises(DataError, match=r"t: these are dates or times, and no unit"):
        discover(data)
