"""Candidates scored together get the losses they get alone, by plain linear algebra."""

from dataclasses import replace

import numpy as np
import pytest

from pdedsl.experiments import problems
from pdedsl.language import parse, stock_grammar
from pdedsl.loading import load_data
from pdedsl.optimize.batched import solve_each
from pdedsl.optimize.downhill import PROMISING, STILL
from pdedsl.optimize.expression import Node as N
from pdedsl.optimize.expression import constant, variable, with_constants
from pdedsl.optimize.known import Known
from pdedsl.optimize.loss import score
from pdedsl.optimize.model import make_library
from pdedsl.optimize.pilot import pilot
from pdedsl.optimize.terms import Terms
from pdedsl.optimize.whitening import make_screen
from pdedsl.pipeline import estimates_of, weak_system
from pdedsl.reproduce.subjects import of_problem
from pdedsl.reproduce.text import text_of

T, U, C = variable("t"), variable("u"), constant(1.0)


def of(*features):
    return Terms(tuple(features))


CANDIDATES = [
    of(T),
    of(U),
    of(N("sin", (N("*", (C, T)),))),
    of(U, N("sin", (N("*", (C, T)),))),
    of(N("exp", (N("*", (C, T)),)), T),
    of(N("*", (U, N("exp", (N("*", (C, T)),)))), N("cos", (N("*", (C, U)),))),
    of(N("log", (N("-", (T, constant(50.0))),))),
    of(N("sin", (N("*", (C, N("*", (T, T)))),))),
]


@pytest.fixture(scope="module", params=["oscillator", "heat_source"])
def screen(request):
    problem = problems()[request.param]
    specification = parse(text_of(of_problem(problem)))
    data = problem.run(0, samples=3, noise=0.02).measurements()
    estimates = estimates_of(specification, load_data(specification, data))
    library = make_library(weak_system(specification, estimates))
    arguments = stock_grammar("elementary", (*library.names.coordinates, "u")).arguments
    return make_screen(library, pilot(library, arguments), "exact")


def test_company_changes_no_score(screen):
    together = score(screen, CANDIDATES)
    for candidate, found in zip(CANDIDATES, together, strict=True):
        alone = score(screen, [candidate])[0]
        assert found.terms.key == candidate.key
        assert alone.loss == pytest.approx(found.loss, rel=1e-9)
        assert alone.misfit == pytest.approx(found.misfit, rel=1e-9, nan_ok=True)


def test_a_score_is_the_same_to_the_last_digit_whatever_is_remembered(screen):
    first = score(screen, CANDIDATES)
    again = score(screen, CANDIDATES)
    assert screen.columns.get(U.key) is not None
    forgetful = replace(screen, columns=Known(0))
    assert [s.loss for s in first] == [s.loss for s in again]
    assert [s.loss for s in first] == [s.loss for s in score(forgetful, CANDIDATES)]


def test_the_loss_is_that_of_least_squares_over_all_rows(screen):
    """Also of candidates that were scored in the compact form of the screen."""
    for found in score(screen, CANDIDATES):
        if not np.isfinite(found.loss):
            continue
        arrays = [[g.values.of(f) for f in found.terms.features] for g in screen.groups]
        x = screen.whitened(arrays, 1)[:, 0].T
        left = screen.z - x @ np.linalg.lstsq(x, screen.z, rcond=None)[0]
        gamma = screen.solver((left.T @ left)[None])[0]
        square = np.sum((left @ gamma) ** 2)
        assert found.loss == pytest.approx(square / (gamma @ screen.smooth @ gamma), rel=1e-5)
        assert found.misfit == pytest.approx(square / (gamma @ screen.noise @ gamma), rel=1e-5)


def test_fitted_constants_of_promising_candidates_are_at_a_minimum(screen):
    promising = 0
    for found in score(screen, CANDIDATES):
        features = found.terms.features
        theta = [c.value for c in found.terms.inner]
        if not theta or not found.misfit < PROMISING:
            continue
        promising += 1
        for step in (-0.03, 0.03):
            moved = iter([v * (1 + step) for v in theta])
            nearby = [with_constants(f, [next(moved) for _ in of(f).inner]) for f in features]
            fixed = [told(f) for f in nearby]
            assert score(screen, [of(*fixed)])[0].loss >= found.loss * (1 - 5 * STILL)
    assert promising


def told(node):
    """The same expression, its constants no longer to be fitted."""
    if node.op == "const":
        return N("num", value=node.value)
    return N(node.op, tuple(map(told, node.args)), node.name, node.value)


def test_what_is_undefined_on_the_data_has_no_loss(screen):
    undefined = of(N("log", (N("-", (T, N("num", value=50.0))),)))
    assert score(screen, [undefined])[0].loss == np.inf


def test_compact_rows_hold_all_that_functions_of_the_coordinates_can_reach(screen):
    compact = screen.compact
    assert len(compact.z) < len(screen.z)
    np.testing.assert_allclose(compact.z.T @ compact.z, screen.gram, rtol=1e-9, atol=1e-9)


def test_one_singular_system_leaves_the_others_as_they_are():
    rng = np.random.default_rng(0)
    a, b = rng.standard_normal((4, 3, 3)), rng.standard_normal((4, 3, 2))
    wanted = np.linalg.solve(a, b)
    a[2, 1] = a[2, 0]
    a[2, 2] = 0.0
    found = solve_each(a, b)
    assert np.isnan(found[2]).all()
    np.testing.assert_allclose(np.delete(found, 2, 0), np.delete(wanted, 2, 0))
