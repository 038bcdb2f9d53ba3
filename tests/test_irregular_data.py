"""Irregular data are the same in every format, and give the same equation as regular ones."""

from dataclasses import replace

import numpy as np
import pytest
from stored_fields import OBJECTS, WRITERS, columns, store

import pdedsl
from pdedsl.errors import DataError
from pdedsl.fields import Binding, from_mapping, read

TEXT = """
coordinates t, x
fields u
data "FILE" { sample = run, missing = drop }
dictionary { d_t(u), d_xx(u) }
grammar none
"""
DIFFUSIVITY = 0.1


def heat(t, x):
    """Two modes of heat in a rod with cold ends, at points."""
    rate = DIFFUSIVITY * np.pi**2
    first = np.exp(-rate * t) * np.sin(np.pi * x)
    return first + 0.5 * np.exp(-4 * rate * t) * np.sin(2 * np.pi * x)


def measured(places, seed=0):
    """A long table of runs, each at its own points (t, x), with noise."""
    rng = np.random.default_rng(seed)
    runs = []
    for number, (t, x) in enumerate(places):
        u = (number + 1) * (heat(t, x) + 1e-3 * rng.normal(size=t.shape))
        runs.append((np.full(t.shape, float(number)), t, x, u))
    columns_of = map(np.concatenate, zip(*runs, strict=True))
    return dict(zip(("run", "t", "x", "u"), columns_of, strict=True))


def grid(t, x):
    return tuple(g.ravel() for g in np.meshgrid(t, x, indexing="ij"))


def spoilt(where):
    table = measured([grid(*AXES)] * 2)
    table["u"][where(table)] = np.nan
    return table


AXES = np.linspace(0, 1, 12), np.linspace(0, 1, 13)
RANDOM = np.random.default_rng(7).uniform(size=(2, 2, 110))
TABLES = {
    "scattered": measured([tuple(points) for points in RANDOM]),
    "values missing": spoilt(lambda table: np.arange(len(table["u"])) % 29 == 3),
    "an instant missing": spoilt(lambda table: table["t"] == AXES[0][5]),
    "a hole": spoilt(lambda table: (np.abs(table["t"] - 0.5) < 0.2) & (table["x"] > 0.7)),
    "other grids and lengths": measured(
        [grid(*AXES), grid(np.linspace(0.1, 0.9, 9), np.linspace(0, 1, 11))]
    ),
    "uneven axes": measured([grid(AXES[0] ** 1.3, np.sin(np.pi / 2 * AXES[1]))] * 2),
    "few points": measured([grid(np.linspace(0, 1, 8), np.linspace(0, 1, 9))] * 4),
}
TOLERANCE = 0.05


def points_of(dataset):
    """All that the samples hold, in an order that says nothing of the file."""
    found = []
    for sample in dataset.samples:
        points = getattr(sample, "points", None)
        if points is None:
            points = np.stack(grid(*sample.grid.axes), axis=1)
        rows = np.column_stack([points, sample.values.reshape(len(sample.values), -1).T])
        found.append(rows[np.lexsort(rows.T)])
    return found


BINDING = Binding(("t", "x"), ("u",), sample="run", missing="drop")
POINTS = {name: points_of(from_mapping(table, BINDING)) for name, table in TABLES.items()}


def check(dataset, name):
    for ours, expected in zip(points_of(dataset), POINTS[name], strict=True):
        np.testing.assert_array_equal(ours, expected)


def diffusivity(found):
    """What the equation says, if it is of the right form."""
    assert found.verdict == "identified"
    assert set(found.coefficients) == {"d_t(u)", "d_xx(u)"}
    return -found.coefficients["d_xx(u)"][0] / found.coefficients["d_t(u)"][0]


@pytest.mark.parametrize("table", TABLES)
def test_the_equation_is_the_one_behind_the_field(table):
    found = diffusivity(pdedsl.discover(TEXT, TABLES[table]))
    assert found == pytest.approx(DIFFUSIVITY, rel=TOLERANCE)


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("name", WRITERS)
def test_each_format_holds_the_same_points(name, table, tmp_path):
    check(read(store(tmp_path, name, TABLES[table]), BINDING), table)


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("name", [n for n in OBJECTS if not n.startswith("DataArray")])
def test_each_object_holds_the_same_points(name, table):
    check(from_mapping(OBJECTS[name](TABLES[table]), BINDING), table)


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("name", WRITERS)
def test_each_format_gives_the_same_equation(name, table, tmp_path):
    expected = diffusivity(pdedsl.discover(TEXT, TABLES[table]))
    found = pdedsl.discover(TEXT, store(tmp_path, name, TABLES[table]))
    assert diffusivity(found) == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("table", ["scattered", "a hole", "other grids and lengths"])
def test_shuffled_rows_change_nothing(table):
    found = [diffusivity(pdedsl.discover(TEXT, columns(TABLES[table], k))) for k in (None, 1)]
    assert found[0] == found[1]


@pytest.mark.parametrize("factor", [1e-4, 1e8])
def test_the_unit_of_a_field_does_not_matter_at_scattered_points(factor):
    table = TABLES["scattered"]
    found = [pdedsl.discover(TEXT, table | {"u": f * table["u"]}) for f in (1.0, factor)]
    assert diffusivity(found[1]) == pytest.approx(diffusivity(found[0]), rel=1e-4)


def test_nanoseconds_do_not_matter_at_scattered_points():
    table = TABLES["scattered"]
    found = [pdedsl.discover(TEXT, table | {"t": f * table["t"]}) for f in (1.0, 1e9)]
    assert 1e9 * diffusivity(found[1]) == pytest.approx(diffusivity(found[0]), rel=1e-4)


def test_masked_entries_are_missing():
    axes = {"run": np.arange(2.0), "t": AXES[0], "x": AXES[1]}
    field = np.stack([(k + 1) * heat(AXES[0][:, None], AXES[1]) for k in range(2)])
    field += 1e-3 * np.random.default_rng(5).normal(size=field.shape)
    mask = np.zeros(field.shape, dtype=bool)
    mask[0, 3:6, 8:11] = True
    masked = axes | {"u": np.ma.masked_array(np.where(mask, -1e30, field), mask)}
    missing = axes | {"u": np.where(mask, np.nan, field)}
    found = [diffusivity(pdedsl.discover(TEXT, data)) for data in (masked, missing)]
    assert found[0] == found[1] == pytest.approx(DIFFUSIVITY, rel=TOLERANCE)
    with pytest.raises(DataError, match="9 of 312"):
        pdedsl.discover(TEXT.replace("drop", "error"), masked)


@pytest.mark.parametrize("name", WRITERS)
def test_one_missing_value_is_an_error_or_dropped(name, tmp_path):
    table = spoilt(lambda table: np.arange(len(table["u"])) == 100)
    path = store(tmp_path, name, table)
    with pytest.raises(DataError, match="u: 1 of 312 "):
        read(path, replace(BINDING, missing="error"))
    assert sum(map(len, points_of(read(path, BINDING)))) == 311
