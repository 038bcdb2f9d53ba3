"""The parts of the inner solvers: path, sphere, stack, Gram matrix, and what is refused."""

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.linear_model import lars_path_gram

from pdedsl.errors import NonFiniteError, PdedslError, ShapeError
from pdedsl.optimize.inner import (
    prepare,
    prepare_gram,
    smallest_on_sphere,
    solve,
    solve_gram,
    solve_gram_many,
    solve_many,
)
from pdedsl.optimize.least_squares import reach_sphere, sign_vectors
from pdedsl.optimize.path import follow_path


@given(st.integers(0, 10**6), st.integers(1, 12), st.floats(0.05, 2.0))
@settings(max_examples=60, deadline=None)
def test_the_path_passes_through_the_knots_of_scikit_learn(seed, P, share):
    rng = np.random.default_rng(seed)
    Z = rng.standard_normal((30, P)) @ (np.eye(P) + 0.5 * rng.standard_normal((P, P)))
    w = rng.standard_normal(30)
    H, c = Z.T @ Z, Z.T @ w
    _, _, knots = lars_path_gram(c, H, n_samples=1, method="lasso", alpha_min=0.0)
    norms = np.abs(knots).sum(axis=0)
    limit = share * norms[-1]
    end = follow_path(H, c, norm_limit=limit)
    j = min(int(np.searchsorted(norms, limit)), len(norms) - 1)
    np.testing.assert_allclose(end.beta, knots[:, j], atol=1e-7 * norms[-1])
    np.testing.assert_allclose(end.before, knots[:, j - 1], atol=1e-7 * norms[-1])


@given(st.integers(0, 10**6), st.integers(1, 10))
@settings(max_examples=40, deadline=None)
def test_a_full_path_ends_at_the_least_squares_solution(seed, P):
    rng = np.random.default_rng(seed)
    Z, w = rng.standard_normal((30, P)), rng.standard_normal(30)
    end = follow_path(Z.T @ Z, Z.T @ w)
    assert end.penalty == pytest.approx(0, abs=1e-12)
    np.testing.assert_allclose(end.beta, np.linalg.lstsq(Z, w)[0], atol=1e-9)


def test_inside_the_sphere_collie_continues_the_last_piece_of_the_path():
    rng = np.random.default_rng(3)
    Z = rng.standard_normal((30, 4))
    w = Z @ [0.3, -0.2, 0.1, 0.05]
    _, _, knots = lars_path_gram(Z.T @ w, Z.T @ Z, n_samples=1, method="lasso", alpha_min=0.0)
    answer = solve(prepare(Z, "collie"), w)
    move, slope = answer.beta - knots[:, -1], knots[:, -1] - knots[:, -2]
    assert answer.case == "inside"
    np.testing.assert_allclose(
        move / np.linalg.norm(move), slope / np.linalg.norm(slope), atol=1e-7
    )


@given(st.integers(0, 10**6), st.integers(1, 9), st.floats(0, 1))
@settings(max_examples=60, deadline=None)
def test_a_ray_from_inside_meets_the_sphere_ahead(seed, P, norm):
    rng = np.random.default_rng(seed)
    start, direction = rng.standard_normal(P), rng.standard_normal(P)
    start *= norm / np.abs(start).sum()
    point = reach_sphere(start, direction)
    assert np.abs(point).sum() == pytest.approx(1, abs=1e-12)
    t = (point - start) @ direction / (direction @ direction)
    assert t >= -1e-12
    np.testing.assert_allclose(start + t * direction, point, atol=1e-9)


def test_sign_vectors_hold_one_of_every_pair():
    for P in (1, 3, 6):
        signs = sign_vectors(P)
        assert {tuple(s) for s in np.vstack([signs, -signs])} == {
            tuple(s) for s in np.array(np.meshgrid(*[[1.0, -1.0]] * P)).reshape(P, -1).T
        }
        assert len(signs) == 2 ** (P - 1)


@pytest.mark.parametrize("P", [1, 2, 5, 11])
def test_a_stack_equals_its_matrices_one_by_one(P):
    rng = np.random.default_rng(P)
    factors = rng.standard_normal((300, P + 2, P))
    H = factors.swapaxes(1, 2) @ factors
    beta, losses = smallest_on_sphere(H)
    for i in (0, 7, 299):
        alone, loss = smallest_on_sphere(H[i : i + 1])
        np.testing.assert_allclose(beta[i], alone[0], atol=1e-10)
        assert losses[i] == pytest.approx(loss[0], rel=1e-10)
        direct = solve(prepare(factors[i]), np.zeros(P + 2))
        assert losses[i] == pytest.approx(direct.loss, rel=1e-8)


def test_an_empty_stack_has_no_answers():
    beta, losses = smallest_on_sphere(np.empty((0, 3, 3)))
    assert beta.shape == (0, 3)
    assert losses.shape == (0,)


@given(st.integers(0, 10**6), st.integers(1, 8), st.sampled_from(["exact", "collie"]))
@settings(max_examples=40, deadline=None)
def test_the_gram_matrix_gives_what_z_gives(seed, P, method):
    rng = np.random.default_rng(seed)
    Z, W = rng.standard_normal((25, P)), rng.standard_normal((25, 3))
    direct, gram = prepare(Z, method), prepare_gram(Z.T @ Z, method)
    beta, losses = solve_many(direct, W)
    squares = np.sum(W * W, axis=0)
    gram_beta, gram_losses = solve_gram_many(gram, Z.T @ W, squares)
    np.testing.assert_allclose(gram_losses, losses, rtol=1e-9)
    np.testing.assert_allclose(gram_beta, beta, atol=1e-7)
    single = solve_gram(gram, Z.T @ W[:, 0], float(squares[0]))
    assert single.loss == pytest.approx(losses[0], rel=1e-9)


def test_answers_and_prepared_arrays_cannot_be_written_to():
    prepared = prepare(np.eye(3))
    for array in (solve(prepared, np.ones(3)).beta, prepared.reduction.R):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 2.0
    homogeneous = prepare(np.eye(3), "collie")
    solve(homogeneous, np.zeros(3))
    assert solve(homogeneous, np.zeros(3)).loss == pytest.approx(1 / 3)


@pytest.mark.parametrize("Z", [np.ones(3), np.empty((0, 3)), np.empty((3, 0)), np.ones((2, 2, 2))])
def test_what_is_no_filled_matrix_is_refused(Z):
    with pytest.raises(ShapeError, match="Z: expected a matrix with rows and columns"):
        prepare(Z)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf, 1e200])
def test_numbers_that_are_not_finite_are_refused(bad):
    Z, w, spoilt_Z = np.eye(3), np.ones(3), np.eye(3)
    spoilt = w.copy()
    spoilt[1] = spoilt_Z[1, 1] = bad
    with pytest.raises(NonFiniteError, match="w has NaN"):
        solve(prepare(Z), spoilt)
    with pytest.raises(NonFiniteError, match="W has NaN"):
        solve_many(prepare(Z), np.stack([w, spoilt], axis=1))
    if np.isfinite(bad):
        return
    with pytest.raises(NonFiniteError, match="Z has NaN"):
        prepare(spoilt_Z)
    with pytest.raises(NonFiniteError, match="leave such right-hand sides out"):
        solve_gram(prepare_gram(Z), spoilt, 3.0)
    with pytest.raises(NonFiniteError, match="leave such right-hand sides out"):
        solve_gram(prepare_gram(Z), w, float(bad))
    with pytest.raises(NonFiniteError, match="H_stack"):
        smallest_on_sphere(spoilt_Z[None])


def test_shapes_that_do_not_fit_are_refused():
    prepared = prepare(np.ones((4, 2)))
    with pytest.raises(ShapeError, match=r"w: expected \(4,\), got \(3,\)"):
        solve(prepared, np.ones(3))
    with pytest.raises(ShapeError, match="W: expected"):
        solve_many(prepared, np.ones((3, 2)))
    with pytest.raises(ShapeError, match="H: expected a square matrix"):
        prepare_gram(np.ones((4, 2)))
    with pytest.raises(ShapeError, match="3 entries"):
        solve_gram(prepare_gram(np.eye(3)), np.ones(2), 1.0)
    with pytest.raises(ShapeError, match="H_stack"):
        smallest_on_sphere(np.eye(3))
    with pytest.raises(PdedslError, match="not symmetric"):
        prepare_gram(np.array([[1.0, 2.0], [0.0, 1.0]]))


def test_unknown_methods_and_too_many_facets_are_refused():
    with pytest.raises(PdedslError, match="there are exact, collie, cvxopt"):
        prepare(np.eye(2), "lasso")
    with pytest.raises(ShapeError, match="at most 12, as each solve takes 2\\^P programmes"):
        prepare(np.eye(13), "cvxopt")


def test_importing_the_solvers_loads_no_heavy_library():
    code = (
        "import sys, pdedsl.optimize.inner\n"
        "print(*[m for m in ('cvxopt', 'sklearn', 'scipy', 'sympy', 'deap') if m in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == ""
