"""The driven string with other speeds and forces."""

import numpy as np
import pytest
from numpy.polynomial import Chebyshev

from pdedsl.experiments.wave import END, response_to, solve

SHAPE = Chebyshev.interpolate(lambda x: np.cos(2 * x) + x**2, 20, domain=[0.0, END])
T, X = np.linspace(0.0, 2.0, 15), np.linspace(0.0, END, 21)


def still(t):
    return np.zeros_like(t)


def test_a_force_given_as_a_function_is_the_built_in_one():
    response = response_to(lambda t: 2 * np.exp(t) * np.sin(3 * t), END)
    np.testing.assert_allclose(
        solve(SHAPE, T, X, response=response), solve(SHAPE, T, X), atol=1e-10
    )


@pytest.mark.parametrize("speed", [0.5, 2.0])
def test_speed_is_a_change_of_the_unit_of_time(speed):
    fast = solve(SHAPE, T, X, speed=speed, response=still)
    np.testing.assert_allclose(fast, solve(SHAPE, speed * T, X, response=still), atol=1e-12)


@pytest.mark.parametrize("speed", [0.8, 1.3])
def test_it_solves_its_equation(speed):
    """Differences of second order at smooth places, before any end is felt."""
    force = np.cos
    response = response_to(force, END)
    h, t, x = 1e-3, np.array([0.3]), np.array([0.9])

    def u(dt, dx):
        return solve(SHAPE, t + dt, x + dx, speed=speed, response=response)[0, 0]

    in_time = (u(h, 0) - 2 * u(0, 0) + u(-h, 0)) / h**2
    in_space = (u(0, h) - 2 * u(0, 0) + u(0, -h)) / h**2
    assert in_time - speed**2 * in_space == pytest.approx(np.cos(0.3), abs=1e-4)


def test_ends_are_held():
    moved = solve(SHAPE, T, X, speed=1.7, response=response_to(np.sin, END))
    np.testing.assert_allclose(moved[:, [0, -1]], np.broadcast_to(SHAPE(X[[0, -1]]), (15, 2)))
