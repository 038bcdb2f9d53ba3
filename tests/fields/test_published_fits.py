"""Hyperparameters of published data, where these lie beside the repository."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pdedsl.fields import Binding, estimate, from_mapping
from pdedsl.fields.likelihood import log_likelihood

SHARED = Path(__file__).parents[2].parent / "shared" / "data"
CHECKS = SHARED / "paper" / "check_values.json"
NAMES = ("heat_source_noise0.1_trial2", "oscillator_noise0.01_trial1", "burgers_noise0.1_trial1")

pytestmark = pytest.mark.skipif(not CHECKS.exists(), reason="the published data are not here")


def published(name):
    with np.load(SHARED / "paper" / f"{name}.npz") as archive:
        axis, noisy = archive["axis"], archive["noisy"][:, 0]
    coordinates = ("t", "x")[: noisy.ndim - 1]
    arrays = {"run": np.arange(len(noisy)), "u": noisy, **dict.fromkeys(coordinates, axis)}
    return from_mapping(arrays, Binding(coordinates, ("u",), sample="run"))


@pytest.mark.parametrize("name", NAMES)
def test_hyperparameters_are_the_published_ones_or_likelier(name):
    expected = json.loads(CHECKS.read_text())[name]["samples"]
    dataset = published(name)
    for sample, known in zip(dataset.samples, expected, strict=True):
        (found,) = estimate(replace(dataset, samples=(sample,)))
        prior = found.prior[0]
        assert prior.mean == pytest.approx(known["mean"], rel=1e-9)
        ours = [*prior.length_scales, prior.signal_sd, found.noise_sd[0]]
        theirs = [*known["length_scales"], known["signal_sd"], known["noise_sd"]]
        if ours != pytest.approx(theirs, rel=0.01):
            centred = found.observed[0] - prior.mean
            gain = (
                log_likelihood(np.log(ours), found.grid.axes, centred)[0]
                - log_likelihood(np.log(theirs), found.grid.axes, centred)[0]
            )
            assert gain > 0.01


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "fields"), [("pendulum_real_lipson", ("theta", "omega")), ("lynx_hare", ("lynx",))]
)
def test_oscillating_measurements_are_not_taken_for_noise(name, fields):
    from pdedsl.fields import read

    (found,) = estimate(read(SHARED / f"{name}.npz", Binding(("t",), fields)))
    assert np.all(found.noise_sd < 0.2 * found.observed.std(axis=1))
