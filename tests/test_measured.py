"""Measured data: found where the published files are present, skipped elsewhere."""

import functools
import os
import re
from pathlib import Path

import pytest
from scripts import script
from sympy.core.function import AppliedUndef

import pdedsl

HOME = Path(__file__).parents[1]
FOLDER = Path(os.environ.get("PDEDSL_DATA", HOME.parent / "shared" / "data"))
EXAMPLES = HOME / "examples" / "measured"


@functools.cache
def prepared():
    """What `prepare.py` makes of the folder."""
    return script("examples/measured/prepare.py").prepared(FOLDER)


def discover(name, data=None):
    data = data or name
    if data not in prepared():
        pytest.skip(f"the data of {data} are not here; set PDEDSL_DATA to their folder")
    found = pdedsl.discover(EXAMPLES / f"{name}.pde", prepared()[data])
    return found, {term: value for term, (value, _) in found.coefficients.items()}


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.pde")), ids=lambda path: path.stem)
def test_every_text_can_be_read(path):
    assert pdedsl.parse(path.read_text(encoding="utf-8")).problem.dictionary


@pytest.mark.slow
def test_women_of_japan_die_by_a_law_of_gompertz_that_falls_with_time():
    """It is not always first: with g = 0 all five derivatives leave as little."""
    found, _ = discover("mortality_japan")
    number = r"([\d.e-]+)"
    growth = rf"exp\({number}\*a(?: |\)\*exp\()-\s?{number}\*t\)"  # one exponential or a product
    law = rf"d_t\(u\) \+ {number}\*d_a\(u\) = -{number}\*u\*{growth}"
    first, *_ = found.front
    rival, numbers = next((r, m) for r in found.front if (m := re.fullmatch(law, r.text)))
    assert first.evidence - rival.evidence < 10
    assert rival.evidence > 100
    transport, _, ageing, trend = map(float, numbers.groups())
    assert transport == pytest.approx(1.0, abs=0.04)
    assert ageing == pytest.approx(1.25, abs=0.1)
    assert trend == pytest.approx(0.3, abs=0.06)


@pytest.mark.slow
def test_women_of_japan_are_lost_by_the_deaths_that_are_counted():
    found, values = discover("mortality_japan_deaths", "mortality_japan")
    assert found.expectation == "met"
    assert found.verdict == "identified" or "log(deaths" in found.reason  # which does as well
    assert values == {"d_t(u)": 1.0, "d_a(u)": pytest.approx(1.0, abs=0.03)}
    (deaths,) = found.equation.rhs.atoms(AppliedUndef)
    assert float(found.equation.rhs / deaths) == pytest.approx(-1.0, abs=0.03)


@pytest.mark.slow
def test_soil_conducts_heat_the_better_the_deeper():
    found, values = discover("soil_temperature")
    assert found.verdict == "best of rivals"
    (conduction,) = {"d_zz(u)", "z*d_zz(u)"} & set(values)
    assert {"d_t(u)", conduction} <= set(values) <= {"d_t(u)", "d_z(u)", conduction}
    assert values["d_t(u)"] == 1.0
    assert values[conduction] == pytest.approx(-3.0, abs=0.6)
    assert abs(values.get("d_z(u)", 0.0)) < 0.6


@pytest.mark.slow
def test_cells_grow_and_spread_the_more_the_denser_they_are_and_nothing_is_claimed():
    found, values = discover("scratch_assay")
    assert found.verdict == "not identified"
    assert "test functions fit along t" in found.reason
    assert (
        {"d_t(u)", "d_xx(u^2)", "u"}
        <= set(values)
        <= {"d_t(u)", "d_xx(u)", "d_xx(u^2)", "u", "u^2"}
    )
    assert values["d_t(u)"] == 1.0
    assert values["d_xx(u^2)"] < 0
    assert values["u"] < 0


@pytest.mark.slow
def test_the_cart_obeys_hooke_and_a_little_friction():
    found, values = discover("spring_air_track")
    assert found.verdict == "best of rivals"
    assert set(values) == {"d_t(x)", "d_tt(x)"}
    (x,) = found.equation.rhs.atoms(AppliedUndef)
    acceleration = values["d_tt(x)"]
    assert 1 / acceleration == pytest.approx(0.0137, abs=0.002)
    assert float(found.equation.rhs / x) / acceleration == pytest.approx(-6.22, abs=0.03)
