"""The generators against solutions found in another way."""

import numpy as np
import pytest
from numpy.polynomial import Chebyshev
from numpy.polynomial.legendre import leggauss
from scipy.integrate import solve_ivp

from pdedsl.experiments import burgers, heat, oscillator, wave
from pdedsl.experiments import kuramoto_sivashinsky as ks
from pdedsl.experiments import sharpe_lotka_mckendrick as slm
from pdedsl.experiments.initial_condition import draw_gaussian_process


def start(seed=0, end=2.0, **options):
    return 4.0 * draw_gaussian_process(np.random.default_rng(seed), end, end / 5, **options)


def assert_close(got, expected, tolerance):
    assert np.abs(got - expected).max() < tolerance * np.abs(expected).max()


def test_oscillator_against_runge_kutta():
    t = np.linspace(0, 2, 20)

    def law(t, state):
        return state[1], 5 * np.sin(3 * t) - 4 * state[1] - 16 * state[0]

    found = solve_ivp(law, (0, 2), (1.3, -0.7), "DOP853", t, rtol=1e-12, atol=1e-13).y[0]
    assert_close(oscillator.solve(1.3, -0.7, t), found, 1e-10)


@pytest.mark.parametrize("k", [0, 1, 5])
def test_one_cosine_decays_at_its_own_rate(k):
    t = x = np.linspace(0, 2, 30)
    initial = Chebyshev.interpolate(lambda x: np.cos(k * np.pi * x / 2), 40, domain=[0, 2])
    exact = np.exp(-0.25 * (k * np.pi / 2) ** 2 * t)[:, None] * np.cos(k * np.pi * x / 2)
    warmed = exact + (1.25 / 1.8 * (np.exp(1.8 * t) - 1))[:, None]
    assert_close(heat.solve(initial, t, x, source=False), exact, 1e-11)
    assert_close(heat.solve(initial, t, x, source=True), warmed, 1e-11)


def test_heat_against_mirror_images_of_the_heat_kernel():
    t = x = np.linspace(0, 2, 30)
    nodes, weights = leggauss(200)
    y, images = nodes + 1, 4.0 * np.arange(-4, 5)[:, None, None]
    initial = start()
    u = heat.solve(initial, t, x, source=False)
    for instant, row in zip(t[1:], u[1:], strict=True):
        kernel = sum(
            np.exp(-((x[:, None] + sign * y + images) ** 2) / instant).sum(axis=0)
            for sign in (-1, 1)
        )
        assert_close(row, kernel @ (weights * initial(y)) / np.sqrt(np.pi * instant), 1e-10)


def test_wave_against_a_sine_series():
    t = x = np.linspace(0, 2, 30)
    initial = start()
    k = np.arange(1, 1500) * np.pi / 2
    sines = np.sin(np.outer(k, x))
    nodes, weights = leggauss(20)
    y = ((np.arange(100)[:, None] + 0.5 + nodes / 2) / 50).ravel()
    weights = np.tile(weights / 100, 100)
    left, right = initial(0.0), initial(2.0)
    line, bent = left + (right - left) * x / 2, initial(y) - left - (right - left) * y / 2
    free = np.cos(np.outer(t, k)) * (np.sin(np.outer(k, y)) @ (weights * bent))
    push = (1 - np.cos(2 * k)) / k  # sine coefficients of a force of 1
    rate = 1 + 3j
    response = (np.exp(rate * t)[:, None] - np.cos(np.outer(t, k))) / (rate**2 + k**2)
    response = response - rate * np.sin(np.outer(t, k)) / (k * (rate**2 + k**2))
    forced = 2 * response.imag * push
    # both series are cut where their terms have become k^-3
    assert_close(wave.solve(initial, t, x), line + (free + forced) @ sines, 1e-6)


@pytest.mark.parametrize("seed", [0, 1])
def test_burgers_against_collocation(seed):
    axis = np.linspace(0, 2, 20)
    initial = start(seed, pinned=True)
    degree = 96
    x = 1 - np.cos(np.pi * np.arange(degree + 1) / degree)
    values = np.polynomial.chebyshev.chebvander(x - 1, degree)
    slopes = np.polynomial.chebyshev.chebval(
        x - 1, np.polynomial.chebyshev.chebder(np.eye(degree + 1))
    ).T
    d_x = np.linalg.solve(values.T, slopes.T).T
    d_xx = (d_x @ d_x)[1:-1, 1:-1]
    d_x = d_x[1:-1, 1:-1]

    def law(_, u):
        return 0.2 * d_xx @ u - u * (d_x @ u)

    def jacobian(_, u):
        return 0.2 * d_xx - u[:, None] * d_x - np.diag(d_x @ u)

    settings = {"method": "BDF", "rtol": 1e-8, "atol": 1e-9, "jac": jacobian}
    found = solve_ivp(law, (0, 2), initial(x[1:-1]), t_eval=axis, **settings).y.T
    found = np.pad(found, ((0, 0), (1, 1)))
    polynomials = np.linalg.solve(values, found.T)
    expected = np.polynomial.chebyshev.chebval(axis - 1, polynomials)
    assert_close(burgers.solve(initial, axis, axis), expected, 1e-6)


def test_burgers_does_not_depend_on_its_panels():
    axis = np.linspace(0, 2, 40)
    initial = 2 * start(pinned=True)
    fine = burgers.solve(initial, axis, axis, panels=120)
    assert_close(burgers.solve(initial, axis, axis), fine, 1e-11)


@pytest.mark.parametrize("t", [1e-9, 0.13, 0.5, 0.97])
def test_births_are_those_of_the_population(t):
    initial = start(end=1.0) ** 2 + 2
    nodes, weights = leggauss(60)
    born = 0.0
    for lower, upper in ((0.0, t), (t, 1.0)):  # u jumps at a = t
        a = lower + (upper - lower) * (nodes + 1) / 2
        u = slm.solve(initial, np.array([t]), a)[0]
        born += (upper - lower) / 2 * weights @ (np.sin(np.pi * a) * u)
    newborn = slm.solve(initial, np.array([t]), np.array([0.0]))[0, 0]
    assert newborn == pytest.approx(born, rel=1e-10)


def test_births_do_not_depend_on_the_degree():
    t = np.linspace(0, 1, 50)
    initial = start(end=1.0) ** 2 + 2
    assert_close(slm.birth_rate(initial)(t), slm.birth_rate(initial, degree=80)(t), 1e-11)


def test_the_jump_of_a_population_is_on_the_old_side():
    axis = np.linspace(0, 1, 20)
    initial = start(end=1.0) ** 2 + 2
    diagonal = np.diagonal(slm.solve(initial, axis, axis))
    np.testing.assert_allclose(diagonal, initial(0.0) * slm.survival(axis), rtol=1e-12)


def test_kuramoto_sivashinsky_has_order_four():
    t, x = np.linspace(0, 4, 6), np.linspace(0, 100, 60)
    fine = ks.solve(ks.reference_start, t, x, nodes=256, max_step=0.0025)
    steps = np.array([0.04, 0.02, 0.01])
    errors = [
        np.abs(ks.solve(ks.reference_start, t, x, nodes=256, max_step=h) - fine).max()
        for h in steps
    ]
    order = np.polyfit(np.log(steps), np.log(errors), 1)[0]
    assert order == pytest.approx(4, abs=0.4)
    assert errors[-1] < 1e-8


def test_kuramoto_sivashinsky_does_not_depend_on_its_nodes():
    t, x = np.linspace(0, 20, 6), np.linspace(0, 100, 60)
    fine = ks.solve(ks.reference_start, t, x, nodes=400, max_step=0.02)
    assert_close(ks.solve(ks.reference_start, t, x, max_step=0.02), fine, 1e-10)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("begin", "step"),
    [
        (ks.reference_start, ks.MAX_STEP),
        (ks.random_start(np.random.default_rng(2)), ks.FINE_STEP),
    ],
    ids=["reference", "random"],
)
def test_chaos_stays_below_the_stated_error(begin, step):
    axis = np.linspace(0, 100, 60)
    fine = ks.solve(begin, axis, axis, nodes=400, max_step=step / 2)
    assert_close(ks.solve(begin, axis, axis, max_step=step), fine, 1e-6)
