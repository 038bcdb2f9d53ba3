"""D-CODE as a special case: a first-order system, for each equation a dictionary of one term."""

from pathlib import Path

import pytest
from scripts import script

import pdedsl

EXAMPLES = Path(__file__).parents[1] / "examples"


def measurements(seed):
    """The data that `examples/make_dcode_data.py --seed` writes."""
    return script("examples/make_dcode_data.py").lotka_volterra(seed).measurements()


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize("name", ["dcode_prey", "dcode_predator"])
def test_the_equations_of_lotka_and_volterra_are_found_one_by_one(name, seed):
    data = measurements(seed) if seed else None
    overrides = {"search.seed": str(seed)}
    found = pdedsl.discover(EXAMPLES / f"{name}.pde", data, overrides=overrides)
    assert found.expectation == "met", found.equations[0].text
    assert found.verdict == "identified"
