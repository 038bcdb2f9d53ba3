"""Dates and times become numbers with a stated unit, however the data hold them."""

from datetime import UTC, date, datetime, timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdedsl.errors import DataError
from pdedsl.fields import Binding, Clock, from_mapping, read
from pdedsl.fields.assembly import dataset
from pdedsl.fields.readers.source import Source, Variable
from pdedsl.time_units import SECONDS

HOURS = np.array([0.0, 6.0, 12.0, 24.0, 36.0])
START = datetime(2020, 2, 28, 12)
MOMENTS = [START + timedelta(hours=h) for h in HOURS]
U = np.exp(-HOURS / 10)


def binding(unit="hours", since=None, **settings):
    return Binding(("t",), ("u",), clocks={"t": Clock(unit, since)}, **settings)


def axis(data, bound):
    return data.samples[0].grid.axes[0], data.notes[0]


@pytest.mark.parametrize(
    "held",
    [
        np.array(MOMENTS, "M8[ns]"),
        np.array(MOMENTS, "M8[h]"),
        np.array(MOMENTS, dtype=object),
        np.array([m.replace(tzinfo=UTC) for m in MOMENTS], dtype=object),
        np.array([m.isoformat() for m in MOMENTS]),
        np.array([f"{m.isoformat()}+02:00" for m in MOMENTS], dtype=object),
    ],
    ids=lambda held: str(held.dtype),
)
def test_dates_are_counted_from_the_first(held):
    found, note = axis(from_mapping({"t": held, "u": U}, binding()), 0)
    np.testing.assert_allclose(found, HOURS, rtol=1e-12)
    assert note.startswith("t: hours since 2020-02-28T1")


def test_dates_may_be_counted_from_a_stated_one():
    bound = binding("days", "2020-02-28")
    found, note = axis(from_mapping({"t": np.array(MOMENTS, "M8[us]"), "u": U}, bound), 0)
    np.testing.assert_allclose(found, 0.5 + HOURS / 24, rtol=1e-12)
    assert note == "t: days since 2020-02-28"


def test_days_without_a_time_are_dates_too():
    days = np.array([date(2020, 2, 27) + timedelta(days=k) for k in range(5)], dtype=object)
    found, _ = axis(from_mapping({"t": days, "u": U}, binding("days")), 0)
    np.testing.assert_array_equal(found, np.arange(5.0))


@pytest.mark.parametrize(
    "held",
    [
        (HOURS * 3600e9).astype("m8[ns]"),
        np.array([timedelta(hours=h) for h in HOURS], dtype=object),
        np.array([f"{int(h)}:00:00" for h in HOURS]),
        np.array([f"{int(h)}:00" for h in HOURS], dtype=object),
    ],
    ids=lambda held: str(held.dtype),
)
def test_times_are_counted_in_the_unit(held):
    found, note = axis(from_mapping({"t": held, "u": U}, binding("days")), 0)
    np.testing.assert_allclose(found, HOURS / 24, rtol=1e-12)
    assert note == "t: days"


def test_cells_of_text_are_read_as_dates(tmp_path):
    rows = [f"{m.isoformat(sep=' ')},{u}" for m, u in zip(MOMENTS, U, strict=True)]
    (tmp_path / "a.csv").write_text("\n".join(["t,u", *rows]))
    found, _ = axis(read(tmp_path / "a.csv", binding()), 0)
    np.testing.assert_allclose(found, HOURS, rtol=1e-12)
    (tmp_path / "a.csv").write_text("\n".join(["t,u", *rows[:3], "31/02/2020,1"]))
    with pytest.raises(DataError, match=r"t: line 5: '31/02/2020' is not a date\n.*ISO 8601"):
        read(tmp_path / "a.csv", binding())
    (tmp_path / "a.csv").write_text("\n".join(["t,u", *rows[:3], ",1", *rows[3:]]))
    dropped = read(tmp_path / "a.csv", binding(missing="drop"))
    assert dropped.notes[1] == "1 of 6 rows dropped, a value being missing"


def stated(values, unit):
    """A source whose t has a unit."""
    held = {"t": Variable(np.asarray(values), unit=unit), "u": Variable(U)}
    return Source(tuple(held), held.__getitem__)


@pytest.mark.parametrize(
    ("values", "unit", "clock", "expected", "note"),
    [
        (HOURS, "h", Clock("s", stated=False), HOURS * 3600, "t: h in the data, here s"),
        (HOURS, "hours", None, HOURS, "u[t], by length"),
        (HOURS + 5e5, "hours since 1960-01-01", None, HOURS, "t: hours since 2017-01-14T08"),
        (
            HOURS + 5e5,
            "hours since 1960-01-01",
            Clock("days"),
            HOURS / 24,
            "t: days since 2017-01-14",
        ),
        (HOURS, "hours since 1960-01-01", None, HOURS, "t: hours since 1960-01-01"),
        (
            HOURS + 5,
            "hours since the start",
            None,
            HOURS,
            "t: hours since the first, which is 5 hours since the start",
        ),
        (HOURS + 1e12, "days since 1-1-1", None, HOURS, "t: days since the first, which is 1000"),
        (HOURS, "hours since 2020-01-02", Clock("days", "2020-01-01"), 1 + HOURS / 24, "t: days"),
        (HOURS, "K", Clock("days", stated=False), HOURS, "u[t], by length"),
        (HOURS, "", Clock("days"), HOURS, "t: numbers, taken to be in days"),
    ],
)
def test_numbers_follow_the_unit_that_the_data_state(values, unit, clock, expected, note):
    bound = Binding(("t",), ("u",), clocks={} if clock is None else {"t": clock})
    found, said = axis(dataset(stated(values, unit), bound), 0)
    np.testing.assert_allclose(found, expected, rtol=1e-12)
    assert said.startswith(note)


@pytest.mark.parametrize(
    ("t", "clock", "message"),
    [
        (np.array(MOMENTS), None, r"t: these are dates or times, .*\n.*: t in days"),
        (np.array(["NaT"] * 5, "M8[s]"), Clock("days"), "every date is missing"),
        (HOURS, Clock("days", "2020-01-01"), r"hold numbers, not dates.*\n.*since out"),
        (HOURS.astype("m8[h]"), Clock("s", "2020-01-01"), r"hold times, not dates.*\n.*since out"),
        (np.array(MOMENTS), Clock("s", "May"), r"'May' is not a date\n.*ISO"),
        (np.array(["1:00", "2:00", "3", "4:00", "5:00"]), Clock("s"), "row 2: '3' is not a time"),
        (
            np.array(["2020-01-01", "2020-01-02T00:00Z", "", "", ""]),
            Clock("s"),
            r"some dates have a time zone.*\n.*Z",
        ),
    ],
)
def test_each_fault_of_a_time_is_named_with_its_remedy(t, clock, message):
    bound = Binding(("t",), ("u",), clocks={} if clock is None else {"t": clock})
    with pytest.raises(DataError, match=message):
        from_mapping({"t": t, "u": U}, bound)


@given(
    unit=st.sampled_from(sorted(SECONDS)),
    steps=st.lists(st.integers(1, 10**9), min_size=4, max_size=8),
    start=st.datetimes(datetime(1700, 1, 1), datetime(2200, 1, 1)),
)
def test_differences_of_dates_are_kept_whatever_the_unit(unit, steps, start):
    ticks = np.cumsum(steps)
    held = np.datetime64(start, "us") + ticks.astype("m8[us]")
    data = {"t": held, "u": np.arange(len(ticks)) ** 2.0}
    found, _ = axis(from_mapping(data, binding(unit)), 0)
    expected = (ticks - ticks[0]) * 1e-6 / SECONDS[unit]
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=0)
