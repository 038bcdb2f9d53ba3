"""Fields that are measured with their rates: v is d_t(u), and both obey the law."""

import numpy as np
import pytest

from pdedsl.experiments import oscillator, rates, wave

SEEDS = pytest.mark.parametrize("seed", range(2))


@SEEDS
def test_the_fields_are_those_of_the_problem_without_rates(seed):
    alone = oscillator.simulate(seed, 3, 20, 0.0)
    both = rates.oscillator_with_rate(seed, 3, 20, 0.0)
    np.testing.assert_allclose(both.clean[:, :1], alone.clean, rtol=1e-10, atol=1e-12)
    alone = wave.simulate(seed, 2, 15, 0.0)
    both = rates.wave_with_rate(seed, 2, 15, 0.0)
    np.testing.assert_allclose(both.clean[:, :1], alone.clean, rtol=1e-9, atol=1e-9)


@SEEDS
@pytest.mark.parametrize(
    "simulate", [rates.oscillator_with_rate, rates.wave_with_rate, rates.dragged]
)
def test_v_is_the_rate_of_u_to_the_order_of_the_differences(seed, simulate):
    errors = []
    for points in (101, 201):
        data = simulate(seed, 1, points, 0.0)
        t = data.axes[0]
        u, v = data.clean[0]
        slope = (u[2:] - u[:-2]) / (t[2] - t[0])
        errors.append(np.sqrt(np.mean((slope - v[1:-1]) ** 2)) / v.std())
    assert errors[1] < 1e-2
    assert errors[0] / errors[1] > 2.5


@SEEDS
def test_drag_takes_from_the_energy_what_it_should(seed):
    """d(u'^2 + 9 u^2)/dt = -u'^3."""
    data = rates.dragged(seed, 2, 2001, 0.0)
    (t,) = data.axes
    for u, v in data.clean:
        energy = v**2 + rates.STIFFNESS * u**2
        lost = np.concatenate([[0.0], np.cumsum(0.5 * (v[1:] ** 3 + v[:-1] ** 3) * np.diff(t))])
        np.testing.assert_allclose(energy[0] - energy, 2 * rates.DRAG * lost, atol=1e-3)


def test_noise_of_u_is_the_same_with_and_without_the_rate():
    both, alone = rates.dragged(3, 2, 30, 0.05), rates.dragged_alone(3, 2, 30, 0.05)
    assert alone.fields == ("u",)
    np.testing.assert_array_equal(alone.noisy[:, 0], both.noisy[:, 0])
    assert both.noise_sd.shape == (2, 2)
    assert np.all(both.noise_sd[:, 1] > both.noise_sd[:, 0])


def test_every_motion_with_drag_comes_back():
    """What stays the same is below 0, so that u never leaves for minus infinity."""
    u, v = rates.dragged(0, 200, 40, 0.0).clean.transpose(1, 0, 2)
    kept = (v**2 + 18 * (u - 1)) * np.exp(u)
    assert np.all(kept[:, 0] < 0)
    np.testing.assert_allclose(kept, np.broadcast_to(kept[:, :1], kept.shape), rtol=1e-6)
