"""Chosen test functions fit the grid, the field and the derivatives, or say what would."""

import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from weak_cases import term

from pdedsl.errors import DataError
from pdedsl.form import make_symbol
from pdedsl.weak import Wish, make_function, make_term_integrator
from pdedsl.weak.choice import (
    FRACTION,
    KNOTS,
    LEAST_POINTS,
    SHARE,
    SHIFTS,
    Along,
    choose,
    is_resolved,
    refinement,
    turning_lengths,
)


def chosen(sizes=(40, 50), lengths=(0.1, 0.1), orders=(1, 2), wish=None, samples=1, unresolved=()):
    along = [
        Along(name, np.linspace(0, 1, n), length, order, name not in unresolved)
        for name, n, length, order in zip("txy"[: len(sizes)], sizes, lengths, orders, strict=True)
    ]
    return choose(along, wish or Wish(), samples=samples)


@pytest.mark.parametrize("degree", [1, 2, 3])
def test_splines_too_rough_for_a_derivative_are_refused_with_a_remedy(degree):
    with pytest.raises(DataError, match=f"degree {degree} along x") as caught:
        chosen(orders=(0, 3), wish=Wish(degree=degree))
    assert caught.value.remedy == "write degree = 5 or more"
    assert chosen(orders=(0, 3), wish=Wish(degree=5)).axes[0].degree == 5


@pytest.mark.parametrize(
    ("sizes", "wish"),
    [((40, 3), Wish()), ((40, 2), Wish()), ((40, 50), Wish(support=(None, 0.02)))],
)
def test_supports_that_hardly_hold_a_grid_point_are_refused_with_a_remedy(sizes, wish):
    with pytest.raises(DataError, match="support along x spans") as caught:
        chosen(sizes=sizes, wish=wish)
    assert "more points along x" in caught.value.remedy
    assert caught.value.exit_code == 3


def test_knots_lie_farther_apart_than_points_where_the_field_is_unresolved():
    t, x = chosen(lengths=(0.1, 0.02), orders=(1, 4), unresolved=("x",)).axes
    assert x.width * 49 / (x.degree + 1) == pytest.approx(KNOTS)
    assert t.width == chosen(lengths=(0.1, 0.02), orders=(1, 4)).axes[0].width
    narrow = chosen(lengths=(0.1, 0.02), orders=(1, 4)).axes[1]
    assert narrow.width < x.width
    asked = Wish(support=(None, 0.1))
    assert chosen(orders=(1, 2), wish=asked, unresolved=("x",)).axes[1].width == pytest.approx(0.1)


@pytest.mark.parametrize(
    "wish",
    [
        Wish(count=(1, 20), support=(0.5, 1.0)),
        Wish(count=(1, 20), support=(0.5, 0.9)),
        Wish(count=(1, 20), degree=30, support=(0.5, 0.45)),
    ],
)
def test_functions_that_the_grid_does_not_tell_apart_are_refused(wish):
    message = "20 test functions along x, of degree .* cannot be told apart on its 25 points"
    with pytest.raises(DataError, match=message) as caught:
        chosen(sizes=(24, 25), orders=(1, 2), wish=wish)
    assert "leave them to be chosen" in caught.value.remedy
    assert chosen(sizes=(24, 25), orders=(1, 2), wish=Wish(count=(8, 20))).axes[1].count == 20


@pytest.mark.parametrize("sizes", [(8, 9), (24, 25), (60, 200)])
@pytest.mark.parametrize("length", [0.01, 0.1, 1.0])
@pytest.mark.parametrize("order", [0, 2, 8])
def test_functions_that_are_chosen_are_told_apart(sizes, length, order):
    functions = chosen(sizes=sizes, lengths=(length, length), orders=(order, 1))
    for size, axis in zip(sizes, functions.axes, strict=True):
        assert is_resolved(np.linspace(0, 1, size), axis)


def test_wishes_are_fulfilled():
    wish = Wish(degree=7, count=(2, 5), support=(0.5, 0.25))
    t, x = chosen(wish=wish).axes
    assert (t.degree, t.count, t.width) == (7, 2, 0.5)
    assert (x.degree, x.count, x.width) == (7, 5, 0.25)


@settings(max_examples=60, deadline=None)
@given(
    st.integers(12, 200),
    st.floats(0.001, 10),
    st.integers(0, 4),
    st.integers(1, 100),
)
def test_a_support_holds_enough_points_fits_the_axis_and_is_smooth(size, length, order, samples):
    functions = chosen((size, size), (length, 1.0), (order, 1), samples=samples)
    t = functions.axes[0]
    least = LEAST_POINTS / (size - 1)
    covering = 1 / (1 + SHIFTS[1] * (min(int(SHARE * size), 7) - 1))
    assert min(least, 0.9) * (1 - 1e-9) <= t.width
    assert t.width <= max(least, FRACTION, covering) * (1 + 1e-9)
    assert t.count <= SHARE * size
    assert (t.starts[0], t.starts[-1] + t.width) == (0, pytest.approx(1.0)) or t.count == 1
    assert t.degree >= order + 2
    spacing = 1 / ((size - 1) * refinement(np.linspace(0, 1, size), t))
    assert t.width / spacing >= t.degree + 4 - 1e-6


def test_a_longer_length_scale_never_makes_a_support_narrower():
    widths = [chosen(lengths=(length, 1.0)).axes[0].width for length in (0.005, 0.02, 0.04, 1.0)]
    assert widths == sorted(widths)
    assert widths[0] < widths[-1]


@pytest.mark.parametrize("samples", [1, 20, 1000])
def test_the_number_of_functions_is_bounded_where_it_is_free(samples):
    functions = chosen((300, 300), (0.001, 0.001), samples=samples)
    assert 4 <= functions.count <= 1500
    assert functions.count <= chosen((300, 300), (0.001, 0.001), samples=1).count


HOSTILE = ["exec", "lambda", "__import__('os')", "x; import os", "None", "sin", "numpy", "a b", "1"]


@pytest.mark.parametrize("name", HOSTILE)
def test_names_never_become_code(name):
    first, second = make_symbol(name), make_symbol("u")
    f = make_function(2 * first + sympy.sin(second) * first**2, (first, second))
    assert f(3.0, 0.5) == pytest.approx(6 + 9 * np.sin(0.5))
    integrator = make_term_integrator(term((1,), first**2, second * first), (first,), (second,))
    assert [p.gamma.orders for p in integrator.parts] == [(0,), (1,)]
    assert integrator.parts[0].coefficient(3.0) == pytest.approx(-6.0)
    assert integrator.parts[1].coefficient(3.0) == pytest.approx(-9.0)
    assert integrator.h(3.0, 5.0) == pytest.approx(15.0)
    assert integrator.h_u[0](3.0, 5.0) == pytest.approx(3.0)


def test_erf_is_evaluated_as_are_the_derivatives_of_its_weak_form():
    u, x = make_symbol("u"), make_symbol("x")
    integrator = make_term_integrator(term((1,), sympy.S.One, sympy.erf(u - x)), (x,), (u,))
    assert integrator.h(0.3, 0.8) == pytest.approx(0.5204998778)
    assert integrator.h_u[0](0.3, 0.8) == pytest.approx(2 / np.sqrt(np.pi) * np.exp(-0.25))


def test_slopes_of_absolute_values_are_finite_where_the_field_is_zero():
    u, x = make_symbol("u"), make_symbol("x")
    for h, slope in ((sympy.Abs(u), 0.0), (u * sympy.Abs(u), 0.0)):
        integrator = make_term_integrator(term((1,), sympy.S.One, h), (x,), (u,))
        assert integrator.h_u[0](0.3, 0.0) == slope


def test_two_hostile_names_stay_apart_and_in_order():
    names = [make_symbol(n) for n in HOSTILE]
    f = make_function(sum(10**i * s for i, s in enumerate(names)), names)
    assert f(*range(1, 10)) == 987654321


def test_few_functions_still_cover_the_axis():
    for size in (8, 10, 20, 40):
        t = chosen(sizes=(size,), lengths=(1.0,), orders=(2,), samples=10).axes[0]
        shift = (t.starts[1] - t.starts[0]) / t.width
        assert 0.15 < shift < 0.4
        assert t.count >= min(size // 2, 12)


def test_an_oscillation_is_not_averaged_away():
    """The length scale fitted to a long oscillation spans half a period, its turning does not."""
    t = np.linspace(0.0, 29.0, 300)
    found = turning_lengths(np.cos(2.5 * t), (t,))
    assert found[0] == pytest.approx(1 / 2.5, rel=0.05)


def test_a_field_that_does_not_change_has_no_turning_length():
    assert turning_lengths(np.ones((5, 6)), (np.arange(5.0), np.arange(6.0))) == [np.inf, np.inf]
