"""A measured derivative is a field like any other, and what it is is kept and shown."""

from __future__ import annotations

import json

import numpy as np
import pytest

import pdedsl
from pdedsl.cli import main

TEXT = """\
coordinates t
fields u, v = d_t(u)
data "swing.npz"
dictionary { d_t(v) }
grammar polynomial g(u, v)
search { population = 40, generations = 2 }
"""


def swing():
    """A damped oscillator, u'' = -2 u - 0.4 u', of which u and u' are measured."""
    t = np.linspace(0.0, 10.0, 100)
    rate = np.sqrt(2.0 - 0.04)
    u = np.exp(-0.2 * t) * np.cos(rate * t)
    v = np.exp(-0.2 * t) * (-0.2 * np.cos(rate * t) - rate * np.sin(rate * t))
    noise = np.random.default_rng(3).normal(0.0, 0.01, (2, t.size))
    return {"t": t, "u": u + noise[0], "v": v + noise[1]}


def test_it_may_stand_in_the_dictionary_and_in_g():
    found = pdedsl.discover(TEXT, swing())
    assert found.verdict == "identified"
    u, v = pdedsl.parse(TEXT).problem.field_symbols
    g = pdedsl.language.parse_expression(found.equations[0].free, (u, v)).expand()
    assert float(g.coeff(u)) == pytest.approx(-2.0, rel=0.03)
    assert float(g.coeff(v)) == pytest.approx(-0.4, rel=0.1)
    assert "v = d_t(u)" in found.specification


def test_check_tells_what_it_is(tmp_path, capsys):
    file = tmp_path / "swing.pde"
    file.write_text(TEXT)
    np.savez(tmp_path / "swing.npz", **swing())
    assert main(["check", str(file)]) == 0
    assert "v is d_t(u), measured itself" in capsys.readouterr().out
    assert main(["check", "--json", str(file)]) == 0
    fields = json.loads(capsys.readouterr().out)["problem"]["fields"]
    assert [f["definition"] for f in fields] == [None, "d_t(u)"]
