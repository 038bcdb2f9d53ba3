"""A field whose law has a term that the text leaves no room for: best of rivals, and where."""

import csv
import io

import numpy as np
import pytest
from scipy.special import erf

from pdedsl import discover

TEXT = """coordinates t, x
fields u
data "waves.npz" { sample = sample }
dictionary { d_t(u), d_x(u) }
grammar none
"""


def pushed(size):
    """Waves with u_t + u_x = a push at t = 1.3 in the second of two samples, and no push else."""
    t, x = np.linspace(0.0, 2.0, 40)[:, None], np.linspace(0.0, 3.0, 50)[None, :]
    u = np.array([np.sin(2.0 * (x - t) + phase) for phase in (0.0, 1.1)])
    u[1] += size * (1.0 + erf((t - 1.3) / 0.15))
    u += np.random.default_rng(0).normal(0.0, 0.02, u.shape)
    return {"t": t[:, 0], "x": x[0], "u": u, "sample": np.arange(2), "u_dims": ["sample", "t", "x"]}


def test_a_missing_term_makes_the_best_of_rivals_and_the_map_shows_where():
    found = discover(TEXT, pushed(0.3))
    assert found.verdict == "best of rivals"
    assert "more is going on than this equation says" in found.reason
    assert found.reason.endswith("of sample 1, see the residual map")
    rows = list(csv.DictReader(io.StringIO(found.residuals)))
    worst = max(rows, key=lambda row: abs(float(row["residual"])))
    assert worst["sample"] == "1"
    assert float(worst["t"]) == pytest.approx(1.3, abs=0.2)
    quiet = [float(r["residual"]) for r in rows if r["sample"] == "0"]
    assert abs(float(worst["residual"])) > 4 * np.sqrt(np.mean(np.square(quiet)))


def test_without_it_the_law_is_identified_and_the_map_is_of_unit_variance():
    found = discover(TEXT, pushed(0.0))
    assert found.verdict == "identified"
    assert found.coefficients["d_x(u)"][0] == pytest.approx(1.0, abs=0.01)
    rows = csv.DictReader(io.StringIO(found.residuals))
    assert np.std([float(row["residual"]) for row in rows]) == pytest.approx(1.0, abs=0.25)
