"""The estimates of a text: whose noise levels agree, and which are given."""

import numpy as np
import pytest

from pdedsl.errors import SpecificationError
from pdedsl.language import parse
from pdedsl.loading import load_data
from pdedsl.optimize.model import Model, assessed, make_library
from pdedsl.pipeline import estimates_of, weak_system

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


PAIR = """coordinates t
fields u, v
data "runs.npz" { sample = run }
dictionary { d_t(u), d_tt(u) }
grammar none
"""


def noises_and_chi2(settings):
    """The noise of each sample and field, and chi2 of one equation of u, for the data as they are.

    Joined by straight lines, the field estimate is the same whatever the noise.
    """
    t = np.linspace(0, 2, 40)
    rng = np.random.default_rng(0)
    u, v = np.array([1.0, 2.0])[:, None] * np.array([np.cos(3 * t), np.sin(3 * t)])[:, None]
    data = {"run": np.arange(2), "t": t, "u": u + 0.05 * rng.normal(size=u.shape), "v": v}
    specification = parse(f"{PAIR}estimate linear {{ {settings} }}")
    estimates = estimates_of(specification, load_data(specification, data))
    library = make_library(weak_system(specification, estimates))
    model = assessed(library, Model((0, 1), (), np.array([1.0, 0.1]), 0))
    return np.array([e.noise_sd for e in estimates]), model.chi2


def test_chi2_uses_the_noise_that_is_given_for_each_field_and_sample():
    noises, chi2 = noises_and_chi2("noise = 0.1")
    np.testing.assert_allclose(noises, 0.1)
    noises, other_field = noises_and_chi2("noise = 0.1, noise v = 0.3")
    np.testing.assert_allclose(noises, [[0.1, 0.3]] * 2)
    assert other_field == pytest.approx(chi2, rel=1e-9)
    assert noises_and_chi2("noise u = 0.2, noise v = 0.1")[1] == pytest.approx(chi2 / 4, rel=1e-6)
    noises, first = noises_and_chi2("noise = 0.1, noise u = (0.2, 0.1)")
    np.testing.assert_allclose(noises, [[0.2, 0.1], [0.1, 0.1]])
    _, second = noises_and_chi2("noise = 0.1, noise u = (0.1, 0.2)")
    assert first != pytest.approx(second, rel=0.01)
    assert first + second == pytest.approx(chi2 * 5 / 4, rel=1e-6)


def test_as_many_noises_are_given_as_there_are_samples():
    with pytest.raises(SpecificationError, match=r"3 noise levels of u for 2 samples\n.*for each"):
        noises_and_chi2("noise u = (1, 2, 3)")
