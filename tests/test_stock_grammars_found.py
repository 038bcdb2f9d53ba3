"""Laws of stock grammars found in data that obey them."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import pdedsl

HEAD = "coordinates t\nfields u\ndictionary { d_t(u) }\n"


def solved(rate, starts, end):
    """Solutions from several starts, 60 points each, with noise of 1 % of the spread."""
    t = np.linspace(0, end, 60)
    u = np.array([solve_ivp(rate, (0, end), [a], t_eval=t, rtol=1e-8).y[0] for a in starts])
    u += np.random.default_rng(0).normal(0, 0.01 * np.std(u), u.shape)
    return {"sample": np.arange(len(starts)), "t": t, "u": u}


CASES = {
    "forcing g(t, u)": (
        lambda t, u: -u + 2 * np.sin(3 * t) + np.cos(5 * t),
        (0.3, -1.0, 2.0),
        4.0,
        "-u + 2*sin(3*t) + cos(5*t)",
    ),
    "population g(u)": (
        lambda t, u: 1.2 * u * np.log(4 / u),
        (0.3, 1.0, 2.0, 6.0),
        2.0,
        "-1.2*u*log(0.25*u)",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("head", CASES)
def test_the_law_is_found(head):
    rate, starts, end, law = CASES[head]
    text = f'{HEAD}data "a.npz" {{ sample = sample }}\ngrammar {head}\nexpect d_t(u) = {law}\n'
    found = pdedsl.discover(text, solved(rate, starts, end))
    assert found.verdict == "identified"
    assert found.expectation == "met"
