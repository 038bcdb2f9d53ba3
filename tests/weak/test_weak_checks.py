"""What is refused before fields are estimated: too many test functions, hopeless units."""

import numpy as np
import pytest

from pdedsl.errors import DataError
from pdedsl.fields import Binding, from_mapping
from pdedsl.language import parse
from pdedsl.loading import load_data
from pdedsl.weak.checks import Wish, check_memory
from pdedsl.weak.choice import Along, choose
from pdedsl.weak.scales import is_representable, places, term_size

TEXT = "coordinates t, x\nfields u\ndictionary { d_t(u), d_x(u), d_xx(u^2) }\ngrammar none\n"


def arrays(t=1.0, x=1.0, u=1.0, points=24):
    axes = np.linspace(0, t, points), np.linspace(0, 2 * x, points + 1)
    values = np.exp(-axes[0] / t)[:, None] * np.sin(3 * axes[1] / x)
    return {"t": axes[0], "x": axes[1], "u": u * values}


@pytest.mark.parametrize(
    ("test", "message"),
    [
        ("count = 21", "21 test functions along t, on 24 points\n  write count = 20 or less"),
        ("count = (20, 22)", "22 test functions along x, on 25 points\n  write count = 21 or less"),
        ("count = 500", "500 test functions along t, .*\n  write count = 20 or less"),
        ("quadrature = riemann, points = 100000", "a fine grid of 100,000 .* GiB of memory\n"),
        ("quadrature = riemann, points = 9000, count = 20", "a fine grid of 9,000 points"),
        ("quadrature = riemann, points = 24", "Riemann sums over 24 points along x, .* 25 of its"),
    ],
)
def test_test_functions_that_the_grid_or_memory_cannot_hold_are_refused(test, message):
    with pytest.raises(DataError, match=f"test: {message}"):
        load_data(parse(f"{TEXT}test {{ {test} }}\n"), arrays())


@pytest.mark.parametrize(
    "test",
    [
        "count = (20, 21)",
        "quadrature = riemann, points = 400",
        "quadrature = riemann, points = 400, count = 20",
    ],
)
def test_test_functions_within_the_limits_are_accepted(test):
    assert load_data(parse(f"{TEXT}test {{ {test} }}\n"), arrays()).samples


@pytest.mark.parametrize(
    ("count", "samples", "message"),
    [
        ((50, 50), 1, r"2,500 test functions, 3 terms and 1 samples .* count = 44 or less"),
        ((50, 30), 9, r"1,500 test functions, 3 terms and 9 samples .* count = 30 or less"),
    ],
)
def test_more_test_functions_than_can_be_dealt_with_are_refused(count, samples, message):
    problem = parse(TEXT).problem
    with pytest.raises(DataError, match=f"(?s){message}"):
        check_memory(problem, Wish(count=count), samples)
    check_memory(problem, Wish(count=(30, 29)), samples)
    check_memory(problem, Wish(), samples)


def test_the_paper_may_have_more_test_functions_than_points():
    text = TEXT + "method paper\ntest { count = 40, support = 0.1 }\n"
    assert load_data(parse(text), arrays()).samples
    with pytest.raises(DataError, match="40 test functions"):
        load_data(parse(text.replace("method paper\n", "")), arrays())


def test_a_count_beyond_a_grid_made_for_scattered_points_is_refused():
    along = [Along(name, np.linspace(0, 1, 20), 0.1, 1) for name in ("t", "x")]
    with pytest.raises(DataError, match="17 test functions along x, on 20 points"):
        choose(along, Wish(count=(16, 17)), samples=1)


@pytest.mark.parametrize(
    ("units", "message"),
    [
        ({"x": 1e-60}, r"the term d_xx\(u\^2\): .* of the order of 1e\+119\n  change the units"),
        ({"x": 1e60}, r"the term d_xx\(u\^2\): .* 1e-121\n"),
        ({"u": 1e60}, r"the term d_x\(u\^2\)|the term d_xx\(u\^2\): .* 1e\+1"),
        ({"t": 1e-70, "u": 1e40}, r"the term d_t\(u\): .* 1e\+110\n"),
    ],
)
def test_terms_whose_squares_are_no_numbers_are_refused(units, message):
    with pytest.raises(DataError, match=message):
        load_data(parse(TEXT), arrays(**units))


@pytest.mark.parametrize("factor", ["1e200*", "1e-200*"])
def test_factors_and_known_parts_count_too(factor):
    with pytest.raises(DataError, match=r"the term 1e.200"):
        load_data(parse(TEXT.replace("d_x(u)", f"{factor}d_x(u)")), arrays())
    with pytest.raises(DataError, match=r"the term 1e.200"):
        load_data(parse(f"{TEXT}known {{ {factor}u }}\n"), arrays())


@pytest.mark.parametrize("units", [{"t": 1e-99}, {"t": 1e99}, {"x": 1e40, "u": 1e40}])
def test_unusual_units_are_accepted(units):
    assert load_data(parse(TEXT), arrays(**units)).samples


def test_the_size_of_a_term_is_that_of_its_derivative():
    problem = parse(TEXT).problem
    data = from_mapping(arrays(t=1e-3, u=7.0), Binding(("t", "x"), ("u",)))
    first, second, third = (term_size(problem, e, places(data)) for e in problem.dictionary)
    assert first == pytest.approx(np.log10(7e3), abs=0.1)
    assert second == pytest.approx(np.log10(7 / 2), abs=0.1)
    assert third == pytest.approx(np.log10(49 / 4), abs=0.1)
    assert [is_representable(s) for s in (-101, -99, 99, 101)] == [False, True, True, False]


def test_scattered_samples_are_looked_at_as_well():
    points = np.random.default_rng(0).uniform(size=(40, 2))
    data = {"t": 1e-70 * points[:, 0], "x": points[:, 1], "u": 1e40 * np.sin(9 * points[:, 1])}
    with pytest.raises(DataError, match=r"the term d_t\(u\): .* 1e\+110"):
        load_data(parse(TEXT), data)


def test_a_pole_next_to_a_point_is_refused_as_one_on_it_is():
    near = np.linspace(0, 1, 24)[10] + 1e-15
    text = TEXT.replace("d_x(u),", f"1/(t - {near!r})*d_x(u),".replace("np.float64", ""))
    with pytest.raises(DataError, match=r"is 1.*e\+15 at one of the points, .* as next to a pole"):
        load_data(parse(text), arrays())
    load_data(parse(TEXT.replace("d_x(u),", "1/(t + 0.01)*d_x(u), exp(20*t)*d_x(u),")), arrays())
