"""Exact derivatives: they belong to the simulated fields, to each other, and to the equations."""

import numpy as np
import pytest

from pdedsl.experiments import oscillator, problems, wave_derivatives
from pdedsl.experiments.wave import solve

EXACT = {"oscillator": oscillator.exact_fields, "wave_source": wave_derivatives.exact_fields}
MIXED = [(i, j) for i in range(3) for j in range(3)]

# One differentiation at 40 Chebyshev points on a piece of an axis multiplies rounding by 1e4 or
# so; relative to the largest value that leaves about 1e-11, and a margin.
ROUNDING = 1e-8

PIECES = {  # of the square, none of them cut by a characteristic
    "before both": ((0.0, 0.8), (0.9, 1.1)),
    "after both": ((1.2, 2.0), (0.9, 1.1)),
    "left": ((0.3, 1.7), (0.0, 0.2)),
    "right": ((0.3, 1.7), (1.8, 2.0)),
}


def close(got, wanted):
    return np.abs(got - wanted).max() < ROUNDING * np.abs(wanted).max()


@pytest.mark.parametrize("name", EXACT)
def test_they_are_derivatives_of_the_fields_that_are_simulated(name):
    data = problems()[name].run(3, samples=4)
    fields = EXACT[name](3, 4)
    none = (0,) * len(data.axes)
    exact = np.stack([field(none, data.axes) for field in fields])
    assert np.abs(exact - data.clean[:, 0]).max() < 1e-12


@pytest.mark.parametrize("order", range(1, 5))
def test_oscillator_against_numerical_differentiation(chebyshev_axis, order):
    t = chebyshev_axis(0, 2)
    (field,) = oscillator.exact_fields(0, 1)
    assert close(t(field((order - 1,), (t.points,)), 0), field((order,), (t.points,)))


@pytest.mark.parametrize("order", range(3))
def test_oscillator_solves_its_equation_and_the_derivatives_of_it(order):
    t = np.linspace(0, 2, 30)
    (field,) = oscillator.exact_fields(1, 1)
    u, velocity, acceleration = (field((order + k,), (t,)) for k in range(3))
    force = 5 * 3**order * np.sin(3 * t + order * np.pi / 2)
    assert np.abs(acceleration + 4 * velocity + 16 * u - force).max() < 1e-11


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize("orders", MIXED[1:])
def test_wave_against_numerical_differentiation(chebyshev_axis, piece, orders):
    t, x = (chebyshev_axis(*ends) for ends in PIECES[piece])
    (field,) = wave_derivatives.exact_fields(0, 1)
    axis = 0 if orders[0] else 1
    lower = (orders[0] - 1, orders[1]) if orders[0] else (0, orders[1] - 1)
    axes = (t.points, x.points)
    assert close((t, x)[axis](field(lower, axes), axis), field(orders, axes))


@pytest.mark.parametrize("orders", [(0, 0), (0, 1), (1, 0), (0, 2)])
def test_wave_solves_its_equation_off_the_characteristics(orders):
    t = x = np.linspace(0, 2, 30)
    (field,) = wave_derivatives.exact_fields(2, 1)
    i, j = orders
    tt, xx = field((i + 2, j), (t, x)), field((i, j + 2), (t, x))
    rate = 1 + 3j
    force = 2 * (rate**i * np.exp(rate * t)).imag * (j == 0)
    off = wave_derivatives.is_off_characteristics(t, x)
    assert off.sum() == 900 - 60
    assert np.abs(tt - xx - force[:, None])[off].max() < 1e-8 * np.abs(tt).max()


def test_the_characteristics_are_where_second_derivatives_jump_and_first_ones_do_not():
    (field,) = wave_derivatives.exact_fields(0, 1)
    x = np.array([0.5])
    before, after = np.array([0.5 - 1e-8]), np.array([0.5 + 1e-8])
    jump = {o: (field(o, (after, x)) - field(o, (before, x))).item() for o in MIXED}
    assert all(abs(jump[o]) < 1e-5 for o in [(0, 0), (0, 1), (1, 0)])
    assert all(abs(jump[o]) > 1 for o in [(1, 1), (0, 2), (2, 0)])


def test_the_wave_is_the_one_that_is_solved_for():
    rng = np.random.default_rng(5)
    shape = wave_derivatives.draw_shape(rng)
    t, x = np.linspace(0, 2, 17), np.linspace(0, 2, 23)
    assert close(wave_derivatives.differentiate(shape, t, x, (0, 0)), solve(shape, t, x))
