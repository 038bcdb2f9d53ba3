"""Every example finds the equation it expects, its numbers asserted."""

from pathlib import Path

import pytest
from scripts import script
from sympy import symbols

import pdedsl
from pdedsl.language import parse_expression

EXAMPLES = Path(__file__).parents[1] / "examples"

# True coefficients over that of the first term, and how close they must come.
TRUTH = {
    "burgers": ({"d_x(u^2)": 0.5, "d_xx(u)": -0.2}, 0.03),
    "oscillator": ({"d_tt(u)": 0.25}, 0.03),
    "heat_source": ({"d_xx(u)": -0.25}, 0.1),
    "slm": ({"d_a(u)": 1.0}, 0.03),
    "wave_source": ({"d_xx(u)": -1.0}, 0.03),
}


def measurements(name, seed):
    """The data that `examples/make_data.py --seed` writes; None for those that are there."""
    if seed == 0:
        return None
    return script("examples/make_data.py").simulations(seed)[name].measurements()


def check(name, seed):
    """One seed for the data and for the search."""
    found = pdedsl.discover(
        EXAMPLES / f"{name}.pde", measurements(name, seed), overrides={"search.seed": str(seed)}
    )
    assert found.expectation == "met", found.equations[0].text
    assert found.verdict == "identified"
    truth, tolerance = TRUTH[name]
    values = {term: value for term, (value, _) in found.coefficients.items()}
    for term, value in truth.items():
        assert values[term] == pytest.approx(value, rel=tolerance)
    return found


def test_burgers_comes_out_of_six_terms():
    found = check("burgers", 0)
    assert set(found.coefficients) == {"d_t(u)", "d_x(u^2)", "d_xx(u)"}
    assert "\\partial_x" in found.latex()


def test_oscillator_is_found_with_its_force():
    found = check("oscillator", 0)
    assert "sin" in found.equations[0].free


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_hares_and_lynxes_have_an_equation_each(seed):
    found = pdedsl.discover(
        EXAMPLES / "hares_and_lynxes.pde",
        measurements("hares_and_lynxes", seed),
        overrides={"search.seed": str(seed)},
    )
    assert found.names == ("hares", "lynxes")
    assert found.expectation == "met", [e.text for e in found.equations]
    assert found.verdict == "identified"
    fields = symbols("hare lynx", real=True)
    for name, own, product in (("hares", 0.6, -0.03), ("lynxes", -0.8, 0.02)):
        g = parse_expression(found.part(name).equations[0].free, fields).expand()
        coefficient = g.as_coefficients_dict()
        subject = fields[name == "lynxes"]
        assert set(coefficient) == {subject, fields[0] * fields[1]}
        assert float(coefficient[subject]) == pytest.approx(own, rel=0.01)
        assert float(coefficient[fields[0] * fields[1]]) == pytest.approx(product, rel=0.01)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize("name", sorted(TRUTH))
def test_every_example_meets_its_expectation(name, seed):
    check(name, seed)
