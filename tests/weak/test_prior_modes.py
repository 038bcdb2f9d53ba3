"""Modes of a field's prior: products above the noise, on each axis only what these are made of."""

import numpy as np
import pytest

from pdedsl.fields import GaussianPrior
from pdedsl.weak import prior_modes as module
from pdedsl.weak.prior_modes import prior_modes

NODES = [np.linspace(0, 1, 30), np.linspace(0, 2, 25)]
PRIORS = [GaussianPrior(0.0, (0.2, 0.5), 1.0), GaussianPrior(1.0, (0.3, 0.4), 0.5)]
NOISE = np.array([1e-3, 1e-2])


def covariance(prior):
    each = (prior.axis_covariance(i, x, x) for i, x in enumerate(NODES))
    return prior.signal_sd**2 * np.kron(*each)


def test_what_is_left_out_is_below_the_noise():
    found = prior_modes(PRIORS, NODES, NOISE)
    for prior, factor, noise in zip(PRIORS, found.factor(), NOISE, strict=True):
        rest = np.linalg.eigvalsh(covariance(prior) - factor @ factor.T)
        assert rest[0] > -1e-9
        assert rest[-1] < module.FLOOR * noise**2 * (1 + 1e-6)


@pytest.mark.parametrize("most", [1, 7, 40])
def test_of_many_the_largest_are_kept_and_no_mode_of_an_axis_that_is_in_none(most, monkeypatch):
    monkeypatch.setattr(module, "LARGEST_RANK", most)
    found = prior_modes(PRIORS[:1], NODES, NOISE[:1])
    assert found.rank == most
    factor = found.factor()[0]
    own = np.sort(np.linalg.eigvalsh(covariance(PRIORS[0])))[::-1][:most]
    np.testing.assert_allclose(np.sort(np.sum(factor**2, axis=0))[::-1], own, rtol=1e-9)
    counts = [a.shape[-1] for a in found.axes]
    used = np.unravel_index(found.kept, counts)
    for axis, count in zip(used, counts, strict=True):
        assert set(axis.tolist()) == set(range(count))
