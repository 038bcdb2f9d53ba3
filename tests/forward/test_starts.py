"""Where a solution starts: a rate of change taken from noisy data is mended by the equation."""

from dataclasses import replace

import numpy as np
import pytest
from solved_runs import T, X, heat, made, off, one, ring

from pdedsl.experiments import oscillator, wave
from pdedsl.fields import estimate
from pdedsl.forward.modes import modes_on
from pdedsl.forward.places import Axis, Places
from pdedsl.forward.responses import responses
from pdedsl.language import parse
from pdedsl.loading import load_data
from pdedsl.pipeline import fields_of

TEXTS = {
    wave: "coordinates t, x\nfields u\ndata {}\ndictionary { d_tt(u), d_xx(u) }\n",
    oscillator: "coordinates t\nfields u\ndata {}\ndictionary { d_t(u), d_tt(u) }\n",
}

REFINE = 3  # enough for these waves


def noisy(problem, seed, noise=0.01):
    """The true equation as the answer of a run on noisy data, and the fields without noise."""
    samples = 1 if problem is wave else 4
    simulated = problem.simulate(seed=seed, samples=samples, points=20, noise=noise)
    text = TEXTS[problem].replace("data {}", 'data "made.npz" { sample = sample }')
    data = load_data(parse(text), simulated.measurements())
    run = made(text, {"equation": simulated.truth}, {}, [])
    return replace(run, fields=fields_of(data, estimate(data))), simulated


def wrong(simulation, simulated):
    """Root mean square of the error over the first half, in noises, of each sample."""
    found = []
    for k, sample in enumerate(simulation.samples):
        error = sample.fields["u"] - simulated.clean[k, 0]
        half = error[: len(error) // 2] / simulated.noise_sd[k, 0]
        found.append(float(np.sqrt(np.mean(half**2))))
    return np.array(found)


@pytest.mark.parametrize(
    ("problem", "seed"),
    [
        (oscillator, 0),
        (wave, 0),
        *(pytest.param(p, k, marks=pytest.mark.slow) for p in TEXTS for k in (1, 2, 3)),
    ],
    ids=lambda value: getattr(value, "__name__", str(value)).rpartition(".")[2],
)
def test_an_equation_of_second_order_stays_within_the_noise(problem, seed):
    run, simulated = noisy(problem, seed)
    simulation = run.simulate(refine=REFINE)
    assert "first third" in simulation.method
    assert np.all(wrong(simulation, simulated) < 1.0)
    assert np.all(wrong(run.simulate(start="fit", refine=REFINE), simulated) < 1.0)
    from_estimate = wrong(run.simulate(start="estimate", refine=REFINE), simulated)
    assert np.all(from_estimate > wrong(simulation, simulated))
    assert from_estimate.max() > 1.5


def test_growth_without_space_carries_no_error_of_its_start_on():
    t = np.linspace(0.0, 8.0, 41)
    u = 1 / (1 + 39 * np.exp(-t))
    run = one("d_t(u)", "d_t(u) = u - u^2", {"t": t}, u)
    (sample,) = run.fields.samples
    sample.estimate["u"][0] += 0.01  # as the noise
    errors = [off_clean(run.simulate(start=start), u) for start in ("estimate", None)]
    assert errors[0] > 0.05
    assert errors[1] < 0.02


def off_clean(simulation, clean):
    return np.abs(simulation.samples[0].fields["u"] - clean).max()


def test_an_equation_of_first_order_in_space_starts_from_the_estimate():
    assert "estimate at the first time" in heat().simulate().method


def test_a_wrong_start_in_space_is_mended():
    x = np.linspace(0.0, 2 * np.pi, 32, endpoint=False)
    t = T[:, None]
    u = np.exp(-0.5 * t) * np.sin(x) + 0.5 * np.exp(-2 * t) * np.cos(2 * x)
    run = one("d_t(u), d_xx(u)", "d_t(u) - 0.5*d_xx(u) = 0", {"t": T, "x": x}, u)
    (sample,) = run.fields.samples
    sample.estimate["u"][0] += 0.2 * np.cos(x)
    clean = ring().fields.samples[0].estimate["u"]
    errors = {
        start: np.abs(run.simulate(start=start, refine=2).samples[0].fields["u"] - clean).max()
        for start in ("estimate", "early", "fit")
    }
    assert errors["estimate"] > 0.15
    assert errors["early"] < 0.02
    assert errors["fit"] < 0.02


def test_a_start_that_is_right_stays():
    u = np.cos(2 * T[:, None]) * np.sin(2 * X)
    text = ("d_tt(u), d_xx(u)", "d_tt(u) - d_xx(u) = 0", {"t": T, "x": X})
    run = one(*text, u, noise=1e-4)
    assert off(run.simulate(start="early")) < 2e-3


@pytest.mark.parametrize("edges", [(1, 1), (2, 2), (1, 0), (0, 1)])
def test_changes_vanish_where_values_are_known(edges):
    left, right = edges
    nodes = np.linspace(1.0, 3.0, 41)
    modes = modes_on(Places((Axis(nodes, False, edges),)), [12])
    assert modes.shape == (41 - sum(edges), 6)
    assert np.linalg.matrix_rank(modes) == 6
    assert not left or np.abs(modes[0]).max() < 0.9
    assert not right or np.abs(modes[-1]).max() < 0.9


def test_changes_on_a_period_and_of_two_axes_are_independent():
    ring_axis = Axis(np.linspace(0, 1, 24, endpoint=False), True, (0, 0))
    plain = Axis(np.linspace(0, 1, 20), False, (1, 1))
    modes = modes_on(Places((ring_axis, plain)), [8, 8])
    assert modes.shape == (24 * 18, 16)
    assert np.linalg.matrix_rank(modes) == 16


class Pendulum:
    def __call__(self, t, y):
        return np.array([y[1], -np.sin(y[0])])

    def jacobian(self, t, y):
        from scipy import sparse

        return sparse.csc_array(np.array([[0.0, 1.0], [-np.cos(y[0]), 0.0]]))


def test_answers_are_differences_of_solutions_to_second_order():
    from scipy.integrate import solve_ivp

    def solved(start, times):
        return solve_ivp(
            Pendulum(), (0, 2), start, t_eval=times, method="DOP853", rtol=1e-12, atol=1e-12
        ).y.T

    errors = []
    for count in (41, 81):
        times = np.linspace(0, 2, count)
        found = responses(Pendulum(), times, solved([1.0, 0.5], times), np.eye(2))
        step = 1e-5
        for k, unit in enumerate(np.eye(2)):
            both = [solved(np.array([1.0, 0.5]) + s * step * unit, times[-1:])[0] for s in (1, -1)]
            errors.append(np.abs(found[-1, :, k] - (both[0] - both[1]) / (2 * step)).max())
    assert max(errors[2:]) < 1e-3
    assert np.log2(max(errors[:2]) / max(errors[2:])) == pytest.approx(2.0, abs=0.2)
