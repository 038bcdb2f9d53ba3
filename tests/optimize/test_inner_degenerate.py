"""Rank-deficient, ill-conditioned and large problems, where closed forms are easily wrong."""

import numpy as np
import pytest

from pdedsl.optimize.descent import descend_in_ball
from pdedsl.optimize.faces import FaceTable
from pdedsl.optimize.inner import (
    prepare,
    prepare_gram,
    smallest_on_sphere,
    solve,
    solve_gram,
    solve_many,
)
from pdedsl.optimize.inside import SignTable, descend_by_signs
from pdedsl.optimize.least_squares import LeastSquares

RNG_ROWS = 12


def collinear(rng):
    Z = rng.standard_normal((RNG_ROWS, 4))
    Z[:, 2] = -2 * Z[:, 0]
    return Z


def repeated(rng):
    Z = rng.standard_normal((RNG_ROWS, 4))
    Z[:, 1] = Z[:, 3]
    return Z


def dependent(rng):
    Z = rng.standard_normal((RNG_ROWS, 4))
    Z[:, 3] = Z[:, 0] - 0.5 * Z[:, 1] + 3 * Z[:, 2]
    return Z


def zero_column(rng):
    Z = rng.standard_normal((RNG_ROWS, 4))
    Z[:, 1] = 0
    return Z


def few_rows(rng):
    return rng.standard_normal((2, 4))


def one_row(rng):
    return rng.standard_normal((1, 3))


def rank_one(rng):
    return np.outer(rng.standard_normal(RNG_ROWS), rng.standard_normal(4))


def all_zero(rng):
    return np.zeros((RNG_ROWS, 3))


def nearly_collinear(rng):
    Z = rng.standard_normal((RNG_ROWS, 4))
    Z[:, 2] = Z[:, 0] + 1e-9 * Z[:, 2]
    return Z


def graded(rng):
    return rng.standard_normal((RNG_ROWS, 4)) * [1, 1e-4, 1e3, 1e-2]


MATRICES = [
    collinear,
    repeated,
    dependent,
    zero_column,
    few_rows,
    one_row,
    rank_one,
    all_zero,
    nearly_collinear,
    graded,
]


def right_hand_sides(Z, rng):
    """In the range and off it, inside the sphere and outside it, and zero."""
    rows, P = Z.shape
    for size in (0.0, 0.1, 0.4, 1.0, 4.0):
        yield size * Z @ rng.standard_normal(P)
        yield size * (Z @ rng.standard_normal(P) + rng.standard_normal(rows))


@pytest.mark.parametrize("matrix", MATRICES)
def test_any_rank_gives_the_loss_of_the_quadratic_programmes(matrix):
    for seed in range(2):
        rng = np.random.default_rng(seed)
        Z = matrix(rng)
        scale = float(np.abs(Z).max()) ** 2
        exact, facets, collie = (prepare(Z, m) for m in ("exact", "cvxopt", "collie"))
        for w in right_hand_sides(Z, rng):
            best, oracle = solve(exact, w), solve(facets, w)
            size = 1e-11 * (scale + float(w @ w))
            assert np.abs(best.beta).sum() == pytest.approx(1, abs=1e-12)
            assert best.loss == pytest.approx(oracle.loss, rel=1e-9, abs=size)
            assert solve(collie, w).loss >= best.loss * (1 - 1e-9) - size
            assert solve_many(exact, w[:, None])[1][0] == pytest.approx(
                best.loss, rel=1e-9, abs=size
            )


@pytest.mark.parametrize("matrix", MATRICES)
def test_the_gram_matrix_of_any_rank_gives_the_same_loss(matrix):
    rng = np.random.default_rng(7)
    Z = matrix(rng)
    scale = float(np.abs(Z).max()) ** 2
    direct, gram = prepare(Z), prepare_gram(Z.T @ Z)
    for w in right_hand_sides(Z, rng):
        from_gram = solve_gram(gram, Z.T @ w, float(w @ w))
        size = 1e-11 * (scale + float(w @ w))
        assert from_gram.loss == pytest.approx(solve(direct, w).loss, rel=1e-8, abs=size)


@pytest.mark.parametrize("matrix", MATRICES)
def test_a_stack_of_singular_matrices_gives_their_smallest_losses(matrix):
    stack = []
    for seed in range(4):
        Z = matrix(np.random.default_rng(seed))
        stack.append(Z.T @ Z)
    beta, losses = smallest_on_sphere(np.array(stack))
    np.testing.assert_allclose(np.abs(beta).sum(axis=1), 1, atol=1e-12)
    for seed, (H, b, loss) in enumerate(zip(stack, beta, losses, strict=True)):
        Z = matrix(np.random.default_rng(seed))
        best = solve(prepare(Z, "cvxopt"), np.zeros(len(Z))).loss
        assert loss >= 0
        assert loss == pytest.approx(best, rel=1e-8, abs=1e-13 * float(np.trace(H)))
        assert b @ H @ b == pytest.approx(loss, abs=1e-13 * float(np.trace(H)))


def test_a_null_vector_is_found_although_no_smaller_face_holds_it():
    Z = np.array([[1.0, 0.0, 1.0], [0.0, 1.0, 1.0], [1.0, -1.0, 0.0]])
    answer = solve(prepare(Z), np.zeros(3))
    assert answer.loss == pytest.approx(0, abs=1e-28)
    np.testing.assert_allclose(np.abs(answer.beta), 1 / 3, atol=1e-12)


@pytest.mark.parametrize("P", [2, 4, 6, 8])
def test_inside_the_sphere_the_best_sign_vector_is_the_best_face(P):
    rng = np.random.default_rng(P)
    R = np.linalg.qr(rng.standard_normal((30, P)) * 10.0 ** rng.uniform(-1, 1, P))[1]
    system = LeastSquares.of(R)
    signs, faces = SignTable.of(system.half_inverse), FaceTable.of(R)
    for size in rng.uniform(0, 1, 20):
        b = rng.standard_normal(P)
        b *= size / np.abs(b).sum()
        by_signs, by_faces = signs.solve(b), faces.solve(R @ b)
        losses = [np.sum((R @ (beta - b)) ** 2) for beta in (by_signs, by_faces)]
        assert losses[0] == pytest.approx(losses[1], rel=1e-9)
        assert np.abs(by_signs).min() > 0


def wide_problems(P, seed, count=12):
    rng = np.random.default_rng(seed)
    Z = rng.standard_normal((40, P)) * 10.0 ** rng.uniform(-0.5, 0.5, P)
    for size in np.linspace(0.3, 3, count):
        z = rng.standard_normal(P)
        yield Z, size * Z @ (z / np.abs(z).sum()) + 0.1 * rng.standard_normal(40)


def test_nine_terms_by_descent_equal_the_enumeration_of_all_faces():
    problems = list(wide_problems(9, 0))
    prepared = prepare(problems[0][0])
    table = FaceTable.of(prepared.reduction.R)
    for _, w in problems:
        y, remainder = prepared.reduction.fold_vector(w)
        beta = table.solve(y)
        enumerated = remainder + float(np.sum((prepared.reduction.R @ beta - y) ** 2))
        assert solve(prepared, w).loss == pytest.approx(enumerated, rel=1e-10)


@pytest.mark.slow
@pytest.mark.parametrize("P", [9, 12])
def test_many_terms_equal_the_quadratic_programmes(P):
    for Z, w in wide_problems(P, 1, count=4):
        expected = solve(prepare(Z, "cvxopt"), w).loss
        assert solve(prepare(Z), w).loss == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("P", [9, 12])
def test_descent_by_signs_mostly_ends_at_the_enumerated_minimum_and_never_below(P):
    rng = np.random.default_rng(P)
    hits = 0
    for _ in range(40):
        R = np.linalg.qr(rng.standard_normal((40, P)))[1]
        W = LeastSquares.of(R).half_inverse
        b = rng.standard_normal(P)
        b *= rng.uniform(0, 1) / np.abs(b).sum()
        best = np.sum((R @ (SignTable.of(W).solve(b) - b)) ** 2)
        beta, rise = descend_by_signs(W, b, b)
        assert np.sum((R @ (beta - b)) ** 2) == pytest.approx(rise, rel=1e-9)
        assert rise >= best * (1 - 1e-9)
        hits += rise <= best * (1 + 1e-9)
    assert hits >= 36


@pytest.mark.parametrize("P", [3, 9, 20])
def test_descent_in_the_ball_meets_the_optimality_conditions_from_any_start(P):
    rng = np.random.default_rng(P)
    for rows in (P // 2 + 1, 3 * P):
        R, y = rng.standard_normal((rows, P)), 3 * rng.standard_normal(rows)
        start = rng.laplace(size=P)
        beta = descend_in_ball(R, y, start / np.abs(start).sum())
        gradient = R.T @ (y - R @ beta)
        assert np.abs(beta).sum() <= 1 + 1e-12
        gap = np.abs(gradient).max() - gradient @ beta
        assert gap == pytest.approx(0, abs=1e-12 * float(y @ y))


@pytest.mark.parametrize("P", [10, 20])
def test_many_dependent_terms_reach_the_least_squares_loss_or_the_sphere(P):
    rng = np.random.default_rng(P)
    Z = rng.standard_normal((30, 6)) @ rng.standard_normal((6, P))
    prepared = prepare(Z)
    inside = Z @ (0.02 * rng.standard_normal(P)) + 0.1 * rng.standard_normal(30)
    least = np.linalg.lstsq(Z, inside, rcond=1e-10)[0]
    assert solve(prepared, inside).loss == pytest.approx(
        float(np.sum((Z @ least - inside) ** 2)), rel=1e-9
    )
    far = 50 * rng.standard_normal(30)
    beta = solve(prepared, far).beta
    gradient = Z.T @ (far - Z @ beta)
    assert np.abs(gradient).max() == pytest.approx(float(gradient @ beta), rel=1e-9)


def test_twenty_terms_are_never_worse_than_collie_and_sometimes_better():
    better = 0
    for Z, w in wide_problems(20, 3, count=8):
        exact, collie = solve(prepare(Z), w), solve(prepare(Z, "collie"), w)
        assert exact.loss <= collie.loss * (1 + 1e-12)
        better += exact.loss < collie.loss * (1 - 1e-6)
    assert better
