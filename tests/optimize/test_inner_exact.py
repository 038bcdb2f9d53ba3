"""The exact solver against the 2^P quadratic programmes, and the laws any exact solver obeys."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pdedsl.optimize.inner import prepare, smallest_on_sphere, solve, solve_many


def paper_problem(rng, P, rows=1000):
    """Appendix D.3 of the paper: w = Z l z with ||z||_1 = 1 and l uniform on [-1, 3]."""
    Z = rng.standard_normal((rows, P))
    z = rng.uniform(-0.5, 0.5, P)
    return Z, Z @ (rng.uniform(-1, 3) * z / np.abs(z).sum())


def noisy_problem(seed, P, rows=20):
    rng = np.random.default_rng(seed)
    Z = rng.standard_normal((rows, P)) * 10.0 ** rng.uniform(-1, 1, P)
    return Z, Z @ rng.standard_normal(P) * rng.uniform(0, 1) + rng.standard_normal(rows)


def loss_of(Z, w, beta):
    return float(np.sum((Z @ beta - w) ** 2))


def compare_on_paper_problems(P, problems):
    rng = np.random.default_rng(100 + P)
    for _ in range(problems):
        Z, w = paper_problem(rng, P)
        exact, facets, collie = (solve(prepare(Z, m), w) for m in ("exact", "cvxopt", "collie"))
        assert exact.loss == pytest.approx(facets.loss, rel=1e-9, abs=1e-12 * float(w @ w))
        assert collie.loss >= exact.loss * (1 - 1e-9) - 1e-15 * float(w @ w)
        if exact.case == "outside":
            assert collie.loss == pytest.approx(exact.loss, rel=1e-9, abs=1e-15 * float(w @ w))


@pytest.mark.parametrize(
    ("P", "problems"), [(1, 30), (2, 30), (3, 30), (4, 20), (5, 10), (6, 4), (7, 1)]
)
def test_exact_equals_the_quadratic_programmes_on_the_papers_problems(P, problems):
    compare_on_paper_problems(P, problems)


@pytest.mark.slow
@pytest.mark.parametrize("P", [2, 3, 4, 5, 6, 7])
def test_exact_equals_the_quadratic_programmes_on_a_thousand_problems(P):
    compare_on_paper_problems(P, 1000)


@pytest.mark.parametrize("P", [1, 2, 3, 4, 5])
def test_exact_equals_the_quadratic_programmes_where_the_residual_is_not_small(P):
    for seed in range(12):
        Z, w = noisy_problem(seed, P)
        exact, facets = solve(prepare(Z), w), solve(prepare(Z, "cvxopt"), w)
        assert exact.loss == pytest.approx(facets.loss, rel=1e-9)


def test_the_papers_problems_are_hard_enough_to_show_that_collie_is_not_exact():
    rng = np.random.default_rng(5)
    excess = []
    for _ in range(200):
        Z, w = paper_problem(rng, 5, rows=50)
        exact = solve(prepare(Z), w)
        excess.append(solve(prepare(Z, "collie"), w).loss / exact.loss - 1)
        if exact.case == "outside":
            assert excess.pop() == pytest.approx(0, abs=1e-9)
    assert max(excess) > 0.01


@given(st.integers(0, 10**6), st.integers(1, 8), st.sampled_from(["exact", "collie"]))
@settings(max_examples=60, deadline=None)
def test_beta_has_unit_norm_and_the_loss_is_its_own(seed, P, method):
    Z, w = noisy_problem(seed, P)
    answer = solve(prepare(Z, method), w)
    assert np.abs(answer.beta).sum() == pytest.approx(1, abs=1e-14)
    assert answer.loss == pytest.approx(loss_of(Z, w, answer.beta), rel=1e-12)


@given(st.integers(0, 10**6), st.integers(1, 8))
@settings(max_examples=60, deadline=None)
def test_collie_is_never_better_than_exact_and_no_random_point_is(seed, P):
    Z, w = noisy_problem(seed, P)
    best = solve(prepare(Z), w).loss
    assert solve(prepare(Z, "collie"), w).loss >= best * (1 - 1e-12)
    points = np.random.default_rng(seed).laplace(size=(200, P))
    points /= np.abs(points).sum(axis=1, keepdims=True)
    assert min(loss_of(Z, w, p) for p in points) >= best * (1 - 1e-12)


@given(st.integers(0, 10**6), st.integers(1, 7), st.sampled_from(["exact", "collie"]))
@settings(max_examples=60, deadline=None)
def test_permuting_and_flipping_columns_permutes_and_flips_beta(seed, P, method):
    Z, w = noisy_problem(seed, P)
    rng = np.random.default_rng(seed)
    order, flips = rng.permutation(P), rng.choice([-1.0, 1.0], P)
    plain = solve(prepare(Z, method), w)
    moved = solve(prepare(Z[:, order] * flips, method), w)
    assert moved.loss == pytest.approx(plain.loss, rel=1e-10)
    np.testing.assert_allclose(moved.beta, plain.beta[order] * flips, atol=1e-7)


@given(st.integers(0, 10**6), st.integers(1, 7), st.floats(-6, 6))
@settings(max_examples=60, deadline=None)
def test_scaling_z_and_w_scales_the_loss_and_leaves_beta(seed, P, exponent):
    Z, w = noisy_problem(seed, P)
    scale = 10.0**exponent
    plain, scaled = solve(prepare(Z), w), solve(prepare(scale * Z), scale * w)
    assert scaled.loss == pytest.approx(scale**2 * plain.loss, rel=1e-10)
    np.testing.assert_allclose(scaled.beta, plain.beta, atol=1e-7)


@given(st.integers(0, 10**6), st.integers(1, 7))
@settings(max_examples=40, deadline=None)
def test_changing_the_sign_of_w_changes_the_sign_of_beta(seed, P):
    Z, w = noisy_problem(seed, P)
    np.testing.assert_allclose(solve(prepare(Z), -w).beta, -solve(prepare(Z), w).beta, atol=1e-9)


@pytest.mark.parametrize("P", [1, 2, 4, 6, 8, 9, 12, 17])
@pytest.mark.parametrize("method", ["exact", "collie"])
def test_a_block_equals_its_columns_one_by_one(P, method):
    rng = np.random.default_rng(P)
    Z = rng.standard_normal((40, P))
    W = Z @ (rng.standard_normal((P, 12)) * rng.uniform(0, 2 / P, 12))
    W[:, 6:] += rng.standard_normal((40, 6))
    W[:, 0] = 0.0
    prepared = prepare(Z, method)
    beta, losses = solve_many(prepared, W)
    singles = [solve(prepared, w) for w in W.T]
    np.testing.assert_allclose(losses, [s.loss for s in singles], rtol=1e-10)
    np.testing.assert_allclose(beta[:, 1:], np.array([s.beta for s in singles]).T[:, 1:], atol=1e-8)
    assert {s.case for s in singles} == {"outside", "inside", "homogeneous"}


def test_a_block_of_quadratic_programmes_equals_its_columns_one_by_one():
    rng = np.random.default_rng(1)
    prepared, W = prepare(rng.standard_normal((9, 2)), "cvxopt"), rng.standard_normal((9, 3))
    beta, losses = solve_many(prepared, W)
    for j, w in enumerate(W.T):
        single = solve(prepared, w)
        assert single.loss == pytest.approx(losses[j], rel=1e-13)
        np.testing.assert_allclose(single.beta, beta[:, j], atol=1e-12)


def test_an_empty_block_has_no_answers():
    beta, losses = solve_many(prepare(np.eye(3)), np.empty((3, 0)))
    assert beta.shape == (3, 0)
    assert losses.shape == (0,)


def test_equal_input_gives_equal_output_also_at_ties():
    Z = np.eye(4)
    first, again = (solve(prepare(Z), np.zeros(4)) for _ in range(2))
    np.testing.assert_array_equal(first.beta, again.beta)
    assert first.loss == pytest.approx(0.25)


def test_a_loss_far_below_the_size_of_w_keeps_its_digits():
    rng = np.random.default_rng(2)
    Z = rng.standard_normal((50, 3))
    normal = np.linalg.qr(np.hstack([Z, rng.standard_normal((50, 1))]))[0][:, 3]
    w = Z @ [0.5, -0.3, 0.2] + 1e-7 * normal
    assert solve(prepare(Z), w).loss == pytest.approx(1e-14, rel=1e-6)
    assert solve_many(prepare(Z), w[:, None])[1][0] == pytest.approx(1e-14, rel=1e-6)


@pytest.mark.parametrize("P", [1, 2, 3, 5])
def test_without_w_all_methods_find_the_same_smallest_loss(P):
    Z = np.random.default_rng(P).standard_normal((12, P))
    w = np.zeros(12)
    losses = [solve(prepare(Z, m), w).loss for m in ("exact", "collie", "cvxopt")]
    np.testing.assert_allclose(losses, losses[0], rtol=1e-9)
    beta, stacked = smallest_on_sphere((Z.T @ Z)[None])
    assert stacked[0] == pytest.approx(losses[0], rel=1e-9)
    assert loss_of(Z, w, beta[0]) == pytest.approx(losses[0], rel=1e-9)
    assert solve(prepare(Z), w).case == "homogeneous"
