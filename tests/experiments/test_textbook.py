"""Textbook problems solve the equations they say they do, and their grids can be refined."""

import numpy as np
import pytest
from chebyshev import misfit
from decided import decides_everything

from pdedsl.errors import PdedslError
from pdedsl.experiments import hunter_saxton, liouville, modes
from pdedsl.experiments.ring import Ring, evolve, random_waves
from pdedsl.experiments.textbook import textbook

NAMES = tuple(textbook())


@pytest.mark.parametrize("name", NAMES)
def test_the_equation_holds(name):
    problem = textbook()[name]

    def draw(axes):
        t, x = axes
        return problem.draw(np.random.default_rng(1), np.concatenate([[0.0], t]), x)[:, 1:]

    if problem.rotated:  # the last instant is where time begins

        def draw(axes):
            t, x = axes
            whole = np.concatenate([t, [problem.end]])
            return problem.draw(np.random.default_rng(1), whole, x)[:, :-1]

    ranges = (0.0, problem.end), (0.0, problem.width)
    assert misfit(problem.truth, ("t", "x"), ("u",), ranges, (34, 60), draw) < 1e-3


@pytest.mark.parametrize("name", NAMES)
def test_more_nodes_and_shorter_steps_change_next_to_nothing(name):
    problem = textbook()[name]
    t, x = np.linspace(0, problem.end, 5), np.linspace(0, problem.width, 7)
    coarse = problem.draw(np.random.default_rng(2), t, x)
    fine = problem.draw(np.random.default_rng(2), t, x, refine=2)
    assert np.max(np.abs(coarse - fine)) < 1e-6 * np.max(np.abs(fine))


@pytest.mark.parametrize("name", NAMES)
def test_measurements_are_what_was_asked_for(name):
    found = textbook()[name].simulate(3, samples=2, points=6, noise=0.1)
    assert found.clean.shape == (2, 1, 6, 6)
    assert found.noise_sd == pytest.approx(0.1 * found.clean.std(axis=(2, 3)))
    assert found.truth == textbook()[name].truth


CLOSED = {
    "hunter_saxton": (hunter_saxton.TRUTH, "tx", ("u", "v"), [(0, 1), (0, 4)], (26, 60)),
    "slope": ("d_x(u) - v = 0", "tx", ("u", "v"), [(0, 1), (0, 4)], (26, 60)),
    "liouville": (liouville.ELLIPTIC, "xy", ("u",), [(0, 2), (0, 2)], (34, 34)),
    "liouville_waves": (liouville.HYPERBOLIC, "tx", ("u",), [(0, 2), (0, 2)], (34, 34)),
    "damped_wave": (modes.DAMPED_WAVE, "tx", ("u",), [(0, 4), (0, 4)], (34, 34)),
    "drift": (modes.DRIFT, "txy", ("u",), [(0, 2), (0, 3), (0, 3)], (20, 20, 20)),
    "gauss": (modes.GAUSS, "xy", ("ex", "ey"), [(0, 2)] * 2, (34, 34)),
    "gauss_layer": (modes.GAUSS_LAYER, "xyz", ("ex", "ey", "ez"), [(0, 2)] * 3, (16,) * 3),
} | {
    f"maxwell {k}": (law, "txy", ("e", "hx", "hy"), [(0, 3)] * 3, (22,) * 3)
    for k, law in enumerate(modes.MAXWELL.splitlines())
}


def closed(name, rng, axes):
    if name.startswith("maxwell"):
        return modes.light(rng, *axes)
    if name.startswith("liouville"):
        if name == "liouville":
            return liouville.elliptic(rng, axes[0][:, None] + 1j * axes[1][None, :])
        return liouville.hyperbolic(rng, np.add.outer(*axes), np.subtract.outer(*axes))
    solver = {
        "hunter_saxton": hunter_saxton.solve,
        "slope": hunter_saxton.solve,
        "damped_wave": modes.string,
        "drift": modes.tracer,
        "gauss": modes.cloud,
        "gauss_layer": modes.layer,
    }[name]
    return solver(rng, *axes)


@pytest.mark.parametrize("name", CLOSED)
@pytest.mark.parametrize("seed", range(4))
def test_solutions_in_closed_form_solve_it(name, seed):
    law, names, fields, ranges, counts = CLOSED[name]
    rng = np.random.default_rng(seed)
    assert misfit(law, tuple(names), fields, ranges, counts, lambda a: closed(name, rng, a)) < 1e-4


@pytest.mark.parametrize(
    "simulate",
    [
        hunter_saxton.simulate,
        liouville.simulate,
        liouville.simulate_waves,
        modes.damped_wave,
        modes.drift,
        modes.maxwell,
        modes.gauss,
        modes.gauss_layer,
    ],
)
def test_one_seed_decides_everything(simulate):
    decides_everything(simulate, points=6)


def test_a_blow_up_is_told_and_no_number_given():
    ring = Ring(1.0, 16)
    with pytest.raises(PdedslError, match="no solution up to"):
        evolve(ring, [np.ones(16)], lambda r, s: [r.of_values(np.square, *s)], np.array([0.0, 2.0]))


def test_waves_have_the_size_and_mean_asked_for():
    ring = Ring(3.0, 64)
    field = random_waves(np.random.default_rng(0), ring, waves=4, size=0.7, mean=2.0)
    assert field.std() == pytest.approx(0.7)
    assert field.mean() == pytest.approx(2.0)


def test_a_spectrum_has_its_values_back_and_its_derivative_anywhere():
    ring = Ring(4.0, 32)
    wave = 2.0 * np.pi / 4.0
    spectrum = ring.spectrum(np.sin(3 * wave * ring.x))
    x = np.linspace(-1.0, 5.0, 17)
    assert ring.at(spectrum, x) == pytest.approx(np.sin(3 * wave * x))
    slope = ring.at(ring.derivative(spectrum), x)
    assert slope == pytest.approx(3 * wave * np.cos(3 * wave * x))
