"""Where py-pde is installed: its solutions and ours agree, two programs with nothing in common."""

import numpy as np
import pytest
from solved_runs import off, one

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default")]

CASES = {
    "burgers": (
        *("d_t(u), d_x(u^2), d_xx(u)", "d_t(u) + 0.5*d_x(u^2) - 0.2*d_xx(u) = 0"),
        {"u": "-0.5*d_dx(u**2) + 0.2*d2_dx2(u)"},
    ),
    "porous": (
        *("d_t(u), d_xx(u^2)", "d_t(u) - 0.1*d_xx(u^2) = u - u^3"),
        {"u": "0.1*d2_dx2(u**2) + u - u**3"},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_both_solve_alike_in_a_ring(name):
    pde = pytest.importorskip("pde")
    dictionary, equation, right_side = CASES[name]
    fine = 4
    grid = pde.CartesianGrid([[0, 2 * np.pi]], 32 * fine, periodic=True)
    x = grid.axes_coords[0]
    start = pde.ScalarField(grid, 1.5 + np.sin(x) + 0.3 * np.cos(2 * x))
    times = np.linspace(0.0, 1.0, 11)
    storage = pde.MemoryStorage()
    tracker = [storage.tracker(0.1)]
    pde.PDE(right_side).solve(start, 1.0, dt=1e-3, solver="scipy", tracker=tracker)
    u = np.array(storage.data)[:, fine // 2 :: fine]
    run = one(dictionary, equation, {"t": times, "x": x[fine // 2 :: fine]}, u)
    simulation = run.simulate()
    assert simulation.edges == "edges: periodic in x"
    assert off(simulation) < 0.004
