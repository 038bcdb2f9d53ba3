"""The data beside the examples are what their generator makes, and their laws are the paper's."""

import sys
from pathlib import Path

import numpy as np
import pytest
from scripts import script

from pdedsl.experiments import problems
from pdedsl.language import parse

EXAMPLES = Path(__file__).parents[2] / "examples"
PAPERS = ["burgers", "heat_source", "oscillator", "slm", "wave_source"]
NAMES = sorted([*PAPERS, "hares_and_lynxes", "plane_flow"])

every_example = pytest.mark.parametrize("name", NAMES)


@pytest.fixture(scope="module")
def make_data():
    return script("examples/make_data.py")


@pytest.fixture(scope="module")
def simulations(make_data):
    return make_data.simulations(0)


def saved(folder, name):
    with np.load(folder / f"{name}.npz", allow_pickle=False) as archive:
        return dict(archive)


@every_example
def test_committed_data_are_those_of_seed_0(simulations, name):
    arrays, expected = saved(EXAMPLES, name), simulations[name].measurements()
    assert sorted(arrays) == sorted(expected)
    for key, values in expected.items():
        if values.dtype.kind == "U":
            assert arrays[key].tolist() == values.tolist()
        else:  # other linear algebra rounds differently: 1e-8 of a standard deviation of u
            np.testing.assert_allclose(arrays[key], values, rtol=1e-7, atol=1e-7)


@every_example
def test_committed_data_are_small(name):
    assert (EXAMPLES / f"{name}.npz").stat().st_size < 100_000


@every_example
def test_noise_is_one_percent(simulations, name):
    data = simulations[name]
    grid = tuple(range(2, data.clean.ndim))
    np.testing.assert_allclose(data.noise_sd, 0.01 * data.clean.std(axis=grid))


@pytest.mark.parametrize("name", PAPERS)
def test_specification_is_the_papers_problem(name):
    text = (EXAMPLES / f"{name}.pde").read_text()
    problem = problems()[name]
    assert parse(text)
    assert text.startswith("# ")
    assert f'data "{name}.npz" {{ sample = sample }}' in text
    assert f"dictionary {{ {', '.join(problem.dictionary)} }}" in text
    assert text.endswith(f"expect {problem.truth}\n")
    assert ("grammar none" in text) == (problem.target_free == "0")


def test_another_seed_makes_other_data_elsewhere(make_data, monkeypatch, tmp_path):
    folder = tmp_path / "made" / "here"
    monkeypatch.setattr(sys, "argv", ["make_data.py", "--seed", "1", "--out", str(folder)])
    make_data.main()
    assert sorted(path.stem for path in folder.iterdir()) == NAMES
    for name in NAMES:
        field = {"hares_and_lynxes": "hare", "plane_flow": "u1"}.get(name, "u")
        assert np.abs(saved(folder, name)[field] - saved(EXAMPLES, name)[field]).max() > 0.1


def test_hares_and_lynxes_keep_what_lotka_and_volterra_say_they_do(simulations):
    """0.02 H - 0.8 log H + 0.03 L - 0.6 log L does not change along a solution."""
    data = simulations["hares_and_lynxes"]
    hares, lynxes = data.clean[:, 0], data.clean[:, 1]
    kept = 0.02 * hares - 0.8 * np.log(hares) + 0.03 * lynxes - 0.6 * np.log(lynxes)
    np.testing.assert_allclose(kept, np.broadcast_to(kept[:, :1], kept.shape), rtol=1e-7)
    text = (EXAMPLES / "hares_and_lynxes.pde").read_text()
    laws = data.truth.split("\n")
    assert len(parse(text).parts) == len(laws) == 2
    assert all(f"    expect {law}\n" in text for law in laws)
