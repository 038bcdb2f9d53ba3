"""What stands in for g before it is searched for is rich enough not to mislead."""

import pytest

from pdedsl.experiments import modes
from pdedsl.language import parse
from pdedsl.loading import load_data
from pdedsl.optimize import pilot as module
from pdedsl.optimize.pilot import pilot
from pdedsl.pipeline import estimates_of, library_of, weak_system

TEXT = """coordinates t in [0, 4], x in [0, 4]
fields u
data "u.npz" { sample = sample }
dictionary { d_t(u), d_x(u), d_tt(u), d_tx(u), d_xx(u) }
"""


@pytest.fixture(scope="module")
def shaken():
    """0.6 u_t + u_tt - 1.5 u_xx = 4 exp(-t) sin(2 x), where x turns the sine by 8."""
    specification = parse(TEXT)
    data = load_data(specification, modes.damped_wave(1, 3, 30, 0.01).measurements())
    estimates = estimates_of(specification, data)
    return library_of(specification, estimates, weak_system(specification, estimates))


def test_a_source_of_several_waves_is_stood_in_for(shaken, monkeypatch):
    rows = shaken.system.rows
    found = pilot(shaken, ("t", "x"))
    assert found.chi2 < 1.3 * rows
    assert found.support == (0, 2, 4)
    damping, stiffness = (found.psi[k] / found.psi[1] for k in (0, 2))
    assert damping == pytest.approx(0.6, rel=0.05)
    assert stiffness == pytest.approx(-1.5, rel=0.02)
    monkeypatch.setattr(module, "HIGHEST", module.DEGREE)
    assert pilot(shaken, ("t", "x")).chi2 > 5 * rows


@pytest.mark.parametrize(("coordinates", "degree"), [(0, 0), (1, 9), (2, 9), (3, 5), (4, 3)])
def test_the_high_degree_keeps_the_number_of_monomials_in_bounds(coordinates, degree):
    assert module._highest(coordinates) == degree
