"""Fields that others made or measured: found where the files are present, skipped elsewhere."""

import os
from pathlib import Path

import numpy as np
import pytest
import sympy
from sympy.core.function import AppliedUndef

import pdedsl

HOME = Path(__file__).parents[1]
FOLDER = Path(os.environ.get("PDEDSL_DATA", HOME.parent / "shared" / "data"))


def published(name):
    path = FOLDER / f"{name}.npz"
    if not path.exists():
        pytest.skip(f"{name}.npz is not here; set PDEDSL_DATA to its folder")
    with np.load(path) as archive:
        return {key: archive[key] for key in archive.files}


def coefficients(found):
    return {term: value for term, (value, _) in found.coefficients.items()}


@pytest.mark.slow
def test_burgers_of_pde_find_comes_out_of_eight_terms():
    text = """coordinates x, t
fields u
dictionary { d_t(u), d_x(u), d_x(u^2), d_xx(u), d_xx(u^2), d_tt(u), d_tx(u), d_xxx(u) }
grammar none
"""
    found = coefficients(pdedsl.discover(text, published("burgers_pdefind")))
    truth = {"d_t(u)": 1.0, "d_x(u^2)": 0.5, "d_xx(u)": -0.1}
    assert found == {term: pytest.approx(value, rel=0.01) for term, value in truth.items()}


@pytest.mark.slow
def test_kuramoto_sivashinsky_of_pde_find_comes_out_of_ten_terms():
    text = """coordinates x, t
fields u
dictionary {
    u, d_t(u), d_x(u), d_x(u^2), d_xx(u), d_xx(u^2), d_xxx(u), d_xxx(u^2), d_xxxx(u), d_xxxx(u^2)
}
grammar none
"""
    data = published("ks_pdefind")
    part = {"x": data["x"][:512:4], "t": data["t"][::2], "u": data["u"][:512:4, ::2]}
    found = coefficients(pdedsl.discover(text, part))
    truth = {"d_t(u)": 1.0, "d_x(u^2)": 0.5, "d_xx(u)": 1.0, "d_xxxx(u)": 1.0}
    assert found == {term: pytest.approx(value, rel=0.03) for term, value in truth.items()}


@pytest.mark.slow
def test_a_measured_pendulum_swings_by_the_sine_of_its_angle():
    text = """coordinates t
fields theta
dictionary { d[t](theta), d[t,2](theta) }
search genetic { population = 200, generations = 8 }
"""
    data = published("pendulum_real_lipson")
    found = pdedsl.discover(text, {"t": data["t"], "theta": data["theta"]})
    assert found.verdict == "best of rivals"
    free = found.equation.rhs
    acceleration = coefficients(found)["d_tt(theta)"]
    (sine,) = free.atoms(sympy.sin)
    (theta,) = free.atoms(AppliedUndef)
    amplitude, phase = free.coeff(sine), sine.args[0] - theta
    at_rest = amplitude * sympy.cos(phase)  # the slope of g at theta = 0
    assert float(at_rest) / acceleration == pytest.approx(-1.35, abs=0.1)


@pytest.mark.slow
def test_a_simulated_population_spreads_and_grows_logistically():
    text = """coordinates x, t
fields u
dictionary { d_t(u), d_x(u), d_xx(u), d_tt(u) }
search genetic { population = 150, generations = 6 }
"""
    found = pdedsl.discover(text, published("fisher_kpp_sim"))
    assert coefficients(found) == {"d_t(u)": 1.0, "d_xx(u)": pytest.approx(-0.02, rel=0.01)}
    (u,) = found.equation.rhs.atoms(AppliedUndef)
    free = sympy.Poly(sympy.expand(found.equation.rhs), u)
    assert [float(c) for c in free.all_coeffs()] == pytest.approx([-10.0, 10.0, 0.0], abs=0.05)
