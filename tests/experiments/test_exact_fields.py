"""Every field solves its equation, seen by differentiating it at Chebyshev points."""

import numpy as np
import pytest
from numpy.polynomial import Chebyshev

from pdedsl.experiments import (
    burgers,
    cauchy_riemann,
    heat,
    kuramoto_sivashinsky,
    oscillator,
    wave,
)
from pdedsl.experiments import sharpe_lotka_mckendrick as slm
from pdedsl.experiments.initial_condition import draw_gaussian_process

# Differentiating twice at 40 Chebyshev points multiplies rounding by up to 1e6; relative to the
# largest term of the equation that leaves about 1e-9.
ROUNDING = 1e-8

every_seed = pytest.mark.parametrize("seed", range(2))


def rough_start(seed, end=2.0, **options):
    """As rough and as large as any that the generators draw."""
    return 4.0 * draw_gaussian_process(np.random.default_rng(seed), end, end / 5, **options)


def imbalance(*terms):
    """How far terms are from adding up to 0, relative to the largest of them."""
    return np.abs(sum(terms)).max() / max(np.abs(term).max() for term in terms)


@every_seed
@pytest.mark.parametrize("source", [False, True])
def test_heat(chebyshev_axis, seed, source):
    t, x = chebyshev_axis(0.3, 2), chebyshev_axis(0, 2)
    u = heat.solve(rough_start(seed), t.points, x.points, source=source)
    made = 1.25 * np.exp(1.8 * t.points)[:, None] * source
    assert imbalance(t(u, 0), -0.25 * x(u, 1, 2), -made) < ROUNDING


@every_seed
def test_wave_between_the_characteristics_from_the_ends(chebyshev_axis, seed):
    for t_range in ((0.0, 0.8), (1.2, 2.0)):
        t, x = chebyshev_axis(*t_range), chebyshev_axis(0.9, 1.1, 20)
        u = wave.solve(rough_start(seed), t.points, x.points)
        force = 2 * np.exp(t.points) * np.sin(3 * t.points)
        assert imbalance(t(u, 0, 2), -x(u, 1, 2), -force[:, None]) < ROUNDING


@every_seed
def test_burgers(chebyshev_axis, seed):
    t, x = chebyshev_axis(0.3, 2, 60), chebyshev_axis(0, 2, 80)
    u = burgers.solve(rough_start(seed, pinned=True), t.points, x.points)
    assert imbalance(t(u, 0), 0.5 * x(u**2, 1), -0.2 * x(u, 1, 2)) < 1e-6


@every_seed
@pytest.mark.parametrize("born", ["before", "after"])
def test_sharpe_lotka_mckendrick_on_either_side_of_the_jump(chebyshev_axis, seed, born):
    early, late = chebyshev_axis(0, 0.5), chebyshev_axis(0.5, 1)
    t, a = (early, late) if born == "before" else (late, early)
    u = slm.solve(rough_start(seed, end=1.0) ** 2 + 1, t.points, a.points)
    assert imbalance(t(u, 0), a(u, 1), 2 * np.exp(1.5 * a.points) * u) < ROUNDING


@every_seed
def test_oscillator(chebyshev_axis, seed):
    t = chebyshev_axis(0, 2)
    start = np.random.default_rng(seed).uniform(-2, 2, 2)
    u = oscillator.solve(*start, t.points)
    force = 5 * np.sin(3 * t.points)
    assert imbalance(t(u, 0, 2), 4 * t(u, 0), 16 * u, -force) < ROUNDING


@every_seed
def test_cauchy_riemann_and_laplace(chebyshev_axis, seed):
    x = y = chebyshev_axis(0, 2, 30)
    coefficients = cauchy_riemann.random_coefficients(np.random.default_rng(seed))
    u1, u2 = cauchy_riemann.solve(coefficients, x.points, y.points)
    assert imbalance(x(u1, 0), -y(u2, 1)) < ROUNDING
    assert imbalance(x(u2, 0), y(u1, 1)) < ROUNDING
    for u in (u1, u2):
        assert imbalance(x(u, 0, 2), y(u, 1, 2)) < ROUNDING


def test_kuramoto_sivashinsky(chebyshev_axis):
    t, nodes = np.linspace(0, 4, 401), kuramoto_sivashinsky.PERIOD / 320 * np.arange(320)
    start = kuramoto_sivashinsky.random_start(np.random.default_rng(0))
    u = kuramoto_sivashinsky.solve(start, t, nodes)
    waves = 1j * np.fft.rfftfreq(320, 1 / 320) / 16

    def d_x(values, order):
        return np.fft.irfft(np.fft.rfft(values) * waves**order)

    stencil = {1: 4 / 5, 2: -1 / 5, 3: 4 / 105, 4: -1 / 280}  # central, eighth order
    u_t = sum(c * (u[4 + k : 397 + k] - u[4 - k : 397 - k]) for k, c in stencil.items()) / 0.01
    u = u[4:397]
    assert imbalance(u_t, d_x(u**2 / 2, 1), d_x(u, 2), d_x(u, 4)) < 1e-6


def test_a_wrong_equation_is_noticed(chebyshev_axis):
    t, x = chebyshev_axis(0.3, 2), chebyshev_axis(0, 2)
    u = heat.solve(rough_start(0), t.points, x.points, source=False)
    assert imbalance(t(u, 0), -0.2501 * x(u, 1, 2)) > 1e-4


@every_seed
def test_heat_does_not_leave_the_ends(chebyshev_axis, seed):
    t, x = np.linspace(0.05, 2, 9), chebyshev_axis(0, 2, 60)
    u = heat.solve(rough_start(seed), t, x.points, source=True)
    slope = Chebyshev.fit(x.points, x(u, 1).T[:, 0], 59, domain=[0, 2])
    assert np.abs(slope(np.array([0.0, 2.0]))).max() < 1e-6


@every_seed
def test_the_ends_are_held_where_they_should_be(seed):
    t, ends = np.linspace(0, 2, 9), np.array([0.0, 2.0])
    shape = rough_start(seed)
    held = np.tile(shape(ends), (9, 1))
    np.testing.assert_allclose(wave.solve(shape, t, ends), held, atol=1e-12)
    still = burgers.solve(rough_start(seed, pinned=True), t, ends)
    np.testing.assert_allclose(still, 0, atol=1e-12)


@every_seed
def test_fields_begin_at_their_initial_conditions_with_the_speed_of_the_equation(seed):
    step, x = 1e-3, np.linspace(0.4, 1.6, 15)
    t = np.array([0.0, step])
    start, pinned = rough_start(seed), rough_start(seed, pinned=True)
    curvature, bend = start.deriv(2)(x), pinned.deriv(2)(x)
    for u, initial, speed in (
        (heat.solve(start, t, x, source=True), start, 0.25 * curvature + 1.25),
        (wave.solve(start, t, x), start, 0.5 * step * curvature),
        (burgers.solve(pinned, t, x), pinned, 0.2 * bend - pinned(x) * pinned.deriv()(x)),
    ):
        np.testing.assert_allclose(u[0], initial(x), rtol=0, atol=1e-13)
        # the speed itself changes within the step
        np.testing.assert_allclose((u[1] - u[0]) / step, speed, atol=0.1 * np.abs(speed).max())
