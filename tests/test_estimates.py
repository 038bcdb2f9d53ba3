"""The estimates of a text: whose noise levels agree, and which are given."""

import numpy as np
import pytest

from pdedsl.language import parse
from pdedsl.loading import load_data
from pdedsl.pipeline import estimates_of

HEAD = """coordinates t
fields u
data "runs.npz" { sample = run }
dictionary { d_t(u), d_tt(u) }
"""


def oscillations(count=10, points=10):
    """Repetitions of so few points that some of them alone seem to have no noise."""
    rng = np.random.default_rng(3)
    t = np.linspace(0, 2, points)
    a, b = rng.uniform(-2, 2, (2, count, 1))
    clean = np.exp(-t) * (a * np.cos(3 * t) + b * np.sin(3 * t))
    noisy = clean + 0.03 * clean.std(axis=1)[:, None] * rng.normal(size=clean.shape)
    return {"run": np.arange(count), "t": t, "u": noisy}


def together_and_alone(text):
    """Noise and mean of every sample, fitted with the others and as if there were no others."""
    specification, data = parse(text), oscillations()
    together = estimates_of(specification, load_data(specification, data))
    alone = [
        estimates_of(
            specification,
            load_data(specification, data | {"run": data["run"][k : k + 1], "u": u[None]}),
        )[0]
        for k, u in enumerate(data["u"])
    ]
    return [
        (
            np.array([e.noise_sd[0] for e in estimates]),
            np.stack([e.mean[0] for e in estimates]),
        )
        for estimates in (together, alone)
    ]


@pytest.mark.parametrize("method", ["paper", "ablated"])
def test_the_paper_s_methods_estimate_every_sample_as_if_it_were_alone(method):
    together, alone = together_and_alone(HEAD + f"method {method}\n")
    np.testing.assert_allclose(together[0], alone[0], rtol=1e-4)
    np.testing.assert_allclose(together[1], alone[1], atol=1e-5)


def test_our_method_lets_samples_of_few_points_agree_about_their_noise():
    together, alone = together_and_alone(HEAD)
    spreads = [np.std(np.log(noise)) for noise, _ in (together, alone)]
    assert spreads[0] < 0.8 * spreads[1]
    assert np.abs(np.log(together[0] / alone[0])).max() > 0.5
