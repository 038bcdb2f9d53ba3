"""The residual map: of unit variance where an equation holds, large where it fails."""

import numpy as np
import pytest

from pdedsl.language import parse
from pdedsl.loading import load_data
from pdedsl.optimize.model import inflated, make_library, start
from pdedsl.optimize.residual_map import residual_map
from pdedsl.pipeline import estimates_of, weak_system

TEXT = """coordinates t, x
fields u
data "waves.npz" { sample = sample }
dictionary { d_t(u), d_x(u) }
grammar none
test bsplines { support = 0.4 }
"""


def mapped(push, seed=0):
    """Waves to the right in three samples, the second one pushed somewhere."""
    t, x = np.linspace(0, 2, 40), np.linspace(0, 3, 60)
    phases = np.array([0.0, 0.7, 1.9])[:, None, None]
    u = np.sin(2 * (x[None, None, :] - t[None, :, None]) + phases)
    u[1] += push(t[:, None], x[None, :])
    u += np.random.default_rng(seed).normal(0, 0.01, u.shape)
    data = {"t": t, "x": x, "sample": np.arange(3), "u": u, "u_dims": ["sample", "t", "x"]}
    specification = parse(TEXT)
    estimates = estimates_of(specification, load_data(specification, data))
    library = make_library(weak_system(specification, estimates))
    return library, start(library, (0, 1), (), 0)


def test_where_the_equation_holds_the_residual_has_unit_variance():
    found = residual_map(*mapped(lambda t, x: 0.0))
    assert np.sqrt(np.mean(found.values**2)) == pytest.approx(1.0, abs=0.15)
    assert np.abs(np.mean(found.values)) < 0.3


def test_it_points_to_where_the_equation_fails():
    def push(t, x):
        return 0.5 * np.exp(-(((t - 1.5) / 0.3) ** 2) - ((x - 0.9) / 0.3) ** 2)

    found = residual_map(*mapped(push))
    worst = int(np.argmax(np.abs(found.values)))
    assert found.samples[worst] == 1
    assert found.centres[worst] == pytest.approx([1.5, 0.9], abs=0.5)
    assert "of sample 1" in found.worst()
    assert "t = " in found.worst()


def test_it_is_in_units_of_the_noise_of_the_data():
    library, model = mapped(lambda t, x: 0.0)
    plain, raised = residual_map(library, model), residual_map(inflated(library, 9.0), model)
    np.testing.assert_allclose(plain.values, raised.values, rtol=1e-6)


def test_the_table_has_a_line_for_every_test_function():
    library, model = mapped(lambda t, x: 0.0)
    lines = residual_map(library, model).table().splitlines()
    assert lines[0] == "sample,t,x,residual"
    assert len(lines) == 1 + 3 * library.system.functions[0].count
    samples = [line.split(",")[0] for line in lines[1:]]
    assert samples == sorted(samples)
