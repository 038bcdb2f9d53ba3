"""Points that are too far apart for what a field does between them."""

from dataclasses import replace

import numpy as np
import pytest

from pdedsl.fields import Dataset, Sample, SamplingGrid, ScatteredSample, estimate
from pdedsl.fields.resolution import drowned, unresolved


def waves(per_wave, noise=0.01, seed=0):
    """Waves of many lengths down to some points each along x, slow in t."""
    rng = np.random.default_rng(seed)
    t, x = np.linspace(0, 1, 16), np.arange(48.0)
    shortest = 2 * np.pi / per_wave
    u = sum(
        np.cos(shortest * share * x + phase) * np.cos(0.5 * t[:, None] + 2 * phase)
        for share, phase in zip(np.linspace(0.2, 1, 9), rng.uniform(0, 6, 9), strict=True)
    )
    u = u + noise * u.std() * rng.normal(size=u.shape)
    return Sample(SamplingGrid(("t", "x"), (t, x)), u[None])


def estimates(*samples):
    return estimate(Dataset(("t", "x"), ("u",), samples))


@pytest.mark.parametrize("noise", [0.001, 0.1])
@pytest.mark.parametrize(("per_wave", "along"), [(2.2, ("x",)), (8.0, ())])
def test_waves_of_two_points_are_not_resolved_and_of_eight_are(per_wave, along, noise):
    made = estimates(waves(per_wave, noise))
    assert unresolved(made) == along
    told = [note for note in made[0].notes if "turns from point to point along x" in note]
    assert bool(told) == bool(along)


def test_noise_alone_is_not_a_field_that_turns():
    made = estimates(waves(2.2))[0]
    assert unresolved([replace(made, noise_sd=np.array([3 * made.prior[0].signal_sd]))]) == ()


def test_one_sample_of_three_does_not_decide():
    three = estimates(*(waves(8.0, seed=s) for s in (1, 2, 3)))
    short = estimates(waves(2.2))
    assert unresolved([*three[:2], *short]) == ()
    assert unresolved([three[0], *short, *short]) == ("x",)


def test_scattered_points_are_read_off_on_a_grid_that_resolves_them():
    rng = np.random.default_rng(0)
    points = rng.uniform(0, 1, (60, 1))
    values = np.sin(12 * points[:, 0])[None]
    made = estimate(Dataset(("t",), ("u",), (ScatteredSample(points, values),)))
    assert unresolved(made) == ()


def test_a_field_that_is_taken_for_noise_is_said_to_be():
    rng = np.random.default_rng(0)
    axis = np.linspace(0, 1, 250)
    grid = SamplingGrid(("t",), (axis,))
    noise, wave = rng.standard_normal(250), np.sin(7 * axis)
    two = Dataset(("t",), ("u", "v"), (Sample(grid, np.array([wave + 0.1 * noise, noise])),))
    assert drowned(estimate(two), ("u", "v")).startswith("nearly all of v looks like noise; take")
    assert drowned(estimate(two), ("u", "v")).endswith("closer together")
    clear = Dataset(("t",), ("u",), (Sample(grid, wave[None] + 0.3 * noise),))
    assert drowned(estimate(clear), ("u",)) == ""


def test_on_a_long_axis_it_may_be_too_fast_for_the_estimate():
    t = np.linspace(0, 1, 20_000)
    u = np.cos(2 * np.pi * 300 * t) + 0.02 * np.random.default_rng(0).standard_normal(t.size)
    long = Dataset(("t",), ("u",), (Sample(SamplingGrid(("t",), (t,)), u[None]),))
    (found,) = estimate(long)
    assert "by a slice of t in the data block" in drowned([found], ("u",))
    assert any("by a slice of t in the data block" in note for note in found.notes)
